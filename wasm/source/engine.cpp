// The loops that a search spends its time in, compiled for speed and apart from the library, which is
// compiled for size: pairs of points for the kernels that it tries, and linear algebra, with SIMD the packed
// factorisation. Other kernels keep the library's loops. The bits are the same, so this is a matter of size
// and time only.
#include "rfm/core/agop.hpp"
#include "rfm/core/any_kernel.hpp"
#include "rfm/core/cholesky.hpp"
#include "rfm/core/project.hpp"
#include "rfm/core/variant.hpp"
#ifdef __wasm_simd128__
#include "rfm/simd/packed_factor.hpp"
#endif

namespace rfm {

using Lanes = NativeLanes<float>;

// Compiled once: it is some fifty operations.
template <>
[[gnu::noinline]] Lanes power(Lanes base, float exponent) {
  return exponential(logarithm(base) * exponent);
}

namespace {

// Not a part of every kernel's own function.
[[gnu::noinline]] void predict_with(decltype(PairFunctions<float>::values) values,
                                    const KernelParameters<float>& parameters, const Expansion<float>& f,
                                    const float* points, size_t count, float* tile, float* sums) {
  predict_tiles<float>(values, parameters, f, points, count, tile, sums);
}

template <class Functor>
struct Searched : PairLoops<Lanes, Functor> {
  using Loops = PairLoops<Lanes, Functor>;
  static void predict(const KernelParameters<float>& parameters, const Expansion<float>& f,
                      const float* points, size_t count, float* tile, float* sums) {
    predict_with(Loops::values, parameters, f, points, count, tile, sums);
  }
  static constexpr PairFunctions<float> functions{Loops::values,
                                                  Loops::slopes,
                                                  Loops::push,
                                                  predict,
                                                  Loops::gradients,
                                                  Functor::valid,
                                                  Loops::functions.uses_own};
};

const PairFunctions<float>* no_pairs(KernelId) { return nullptr; }

#ifdef __wasm_simd128__
constexpr auto factor_triangle = packed_factor<float>;
constexpr auto subtract_tile = packed_subtract_tile<float>;
#else
constexpr auto factor_triangle = factor<float>;

void subtract_tile(float* c, const float* a, const float* b, size_t depth) {
  subtract_product(c, a, panel, b, panel, panel, depth);
}
#endif

// Nothing in this module keeps distances or asks for the diagonal of an inverse.
constexpr Engine<float> engine = {Variant::baseline,
                                  no_pairs,
                                  nullptr,
                                  nullptr,
                                  factor_triangle,
                                  solve<float>,
                                  nullptr,
                                  project_panel<float>,
                                  detail::add_products<float>,
                                  subtract_tile};

}  // namespace

// Kernels have these from the beginning: see small.hpp.
extern const PairFunctions<float> searched_laplace = Searched<Laplace<float>>::functions;
extern const PairFunctions<float> searched_gaussian = Searched<Gaussian<float>>::functions;
extern const PairFunctions<float> searched_lpq100 = Searched<Lpq<float, 100>>::functions;
extern const PairFunctions<float> searched_lpq150 = Searched<Lpq<float, 150>>::functions;

template <>
bool find_engine(Variant variant, const Engine<float>** found) {
  *found = variant == Variant::baseline ? &engine : nullptr;
  return variant == Variant::plain || variant == Variant::baseline;
}
template <>
bool find_engine(Variant variant, const Engine<double>** found) {
  *found = nullptr;
  return variant == Variant::plain || variant == Variant::baseline;
}

template <>
const Engine<float>* fastest() {
  return &engine;
}
template <>
const Engine<double>* fastest() {
  return nullptr;
}

}  // namespace rfm
