// The storage unit of points: sixteen rows side by side, so that arithmetic runs across points in
// full vectors. Element (point i, coordinate k) of rows with r coordinates lies at (i/16)*16*r +
// k*16 + i%16; padding is zero.
#pragma once
#include <stddef.h>

#include "rfm/core/base/target.hpp"

namespace rfm {

constexpr size_t panel = 16;
constexpr size_t tile_size = panel * panel;  // pairs of two panels

// n rounded up to whole panels; saturates instead of wrapping.
[[gnu::always_inline]] constexpr size_t padded(size_t n) {
  return n > ~size_t{0} - (panel - 1) ? ~size_t{0} / panel * panel
                                      : (n + panel - 1) / panel * panel;
}

// Panels that n rows fill, the last perhaps in part.
[[gnu::always_inline]] constexpr size_t panels_of(size_t n) { return padded(n) / panel; }

// Index of coordinate k of point i among rows of r coordinates.
[[gnu::always_inline]] constexpr size_t panel_index(size_t i, size_t k, size_t r) {
  return i / panel * panel * r + k * panel + i % panel;
}

// Sixteen partial sums to one: halves are added, 8 + 8, 4 + 4, 2 + 2, 1 + 1.
template <class T>
[[gnu::always_inline]] inline T fold(T* sums) {
  for (size_t half = panel / 2; half > 0; half /= 2)
    for (size_t l = 0; l < half; ++l) sums[l] += sums[l + half];
  return sums[0];
}

}  // namespace rfm
