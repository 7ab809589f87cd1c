// Sums over the columns of a tile: what the gradient of a kernel, weighted, adds at a panel of points. Blocks
// of sums stay in registers and each is added in ascending order of columns. One multiply-add a pair,
// coordinate and output.
#pragma once
#include <stddef.h>

#include "rfm/simd/packed_sums.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// What a weight multiplies in push.
struct Point {
  template <class V>
  static V direction(V, V v) {
    return v;
  }
};
template <class Functor>
struct CoordinateSlope {
  template <class V>
  static V direction(V u, V v) {
    return Functor::term_slope(v - u);
  }
};

// sum[k*16 + lane] += sum over columns of weights[column*16 + lane] * direction, for `rows` coordinates k.
template <class V, class Direction, size_t parts, size_t rows>
void push_block(const Scalar<V>* u, const Scalar<V>* v, size_t columns, const Scalar<V>* weights,
                Scalar<V>* sum) {
  V total[rows][parts], u_k[rows][parts];
  unrolled<rows>([&](auto k) {
    unrolled<parts>([&](auto p) {
      total[k][p] = load<V>(sum + k * panel + p * width<V>);
      u_k[k][p] = load<V>(u + k * panel + p * width<V>);
    });
  });
  for (size_t column = 0; column < columns; ++column, weights += panel, ++v) {
    V weight[parts];
    unrolled<parts>([&](auto p) { weight[p] = load<V>(weights + p * width<V>); });
    unrolled<rows>([&](auto k) {
      const V v_k = broadcast<V>(v[k * panel]);
      unrolled<parts>([&](auto p) {
        total[k][p] = multiply_add(weight[p], Direction::direction(u_k[k][p], v_k), total[k][p]);
      });
    });
  }
  unrolled<rows>([&](auto k) {
    unrolled<parts>([&](auto p) { store<V>(sum + k * panel + p * width<V>, total[k][p]); });
  });
}

template <class T, size_t bytes, class Direction, size_t block = bytes == 64 ? 8 : 4>
void push_rows(const T* u, const T* v, size_t r, size_t columns, const T* weights, T* sum) {
  using Block = Blocking<T, bytes>;
  constexpr size_t step = Block::parts * width<typename Block::V>;
  for (; r >= block; r -= block, u += block * panel, v += block * panel, sum += block * panel)
    for (size_t lane = 0; lane < panel; lane += step)
      push_block<typename Block::V, Direction, Block::parts, block>(u + lane, v, columns, weights + lane,
                                                                    sum + lane);
  if constexpr (block > 1) push_rows<T, bytes, Direction, block / 2>(u, v, r, columns, weights, sum);
}

// The same for `outputs` outputs at once, whose weights are scale alpha toward: a direction that takes square
// roots is found once for all of them.
template <class V, class Direction, size_t rows, size_t outputs>
void push_block_of_outputs(const Scalar<V>* u, const Scalar<V>* v, size_t r, size_t columns,
                           const Scalar<V>* alpha, size_t stride, Scalar<V> scale, const Scalar<V>* toward,
                           Scalar<V>* sum) {
  V total[outputs][rows], u_k[rows];
  unrolled<rows>([&](auto k) {
    u_k[k] = load<V>(u + k * panel);
    unrolled<outputs>([&](auto o) { total[o][k] = load<V>(sum + (o * r + k) * panel); });
  });
  for (size_t column = 0; column < columns; ++column, toward += panel, ++v, ++alpha) {
    const V slope = load<V>(toward);
    V direction[rows];
    unrolled<rows>([&](auto k) { direction[k] = Direction::direction(u_k[k], broadcast<V>(v[k * panel])); });
    unrolled<outputs>([&](auto o) {
      const V weight = broadcast<V>(scale * alpha[o * stride]) * slope;
      unrolled<rows>([&](auto k) { total[o][k] = multiply_add(weight, direction[k], total[o][k]); });
    });
  }
  unrolled<rows>(
      [&](auto k) { unrolled<outputs>([&](auto o) { store<V>(sum + (o * r + k) * panel, total[o][k]); }); });
}

template <class V, class Direction, size_t outputs, size_t rows = 2>
void push_outputs_rows(const Scalar<V>* u, const Scalar<V>* v, size_t r, size_t columns,
                       const Scalar<V>* alpha, size_t stride, Scalar<V> scale, const Scalar<V>* toward,
                       Scalar<V>* sum) {
  size_t k = 0;
  for (; k + rows <= r; k += rows)
    for (size_t lane = 0; lane < panel; lane += width<V>)
      push_block_of_outputs<V, Direction, rows, outputs>(u + k * panel + lane, v + k * panel, r, columns,
                                                         alpha, stride, scale, toward + lane,
                                                         sum + k * panel + lane);
  for (size_t lane = 0; k < r && lane < panel; lane += width<V>)
    push_block_of_outputs<V, Direction, 1, outputs>(u + k * panel + lane, v + k * panel, r, columns, alpha,
                                                    stride, scale, toward + lane, sum + k * panel + lane);
}

// sum[(o*r + k)*16 + lane] += sum over columns of scale alpha_o toward * direction, for c outputs.
template <class V, class Direction, size_t block = 4>
void push_outputs(const Scalar<V>* u, const Scalar<V>* v, size_t r, size_t columns, const Scalar<V>* alpha,
                  size_t stride, size_t c, Scalar<V> scale, const Scalar<V>* toward, Scalar<V>* sum) {
  for (; c >= block; c -= block, alpha += block * stride, sum += block * r * panel)
    push_outputs_rows<V, Direction, block>(u, v, r, columns, alpha, stride, scale, toward, sum);
  if constexpr (block > 1)
    push_outputs<V, Direction, block / 2>(u, v, r, columns, alpha, stride, c, scale, toward, sum);
}

}  // namespace RFM_SEAM
}  // namespace rfm
