// Which rows take part in a stage of the search and which are held out together. Seeded; classes keep their shares
// both in every subsample and in every fold. O(n log n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/data/tune.hpp"

namespace rfm::data {

// All rows in an order whose every beginning is a fair sample.
std::vector<std::size_t> fair_order(const TuneData& data, uint64_t seed);

struct Folds {
  std::vector<std::size_t> rows;  // ascending
  std::vector<uint32_t> fold;     // of each of rows
  std::size_t folds = 0;
};

// The first m rows of the order in k folds (2 <= k <= m).
Folds make_folds(const TuneData& data, const std::vector<std::size_t>& order, std::size_t m, std::size_t k,
                 uint64_t seed);

}  // namespace rfm::data
