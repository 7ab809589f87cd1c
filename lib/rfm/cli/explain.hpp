// Why a row got its answer: for each raw column, the gradient of the answer times the row's deviation from
// the average. Adds up to the whole difference where the machine is linear; n (r + d) c operations a row.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/model_file.hpp"

namespace rfm::cli {

// (n, raw columns) pushes for x (n, d), n small. Of a regression in units of the target; of classes, the
// share of class picked[i].
template <class T>
std::vector<double> pushes(const data::ModelFile<T>& file, const Rows<T>& x,
                           const std::vector<std::size_t>& picked);

}  // namespace rfm::cli
