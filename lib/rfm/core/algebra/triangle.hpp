// The one n-squared object: a lower triangle in panels of 16 rows, exactly n(n+1)/2 numbers. Left
// of its diagonal tile a panel is stored by columns, so sixteen rows of one column lie side by
// side; the diagonal tile is packed.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/base/arena.hpp"

namespace rfm {

// Reading a whole column of the last panel may touch up to 15 numbers behind the triangle: they are
// allocated with it and their values are never used.
constexpr size_t triangle_slack = panel;

constexpr size_t triangle_size(size_t n) {
  const size_t half = n % 2 == 0 ? saturating_multiply(n / 2, saturating_add(n, 1))
                                 : saturating_multiply(n, n / 2 + 1);
  return saturating_add(half, triangle_slack);
}

template <class T>
struct Triangle {
  T* data = nullptr;
  size_t n = 0;

  [[gnu::always_inline]] size_t panels() const { return panels_of(n); }
  [[gnu::always_inline]] size_t height(size_t p) const {
    return n - p * panel < panel ? n - p * panel : panel;
  }

  // Rows of panel p, columns before its diagonal tile: element (row, k) at [k * height(p) + row].
  [[gnu::always_inline]] T* left(size_t p) const { return data + p * panel * (p * panel + 1) / 2; }
  // The diagonal tile of panel p, packed by columns: see tile_index.
  [[gnu::always_inline]] T* diagonal(size_t p) const { return left(p) + height(p) * p * panel; }

  // Element (i, j) with j <= i of the whole matrix.
  [[gnu::always_inline]] T& at(size_t i, size_t j) const {
    const size_t p = i / panel;
    if (j < p * panel) return left(p)[j * height(p) + i % panel];
    return diagonal(p)[tile_index(height(p), i % panel, j % panel)];
  }

  // Where element (i, j), j <= i, of a packed diagonal tile with `height` rows lies.
  [[gnu::always_inline]] static size_t tile_index(size_t height, size_t i, size_t j) {
    return j * height - j * (j + 1) / 2 + i;
  }
};

}  // namespace rfm
