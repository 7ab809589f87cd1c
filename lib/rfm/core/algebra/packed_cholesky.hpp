// Cholesky of a triangle packed by rows, for machines where each byte of code counts: n^3/6
// multiplications to factor, n^2 to solve, and the bits of cholesky.hpp, whose panels suit vectors
// instead.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/symmetric.hpp"

namespace rfm {

// value - sum over k of a_k b_k, one after another.
template <class T>
T less_products(T value, const T* a, const T* b, size_t count) {
  for (size_t k = 0; k < count; ++k) value -= a[k] * b[k];
  return value;
}

// A = L L' in place, with 1/L_jj on the diagonal. False when a pivot is at or below `floor`: A is
// then spoiled.
//     L_ij = (A_ij - sum_k<j L_ik L_jk) / L_jj,      L_ii = sqrt(A_ii - sum_k<i L_ik^2)
template <class T>
bool factor_packed(T* a, size_t n, T floor) {
  for (size_t i = 0; i < n; ++i) {
    T* row = a + packed_row(i);
    const T* other = a;
    for (size_t j = 0; j < i; other += ++j)
      row[j] = less_products(row[j], row, other, j) * other[j];
    const T pivot = less_products(row[i], row, row, i);
    if (!(pivot > floor)) return false;
    row[i] = T(1) / rounded_square_root(pivot);
  }
  return true;
}

// A x = b in place, A factored: L z = b, then L' x = z with sixteen interleaved sums for the rows
// below a panel.
template <class T>
void solve_packed(const T* l, size_t n, T* b) {
  for (size_t i = 0; i < n; ++i) {
    const T* row = l + packed_row(i);
    b[i] = less_products(b[i], row, b, i) * row[i];
  }
  for (size_t k = n; k-- > 0;) {
    const size_t below = (k / panel + 1) * panel;
    T sums[panel] = {};
    for (size_t i = below; i < n; ++i) sums[i % panel] += l[packed_row(i) + k] * b[i];
    T value = b[k] - fold(sums);
    for (size_t i = k + 1; i < below && i < n; ++i) value -= l[packed_row(i) + k] * b[i];
    b[k] = value * l[packed_row(k) + k];
  }
}

}  // namespace rfm
