// Cholesky in vectors, for the same bits as factor (cholesky.hpp) where nothing is fused. Block
// columns of 128, of 256 for large n: the products of everything to the left come first, in slices
// that fit the caches, then the block is finished. Groups of panels are tasks; every block waits
// twice.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/algebra/triangle.hpp"
#include "rfm/core/base/executor.hpp"
#include "rfm/simd/tile.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// WebAssembly is downloaded: what takes O(n^2) of the time, the tiles at the edges, is left to the
// plain loops there.
#if defined(__wasm__)
constexpr bool plain_edges = true;
#else
constexpr bool plain_edges = false;
#endif

template <class V>
class PackedFactor {
  using T = Scalar<V>;
  static constexpr size_t slice = 384;  // products added before the next rows are taken
  static constexpr size_t group = sizeof(V) == 64 ? 3 : 1;  // panels that share each element of B
  // Of a tile, in registers at once; fewer are less code.
  static constexpr size_t columns = registers == 32 ? panel : plain_edges ? panel / 4 : panel / 2;

 public:
  PackedFactor(Triangle<T> a, const Executor* executor)
      : a_(a),
        executor_(executor),
        whole_(a.n / panel),
        all_(a.panels()),
        block_(all_ < 192 ? 8 : 16) {}

  // n, or the row of the first pivot at or below `floor`.
  size_t run(T floor) {
    for (size_t first = 0; first < all_ && !stopped(executor_); first += block_) {
      const size_t end = first + block_ < all_ ? first + block_ : all_;
      if (first > 0)
        spread(first, [&](size_t p, size_t count) { subtract_left(p, count, first, end); });
      for (size_t q = first; q < end; ++q) {
        const size_t good = factor_diagonal(q, first, floor);
        if (good < a_.height(q)) return q * panel + good;
        for (size_t p = q + 1; p < end; p += group) finish(p, rows_until(p, end), q, first);
      }
      spread(end, [&](size_t p, size_t count) {
        for (size_t i = 0; i < count; i += group) {
          for (size_t q = first; q < end; ++q)
            finish(p + i, rows_until(p + i, p + count), q, first);
        }
      });
    }
    return a_.n;
  }

 private:
  // Panels of the group that begins at p: at most `group`, and none behind `end`.
  static size_t rows_until(size_t p, size_t end) { return end - p < group ? end - p : group; }

  // Calls work(p, count) for runs of panels from `first` on. One worker takes long runs, which
  // share what they read; several take short ones and finish together. Runs are counted from the
  // last panel back, so that a panel is in the task of the same number, and often in the same
  // worker's cache, whatever `first` is.
  template <class Work>
  void spread(size_t first, const Work& work) {
    const size_t length = executor_ == nullptr || executor_->workers < 2 ? 8 * group : group;
    auto task = [&](size_t index, size_t) {
      const size_t end = all_ - index * length;
      const size_t p = end - first > length ? end - length : first;
      work(p, end - p);
    };
    for_each(executor_, (all_ - first + length - 1) / length, task);
  }

  // Panels p .. p+count-1, block columns first .. end-1: subtracts the products of all columns left
  // of them.
  void subtract_left(size_t p, size_t count, size_t first, size_t end) {
    for (size_t k = 0; k < first * panel; k += slice) {
      const size_t depth = first * panel - k < slice ? first * panel - k : slice;
      for (size_t i = 0; i < count; i += group) {
        const size_t rows = rows_until(p + i, p + count);
        for (size_t q = first; q < end; ++q) subtract(p + i, rows, q, k, depth);
      }
    }
  }

  // Tiles (p .. p+count-1, q) -= products of columns k .. k+depth-1; tiles above the diagonal do
  // not exist.
  void subtract(size_t p, size_t count, size_t q, size_t k, size_t depth) {
    if (group > 1 && count == group && p > q && p + count <= whole_) {
      FullTile<T> c[group];
      const T* rows[group];
      for (size_t i = 0; i < group; ++i) {
        c[i].c = a_.left(p + i) + q * panel * panel;
        rows[i] = a_.left(p + i) + k * panel;
      }
      subtract_product<V, group>(c, rows, a_.left(q) + k * panel, panel, depth);
      return;
    }
    for (size_t i = p; i < p + count; ++i) {
      if (i < q) continue;
      const size_t height = a_.height(i);
      const T* rows = a_.left(i) + k * height;
      if (i == q) {
        subtract_diagonal(q, rows, depth);
      } else if (height == panel) {
        packed_subtract_tile(a_.left(i) + q * panel * panel, rows, a_.left(q) + k * panel, depth);
      } else if constexpr (plain_edges) {
        rfm::subtract_product(a_.left(i) + q * panel * height, rows, height, a_.left(q) + k * panel,
                              panel, panel, depth);
      } else {
        const ShortTile<T> c{a_.left(i) + q * panel * height, height};
        subtract_product<V, 1>(&c, &rows, a_.left(q) + k * panel, panel, depth);
      }
    }
  }

  void subtract_diagonal(size_t q, const T* rows, size_t depth) {
    const size_t height = a_.height(q);
    if constexpr (plain_edges) {
      subtract_from_square(DiagonalTile<T, false>{a_.diagonal(q), height}, rows, depth);
    } else if (height == panel) {
      const DiagonalTile<T, true> c{a_.diagonal(q), panel};
      subtract_product<V, 1>(&c, &rows, rows, panel, depth);
    } else {
      const DiagonalTile<T, false> c{a_.diagonal(q), height};
      subtract_product<V, 1>(&c, &rows, rows, height, depth);
    }
  }

  // The same by way of a square of 16 rows, what is not in the packed tile being computed and
  // dropped.
  static void subtract_from_square(DiagonalTile<T, false> c, const T* rows, size_t depth) {
    alignas(V) T square[panel * panel] = {};
    for (size_t j = 0; j < c.rows; ++j)
      memcpy(square + j * panel + j, c.column(j) + j, (c.rows - j) * sizeof(T));
    if (c.rows == panel) {
      packed_subtract_tile(square, rows, rows, depth);
    } else {
      for (size_t k = 0; k < depth; ++k, rows += c.rows)
        for (size_t j = 0; j < c.rows; ++j)
          for (size_t l = j; l < c.rows; ++l) square[j * panel + l] -= rows[l] * rows[j];
    }
    for (size_t j = 0; j < c.rows; ++j)
      memcpy(c.column(j) + j, square + j * panel + j, (c.rows - j) * sizeof(T));
  }

  // Tiles (p .. p+count-1, q) become the factor's: X L' = C - products inside the block.
  void finish(size_t p, size_t count, size_t q, size_t first) {
    if (q > first) subtract(p, count, q, first * panel, (q - first) * panel);
    for (size_t i = p; i < p + count; ++i) {
      const size_t height = a_.height(i);
      T* c = a_.left(i) + q * panel * height;
      if (height == panel) {
        solve_tile(FullTile<T>{c}, a_.diagonal(q));
      } else if constexpr (plain_edges) {
        rfm::solve_tile(c, height, a_.diagonal(q));
      } else {
        solve_tile(ShortTile<T>{c, height}, a_.diagonal(q));
      }
    }
  }

  // x_j = (c_j - sum_k<j x_k L(j,k)) / L(j,j), for a packed diagonal tile L of 16 rows.
  template <class Tile>
  static void solve_tile(Tile c, const T* l) {
    const DiagonalTile<const T, true> factor{l, panel};
    for (size_t i = 0; i < parts<V>; ++i) {
      for (size_t first = 0; first < panel; first += columns) {
        V x[columns];
#pragma GCC unroll 16
        for (size_t j = 0; j < columns; ++j) x[j] = load<V>(c.column(first + j) + i * width<V>);
        for (size_t k = 0; k < first; ++k) {
          const V x_k = load<V>(c.column(k) + i * width<V>);
#pragma GCC unroll 16
          for (size_t j = 0; j < columns; ++j)
            x[j] = subtract_multiple(x[j], x_k, factor.column(k)[first + j]);
        }
#pragma GCC unroll 16
        for (size_t k = 0; k < columns; ++k) {
          const T* l_k = factor.column(first + k) + first;
          x[k] = x[k] * l_k[k];
#pragma GCC unroll 16
          for (size_t j = k + 1; j < columns; ++j) x[j] = subtract_multiple(x[j], x[k], l_k[j]);
        }
#pragma GCC unroll 16
        for (size_t j = 0; j < columns; ++j) c.put(first + j, i, x[j]);
      }
    }
  }

  // The diagonal tile of panel q after the products inside its block; returns the column of the
  // first pivot at or below `floor`, or the height.
  size_t factor_diagonal(size_t q, size_t first, T floor) {
    const size_t height = a_.height(q);
    subtract_diagonal(q, a_.left(q) + first * panel * height, (q - first) * panel);
    T* tile = a_.diagonal(q);
    if constexpr (plain_edges) {
      return rfm::factor_diagonal(tile, tile, height, 0, floor);
    } else {
      if (height == panel) return factor_tile(DiagonalTile<T, true>{tile, panel}, floor);
      return factor_tile(DiagonalTile<T, false>{tile, height}, floor);
    }
  }

  template <class Tile>
  static size_t factor_tile(Tile c, T floor) {
    size_t good = factor_columns<0>(c, floor);
    if (good == panel / 2) good = factor_columns<panel / 2>(c, floor);
    return good;
  }

  // Eight columns from `first` on; returns the first without a good pivot, or the one behind the
  // last.
  template <size_t first, class Tile>
  static size_t factor_columns(Tile c, T floor) {
    constexpr size_t count = panel / 2,
                     top = first / width<V>;  // parts above `top` hold nothing below
    V x[count][parts<V>];
#pragma GCC unroll 16
    for (size_t j = 0; j < count; ++j) {
      const T* column = c.column(c.has(first + j) ? first + j : 0);
#pragma GCC unroll 16
      for (size_t i = top; i < parts<V>; ++i) x[j][i] = load<V>(column + i * width<V>);
    }
    for (size_t k = 0; k < first; ++k) {
#pragma GCC unroll 16
      for (size_t i = top; i < parts<V>; ++i) {
        const V x_k = load<V>(c.column(k) + i * width<V>);
#pragma GCC unroll 16
        for (size_t j = 0; j < count; ++j)
          x[j][i] = subtract_multiple(x[j][i], x_k, c.column(k)[first + j]);
      }
    }
#pragma GCC unroll 16
    for (size_t k = 0; k < count; ++k) {
      if (!c.has(first + k)) return first + k;
      T* column = c.column(first + k);
      const T pivot = x[k][(first + k) / width<V>][(first + k) % width<V>];
      if (!(pivot > floor)) return first + k;
      const T inverse = T(1) / rounded_square_root(pivot);
#pragma GCC unroll 16
      for (size_t i = top; i < parts<V>; ++i) {
        x[k][i] = x[k][i] * inverse;
        c.put(first + k, i, x[k][i]);
      }
      column[first + k] = inverse;
#pragma GCC unroll 16
      for (size_t j = k + 1; j < count; ++j) {
#pragma GCC unroll 16
        for (size_t i = top; i < parts<V>; ++i)
          x[j][i] = subtract_multiple(x[j][i], x[k][i], column[first + j]);
      }
    }
    return first + count;
  }

  Triangle<T> a_;
  const Executor* executor_;
  size_t whole_, all_;  // panels of 16 rows, and all of them
  size_t block_;  // panels of a block column: wide ones read the left part less often, but fewer
                  // wait less
};

template <class T>
size_t packed_factor(Triangle<T> a, T floor, const Executor* executor) {
  return PackedFactor<NativeLanes<T>>(a, executor).run(floor);
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
