// Cholesky in place: A = L L', forward and back substitution, and the diagonal of the inverse.
// n^3/3 operations to factor, 2 n^2 an output to solve. These are the plain loops; engines
// compute the same sums.
//
// Order of sums: every element subtracts its products in ascending index, so blocking changes no
// bit; back substitution adds 16 interleaved partial sums and folds them. The diagonal of the
// factor holds 1/L(j,j).
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/triangle.hpp"
#include "rfm/core/base/executor.hpp"

namespace rfm {

// C -= A B' for one tile: C (height, columns), A (height, depth), B (columns, depth); each stored
// by columns, A and C with stride `height`, B with stride `b_height`.
template <class T>
void subtract_product(T* c, const T* a, size_t height, const T* b, size_t b_height, size_t columns,
                      size_t depth) {
  for (size_t j = 0; j < columns; ++j)
    for (size_t k = 0; k < depth; ++k) {
      const T b_jk = b[k * b_height + j];
      for (size_t l = 0; l < height; ++l) c[j * height + l] -= a[k * height + l] * b_jk;
    }
}

// X L' = C in place, for a packed diagonal tile L of 16 rows: x_j = (c_j - sum_k<j x_k L(j,k)) /
// L(j,j).
template <class T>
void solve_tile(T* c, size_t height, const T* tile) {
  for (size_t j = 0; j < panel; ++j) {
    for (size_t k = 0; k < j; ++k) {
      const T l_jk = tile[Triangle<T>::tile_index(panel, j, k)];
      for (size_t l = 0; l < height; ++l) c[j * height + l] -= c[k * height + l] * l_jk;
    }
    const T inverse = tile[Triangle<T>::tile_index(panel, j, j)];
    for (size_t l = 0; l < height; ++l) c[j * height + l] *= inverse;
  }
}

// Factors the diagonal tile of panel p, after the products of the columns to its left are
// subtracted. Returns the column of the first pivot at or below `floor`, or `height` when all is
// well.
template <class T>
size_t factor_diagonal(T* tile, const T* left, size_t height, size_t depth, T floor) {
  for (size_t j = 0; j < height; ++j) {
    T* column = tile + Triangle<T>::tile_index(height, 0, j);
    for (size_t k = 0; k < depth; ++k) {
      const T l_jk = left[k * height + j];
      for (size_t l = j; l < height; ++l) column[l] -= left[k * height + l] * l_jk;
    }
    for (size_t k = 0; k < j; ++k) {
      const T* earlier = tile + Triangle<T>::tile_index(height, 0, k);
      const T l_jk = earlier[j];
      for (size_t l = j; l < height; ++l) column[l] -= earlier[l] * l_jk;
    }
    if (!(column[j] > floor)) return j;
    const T inverse = T(1) / rounded_square_root(column[j]);
    column[j] = inverse;
    for (size_t l = j + 1; l < height; ++l) column[l] *= inverse;
  }
  return height;
}

// A = L L' in place. Returns n, or the row of the first pivot at or below `floor`: A is then
// spoiled.
template <class T>
size_t factor(Triangle<T> a, T floor, const Executor* executor) {
  for (size_t p = 0; p < a.panels() && !stopped(executor); ++p) {
    const size_t height = a.height(p);
    T* left = a.left(p);
    for (size_t q = 0; q < p; ++q) {
      T* c = left + q * panel * height;
      subtract_product(c, left, height, a.left(q), panel, panel, q * panel);
      solve_tile(c, height, a.diagonal(q));
    }
    const size_t good = factor_diagonal(a.diagonal(p), left, height, p * panel, floor);
    if (good < height) return p * panel + good;
  }
  return a.n;
}

// L z = b in place: z_i = (b_i - sum_k<i L(i,k) z_k) / L(i,i).
template <class T, class V>
void forward_substitute(Triangle<T> factor, V* b) {
  for (size_t p = 0; p < factor.panels(); ++p) {
    const size_t height = factor.height(p);
    const T* left = factor.left(p);
    V* z = b + p * panel;
    for (size_t k = 0; k < p * panel; ++k)
      for (size_t l = 0; l < height; ++l) z[l] -= static_cast<V>(left[k * height + l]) * b[k];
    const T* tile = factor.diagonal(p);
    for (size_t j = 0; j < height; ++j) {
      const T* column = tile + Triangle<T>::tile_index(height, 0, j);
      z[j] *= static_cast<V>(column[j]);
      for (size_t l = j + 1; l < height; ++l) z[l] -= static_cast<V>(column[l]) * z[j];
    }
  }
}

// L' x = z in place: x_k = (z_k - sum_i>k L(i,k) x_i) / L(k,k).
template <class T, class V>
void back_substitute(Triangle<T> factor, V* z) {
  for (size_t q = factor.panels(); q-- > 0;) {
    const size_t height = factor.height(q);
    const T* tile = factor.diagonal(q);
    for (size_t j = height; j-- > 0;) {
      const size_t k = q * panel + j;
      V sums[panel] = {};
      for (size_t p = q + 1; p < factor.panels(); ++p) {
        const T* column = factor.left(p) + k * factor.height(p);
        for (size_t l = 0; l < factor.height(p); ++l)
          sums[l] += static_cast<V>(column[l]) * z[p * panel + l];
      }
      V value = z[k] - fold(sums);
      const T* column = tile + Triangle<T>::tile_index(height, 0, j);
      for (size_t l = j + 1; l < height; ++l) value -= static_cast<V>(column[l]) * z[q * panel + l];
      z[k] = value * static_cast<V>(column[j]);
    }
  }
}

// A x = b in place for each of c right-hand sides, `stride` apart.
template <class T>
void substitute(Triangle<T> factor, T* b, size_t stride, size_t c, const Executor* executor) {
  for (size_t o = 0; o < c && !stopped(executor); ++o) {
    forward_substitute(factor, b + o * stride);
    back_substitute(factor, b + o * stride);
  }
}

// diagonal[i] = (A^-1)(i,i) = sum_j (L^-1)(j,i)^2 for the rows of panel q: sixteen unit vectors at
// a time.
template <class T>
void inverse_panel(Triangle<T> factor, size_t q, T* strip, T* diagonal) {
  const size_t first = q * panel;
  T sums[panel] = {};
  for (size_t p = q; p < factor.panels(); ++p) {
    const size_t height = factor.height(p);
    const T* left = factor.left(p);
    const T* tile = factor.diagonal(p);
    T* x = strip + p * panel * panel;  // element (row j, unit vector l) at [j * 16 + l]
    for (size_t j = 0; j < height; ++j) {
      T* row = x + j * panel;
      for (size_t l = 0; l < panel; ++l) row[l] = p == q && l == j ? T(1) : T(0);
      for (size_t k = first; k < p * panel; ++k) {
        const T l_jk = left[k * height + j];
        for (size_t l = 0; l < panel; ++l) row[l] -= strip[k * panel + l] * l_jk;
      }
      for (size_t k = 0; k < j; ++k) {
        const T l_jk = tile[Triangle<T>::tile_index(height, j, k)];
        for (size_t l = 0; l < panel; ++l) row[l] -= x[k * panel + l] * l_jk;
      }
      const T inverse = tile[Triangle<T>::tile_index(height, j, j)];
      for (size_t l = 0; l < panel; ++l) {
        row[l] *= inverse;
        sums[l] += row[l] * row[l];
      }
    }
  }
  for (size_t l = 0; l < factor.height(q); ++l) diagonal[first + l] = sums[l];
}

// The whole diagonal; `strip` holds 16 padded(n) numbers.
template <class T>
void inverse_diagonal(Triangle<T> factor, T* strip, T* diagonal) {
  for (size_t q = 0; q < factor.panels(); ++q) inverse_panel(factor, q, strip, diagonal);
}

}  // namespace rfm
