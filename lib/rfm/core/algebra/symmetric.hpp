// Symmetric d x d matrices as packed lower triangles, row by row: d (d+1) / 2 numbers, element
// (i,j) with j
// <= i at i (i+1) / 2 + j. Indices, sizes that saturate, and the few operations that everything on
// such matrices is made of.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/limits.hpp"

namespace rfm {

// Numbers in a packed triangle of d rows, and in a square of d rows.
constexpr size_t packed_size(size_t d) {
  return d % 2 == 0 ? saturating_multiply(d / 2, saturating_add(d, 1))
                    : saturating_multiply(d, d / 2 + 1);
}
constexpr size_t square_size(size_t d) { return saturating_multiply(d, d); }

constexpr size_t packed_row(size_t i) { return i * (i + 1) / 2; }
constexpr size_t packed_index(size_t i, size_t j) {
  return j <= i ? packed_row(i) + j : packed_row(j) + i;
}

// y += a x, over n contiguous numbers that do not overlap.
template <class T>
inline void add_multiple(T a, const T* __restrict x, size_t n, T* __restrict y) {
  for (size_t j = 0; j < n; ++j) y[j] += a * x[j];
}

// Row i of a packed matrix m, with the part beyond the diagonal read from its column, into row (d).
template <class T>
void copy_row(const T* m, size_t d, size_t i, T* row) {
  for (size_t j = 0; j <= i; ++j) row[j] = m[packed_row(i) + j];
  for (size_t j = i + 1; j < d; ++j) row[j] = m[packed_row(j) + i];
}

// Packed m to full (d,d), both triangles. In place too: m may be the start of full.
template <class T>
void unpack(const T* m, size_t d, T* full) {
  for (size_t i = d; i-- > 0;)
    for (size_t j = i + 1; j-- > 0;) full[i * d + j] = m[packed_row(i) + j];
  for (size_t i = 0; i < d; ++i)
    for (size_t j = i + 1; j < d; ++j) full[i * d + j] = full[j * d + i];
}

template <class T>
void set_identity(T* m, size_t d) {
  for (size_t i = 0; i < packed_size(d); ++i) m[i] = T(0);
  for (size_t i = 0; i < d; ++i) m[packed_row(i) + i] = T(1);
}

// The largest |number|; 0 when there is none.
template <class T>
T largest_size(const T* numbers, size_t count) {
  T largest = T(0);
  for (size_t i = 0; i < count; ++i) {
    const T size = numbers[i] < T(0) ? -numbers[i] : numbers[i];
    if (size > largest) largest = size;
  }
  return largest;
}
template <class T>
T largest_entry(const T* m, size_t d) {
  return largest_size(m, packed_size(d));
}

}  // namespace rfm
