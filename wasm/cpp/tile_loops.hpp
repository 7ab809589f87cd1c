// Kernels of a distance in pieces that they share: a tile of distances first, then the kernel over that tile
// in place. What is left of each kernel is short. The bits are those of the core's loops, in whose place
// these are chosen.
#pragma once
#include "rfm/core/pairs.hpp"

namespace rfm {

// Of engine.cpp, compiled for speed: out[column * 16 + lane] = |u_lane - v_column|^2, and what every kernel
// does with tiles.
void euclidean_tile(const float* u, const float* v, size_t r, size_t columns, float* out);
void push_points(const float* u, const float* v, size_t r, size_t columns, const float* weights, float* sum);
void predict_all_tiles(decltype(PairFunctions<float>::values) values,
                       const KernelParameters<float>& parameters, const Expansion<float>& f,
                       const float* points, size_t count, float* tile, float* sums);
void gradients_of_all_tiles(const PairFunctions<float>& functions, const KernelParameters<float>& parameters,
                            const Expansion<float>& f, float scale, const GradientScratch<float>& scratch);

inline namespace RFM_SEAM {

// What becomes of each of a tile's numbers, which may be in place.
template <class V, class Change>
[[gnu::always_inline]] inline void change_tile(const float* tile, size_t columns, float* out, Change change) {
#pragma clang loop unroll(disable)
  for (size_t i = 0; i < columns * panel; i += width<V>) store(out + i, change(load<V>(tile + i)));
}

template <class Functor, bool radial>
struct DistanceLoops<NativeLanes<float>, Functor, radial> {
  using V = NativeLanes<float>;
  using Parameters = KernelParameters<float>;

  [[gnu::noinline]] static void sums(const float* u, const float* v, size_t r, size_t columns, float* out) {
    if constexpr (radial) {
      euclidean_tile(u, v, r, columns, out);
    } else {
      for (size_t column = 0; column < columns; ++column)
        distances<V>(u, v, r, column, [](V difference) {
          return Functor::term(absolute(difference));
        }).to(out + column * panel);
    }
  }
  static void values(const Parameters& parameters, const float* u, const float* v, size_t r, size_t columns,
                     float* out) {
    sums(u, v, r, columns, out);
    values_of_sums(parameters, out, columns, out);
  }
  static void values_of_sums(const Parameters& parameters, const float* sums, size_t columns, float* out) {
    const Functor kernel(parameters);
    change_tile<V>(sums, columns, out, [&](V s) { return kernel.value(s); });
  }
  static void slopes(const Parameters& parameters, const float* u, const float* v, size_t r, size_t columns,
                     float* toward, [[maybe_unused]] float* own) {
    sums(u, v, r, columns, toward);
    const Functor kernel(parameters);
    change_tile<V>(toward, columns, toward, [&](V s) { return kernel.slope(s); });
    if constexpr (radial) change_tile<V>(toward, columns, own, [](V slope) { return -slope; });
  }
  static void push(const Parameters&, const float* u, const float* v, size_t r, size_t columns,
                   const float* weights, float* sum) {
    if constexpr (radial) {
      push_points(u, v, r, columns, weights, sum);
    } else {
      push_columns<V>(u, v, r, columns, weights, sum,
                      [](V u_k, float v_k) { return Functor::term_slope(v_k - u_k); });
    }
  }
  static void predict(const Parameters& parameters, const Expansion<float>& f, const float* points,
                      size_t count, float* tile, float* sums) {
    predict_all_tiles(values, parameters, f, points, count, tile, sums);
  }
  static void gradients(const Parameters& parameters, const Expansion<float>& f, float scale,
                        const GradientScratch<float>& scratch) {
    gradients_of_all_tiles(functions, parameters, f, scale, scratch);
  }
  static constexpr PairFunctions<float> functions{values,    slopes,         push,  predict,
                                                  gradients, Functor::valid, radial};
};

}  // namespace RFM_SEAM
}  // namespace rfm
