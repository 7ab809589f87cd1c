// From a kernel's mathematics to its table of functions: loops over a panel of 16 points in lanes
// of V, which is T for the plain loops and a vector of T otherwise, with the same bits. Sums run in
// ascending order, each lane its own. r + (the kernel's) operations a pair.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/lanes.hpp"
#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/kernels/kernel.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// The shapes a kernel's mathematics can have; a functor names its own as `shape`, and its
// number as `id`.
enum class PairShape {
  radial,          // value(s), slope(s) = toward of s = |u - v|^2
  per_coordinate,  // the same of s = sum_k term(|u_k - v_k|), and g_k = term_slope(v_k - u_k)
  inner_product,   // value(uu, vv, uv), slopes(uu, vv, uv, toward, own)
  anchored,        // growth(s0) of s0 = sum_k term(|u_k|), value(growth of u, growth of v, s) with
                   // the s of per_coordinate; slope(s) = toward, slope(s0) = own
};

// Whether a rotation of all points changes nothing.
template <class Functor>
constexpr bool turns() {
  if constexpr (Functor::shape == PairShape::anchored) return Functor::turns;
  return Functor::shape != PairShape::per_coordinate;
}

// One number for each lane of a panel.
template <class V>
struct PanelLanes {
  static constexpr size_t count = panel / width<V>;
  V part[count] = {};

  static V at(const Scalar<V>* numbers, size_t i) { return load<V>(numbers + i * width<V>); }
  static PanelLanes of(const Scalar<V>* numbers) {
    PanelLanes lanes;
    for (size_t i = 0; i < count; ++i) lanes.part[i] = at(numbers, i);
    return lanes;
  }
  void to(Scalar<V>* numbers) const {
    for (size_t i = 0; i < count; ++i) store(numbers + i * width<V>, part[i]);
  }
};

// sum over k of u_k v_k(column)
template <class V>
[[gnu::always_inline]] inline PanelLanes<V> inner_products(const Scalar<V>* u, const Scalar<V>* v,
                                                           size_t r, size_t column) {
  PanelLanes<V> sum;
  for (size_t k = 0; k < r; ++k) {
    const Scalar<V> v_k = v[k * panel + column];
    for (size_t i = 0; i < sum.count; ++i) sum.part[i] += sum.at(u + k * panel, i) * v_k;
  }
  return sum;
}

// |u|^2
template <class V>
[[gnu::always_inline]] inline PanelLanes<V> squared_norms(const Scalar<V>* u, size_t r) {
  PanelLanes<V> sum;
  for (size_t k = 0; k < r; ++k) {
    for (size_t i = 0; i < sum.count; ++i) {
      const V u_k = sum.at(u + k * panel, i);
      sum.part[i] += u_k * u_k;
    }
  }
  return sum;
}

// sum over k of term(v_k(column) - u_k): from differences, so that nothing cancels.
template <class V, class Term>
[[gnu::always_inline]] inline PanelLanes<V> distances(const Scalar<V>* u, const Scalar<V>* v,
                                                      size_t r, size_t column, Term term) {
  PanelLanes<V> sum;
  for (size_t k = 0; k < r; ++k) {
    const Scalar<V> v_k = v[k * panel + column];
    for (size_t i = 0; i < sum.count; ++i) sum.part[i] += term(v_k - sum.at(u + k * panel, i));
  }
  return sum;
}

// sum_k += sum over columns of weights * g_k
template <class V, class Growth>
[[gnu::always_inline]] inline void push_columns(const Scalar<V>* u, const Scalar<V>* v, size_t r,
                                                size_t columns, const Scalar<V>* weights,
                                                Scalar<V>* sum, Growth g) {
  for (size_t k = 0; k < r; ++k) {
    auto sum_k = PanelLanes<V>::of(sum + k * panel);
    for (size_t column = 0; column < columns; ++column) {
      const Scalar<V> v_k = v[k * panel + column];
      for (size_t i = 0; i < sum_k.count; ++i)
        sum_k.part[i] += sum_k.at(weights + column * panel, i) * g(sum_k.at(u + k * panel, i), v_k);
    }
    sum_k.to(sum + k * panel);
  }
}

// sums[point*16+lane] += alpha_lane tile[point*16+lane] for the first `count` points of a panel.
template <class T>
[[gnu::always_inline]] inline void add_tile(const T* alpha, const T* tile, size_t count,
                                            T* __restrict sums) {
  for (size_t j = 0; j < count * panel; j += panel)
    for (size_t l = 0; l < panel; ++l) sums[j + l] += alpha[l] * tile[j + l];
}

// An expansion at the first `count` points of a panel, tile by tile: once for all kernels.
template <class T>
void predict_tiles(decltype(PairFunctions<T>::values) values, const KernelParameters<T>& parameters,
                   const Expansion<T>& f, const T* points, size_t count, T* tile, T* sums) {
  for (size_t i = 0; i < f.n; i += panel) {
    values(parameters, f.centres + i * f.r, points, f.r, count, tile);
    for (size_t o = 0; o < f.c; ++o)
      add_tile(f.alpha + o * f.stride + i, tile, count, sums + o * panel * panel);
  }
}

// out = a x, and sum += a x, for a panel.
template <class T>
[[gnu::always_inline]] inline void copy_scaled(T a, const T* x, T* __restrict out) {
  for (size_t l = 0; l < panel; ++l) out[l] = a * x[l];
}
template <class T>
[[gnu::always_inline]] inline void add_scaled(T a, const T* x, T* __restrict sum) {
  for (size_t l = 0; l < panel; ++l) sum[l] += a * x[l];
}

// Its gradients at a panel of points, tile by tile.
template <class T>
void gradient_tiles(const PairFunctions<T>& functions, const KernelParameters<T>& parameters,
                    const Expansion<T>& f, T scale, const GradientScratch<T>& scratch) {
  for (size_t first = 0; first < f.n; first += panel) {
    const size_t columns = f.n - first < panel ? f.n - first : panel;
    const T* v = f.centres + first * f.r;
    functions.slopes(parameters, scratch.points, v, f.r, columns, scratch.toward, scratch.own);
    for (size_t o = 0; o < f.c; ++o) {
      const T* alpha = f.alpha + o * f.stride + first;
      T* own_sum = scratch.own_sums + o * panel;
      for (size_t j = 0; j < columns; ++j) {
        const T a = scale * alpha[j];
        const size_t column = j * panel;
        copy_scaled(a, scratch.toward + column, scratch.weights + column);
        if (functions.push_own != nullptr) add_scaled(a, scratch.own + column, own_sum);
      }
      functions.push(parameters, scratch.points, v, f.r, columns, scratch.weights,
                     scratch.sums + o * f.r * panel);
    }
  }
}

// sum += own_sums * g, for all coordinates of a panel
template <class T, class Direction>
void push_own_sums(const T* u, size_t r, const T* own_sums, T* sum, Direction g) {
  for (size_t k = 0; k < r * panel; k += panel)
    for (size_t l = 0; l < panel; ++l) sum[k + l] += own_sums[l] * g(u[k + l]);
}
template <class T>
void push_own_points(const T* u, size_t r, const T* own_sums, T* sum) {
  push_own_sums(u, r, own_sums, sum, [](T u_k) { return u_k; });
}
template <class T, class Functor>
void push_own_slopes(const T* u, size_t r, const T* own_sums, T* sum) {
  push_own_sums(u, r, own_sums, sum, [](T u_k) { return Functor::term_slope(u_k); });
}

template <class V, class Functor, PairShape shape = Functor::shape>
struct PairLoops;

// Kernels of a distance: radial ones and those of a sum over coordinates.
template <class V, class Functor, bool radial>
struct DistanceLoops {
  using T = Scalar<V>;

  // Where a lane is one number, doubles go one at a time, so that no panel of them is on the stack;
  // floats stay lanes that a compiler may make vectors of.
  static constexpr bool in_place = width<V> == 1 && !single_precision<V>;
  template <class Put>
  [[gnu::always_inline]] static void each_in_place(const T* u, const T* v, size_t r, size_t columns,
                                                   Put put) {
    for (size_t j = 0; j < columns; ++j) {
      for (size_t i = 0; i < panel; ++i) {
        T sum = T(0);
        for (size_t k = 0; k < r; ++k) {
          const T difference = v[k * panel + j] - u[k * panel + i];
          if constexpr (radial) {
            sum += difference * difference;
          } else {
            sum += Functor::term(absolute(difference));
          }
        }
        put(j * panel + i, sum);
      }
    }
  }

  static PanelLanes<V> sums(const T* u, const T* v, size_t r, size_t column) {
    if constexpr (radial) {
      return distances<V>(u, v, r, column, [](V difference) { return difference * difference; });
    } else {
      return distances<V>(u, v, r, column,
                          [](V difference) { return Functor::term(absolute(difference)); });
    }
  }
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    const Functor kernel(parameters);
    if constexpr (in_place) {
      each_in_place(u, v, r, columns, [&](size_t at, T s) { out[at] = kernel.value(s); });
      return;
    }
    for (size_t column = 0; column < columns; ++column) {
      auto s = sums(u, v, r, column);
      for (V& part : s.part) part = kernel.value(part);
      s.to(out + column * panel);
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, [[maybe_unused]] T* own) {
    const Functor kernel(parameters);
    if constexpr (in_place) {
      each_in_place(u, v, r, columns, [&](size_t at, T s) {
        toward[at] = kernel.slope(s);
        if constexpr (radial) own[at] = -toward[at];
      });
      return;
    }
    for (size_t column = 0; column < columns; ++column) {
      auto s = sums(u, v, r, column);
      for (V& part : s.part) part = kernel.slope(part);
      s.to(toward + column * panel);
      if constexpr (radial) {
        for (V& part : s.part) part = -part;
        s.to(own + column * panel);
      }
    }
  }
  static void push(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                   const T* weights, T* sum) {
    if constexpr (radial) {
      push_columns<V>(u, v, r, columns, weights, sum, [](V, T v_k) { return v_k; });
    } else {
      push_columns<V>(u, v, r, columns, weights, sum,
                      [](V u_k, T v_k) { return Functor::term_slope(v_k - u_k); });
    }
  }
  static void predict(const KernelParameters<T>& parameters, const Expansion<T>& f, const T* points,
                      size_t count, T* tile, T* sums) {
    predict_tiles<T>(values, parameters, f, points, count, tile, sums);
  }
  static void gradients(const KernelParameters<T>& parameters, const Expansion<T>& f, T scale,
                        const GradientScratch<T>& scratch) {
    gradient_tiles<T>(functions, parameters, f, scale, scratch);
  }
  static constexpr PairFunctions<T> functions{values,
                                              slopes,
                                              push,
                                              predict,
                                              gradients,
                                              Functor::valid,
                                              radial ? push_own_points<T> : nullptr};
};

template <class V, class Functor>
struct PairLoops<V, Functor, PairShape::radial> : DistanceLoops<V, Functor, true> {};
template <class V, class Functor>
struct PairLoops<V, Functor, PairShape::per_coordinate> : DistanceLoops<V, Functor, false> {};

template <class V, class Functor>
struct PairLoops<V, Functor, PairShape::inner_product> {
  using T = Scalar<V>;

  // The norms of v's points, one after another.
  struct Norms {
    Norms(const T* v, size_t r) { squared_norms<V>(v, r).to(of); }
    T of[panel];
  };
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    const Functor kernel(parameters);
    if constexpr (width<V> == 1) {
      each_in_place(u, v, r, columns, out,
                    [&](size_t at, T uu, T vv, T uv) { out[at] = kernel.value(uu, vv, uv); });
      return;
    }
    const auto uu = squared_norms<V>(u, r);
    const Norms v_norms(v, r);
    for (size_t column = 0; column < columns; ++column) {
      const V vv = broadcast<V>(v_norms.of[column]);
      auto uv = inner_products<V>(u, v, r, column);
      for (size_t i = 0; i < uv.count; ++i) uv.part[i] = kernel.value(uu.part[i], vv, uv.part[i]);
      uv.to(out + column * panel);
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, T* own) {
    const Functor kernel(parameters);
    if constexpr (width<V> == 1) {
      each_in_place(u, v, r, columns, own, [&](size_t at, T uu, T vv, T uv) {
        kernel.slopes(uu, vv, uv, toward[at], own[at]);
      });
      return;
    }
    const auto uu = squared_norms<V>(u, r);
    const Norms v_norms(v, r);
    for (size_t column = 0; column < columns; ++column) {
      const V vv = broadcast<V>(v_norms.of[column]);
      const auto uv = inner_products<V>(u, v, r, column);
      PanelLanes<V> toward_v, own_u;
      for (size_t i = 0; i < uv.count; ++i) {
        kernel.slopes(uu.part[i], vv, uv.part[i], toward_v.part[i], own_u.part[i]);
      }
      toward_v.to(toward + column * panel);
      own_u.to(own + column * panel);
    }
  }
  // The same where a lane is one number, with the same bits and no panel on the stack: the squares
  // wait in the last column of what is written, which is filled last.
  static T product(const T* u, size_t i, const T* v, size_t j, size_t r) {
    T sum = T(0);
    for (size_t k = 0; k < r; ++k) sum += u[k * panel + i] * v[k * panel + j];
    return sum;
  }
  template <class Put>
  [[gnu::always_inline]] static void each_in_place(const T* u, const T* v, size_t r, size_t columns,
                                                   T* out, Put put) {
    T* uu = out + (columns - 1) * panel;
    for (size_t i = 0; i < panel; ++i) uu[i] = product(u, i, u, i, r);
    for (size_t j = 0; j < columns; ++j) {
      const T vv = product(v, j, v, j, r);
      for (size_t i = 0; i < panel; ++i) put(j * panel + i, uu[i], vv, product(u, i, v, j, r));
    }
  }
  static void push(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                   const T* weights, T* sum) {
    push_columns<V>(u, v, r, columns, weights, sum, [](V, T v_k) { return v_k; });
  }
  static void predict(const KernelParameters<T>& parameters, const Expansion<T>& f, const T* points,
                      size_t count, T* tile, T* sums) {
    predict_tiles<T>(values, parameters, f, points, count, tile, sums);
  }
  static void gradients(const KernelParameters<T>& parameters, const Expansion<T>& f, T scale,
                        const GradientScratch<T>& scratch) {
    gradient_tiles<T>(functions, parameters, f, scale, scratch);
  }
  static constexpr PairFunctions<T> functions{
      values, slopes, push, predict, gradients, Functor::valid, push_own_points<T>};
};

template <class V, class Functor>
struct PairLoops<V, Functor, PairShape::anchored> {
  using T = Scalar<V>;

  static PanelLanes<V> sums(const T* u, const T* v, size_t r, size_t column) {
    return distances<V>(u, v, r, column,
                        [](V difference) { return Functor::term(absolute(difference)); });
  }
  // Those of a panel's points from the origin.
  static PanelLanes<V> sums(const T* u, size_t r) {
    PanelLanes<V> sum;
    for (size_t k = 0; k < r; ++k)
      for (size_t i = 0; i < sum.count; ++i)
        sum.part[i] += Functor::term(absolute(sum.at(u + k * panel, i)));
    return sum;
  }
  static PanelLanes<V> growths(const Functor& kernel, const T* u, size_t r) {
    auto s = sums(u, r);
    for (V& part : s.part) part = kernel.growth(part);
    return s;
  }
  // For one number a lane, as in inner products: the sum between two points, and from the origin.
  static T between(const T* u, size_t i, const T* v, size_t j, size_t r) {
    T sum = T(0);
    for (size_t k = 0; k < r; ++k)
      sum += Functor::term(absolute(v[k * panel + j] - u[k * panel + i]));
    return sum;
  }
  static T from_origin(const T* u, size_t i, size_t r) {
    T sum = T(0);
    for (size_t k = 0; k < r; ++k) sum += Functor::term(absolute(u[k * panel + i]));
    return sum;
  }
  static void values_in_place(const Functor& kernel, const T* u, const T* v, size_t r,
                              size_t columns, T* out) {
    T* u_growths = out + (columns - 1) * panel;
    for (size_t i = 0; i < panel; ++i) u_growths[i] = kernel.growth(from_origin(u, i, r));
    for (size_t j = 0; j < columns; ++j) {
      const T v_growth = kernel.growth(from_origin(v, j, r));
      for (size_t i = 0; i < panel; ++i)
        out[j * panel + i] = kernel.value(u_growths[i], v_growth, between(u, i, v, j, r));
    }
  }
  static void slopes_in_place(const Functor& kernel, const T* u, const T* v, size_t r,
                              size_t columns, T* toward, T* own) {
    for (size_t i = 0; i < panel; ++i) own[i] = kernel.slope(from_origin(u, i, r));
    for (size_t j = 0; j < columns; ++j) {
      memcpy(own + j * panel, own, j == 0 ? 0 : panel * sizeof(T));
      for (size_t i = 0; i < panel; ++i)
        toward[j * panel + i] = kernel.slope(between(u, i, v, j, r));
    }
  }
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    const Functor kernel(parameters);
    if constexpr (width<V> == 1) {
      values_in_place(kernel, u, v, r, columns, out);
      return;
    }
    const auto u_growths = growths(kernel, u, r);
    T v_growths[panel];
    growths(kernel, v, r).to(v_growths);
    for (size_t column = 0; column < columns; ++column) {
      auto s = sums(u, v, r, column);
      const V v_growth = broadcast<V>(v_growths[column]);
      for (size_t i = 0; i < s.count; ++i)
        s.part[i] = kernel.value(u_growths.part[i], v_growth, s.part[i]);
      s.to(out + column * panel);
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, T* own) {
    const Functor kernel(parameters);
    if constexpr (width<V> == 1) {
      slopes_in_place(kernel, u, v, r, columns, toward, own);
      return;
    }
    auto own_u = sums(u, r);
    for (V& part : own_u.part) part = kernel.slope(part);
    for (size_t column = 0; column < columns; ++column) {
      auto s = sums(u, v, r, column);
      for (V& part : s.part) part = kernel.slope(part);
      s.to(toward + column * panel);
      own_u.to(own + column * panel);
    }
  }
  static void push(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                   const T* weights, T* sum) {
    push_columns<V>(u, v, r, columns, weights, sum,
                    [](V u_k, T v_k) { return Functor::term_slope(v_k - u_k); });
  }
  static void predict(const KernelParameters<T>& parameters, const Expansion<T>& f, const T* points,
                      size_t count, T* tile, T* sums) {
    predict_tiles<T>(values, parameters, f, points, count, tile, sums);
  }
  static void gradients(const KernelParameters<T>& parameters, const Expansion<T>& f, T scale,
                        const GradientScratch<T>& scratch) {
    gradient_tiles<T>(functions, parameters, f, scale, scratch);
  }
  static constexpr PairFunctions<T> functions{
      values, slopes, push, predict, gradients, Functor::valid, push_own_slopes<T, Functor>};
};

// Of a kernel whose parameters are checked and nothing else.
template <class T, class Functor>
inline constexpr PairFunctions<T> no_functions{nullptr, nullptr,        nullptr, nullptr,
                                               nullptr, Functor::valid, nullptr};

// The table of a kernel: constant data, nothing runs at start-up. In a program whose machines all
// have an engine (RFM_ENGINE_ALWAYS), with_engine brings the functions and none is compiled here.
template <class T, class Functor, class V = NativeLanes<T>>
constexpr const PairFunctions<T>* pair_functions() {
#ifdef RFM_ENGINE_ALWAYS
  return &no_functions<T, Functor>;
#else
  return &PairLoops<V, Functor>::functions;
#endif
}

// A kernel as the user holds it.
template <class T, class Functor>
Kernel<T> make_kernel(const KernelParameters<T>& parameters) {
  Kernel<T> kernel{Functor::id, parameters, pair_functions<T, Functor>()};
  kernel.centred = Functor::shape != PairShape::inner_product;
  kernel.root = semidefinite_factor<T>;
  if constexpr (!turns<Functor>()) kernel.root = spectral_root<T>;
  return kernel;
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
