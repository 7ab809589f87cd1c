// The tables of pair functions in full vectors: distances in register blocks, then the kernel's
// mathematics over the finished tile, sharing the functors with the plain loops of core/pairs.hpp.
// Without RFM_FUSED the bits are those of the plain loops; with it each sum of m products differs
// by at most m roundings.
#pragma once
#include <stddef.h>

#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/simd/expansion.hpp"
#include "rfm/simd/push.hpp"
#include "rfm/simd/sums.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T, class Functor, size_t bytes, PairShape shape = Functor::shape>
struct PackedTiles;

// Value and slope depend on one sum: radial and per-coordinate kernels.
template <class T, class Functor, size_t bytes, class Term>
struct PackedDistances {
  using V = typename Vector<T, bytes>::type;

  // out = k of `columns` columns of v against the panel u
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    sum_columns<T, bytes, Term>(u, v, r, columns, out);
    values_of_sums(parameters, columns, out);
  }
  // out = k of `panels` panels of u against the one point v
  static void values_of_panels(const KernelParameters<T>& parameters, const T* u, size_t panels,
                               const T* v, size_t r, T* out) {
    sum_panels<T, bytes, Term>(u, panels, v, r, out);
    values_of_sums(parameters, panels, out);
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, T* own) {
    const Functor kernel(parameters);
    sum_columns<T, bytes, Term>(u, v, r, columns, toward);
    for (size_t i = 0; i < columns * panel; i += width<V>) {
      const V slope = kernel.slope(load<V>(toward + i));
      store<V>(toward + i, slope);
      if constexpr (Functor::shape == PairShape::radial) store<V>(own + i, -slope);
    }
  }

 private:
  // out = k of `count` times 16 sums in its place
  static void values_of_sums(const KernelParameters<T>& parameters, size_t count, T* out) {
    const Functor kernel(parameters);
    for (size_t i = 0; i < count * panel; i += width<V>)
      store<V>(out + i, kernel.value(load<V>(out + i)));
  }
};

template <class T, class Functor, size_t bytes>
struct PackedTiles<T, Functor, bytes, PairShape::radial>
    : PackedDistances<T, Functor, bytes, SquaredDifference> {
  using Direction = Point;
};

template <class T, class Functor, size_t bytes>
struct PackedTiles<T, Functor, bytes, PairShape::per_coordinate>
    : PackedDistances<T, Functor, bytes, CoordinateTerm<Functor>> {
  using Direction = CoordinateSlope<Functor>;
};

// Value and slopes depend on u.u, v.v and u.v.
template <class T, class Functor, size_t bytes>
struct PackedTiles<T, Functor, bytes, PairShape::inner_product> {
  using V = typename Vector<T, bytes>::type;
  using Direction = Point;

  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    const Functor kernel(parameters);
    T u_norms[panel], v_norms[panel];
    norms(u, r, u_norms);
    norms(v, r, v_norms);
    sum_columns<T, bytes, Product>(u, v, r, columns, out);
    for (size_t i = 0; i < columns * panel; i += width<V>) {
      const V uu = load<V>(u_norms + i % panel), vv = broadcast<V>(v_norms[i / panel]);
      store<V>(out + i, kernel.value(uu, vv, load<V>(out + i)));
    }
  }
  static void values_of_panels(const KernelParameters<T>& parameters, const T* u, size_t panels,
                               const T* v, size_t r, T* out) {
    const Functor kernel(parameters);
    T v_norm = T(0);
    for (size_t k = 0; k < r; ++k) v_norm = multiply_add(v[k * panel], v[k * panel], v_norm);
    sum_panels<T, bytes, Product>(u, panels, v, r, out);
    for (size_t j = 0; j < panels; ++j, u += panel * r, out += panel) {
      T u_norms[panel];
      norms(u, r, u_norms);
      for (size_t lane = 0; lane < panel; lane += width<V>) {
        const V uu = load<V>(u_norms + lane);
        store<V>(out + lane, kernel.value(uu, broadcast<V>(v_norm), load<V>(out + lane)));
      }
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, T* own) {
    const Functor kernel(parameters);
    T u_norms[panel], v_norms[panel];
    norms(u, r, u_norms);
    norms(v, r, v_norms);
    sum_columns<T, bytes, Product>(u, v, r, columns, toward);
    for (size_t i = 0; i < columns * panel; i += width<V>) {
      const V uu = load<V>(u_norms + i % panel), vv = broadcast<V>(v_norms[i / panel]);
      V toward_i, own_i;
      kernel.slopes(uu, vv, load<V>(toward + i), toward_i, own_i);
      store<V>(toward + i, toward_i);
      store<V>(own + i, own_i);
    }
  }

 private:
  // sum_lane = |u_lane|^2
  static void norms(const T* u, size_t r, T* sum) {
    V total[panel / width<V>] = {};
    for (size_t k = 0; k < r; ++k, u += panel) {
      unrolled<panel / width<V>>([&](auto p) {
        const V u_k = load<V>(u + p * width<V>);
        total[p] = multiply_add(u_k, u_k, total[p]);
      });
    }
    unrolled<panel / width<V>>([&](auto p) { store<V>(sum + p * width<V>, total[p]); });
  }
};

// Distances, from each other and from the origin.
template <class T, class Functor, size_t bytes>
struct PackedTiles<T, Functor, bytes, PairShape::anchored> {
  using V = typename Vector<T, bytes>::type;
  using Direction = CoordinateSlope<Functor>;
  using Term = CoordinateTerm<Functor>;

  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* out) {
    const Functor kernel(parameters);
    T u_growths[panel], v_growths[panel];
    growths(kernel, u, r, u_growths);
    growths(kernel, v, r, v_growths);
    sum_columns<T, bytes, Term>(u, v, r, columns, out);
    for (size_t i = 0; i < columns * panel; i += width<V>)
      store<V>(out + i, kernel.value(load<V>(u_growths + i % panel),
                                     broadcast<V>(v_growths[i / panel]), load<V>(out + i)));
  }
  static void values_of_panels(const KernelParameters<T>& parameters, const T* u, size_t panels,
                               const T* v, size_t r, T* out) {
    const Functor kernel(parameters);
    T v_sum = T(0), u_growths[panel];
    for (size_t k = 0; k < r; ++k) v_sum = v_sum + Functor::term(absolute(v[k * panel]));
    const V v_growth = kernel.growth(broadcast<V>(v_sum));
    sum_panels<T, bytes, Term>(u, panels, v, r, out);
    for (size_t j = 0; j < panels; ++j, u += panel * r, out += panel) {
      growths(kernel, u, r, u_growths);
      for (size_t lane = 0; lane < panel; lane += width<V>)
        store<V>(out + lane,
                 kernel.value(load<V>(u_growths + lane), v_growth, load<V>(out + lane)));
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r,
                     size_t columns, T* toward, T* own) {
    const Functor kernel(parameters);
    sum_columns<T, bytes, Term>(u, v, r, columns, toward);
    sums(u, r, own);
    for (size_t lane = 0; lane < panel; lane += width<V>) {
      const V slope = kernel.slope(load<V>(own + lane));
      for (size_t i = lane; i < columns * panel; i += panel) {
        store<V>(toward + i, kernel.slope(load<V>(toward + i)));
        store<V>(own + i, slope);
      }
    }
  }

 private:
  // sum_lane = |u_lane|_p^p
  static void sums(const T* u, size_t r, T* sum) {
    V total[panel / width<V>] = {};
    for (size_t k = 0; k < r; ++k, u += panel) {
      unrolled<panel / width<V>>([&](auto p) {
        total[p] = total[p] + Functor::term(absolute(load<V>(u + p * width<V>)));
      });
    }
    unrolled<panel / width<V>>([&](auto p) { store<V>(sum + p * width<V>, total[p]); });
  }
  static void growths(const Functor& kernel, const T* u, size_t r, T* growth) {
    sums(u, r, growth);
    for (size_t lane = 0; lane < panel; lane += width<V>)
      store<V>(growth + lane, kernel.growth(load<V>(growth + lane)));
  }
};

// Where code is to be small, kernels of coordinates that no search tries have the plain loops, and
// only those of a distance that it tries have others for a few points. The bits are the same.
#ifdef RFM_ENGINE_SMALL
#define RFM_SEARCHED(name, ...) || id == KernelId::name
constexpr bool is_searched(KernelId id) { return false RFM_EACH_SEARCHED_KERNEL(RFM_SEARCHED); }
#undef RFM_SEARCHED
template <class Functor>
inline constexpr bool has_packed_loops = Functor::shape != PairShape::per_coordinate ||
                                         is_searched(Functor::id);
template <class Functor>
inline constexpr bool has_loops_for_few = Functor::shape !=
                                          PairShape::inner_product&& is_searched(Functor::id);
#else
template <class Functor>
inline constexpr bool has_packed_loops = true;
template <class Functor>
inline constexpr bool has_loops_for_few = true;
#endif

// From tiles to the functions of a whole expansion, and the table.
template <class T, class Functor, size_t bytes>
struct PackedPairs : PackedTiles<T, Functor, bytes> {
  using Tiles = PackedTiles<T, Functor, bytes>;
  using Direction = typename Tiles::Direction;

  static void push(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                   const T* weights, T* sum) {
    push_rows<T, bytes, Direction>(u, v, r, columns, weights, sum);
  }
  static void predict(const KernelParameters<T>& parameters, const Expansion<T>& f, const T* points,
                      size_t count, T* tile, T* sums) {
    if constexpr (has_loops_for_few<Functor>) {
      if (count < few_points)
        return predict_points<T, bytes>(Tiles::values_of_panels, parameters, f, points, count, tile,
                                        sums);
    }
    predict_panel<T, bytes>(Tiles::values, parameters, f, points, count, tile, sums);
  }
  static void gradients(const KernelParameters<T>& parameters, const Expansion<T>& f, T scale,
                        const GradientScratch<T>& scratch) {
    gradients_of_panel<T, bytes, Functor::shape, Direction>(Tiles::slopes, parameters, f, scale,
                                                            scratch);
  }

  static constexpr PairFunctions<T> functions{Tiles::values,
                                              Tiles::slopes,
                                              push,
                                              predict,
                                              gradients,
                                              Functor::valid,
                                              PairLoops<T, Functor>::functions.push_own};
};

// The table of a kernel by its number; null for none.
template <class T, size_t bytes = sizeof(NativeLanes<T>)>
const PairFunctions<T>* packed_pairs(KernelId id) {
  const PairFunctions<T>* none = nullptr;
  return visit_kernel<T>(id, none, [](auto named) {
    using Functor = typename decltype(named)::type;
    if constexpr (has_packed_loops<Functor>) return &PackedPairs<T, Functor, bytes>::functions;
    if constexpr (!has_packed_loops<Functor>) return &PairLoops<NativeLanes<T>, Functor>::functions;
  });
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
