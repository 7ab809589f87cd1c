// What everything that is compiled for size is compiled with. Elementary functions and the loops over tiles
// are one function each, the pair functions of the kernels that the search tries are those of engine.cpp, and
// numbers of both sizes are read with the same arithmetic.
#pragma once
#include "elementary_once.hpp"
#include "rfm/core/any_kernel.hpp"
#include "rfm/core/decimal.hpp"
#include "tile_loops.hpp"

namespace rfm {

// With more room than 32-bit numbers need.
template <>
class Natural<Binary<float>::limbs> : public Natural<Binary<double>::limbs> {
  using Natural<Binary<double>::limbs>::Natural;
};

template <>
inline void predict_tiles(decltype(PairFunctions<float>::values) values,
                          const KernelParameters<float>& parameters, const Expansion<float>& f,
                          const float* points, size_t count, float* tile, float* sums) {
  predict_all_tiles(values, parameters, f, points, count, tile, sums);
}
template <>
inline void gradient_tiles(const PairFunctions<float>& functions, const KernelParameters<float>& parameters,
                           const Expansion<float>& f, float scale, const GradientScratch<float>& scratch) {
  gradients_of_all_tiles(functions, parameters, f, scale, scratch);
}

extern const PairFunctions<float> searched_laplace, searched_gaussian, searched_lpq100, searched_lpq150;

template <>
constexpr const PairFunctions<float>* pair_functions<float, Laplace<float>>() {
  return &searched_laplace;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Gaussian<float>>() {
  return &searched_gaussian;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Lpq<float, 100>>() {
  return &searched_lpq100;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Lpq<float, 150>>() {
  return &searched_lpq150;
}

}  // namespace rfm
