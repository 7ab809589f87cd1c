// Which candidates answer together, and with which weights: chosen greedily over their out-of-fold
// answers (Caruana and others, 2004), from the best on, with replacement. Some hundred sums over
// the rows.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "rfm/data/search/search.hpp"

namespace rfm::data {

// A candidate of the pool by its index, and its share in the answers; shares sum up to one.
using Share = std::pair<std::size_t, double>;

// `pool`: out-of-fold answers (rows.size(), c) of candidates, the best first. The smallest set
// whose score is behind the best one found by at most `noise` standard errors of the difference;
// perhaps the first alone.
std::vector<Share> chosen_weights(const SearchData& data, const std::vector<std::size_t>& rows,
                                  const std::vector<std::vector<float>>& pool, double noise);

}  // namespace rfm::data
