// The micro-kernel that all packed linear algebra is made of: C -= A B' for panels of 16 rows,
// whose storage in the triangle already is the packed order it reads. Sums start from C and run in
// ascending order, so no blocking changes a bit. Loops over registers are unrolled whole: their
// arrays then need no memory.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/lanes.hpp"
#include "rfm/core/algebra/panel.hpp"
#include "rfm/simd/fused.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr size_t registers = 32;
#else
constexpr size_t registers = 16;
#endif

template <class V>
constexpr size_t parts = panel / width<V>;  // vectors of one column of a panel

// c - a b, rounded as multiply_add is.
template <class V>
[[gnu::always_inline]] inline V subtract_multiple(V c, V a, Scalar<V> b) {
  if constexpr (RFM_FUSED == 0) {
    return c - a * b;
  } else {
    return multiply_add(-a, broadcast<V>(b), c);
  }
}

// Lanes low .. high-1 of a column of 16 from `fresh`, the others from `old`; `part` says which
// lanes V holds.
template <class V>
[[gnu::always_inline]] inline V choose_lanes(size_t part, size_t low, size_t high, V fresh, V old) {
  using Word = typename LaneTraits<V>::Word;
  Bits<V> lane;
#pragma GCC unroll 16
  for (size_t l = 0; l < width<V>; ++l) lane[l] = static_cast<Word>(part * width<V> + l);
  const V below = select(lane < static_cast<Word>(high), fresh, old);
  return select(lane < static_cast<Word>(low), old, below);
}

// How a tile of 16 rows lies in memory. Columns are always read 16 lanes high: what lies behind a
// short column is read and ignored, and written back as it was.
template <class T>
struct FullTile {
  T* c;
  static constexpr size_t stride() { return panel; }
  [[gnu::always_inline]] bool has(size_t) const { return true; }
  [[gnu::always_inline]] T* column(size_t j) const { return c + j * panel; }
  template <class V>
  [[gnu::always_inline]] void put(size_t j, size_t part, V v) const {
    store(column(j) + part * width<V>, v);
  }
};

// Of the last panel, `height` < 16 rows.
template <class T>
struct ShortTile {
  T* c;
  size_t height;
  [[gnu::always_inline]] size_t stride() const { return height; }
  [[gnu::always_inline]] bool has(size_t) const { return true; }
  [[gnu::always_inline]] T* column(size_t j) const { return c + j * height; }
  template <class V>
  [[gnu::always_inline]] void put(size_t j, size_t part, V v) const {
    T* to = column(j) + part * width<V>;
    store(to, choose_lanes(part, 0, height, v, load<V>(to)));
  }
};

// On the diagonal, packed: only lanes j .. height-1 of column j exist.
template <class T, bool full>
struct DiagonalTile {
  T* c;
  size_t rows;
  [[gnu::always_inline]] size_t height() const { return full ? panel : rows; }
  [[gnu::always_inline]] size_t stride() const { return height(); }
  [[gnu::always_inline]] bool has(size_t j) const { return full || j < rows; }
  [[gnu::always_inline]] T* column(size_t j) const { return c + j * height() - j * (j + 1) / 2; }
  template <class V>
  [[gnu::always_inline]] void put(size_t j, size_t part, V v) const {
    if ((part + 1) * width<V> <= j) return;
    T* to = column(j) + part * width<V>;
    store(to, choose_lanes(part, j, height(), v, load<V>(to)));
  }
};

// Columns first .. first+count-1 of `panels` tiles at once: C -= A B'. a[p] has the stride of the
// tiles, b (columns, depth) is stored by columns with stride b_stride.
template <class V, size_t panels, size_t count, class Tile>
[[gnu::always_inline]] inline void subtract_columns(const Tile* c, const Scalar<V>* const* a,
                                                    const Scalar<V>* b, size_t b_stride,
                                                    size_t first, size_t depth) {
  using T = Scalar<V>;
  V sum[panels][parts<V>][count];
  const T* rows[panels];
#pragma GCC unroll 16
  for (size_t p = 0; p < panels; ++p) {
    rows[p] = a[p];
#pragma GCC unroll 16
    for (size_t i = 0; i < parts<V>; ++i) {
#pragma GCC unroll 16
      for (size_t j = 0; j < count; ++j) {
        const T* column = c[p].column(c[p].has(first + j) ? first + j : 0);
        sum[p][i][j] = load<V>(column + i * width<V>);
      }
    }
  }
  b += first;
  const size_t stride = c[0].stride();
  do {
    V x[panels][parts<V>];
#pragma GCC unroll 16
    for (size_t p = 0; p < panels; ++p) {
#pragma GCC unroll 16
      for (size_t i = 0; i < parts<V>; ++i) x[p][i] = load<V>(rows[p] + i * width<V>);
      rows[p] += stride;
    }
#pragma GCC unroll 16
    for (size_t j = 0; j < count; ++j) {
      const T b_j = b[j];
#pragma GCC unroll 16
      for (size_t p = 0; p < panels; ++p) {
#pragma GCC unroll 16
        for (size_t i = 0; i < parts<V>; ++i)
          sum[p][i][j] = subtract_multiple(sum[p][i][j], x[p][i], b_j);
      }
    }
    b += b_stride;
  } while (--depth > 0);
#pragma GCC unroll 16
  for (size_t p = 0; p < panels; ++p) {
#pragma GCC unroll 16
    for (size_t j = 0; j < count; ++j) {
      if (!c[p].has(first + j)) break;
#pragma GCC unroll 16
      for (size_t i = 0; i < parts<V>; ++i) c[p].put(first + j, i, sum[p][i][j]);
    }
  }
}

// The same for all 16 columns, as many at a time as registers hold.
template <class V, size_t panels, class Tile>
void subtract_product(const Tile* c, const Scalar<V>* const* a, const Scalar<V>* b, size_t b_stride,
                      size_t depth) {
  constexpr size_t sums = registers == 32 ? (panels == 3 ? 24 : 16) : 8;
  constexpr size_t wanted = sums / (panels * parts<V>);
  constexpr size_t count = wanted > panel ? panel : wanted == 0 ? 1 : wanted;
  static_assert(panel % count == 0, "");
  if (depth == 0) return;
  for (size_t first = 0; first < panel; first += count) {
    subtract_columns<V, panels, count>(c, a, b, b_stride, first, depth);
  }
}

// One tile on its own, by one function for all who need it.
template <class T>
[[gnu::noinline]] void packed_subtract_tile(T* c, const T* a, const T* b, size_t depth) {
  const FullTile<T> tile{c};
  subtract_product<NativeLanes<T>, 1>(&tile, &a, b, panel, depth);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
