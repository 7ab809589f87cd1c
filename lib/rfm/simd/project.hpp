// Rows to transformed points in vectors, for the same bits as project_panel (project.hpp) where
// nothing is fused. 2 d r operations a row.
#pragma once
#include <stddef.h>

#include "rfm/core/base/rows.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/simd/tile.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// u_k .. u_(k+count-1) = sum_j R_kj centred_j, ascending j; both in panels.
template <class V, size_t count>
void project_coordinates(const Scalar<V>* centred, const Scalar<V>* root, size_t d, Scalar<V>* u) {
  V sum[count][parts<V>] = {};
  for (size_t j = 0; j < d; ++j, centred += panel, ++root) {
#pragma GCC unroll 16
    for (size_t i = 0; i < parts<V>; ++i) {
      const V x = load<V>(centred + i * width<V>);
#pragma GCC unroll 16
      for (size_t k = 0; k < count; ++k)
        sum[k][i] = multiply_add(broadcast<V>(root[k * d]), x, sum[k][i]);
    }
  }
#pragma GCC unroll 16
  for (size_t k = 0; k < count; ++k) {
#pragma GCC unroll 16
    for (size_t i = 0; i < parts<V>; ++i) store(u + k * panel + i * width<V>, sum[k][i]);
  }
}

// All r of them, `count` at a time and in the end fewer.
template <class V, size_t count>
void project_all(const Scalar<V>* centred, const Scalar<V>* root, size_t d, size_t r,
                 Scalar<V>* u) {
  for (; r >= count; r -= count, root += count * d, u += count * panel)
    project_coordinates<V, count>(centred, root, d, u);
  if constexpr (count > 1) project_all<V, count / 2>(centred, root, d, r, u);
}

template <class T>
void packed_project_panel(const Rows<T>& x, size_t first, const T* origin, Metric metric,
                          const T* root, size_t r, T* scratch, T* u) {
  using V = NativeLanes<T>;
  constexpr size_t together = 16 / parts<V> < 8 ? 16 / parts<V> : 8;
  const size_t count = x.n - first < panel ? x.n - first : panel;
  const T* rows = x.data + static_cast<ptrdiff_t>(first) * x.row_stride;
  T* centred = metric == Metric::full ? scratch : u;
  if (count < panel) memset(centred, 0, panel * x.d * sizeof(T));
  for (size_t l = 0; l < count; ++l, rows += x.row_stride) {
    const T* row = rows;
    for (size_t j = 0; j < x.d; ++j, row += x.column_stride) {
      const T difference = *row - origin[j];
      centred[j * panel + l] = metric == Metric::diagonal ? difference * root[j] : difference;
    }
  }
  if (metric == Metric::full) project_all<V, together>(centred, root, x.d, r, u);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
