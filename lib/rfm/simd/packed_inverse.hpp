// The diagonal of the inverse in vectors, for the same bits as inverse_diagonal (cholesky.hpp) where nothing
// is fused. n^3/3 operations; sixteen unit vectors are a task.
#pragma once
#include <stddef.h>

#include "rfm/core/executor.hpp"
#include "rfm/core/triangle.hpp"
#include "rfm/simd/packed_tile.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// The sixteen rows of unit vectors of panel q: L x = e, then diagonal = sum of squares. Lanes are the
// vectors; `strip` (padded(n), 16) takes their elements.
template <class V>
void packed_inverse_panel(Triangle<Scalar<V>> l, size_t q, Scalar<V>* strip, Scalar<V>* diagonal) {
  using T = Scalar<V>;
  V sums[parts<V>] = {};
  const T* known = strip + q * panel * panel;
  for (size_t p = q; p < l.panels(); ++p) {
    const size_t height = l.height(p);
    T* x = strip + p * panel * panel;
    memset(x, 0, panel * panel * sizeof(T));
    for (size_t j = 0; p == q && j < panel; ++j) x[j * panel + j] = T(1);
    const FullTile<T> c{x};
    subtract_product<V, 1>(&c, &known, l.left(p) + q * panel * height, height, (p - q) * panel);
    const DiagonalTile<const T, false> tile{l.diagonal(p), height};
    for (size_t j = 0; j < height; ++j) {
      for (size_t i = 0; i < parts<V>; ++i) {
        V x_j = load<V>(c.column(j) + i * width<V>);
        for (size_t k = 0; k < j; ++k)
          x_j = subtract_multiple(x_j, load<V>(c.column(k) + i * width<V>), tile.column(k)[j]);
        x_j = x_j * tile.column(j)[j];
        store(c.column(j) + i * width<V>, x_j);
        sums[i] = multiply_add(x_j, x_j, sums[i]);
      }
    }
  }
  T all[panel];
  for (size_t i = 0; i < parts<V>; ++i) store(all + i * width<V>, sums[i]);
  for (size_t i = 0; i < l.height(q); ++i) diagonal[q * panel + i] = all[i];
}

template <class T>
void packed_inverse_diagonal(Triangle<T> l, T* strips, T* diagonal, const Executor* executor) {
  auto work = [&](size_t q, size_t worker) {
    packed_inverse_panel<NativeLanes<T>>(l, q, strips + worker * padded(l.n) * panel, diagonal);
  };
  for_each(executor, l.panels(), work);
}

}  // namespace RFM_SEAM
}  // namespace rfm
