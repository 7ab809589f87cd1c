// What a fitted machine has learned: M, the importance of each column, the directions that matter
// and how many.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/eigen.hpp"
#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/model/bytes.hpp"

namespace rfm {

// out packed (d, d): M = R'R, element (i, j), j <= i, at packed_index(i, j).
template <class T>
void metric_matrix(const Model<T>& model, T* out) {
  if (model.metric == Metric::full) {
    squared_root(model.root, model.r, model.d, out);
    return;
  }
  set_identity(out, model.d);
  if (model.metric == Metric::identity) return;
  for (size_t k = 0; k < model.d; ++k) out[packed_index(k, k)] = model.root[k] * model.root[k];
}

// out (d): the diagonal of M, how much the fitted function changes with each column, squared and
// averaged.
template <class T>
void importances(const Model<T>& model, T* out) {
  for (size_t j = 0; j < model.d; ++j) {
    out[j] = model.metric == Metric::identity ? T(1) : T(0);
    if (model.metric == Metric::diagonal) out[j] = model.root[j] * model.root[j];
    for (size_t k = 0; model.metric == Metric::full && k < model.r; ++k)
      out[j] += model.root[k * model.d + j] * model.root[k * model.d + j];
  }
}

// Numbers of scratch for directions.
constexpr size_t directions_scratch(size_t d) {
  return saturating_add(packed_size(d), eigen_scratch(d));
}

// All eigenpairs of M, largest first: values (d), vectors (d, d) a row each, the largest component
// positive.
template <class T>
void directions(const Model<T>& model, T* values, T* vectors, T* scratch) {
  metric_matrix(model, scratch);
  eigen(scratch, model.d, values, vectors, scratch + packed_size(model.d));
}

}  // namespace rfm
