// Sums of outer products of gradients in vectors, for the same bits as add_products (learn.hpp)
// where nothing is fused: 2 r^2 / 2 operations a gradient.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/machine/machine.hpp"
#include "rfm/simd/tile.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// The gradients of one slot: `count` samples of c gradients of r numbers, and the weight of each
// sample.
template <class T>
struct GradientRows {
  const T* g;
  size_t count, c, r;
  const uint32_t* rows;
  const T* weights;  // of all rows, or null
  [[gnu::always_inline]] T weight(size_t l) const {
    return weights == nullptr ? T(1) : weights[rows[l]];
  }
};

// E(k + i, j) += sum of g_(k+i) g_j, for `rows` rows and their columns from `first` on in the
// vector that begins at column `from` <= first. Other lanes are computed and dropped.
template <class V, size_t rows>
void add_block(const GradientRows<Scalar<V>>& s, size_t k, size_t from, size_t first,
               Scalar<V>* const* to) {
  using T = Scalar<V>;
  const auto bytes = [&](size_t i) {
    const size_t end = k + i + 1 < from + width<V> ? k + i + 1 : from + width<V>;
    return end > first ? (end - first) * sizeof(T) : 0;
  };
  T lanes[width<V>] = {};
  V sum[rows];
#pragma GCC unroll 16
  for (size_t i = 0; i < rows; ++i) {
    memcpy(lanes + (first - from), to[i] + first, bytes(i));
    sum[i] = load<V>(lanes);
  }
  const T* g = s.g;
  for (size_t l = 0; l < s.count; ++l) {
    const T weight = s.weight(l);
    for (size_t o = 0; o < s.c; ++o, g += s.r) {
      const V g_j = load<V>(g + from);
#pragma GCC unroll 16
      for (size_t i = 0; i < rows; ++i)
        sum[i] = multiply_add(broadcast<V>(weight * g[k + i]), g_j, sum[i]);
    }
  }
#pragma GCC unroll 16
  for (size_t i = 0; i < rows; ++i) {
    store<V>(lanes, sum[i]);
    memcpy(to[i] + first, lanes + (first - from), bytes(i));
  }
}

// Rows k .. k+rows-1 of E. The last vector of a row ends with the gradients where it would reach
// behind them.
template <class V, size_t rows>
void add_rows(const GradientRows<Scalar<V>>& s, size_t k, Scalar<V>* products) {
  Scalar<V>* to[rows];
  for (size_t i = 0; i < rows; ++i) to[i] = products + (k + i) * (k + i + 1) / 2;
  for (size_t j = 0; j < k + rows; j += width<V>)
    add_block<V, rows>(s, k, j + width<V> <= s.r ? j : s.r - width<V>, j, to);
}

// Rows first .. end-1 of an E with fewer columns than a vector has: some gradients at a time,
// padded.
template <class V>
void add_narrow_rows(const GradientRows<Scalar<V>>& s, size_t first, size_t end,
                     Scalar<V>* products) {
  using T = Scalar<V>;
  constexpr size_t together = 8;
  T wide[together * width<V>] = {}, lanes[width<V>] = {};
  for (size_t from = 0; from < s.count * s.c; from += together) {
    const size_t few = s.count * s.c - from < together ? s.count * s.c - from : together;
    for (size_t t = 0; t < few; ++t)
      memcpy(wide + t * width<V>, s.g + (from + t) * s.r, s.r * sizeof(T));
    for (size_t k = first; k < end; ++k) {
      T* row = products + k * (k + 1) / 2;
      memcpy(lanes, row, (k + 1) * sizeof(T));
      V sum = load<V>(lanes);
      for (size_t t = 0; t < few; ++t) {
        const T g_k = s.weight((from + t) / s.c) * wide[t * width<V> + k];
        sum = multiply_add(broadcast<V>(g_k), load<V>(wide + t * width<V>), sum);
      }
      store<V>(lanes, sum);
      memcpy(row, lanes, (k + 1) * sizeof(T));
    }
  }
}

template <class T>
void packed_add_products(const Machine<T>& machine, size_t slot, size_t count, size_t first,
                         size_t end) {
  using V = NativeLanes<T>;
  constexpr size_t rows = 8;
  const LearnMemory<T>& memory = machine.workspace.learn;
  const Model<T>& model = machine.model;
  const GradientRows<T> s{memory.gradients + slot * panel * model.c * model.d,
                          count,
                          model.c,
                          model.r,
                          memory.rows + slot * panel,
                          machine.data.weights};
  if (model.metric == Metric::full && model.r < width<V>)
    return add_narrow_rows<V>(s, first, end, memory.products);
  if (model.metric == Metric::full) {
    for (; first + rows <= end; first += rows) add_rows<V, rows>(s, first, memory.products);
    for (; first < end; ++first) add_rows<V, 1>(s, first, memory.products);
    return;
  }
  const T* g = s.g;
  for (size_t l = 0; l < count; ++l)
    for (size_t o = 0; o < s.c; ++o, g += s.r)
      for (size_t k = first; k < end; ++k)
        memory.products[k] = multiply_add(s.weight(l) * g[k], g[k], memory.products[k]);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
