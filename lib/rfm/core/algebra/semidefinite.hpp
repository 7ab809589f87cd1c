// Factors M = R'R of a positive semi-definite packed matrix and the products that use them: pivoted
// Cholesky, whose R has as many rows as M has rank (about d rank^2 / 2 multiplications), R'R again,
// and the sandwich R' E R.
#pragma once
#include "rfm/core/algebra/eigen.hpp"
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/symmetric.hpp"
#include "rfm/core/base/executor.hpp"

namespace rfm {

namespace detail {

// The index of the largest value, lowest on ties.
template <class T>
size_t largest_index(const T* values, size_t d) {
  size_t best = 0;
  for (size_t j = 1; j < d; ++j)
    if (values[j] > values[best]) best = j;
  return best;
}

}  // namespace detail

// The share of the largest diagonal entry at which what remains of a d x d matrix is rounding.
template <class T>
constexpr T rounding_share(size_t d) {
  return static_cast<T>(d) * machine_epsilon<T>;
}

// Pivoted Cholesky of a positive semi-definite d x d matrix that is known by its diagonal, in
// `remaining` (d), which is used up, and its columns: column(p, out) writes column p. The rows of
// root, `stride` apart, become R with root' root = m, columns in their original order; returns how
// many there are, at most `most`, and chosen(k, p) hears that row k has the pivot p. The next pivot
// is the largest remaining diagonal entry (lowest index on ties), until that is at most share * the
// largest of all. A zero matrix has rank 0. No entry of a true root exceeds sqrt(max m_jj).
// Clamping to that bound therefore changes nothing for a semi-definite matrix, and keeps one that
// is not quite, or not at all, from ever producing an infinity or a NaN.
template <class T, class Column, class Chosen>
size_t pivoted_factor(size_t d, size_t most, T share, T* root, size_t stride, T* remaining,
                      const Column& column, const Chosen& chosen,
                      const Executor* executor = nullptr) {
  if (d == 0) return 0;
  const T taken =
      -static_cast<T>(__builtin_inff());  // what remains of a column that has been a pivot
  const T largest = remaining[detail::largest_index(remaining, d)];
  const T bound = largest > T(0) ? rounded_square_root(largest) : T(0);
  size_t rank = 0;
  for (; rank < most && !stopped(executor); ++rank) {
    const size_t p = detail::largest_index(remaining, d);
    if (!(remaining[p] > share * largest)) break;
    T* row = root + rank * stride;
    column(p, row);
    for (size_t k = 0; k < rank; ++k)
      add_multiple(-root[k * stride + p], root + k * stride, d, row);
    const T diagonal = rounded_square_root(remaining[p]);
    for (size_t j = 0; j < d; ++j) {
      const T entry = row[j] / diagonal;  // R_kj = (M_pj - sum_{l<k} R_lp R_lj) / R_kp
      const T above = entry > -bound ? entry : -bound;
      const T clamped = above < bound ? above : bound;
      row[j] = remaining[j] == taken ? T(0) : clamped;
    }
    row[p] = diagonal;
    for (size_t j = 0; j < d; ++j) remaining[j] -= row[j] * row[j];
    remaining[p] = taken;
    chosen(rank, p);
  }
  return rank;
}

constexpr size_t semidefinite_factor_scratch(size_t d) { return d; }

// The same of a packed m, which is kept. root needs room for (d, d), of which the first rank rows
// are written.
template <class T>
size_t semidefinite_factor(const T* m, size_t d, T share, T* root, T* remaining,
                           const Executor* executor = nullptr) {
  for (size_t j = 0; j < d; ++j) remaining[j] = m[packed_row(j) + j];
  const auto column = [m, d](size_t p, T* row) { copy_row(m, d, p, row); };
  return pivoted_factor(
      d, d, share, root, d, remaining, column, [](size_t, size_t) {}, executor);
}

template <class T>
size_t semidefinite_factor(const T* m, size_t d, T* root, T* remaining,
                           const Executor* executor = nullptr) {
  return semidefinite_factor(m, d, rounding_share<T>(d), root, remaining, executor);
}

// m = root' root, packed, for root (rank, d): m_ij = sum_k R_ki R_kj, k ascending.
template <class T>
void squared_root(const T* root, size_t rank, size_t d, T* m) {
  for (size_t i = 0; i < d; ++i) {
    T* row = m + packed_row(i);
    for (size_t j = 0; j <= i; ++j) row[j] = T(0);
    for (size_t k = 0; k < rank; ++k) add_multiple(root[k * d + i], root + k * d, i + 1, row);
  }
}

constexpr size_t symmetric_root_scratch(size_t d) {
  return saturating_add(square_size(d), saturating_multiply(3, d));
}

// root (d, d) = m^(1/2) of packed m, symmetric to the last bit: with m = V' diag(l) V it is W'W for
// W = diag(l^(1/4)) V. Eigenvalues that are negative or at rounding level beside the largest count
// as 0, so root root = m to d eps |m|.
template <class T>
void symmetric_root(const T* m, size_t d, T* root, T* scratch, const Executor* executor = nullptr) {
  T* w = scratch;
  T* values = scratch + d * d;
  eigen(m, d, values, w, values + d, executor);
  if (stopped(executor)) return;
  size_t rank = 0;
  while (rank < d && values[rank] > T(0) && values[rank] > rounding_share<T>(d) * values[0]) {
    const T factor = rounded_square_root(rounded_square_root(values[rank]));
    for (size_t j = 0; j < d; ++j) w[rank * d + j] *= factor;
    ++rank;
  }
  squared_root(w, rank, d, root);
  unpack(root, d, root);
}

// The same with the signature of the other root: every row counts, so the rank is d.
template <class T>
size_t spectral_root(const T* m, size_t d, T* root, T* scratch,
                     const Executor* executor = nullptr) {
  symmetric_root(m, d, root, scratch, executor);
  return d;
}

constexpr size_t root_scratch(size_t d) {
  return symmetric_root_scratch(d) > semidefinite_factor_scratch(d)
             ? symmetric_root_scratch(d)
             : semidefinite_factor_scratch(d);
}

namespace detail {

constexpr size_t sandwich_columns = 16;  // columns of R that share one pass over E

// w (r, width) = E R[:, first : first + width]. The caller passes width as a constant where it can,
// so that the sums stay in registers.
template <class T>
inline __attribute__((always_inline)) void multiply_columns(const T* e, size_t r, const T* root,
                                                            size_t d, size_t first, size_t width,
                                                            T* w) {
  for (size_t b = 0; b < r; ++b) {
    T sum[sandwich_columns] = {};
    for (size_t a = 0; a < r; ++a) {
      const T factor = e[packed_index(b, a)];
      const T* row = root + a * d + first;
      for (size_t lane = 0; lane < width; ++lane) sum[lane] += factor * row[lane];
    }
    for (size_t lane = 0; lane < width; ++lane) w[b * sandwich_columns + lane] = sum[lane];
  }
}

}  // namespace detail

constexpr size_t sandwich_scratch(size_t r) {
  return saturating_multiply(r, detail::sandwich_columns);
}

// m = R' E R, packed d x d, for packed e (r x r) and root (r, d): r^2 d + r d^2 / 2
// multiplications. m_ij = sum_b (sum_a E_ba R_ai) R_bj, both sums ascending. m overlaps neither e
// nor root.
template <class T>
void sandwich(const T* e, size_t r, const T* root, size_t d, T* m, T* scratch,
              const Executor* executor = nullptr) {
  constexpr size_t columns = detail::sandwich_columns;
  for (size_t first = 0; first < d && !stopped(executor); first += columns) {
    const size_t width = d - first < columns ? d - first : columns;
    if (width == columns)
      detail::multiply_columns(e, r, root, d, first, columns, scratch);
    else
      detail::multiply_columns(e, r, root, d, first, width, scratch);
    for (size_t lane = 0; lane < width; ++lane) {
      const size_t i = first + lane;
      T* row = m + packed_row(i);
      for (size_t j = 0; j <= i; ++j) row[j] = T(0);
      for (size_t b = 0; b < r; ++b)
        add_multiple(scratch[b * columns + lane], root + b * d, i + 1, row);
    }
  }
}

}  // namespace rfm
