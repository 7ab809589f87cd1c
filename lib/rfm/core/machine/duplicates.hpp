// Exact merging of rows that occur more than once: kernel ridge regression on the merged rows, with
// the ridge of each row divided by its weight, is the same predictor as on all rows, and its matrix
// is not singular for want of distinct rows. O(n log n) comparisons of d numbers, in place.
//
// Why: the loss sum_i w_i (y_i - f(x_i))^2 + ridge |f|^2 sees the rows at one point x only through
// their total weight w and their weighted mean y, up to a constant: sum_i w_i (y_i - f)^2 = w (y -
// f)^2 + sum_i w_i (y_i - y)^2. Its minimum is alpha = (K + ridge diag(1 / w))^-1 y. Averages over
// points (AGOP) must use the same weights.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace rfm {

namespace detail {

// -1, 0 or 1: row a before, equal to, or after row b, first differing coordinate first; -0 equals
// +0.
template <class T>
int compare_rows(const T* a, const T* b, size_t d) {
  for (size_t k = 0; k < d; ++k)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

// In-place heap sort of items by `before`, a strict total order: n log n in the worst case, no
// recursion.
template <class Before>
void heap_sort(uint32_t* items, size_t n, Before before) {
  const auto sift = [&](size_t at, size_t end) {
    const uint32_t item = items[at];
    for (size_t child; (child = 2 * at + 1) < end; at = child) {
      if (child + 1 < end && before(items[child], items[child + 1])) ++child;
      if (!before(item, items[child])) break;
      items[at] = items[child];
    }
    items[at] = item;
  };
  for (size_t at = n / 2; at-- > 0;) sift(at, n);
  for (size_t end = n; end-- > 1;) {
    const uint32_t largest = items[0];
    items[0] = items[end];
    items[end] = largest;
    sift(0, end);
  }
}

// Row `from` of y and its weight join row `into`: a running weighted mean, so equal targets stay
// what they are to the bit and nothing overflows.
template <class T>
void join_targets(T* y, size_t c, size_t into, size_t from, T weight_into, T weight_from) {
  const T total = weight_into + weight_from;
  const T share = total > T(0) ? weight_from / total : T(0);
  for (size_t o = 0; o < c; ++o) y[into * c + o] += share * (y[from * c + o] - y[into * c + o]);
}

}  // namespace detail

// x (n,d), y (n,c), weights (n) or null for 1 each, order (n) scratch; x and y finite, weights
// positive, n < 2^32. Returns the number of distinct rows. They stand first in x, in order of first
// appearance, with the weighted means of their targets in y and the sums of their weights in
// weights; order says which row each was. What follows them is unspecified. Without weights the
// caller cannot tell how often a row occurred, which suits ridge 0, where it does not matter.
template <class T>
size_t merge_duplicates(T* x, size_t n, size_t d, T* y, size_t c, T* weights, uint32_t* order) {
  for (size_t i = 0; i < n; ++i) order[i] = static_cast<uint32_t>(i);
  detail::heap_sort(order, n, [&](uint32_t a, uint32_t b) {
    const int comparison = detail::compare_rows(x + a * d, x + b * d, d);
    return comparison != 0 ? comparison < 0 : a < b;
  });

  size_t unique = 0;
  for (size_t begin = 0, end; begin < n; begin = end) {
    const size_t first = order[begin];  // the lowest index of the run
    T total = weights == nullptr ? T(1) : weights[first];
    for (end = begin + 1; end < n; ++end) {
      const size_t i = order[end];
      if (detail::compare_rows(x + first * d, x + i * d, d) != 0) break;
      const T weight = weights == nullptr ? T(1) : weights[i];
      detail::join_targets(y, c, first, i, total, weight);
      total += weight;
    }
    if (weights != nullptr) weights[first] = total;
    order[unique++] = static_cast<uint32_t>(first);
  }

  detail::heap_sort(order, unique, [](uint32_t a, uint32_t b) { return a < b; });
  for (size_t k = 0; k < unique;
       ++k) {  // order[k] >= k: rows only move forward over rows already moved or merged
    const size_t from = order[k];
    for (size_t j = 0; j < d; ++j) x[k * d + j] = x[from * d + j];
    for (size_t o = 0; o < c; ++o) y[k * c + o] = y[from * c + o];
    if (weights != nullptr) weights[k] = weights[from];
  }
  return unique;
}

}  // namespace rfm
