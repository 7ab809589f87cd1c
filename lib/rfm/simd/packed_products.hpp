// Sums of outer products of gradients in vectors, for the same bits as add_products (agop.hpp) where nothing
// is fused: 2 r^2 / 2 operations a gradient.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/machine.hpp"
#include "rfm/simd/packed_tile.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// The gradients of one slot: `count` samples of c gradients of r numbers, and the weight of each sample.
template <class T>
struct GradientRows {
  const T* g;
  size_t count, c, r;
  const size_t* rows;
  const T* weights;  // of all rows, or null
  [[gnu::always_inline]] T weight(size_t l) const { return weights == nullptr ? T(1) : weights[rows[l]]; }
};

// E(k + i, j + lane) += sum of g_(k+i) g_(j+lane), for `rows` rows and V's lanes, of which `lanes` exist.
template <class V, size_t rows>
void add_block(const GradientRows<Scalar<V>>& s, size_t k, size_t j, size_t lanes, Scalar<V>* const* to) {
  using T = Scalar<V>;
  V sum[rows];
#pragma GCC unroll 16
  for (size_t i = 0; i < rows; ++i) {
    sum[i] = V{};
    memcpy(&sum[i], to[i] + j, lanes * sizeof(T));
  }
  const T* g = s.g;
  for (size_t l = 0; l < s.count; ++l) {
    const T weight = s.weight(l);
    for (size_t o = 0; o < s.c; ++o, g += s.r) {
      V g_j{};
      if (lanes == width<V>) {
        g_j = load<V>(g + j);
      } else {
        memcpy(&g_j, g + j, lanes * sizeof(T));
      }
#pragma GCC unroll 16
      for (size_t i = 0; i < rows; ++i) sum[i] = multiply_add(broadcast<V>(weight * g[k + i]), g_j, sum[i]);
    }
  }
#pragma GCC unroll 16
  for (size_t i = 0; i < rows; ++i) memcpy(to[i] + j, &sum[i], lanes * sizeof(T));
}

// Row k of E, or `rows` of them as far as they are equally long.
template <class V, size_t rows>
void add_rows(const GradientRows<Scalar<V>>& s, size_t k, Scalar<V>* products) {
  using T = Scalar<V>;
  T* to[rows];
  for (size_t i = 0; i < rows; ++i) to[i] = products + (k + i) * (k + i + 1) / 2;
  size_t j = 0;
  for (; j + width<V> <= k + 1; j += width<V>) add_block<V, rows>(s, k, j, width<V>, to);
  for (size_t i = 0; i < rows; ++i)
    for (size_t from = j; from <= k + i; from += width<V>) {
      const size_t lanes = k + i + 1 - from < width<V> ? k + i + 1 - from : width<V>;
      add_block<V, 1>(s, k + i, from, lanes, to + i);
    }
}

template <class T>
void packed_add_products(const Machine<T>& machine, size_t slot, size_t count, size_t first, size_t end) {
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

}  // namespace RFM_SEAM
}  // namespace rfm
