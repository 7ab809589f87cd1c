// Sums over the columns of a tile: what the gradient of a kernel, weighted, adds at a panel of
// points. Blocks of sums stay in registers and each is added in ascending order of columns. One
// multiply-add a pair, coordinate and output.
#pragma once
#include <stddef.h>

#include "rfm/simd/sums.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// What a weight multiplies in push.
struct Point {
  static constexpr bool takes_roots = false;
  template <class V>
  static V direction(V, V v) {
    return v;
  }
};
template <class Functor>
struct CoordinateSlope {
  static constexpr bool takes_roots = true;
  template <class V>
  static V direction(V u, V v) {
    return Functor::term_slope(v - u);
  }
};

// sum[(o*r + k)*16 + lane] += sum over columns of weights[(o*16 + column)*16 + lane] * direction,
// for `rows` coordinates k, `parts` vectors of lanes and `outputs` outputs o: what a pair has in
// common is found or loaded once for all of them.
template <class V, class Direction, size_t parts, size_t rows, size_t outputs>
void push_block(const Scalar<V>* u, const Scalar<V>* v, size_t r, size_t columns,
                const Scalar<V>* weights, Scalar<V>* sum) {
  V total[outputs][rows][parts], u_k[rows][parts];
  const auto each = [](auto work) {
    unrolled<rows>([&](auto k) { unrolled<parts>([&](auto p) { work(k, p); }); });
  };
  each([&](auto k, auto p) {
    u_k[k][p] = load<V>(u + k * panel + p * width<V>);
    unrolled<outputs>(
        [&](auto o) { total[o][k][p] = load<V>(sum + (o * r + k) * panel + p * width<V>); });
  });
  for (size_t column = 0; column < columns; ++column, weights += panel, ++v) {
    V weight[outputs][parts];
    unrolled<parts>([&](auto p) {
      unrolled<outputs>(
          [&](auto o) { weight[o][p] = load<V>(weights + o * panel * panel + p * width<V>); });
    });
    each([&](auto k, auto p) {
      const V direction = Direction::direction(u_k[k][p], broadcast<V>(v[k * panel]));
      unrolled<outputs>(
          [&](auto o) { total[o][k][p] = multiply_add(weight[o][p], direction, total[o][k][p]); });
    });
  }
  each([&](auto k, auto p) {
    unrolled<outputs>(
        [&](auto o) { store<V>(sum + (o * r + k) * panel + p * width<V>, total[o][k][p]); });
  });
}

// How many coordinates fill the registers together with so many outputs; slopes by coordinate take
// registers for their roots.
template <class Direction, size_t bytes, size_t outputs>
constexpr size_t push_height = outputs > 1 && Direction::takes_roots ? 2
                               : bytes == 64                         ? 8
                                                                     : 4;

// The same for the coordinates k .. r-1: whole blocks, then halves of them.
template <class T, size_t bytes, class Direction, size_t outputs = 1,
          size_t block = push_height<Direction, bytes, outputs>>
void push_rows(const T* u, const T* v, size_t r, size_t columns, const T* weights, T* sum,
               size_t k = 0) {
  using V = typename Vector<T, bytes>::type;
  constexpr size_t parts = outputs > 1 ? 1 : Blocking<T, bytes>::parts;
  for (; r - k >= block; k += block)
    for (size_t lane = 0; lane < panel; lane += parts * width<V>)
      push_block<V, Direction, parts, block, outputs>(
          u + k * panel + lane, v + k * panel, r, columns, weights + lane, sum + k * panel + lane);
  if constexpr (block > 1)
    push_rows<T, bytes, Direction, outputs, block / 2>(u, v, r, columns, weights, sum, k);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
