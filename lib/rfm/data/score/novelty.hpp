// What a model keeps of its training rows to say how new others are: the section that
// core/model/novelty.hpp reads. As much as predicting 1,000 rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/model/novelty.hpp"
#include "rfm/data/bytes.hpp"

namespace rfm::data {

// The section for a machine of these training rows x (n, d), from a seeded sample of them. A row
// that is a centre is held against the other centres.
template <class T>
AlignedBytes learn_novelty(const Model<T>& model, const Rows<T>& x, std::uint64_t seed,
                           const Executor* executor);

// The same section with the distances of other reference rows to the nearest centre: of a machine
// that stands in for another one.
template <class T>
AlignedBytes with_distances(const Novelty<T>& novelty, std::size_t features,
                            const std::vector<double>& distances);

}  // namespace rfm::data
