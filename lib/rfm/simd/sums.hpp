// Sums over the coordinates of pairs of points, blocked so that every partial sum stays in a
// register: 16 of them with 64-byte vectors, else 8. Each element is added in ascending order, so
// blocks and widths change no bit. Two operations a pair and coordinate.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/lanes.hpp"
#include "rfm/core/algebra/panel.hpp"
#include "rfm/simd/fused.hpp"
#include "rfm/simd/unrolled.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// How a panel's lanes, and what they are combined with, fill registers of `bytes` bytes.
template <class T, size_t bytes>
struct Blocking {
  using V = typename Vector<T, bytes>::type;
  static constexpr size_t all_parts = panel / width<V>;    // vectors of a panel's lanes
  static constexpr size_t parts = bytes == 64 ? 1 : 2;     // of them at once
  static constexpr size_t columns = bytes == 64 ? 16 : 4;  // columns of a tile at once
  static constexpr size_t rows = bytes == 64 ? 8 : 4;      // coordinates at once
  static constexpr size_t panels = all_parts == 1 ? 4 : 8 / all_parts;  // whole panels at once
};

// What a coordinate adds to a pair's sum.
struct SquaredDifference {
  template <class V>
  static V add(V sum, V u, V v) {
    const V difference = u - v;
    return multiply_add(difference, difference, sum);
  }
};
struct Product {
  template <class V>
  static V add(V sum, V u, V v) {
    return multiply_add(u, v, sum);
  }
};
template <class Functor>
struct CoordinateTerm {
  template <class V>
  static V add(V sum, V u, V v) {
    return sum + Functor::term(absolute(u - v));
  }
};

// out[j*16 + lane] = sum over k of Term(u_lane, v_j) for `count` columns j of v and `parts` vectors
// of lanes.
template <class V, class Term, size_t parts, size_t count>
void sum_block(const Scalar<V>* u, const Scalar<V>* v, size_t r, Scalar<V>* out) {
  V sum[count][parts] = {};
  for (size_t k = 0; k < r; ++k, u += panel, v += panel) {
    V u_k[parts];
    unrolled<parts>([&](auto p) { u_k[p] = load<V>(u + p * width<V>); });
    unrolled<count>([&](auto j) {
      const V v_k = broadcast<V>(v[j]);
      unrolled<parts>([&](auto p) { sum[j][p] = Term::add(sum[j][p], u_k[p], v_k); });
    });
  }
  unrolled<count>([&](auto j) {
    unrolled<parts>([&](auto p) { store<V>(out + j * panel + p * width<V>, sum[j][p]); });
  });
}

// The same for the one column v and `count` whole panels, r * 16 numbers apart.
template <class V, class Term, size_t count>
void sum_block_of_panels(const Scalar<V>* u, const Scalar<V>* v, size_t r, Scalar<V>* out) {
  constexpr size_t parts = panel / width<V>;
  V sum[count][parts] = {};
  for (size_t k = 0; k < r; ++k, v += panel) {
    const V v_k = broadcast<V>(*v);
    unrolled<count>([&](auto j) {
      unrolled<parts>([&](auto p) {
        sum[j][p] = Term::add(sum[j][p], load<V>(u + (j * r + k) * panel + p * width<V>), v_k);
      });
    });
  }
  unrolled<count>([&](auto j) {
    unrolled<parts>([&](auto p) { store<V>(out + j * panel + p * width<V>, sum[j][p]); });
  });
}

// Any number of columns up to 16: whole blocks, then halves of them.
template <class T, size_t bytes, class Term, size_t block = Blocking<T, bytes>::columns>
void sum_columns(const T* u, const T* v, size_t r, size_t columns, T* out) {
  using Block = Blocking<T, bytes>;
  constexpr size_t step = Block::parts * width<typename Block::V>;
  for (; columns >= block; columns -= block, v += block, out += block * panel)
    for (size_t lane = 0; lane < panel; lane += step)
      sum_block<typename Block::V, Term, Block::parts, block>(u + lane, v, r, out + lane);
  if constexpr (block > 1) sum_columns<T, bytes, Term, block / 2>(u, v, r, columns, out);
}

// Any number of panels against one column.
template <class T, size_t bytes, class Term, size_t block = Blocking<T, bytes>::panels>
void sum_panels(const T* u, size_t panels, const T* v, size_t r, T* out) {
  using Block = Blocking<T, bytes>;
  for (; panels >= block; panels -= block, u += block * panel * r, out += block * panel)
    sum_block_of_panels<typename Block::V, Term, block>(u, v, r, out);
  if constexpr (block > 1) sum_panels<T, bytes, Term, block / 2>(u, panels, v, r, out);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
