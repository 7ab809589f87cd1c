// Forward and back substitution in vectors, for the same bits as solve (cholesky.hpp) where nothing
// is fused. Up to eight outputs share one pass over the factor; such groups of outputs are the
// tasks.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/algebra/triangle.hpp"
#include "rfm/core/base/executor.hpp"
#include "rfm/simd/tile.hpp"
#include "rfm/simd/unrolled.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// Solves for `outputs` right-hand sides, `stride` apart.
template <class V, size_t outputs>
class PackedSubstitution {
  using T = Scalar<V>;
  // As many sums at once as registers hold: of several panels on the way down, of several columns
  // back up.
  static constexpr size_t sums = (registers == 32 ? 16 : 8) / (parts<V> * outputs);
  static constexpr size_t columns = sums == 0 ? 1 : sums >= panel ? panel : sums == 5 ? 4 : sums;
  static constexpr size_t together = columns > 4 ? 4 : columns;
  using Sums = V[columns][outputs][parts<V>];
  static constexpr size_t few =
      8;  // panels whose parts of a block column stay in the innermost cache

 public:
  PackedSubstitution(Triangle<T> factor, T* b, size_t stride)
      : l_(factor), b_(b), stride_(stride) {}

  // L z = b
  [[gnu::noinline]] void forward() {
    const size_t whole = l_.n / panel / together * together;
    for (size_t p = 0; p < whole; p += together) {
      subtract_known<together, true>(p, 0, p * panel);
      for (size_t i = 0; i < together; ++i) {
        subtract_known<1, true>(p + i, p * panel, i * panel);
        forward_tile(p + i, DiagonalTile<const T, true>{l_.diagonal(p + i), panel});
      }
    }
    for (size_t p = whole; p < l_.panels(); ++p) {
      subtract_known<1, false>(p, 0, p * panel);
      forward_tile(p, DiagonalTile<const T, false>{l_.diagonal(p), l_.height(p)});
    }
  }

  // L' x = z
  [[gnu::noinline]] void back() {
    for (size_t q = l_.panels(); q-- > 0;) {
      if (l_.height(q) == panel) {
        back_panel(q, DiagonalTile<const T, true>{l_.diagonal(q), panel});
      } else {
        back_panel(q, DiagonalTile<const T, false>{l_.diagonal(q), l_.height(q)});
      }
    }
  }

 private:
  // z of panels p .. p+count-1 -= their columns first .. first+depth-1 times the z of those.
  template <size_t count, bool full>
  [[gnu::always_inline]] void subtract_known(size_t p, size_t first, size_t depth) {
    const size_t height = full ? panel : l_.height(p);
    const T* rows[count];
    V z[count][outputs][parts<V>];
#pragma GCC unroll 16
    for (size_t c = 0; c < count; ++c) {
      rows[c] = l_.left(p + c) + first * height;
#pragma GCC unroll 16
      for (size_t o = 0; o < outputs; ++o) {
#pragma GCC unroll 16
        for (size_t i = 0; i < parts<V>; ++i) z[c][o][i] = load<V>(at(p + c, o) + i * width<V>);
      }
    }
    for (size_t k = 0; k < depth; ++k) {
#pragma GCC unroll 16
      for (size_t c = 0; c < count; ++c) {
#pragma GCC unroll 16
        for (size_t i = 0; i < parts<V>; ++i) {
          const V l = load<V>(rows[c] + k * height + i * width<V>);
#pragma GCC unroll 16
          for (size_t o = 0; o < outputs; ++o)
            z[c][o][i] = subtract_multiple(z[c][o][i], l, b_[o * stride_ + first + k]);
        }
      }
    }
#pragma GCC unroll 16
    for (size_t c = 0; c < count; ++c) {
#pragma GCC unroll 16
      for (size_t o = 0; o < outputs; ++o) {
#pragma GCC unroll 16
        for (size_t i = 0; i < parts<V>; ++i) put(p + c, o, i, full ? panel : height, z[c][o][i]);
      }
    }
  }

  template <class Tile>
  void forward_tile(size_t p, Tile l) {
    for (size_t o = 0; o < outputs; ++o) {
      T* z = at(p, o);
      for (size_t j = 0; j < l.height(); ++j) {
        z[j] *= l.column(j)[j];
        for (size_t i = (j + 1) / width<V>; i < parts<V>; ++i) {
          T* lanes = z + i * width<V>;
          const V old = load<V>(lanes);
          const V fresh = subtract_multiple(old, load<V>(l.column(j) + i * width<V>), z[j]);
          store(lanes, choose_lanes(i, j + 1, l.height(), fresh, old));
        }
      }
    }
  }

  template <class Tile>
  void back_panel(size_t q, Tile l) {
    subtract_below(q);
    for (size_t o = 0; o < outputs; ++o) {
      T* z = at(q, o);
      for (size_t j = l.height(); j-- > 0;) {
        const T* column = l.column(j);
        T value = z[j];
        for (size_t i = j + 1; i < l.height(); ++i)
          value = subtract_multiple(value, column[i], z[i]);
        z[j] = value * column[j];
      }
    }
  }

  // z_j -= sum over the panels p below q of L(p, j) x_p for the columns j of q: sixteen interleaved
  // sums each, then folded. A few panels at a time, each read from memory once for all columns.
  [[gnu::noinline]] void subtract_below(size_t q) {
    alignas(V) T sums_of_columns[panel * outputs * panel] = {};
    const size_t whole = l_.n / panel, height = l_.height(q);
    for (size_t p = q + 1; p < whole; p += few)
      add_panels(p, p + few < whole ? p + few : whole, q, sums_of_columns);
    if (whole < l_.panels() && q < whole) add_short_panel(q, sums_of_columns);
    for (size_t j = 0; j < height; ++j)
      for (size_t o = 0; o < outputs; ++o)
        at(q, o)[j] -= fold(sums_of_columns + (j * outputs + o) * panel);
  }
  // The sums of all columns of q, (16, outputs, 16), += what panels p .. end-1 have to add.
  void add_panels(size_t p, size_t end, size_t q, T* sums_of_columns) const {
    change_sums(sums_of_columns, [&](size_t first, Sums& sum) {
      const size_t place = (q * panel + first) * panel;
      for (size_t below = p; below < end; ++below) {
        for (size_t j = 0; j < columns; ++j)
          __builtin_prefetch(l_.left(below + few) + place + j * panel);
        add_tile(l_.left(below) + place, at(below, 0), stride_, sum);
      }
    });
  }
  // The same for the last panel, which has fewer rows: zeros take their place.
  void add_short_panel(size_t q, T* sums_of_columns) const {
    const size_t last = l_.panels() - 1, height = l_.height(last);
    alignas(V) T tile[panel * panel] = {}, x[outputs * panel] = {};
    for (size_t j = 0; j < panel; ++j)
      memcpy(tile + j * panel, l_.left(last) + (q * panel + j) * height, height * sizeof(T));
    for (size_t o = 0; o < outputs; ++o) memcpy(x + o * panel, at(last, o), height * sizeof(T));
    change_sums(sums_of_columns,
                [&](size_t first, Sums& sum) { add_tile(tile + first * panel, x, panel, sum); });
  }
  // Calls change(first, sum) with the sums of the columns from `first` on in registers, for all
  // columns.
  template <class Change>
  [[gnu::always_inline]] static void change_sums(T* sums_of_columns, const Change& change) {
    for (size_t first = 0; first < panel;
         first += columns, sums_of_columns += columns * outputs * panel) {
      Sums sum;
      const auto each = [&](auto work) {
        unrolled<columns * outputs>([&](auto k) {
          unrolled<parts<V>>([&](auto i) {
            work(sums_of_columns + k * panel + i * width<V>, sum[k / outputs][k % outputs][i]);
          });
        });
      };
      each([](T* from, V& lanes) { lanes = load<V>(from); });
      change(first, sum);
      each([](T* to, const V& lanes) { store(to, lanes); });
    }
  }
  // sum_jo += l_j x_o for some columns l_j of a whole panel
  [[gnu::always_inline]] static void add_tile(const T* l, const T* x, size_t stride, Sums& sum) {
#pragma GCC unroll 16
    for (size_t i = 0; i < parts<V>; ++i) {
#pragma GCC unroll 16
      for (size_t o = 0; o < outputs; ++o) {
        const V x_o = load<V>(x + o * stride + i * width<V>);
#pragma GCC unroll 16
        for (size_t j = 0; j < columns; ++j)
          sum[j][o][i] = multiply_add(load<V>(l + j * panel + i * width<V>), x_o, sum[j][o][i]);
      }
    }
  }

  T* at(size_t p, size_t o) const { return b_ + o * stride_ + p * panel; }
  void put(size_t p, size_t o, size_t i, size_t height, V v) const {
    T* to = at(p, o) + i * width<V>;
    store(to, height == panel ? v : choose_lanes(i, 0, height, v, load<V>(to)));
  }

  Triangle<T> l_;
  T* b_;
  size_t stride_;
};

// How many outputs are solved for together when fewer than so many are left; where code is to be
// small, one.
#ifdef RFM_ENGINE_SMALL
template <size_t outputs>
inline constexpr size_t after = 1;
#else
template <size_t outputs>
inline constexpr size_t after = outputs / 2;
#endif

// `count` right-hand sides, at most `outputs` of them in one pass.
template <class V, size_t outputs>
void substitute(Triangle<Scalar<V>> factor, Scalar<V>* b, size_t stride, size_t count) {
  for (; count >= outputs; count -= outputs, b += outputs * stride) {
    PackedSubstitution<V, outputs> substitution(factor, b, stride);
    substitution.forward();
    substitution.back();
  }
  if constexpr (outputs > 1) substitute<V, after<outputs>>(factor, b, stride, count);
}

template <class T>
void packed_substitute(Triangle<T> factor, T* b, size_t stride, size_t c,
                       const Executor* executor) {
  using V = NativeLanes<T>;
  constexpr size_t most = registers == 32 && parts<V> <= 2 ? 8 : 4;
  auto work = [&](size_t index, size_t) {
    const size_t first = index * most;
    substitute<V, most>(factor, b + first * stride, stride, c - first < most ? c - first : most);
  };
  for_each(executor, (c + most - 1) / most, work);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
