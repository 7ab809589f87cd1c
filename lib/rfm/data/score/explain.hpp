// Why a row got its answer: the gradient in each column, averaged on the straight way from the
// average row, times the row's deviation from it (integrated gradients). The pushes of all columns
// add up to how far the answer is from that of the average row. Costs sixteen gradients a row.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/model_file.hpp"

namespace rfm::data {

// (raw columns) pushes for one row of features x (d): of a regression in units of the target; of
// classes, in the share pi of class `picked` (decoding.hpp).
template <class T>
std::vector<double> pushes(const ModelFile<T>& file, const T* x, std::size_t picked);

}  // namespace rfm::data
