// Eigenvalues and eigenvectors of a packed symmetric matrix: Householder reduction to tridiagonal
// form, then the implicit QL iteration (EISPACK's tred2 and tql2, turned so that every inner loop
// runs along a row); about 11 d^3 operations. Also what the spectrum says: the effective rank.
#pragma once
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/symmetric.hpp"
#include "rfm/core/base/executor.hpp"

namespace rfm {

namespace detail {

template <class T>
T magnitude(T value) {
  return value < T(0) ? -value : value;
}

// Sums of squares below this have lost digits to underflow; beside entries of size 1 they are
// nothing.
template <class T>
inline constexpr T negligible_square = smallest_normal<T> / machine_epsilon<T>;

// The power of two that brings `largest` into [1/2, 1), or as near as normal numbers can.
template <class T>
T scale_to_unit(T largest) {
  T factor = T(1);
  while (largest * factor >= T(1)) factor *= T(0.5);
  while (largest * factor < T(0.5) && factor < T(0.25) / smallest_normal<T>) factor *= T(2);
  return factor;
}

// Symmetric a (d,d) -> tridiagonal Q' a Q: diagonal (d) and below (d), below[i] between i-1 and i.
// Row i of a keeps the reflection I - u u' / half that cleared it: u in its first i entries, half =
// |u|^2 / 2 (0 for none) in its last.
template <class T>
void reduce_to_tridiagonal(T* a, size_t d, T* diagonal, T* below, T* q, const Executor* executor) {
  for (size_t i = d; i-- > 0;) {
    if (stopped(executor)) return;
    T* u = a + i * d;
    T& half = u[i];
    diagonal[i] = u[i];
    below[i] = i > 0 ? u[i - 1] : T(0);
    half = T(0);
    T squares = T(0);
    for (size_t k = 0; k + 1 < i; ++k) squares += u[k] * u[k];
    if (squares < negligible_square<T>) continue;

    squares += below[i] * below[i];
    const T length = rounded_square_root(squares);
    below[i] = u[i - 1] > T(0) ? -length : length;
    half = squares - u[i - 1] * below[i];
    u[i - 1] -= below[i];
    for (size_t j = 0; j < i; ++j) q[j] = T(0);
    for (size_t k = 0; k < i; ++k) add_multiple(u[k] / half, a + k * d, i, q);  // q = a u / half
    T along = T(0);
    for (size_t k = 0; k < i; ++k) along += u[k] * q[k];
    for (size_t k = 0; k < i; ++k) q[k] -= along / (half + half) * u[k];
    for (size_t j = 0; j < i; ++j) {  // a <- a - u q' - q u'
      T* row = a + j * d;
      const T uj = u[j], qj = q[j];
      for (size_t k = 0; k < i; ++k) row[k] -= uj * q[k] + qj * u[k];
    }
  }
}

// The reflections that reduce_to_tridiagonal left in a (d,d) -> a = Q'. sum (d) is scratch.
template <class T>
void accumulate_reflections(T* a, size_t d, T* sum, const Executor* executor) {
  for (size_t i = 0; i < d && !stopped(executor); ++i) {
    T* u = a + i * d;
    const T half = u[i];
    if (half != T(0)) {  // Q <- (I - u u' / half) Q
      for (size_t j = 0; j < i; ++j) sum[j] = T(0);
      for (size_t k = 0; k < i; ++k) add_multiple(u[k], a + k * d, i, sum);
      for (size_t k = 0; k < i; ++k) add_multiple(-u[k] / half, sum, i, a + k * d);
    }
    for (size_t k = 0; k < i; ++k) u[k] = a[k * d + i] = T(0);
    u[i] = T(1);
  }
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < i; ++j) {
      const T other = a[j * d + i];
      a[j * d + i] = a[i * d + j];
      a[i * d + j] = other;
    }
}

// Rows p and q (d) -> c p - s q and s p + c q.
template <class T>
void rotate(T c, T s, size_t d, T* __restrict p, T* __restrict q) {
  for (size_t k = 0; k < d; ++k) {
    const T first = p[k], second = q[k];
    p[k] = c * first - s * second;
    q[k] = s * first + c * second;
  }
}

// One implicit QL sweep over rows first .. last of the tridiagonal matrix; vectors (d,d) turn with
// it.
template <class T>
void sweep(size_t first, size_t last, size_t d, T* diagonal, T* below, T* vectors) {
  const T tilt = (diagonal[first + 1] - diagonal[first]) / (T(2) * below[first + 1]);
  const T length = rounded_square_root(tilt * tilt + T(1));
  T g = diagonal[last] - diagonal[first] +
        below[first + 1] / (tilt + (tilt < T(0) ? -length : length));
  T s = T(1), c = T(1), p = T(0);
  for (size_t i = last; i-- > first;) {
    const T f = s * below[i + 1], b = c * below[i + 1];
    const T squares = f * f + g * g;
    const T r = squares < negligible_square<T> ? T(0) : rounded_square_root(squares);
    if (i + 1 < last) below[i + 2] = r;
    if (r == T(0)) {  // the matrix has split here
      diagonal[i + 1] -= p;
      return;
    }
    s = f / r;
    c = g / r;
    g = diagonal[i + 1] - p;
    const T turn = (diagonal[i] - g) * s + T(2) * c * b;
    p = s * turn;
    diagonal[i + 1] = g + p;
    g = c * turn - b;
    rotate(c, s, d, vectors + i * d, vectors + (i + 1) * d);
  }
  diagonal[first] -= p;
  below[first + 1] = g;
}

// Sweeps until every entry of below is at rounding level beside the whole matrix. The bound on
// sweeps is never met by finite numbers; it is there for those that are not.
template <class T>
void diagonalise(size_t d, T* diagonal, T* below, T* vectors, const Executor* executor) {
  constexpr int most_sweeps = 60;
  T size = T(0);
  for (size_t i = 0; i < d; ++i) {
    const T row = magnitude(diagonal[i]) + magnitude(below[i]);
    if (row > size) size = row;
  }
  const T rounding = machine_epsilon<T> * size;
  for (size_t first = 0; first < d; ++first)
    for (int sweeps = 0; sweeps < most_sweeps && !stopped(executor); ++sweeps) {
      size_t last = first;
      while (last + 1 < d && !(magnitude(below[last + 1]) <= rounding)) ++last;
      if (last == first) break;
      sweep(first, last, d, diagonal, below, vectors);
    }
}

// Descending values, the lowest index first among equals; each vector's largest |component| (lowest
// index on ties) positive.
template <class T>
void order_spectrum(size_t d, T* values, T* vectors) {
  for (size_t k = 0; k < d; ++k) {
    size_t best = k;
    for (size_t i = k + 1; i < d; ++i)
      if (values[i] > values[best]) best = i;
    const T value = values[best];
    values[best] = values[k];
    values[k] = value;
    T* to = vectors + k * d;
    T* from = vectors + best * d;
    size_t peak = 0;
    for (size_t j = 1; j < d; ++j)
      if (magnitude(from[j]) > magnitude(from[peak])) peak = j;
    const T sign = from[peak] < T(0) ? T(-1) : T(1);
    for (size_t j = 0; j < d; ++j) {
      const T component = sign * from[j];
      from[j] = to[j];
      to[j] = component;
    }
  }
}

}  // namespace detail

constexpr size_t eigen_scratch(size_t d) { return saturating_multiply(2, d); }

// Packed symmetric m (d x d) -> values (d), descending, and vectors (d,d): row k is the unit
// eigenvector of values[k]. Deterministic; the residual |m v - l v| and the vectors' products are
// at rounding level of |m|. m is kept, any scale is welcome. scratch holds eigen_scratch(d)
// numbers.
template <class T>
void eigen(const T* m, size_t d, T* values, T* vectors, T* scratch,
           const Executor* executor = nullptr) {
  if (d == 0) return;
  T* below = scratch;
  T* work = scratch + d;
  const T factor = detail::scale_to_unit(largest_entry(m, d));
  unpack(m, d, vectors);
  for (size_t i = 0; i < d * d; ++i) vectors[i] *= factor;
  detail::reduce_to_tridiagonal(vectors, d, values, below, work, executor);
  detail::accumulate_reflections(vectors, d, work, executor);
  detail::diagonalise(d, values, below, vectors, executor);
  if (stopped(executor)) return;
  detail::order_spectrum(d, values, vectors);
  for (size_t i = 0; i < d; ++i) values[i] /= factor;
}

// How many directions the spectrum spreads over, the participation ratio (sum l)^2 / sum l^2:
// between 1 and d, k when k equal eigenvalues hold everything, and it needs no logarithm. Negative
// values (rounding) count as 0; no spectrum, 0.
template <class T>
T effective_rank(const T* values, size_t d) {
  T largest = T(0), sum = T(0), squares = T(0);
  for (size_t k = 0; k < d; ++k)
    if (values[k] > largest) largest = values[k];
  if (largest == T(0)) return T(0);
  for (size_t k = 0; k < d; ++k) {
    const T share = values[k] > T(0) ? values[k] / largest : T(0);
    sum += share;
    squares += share * share;
  }
  return sum * sum / squares;
}

}  // namespace rfm
