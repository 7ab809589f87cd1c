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
#include "elementary_once.hpp"
#include "tile_loops.hpp"

namespace rfm {

using Lanes = NativeLanes<float>;

[[gnu::noinline]] void euclidean_tile(const float* u, const float* v, size_t r, size_t columns, float* out) {
  squared_distances<Lanes>(u, v, r, columns, out);
}
[[gnu::noinline]] void push_points(const float* u, const float* v, size_t r, size_t columns,
                                   const float* weights, float* sum) {
  push_columns<Lanes>(u, v, r, columns, weights, sum, [](Lanes, float v_k) { return v_k; });
}
[[gnu::noinline]] void predict_all_tiles(decltype(PairFunctions<float>::values) values,
                                         const KernelParameters<float>& parameters, const Expansion<float>& f,
                                         const float* points, size_t count, float* tile, float* sums) {
  predict_tiles<float>(values, parameters, f, points, count, tile, sums);
}
[[gnu::noinline]] void gradients_of_all_tiles(const PairFunctions<float>& functions,
                                              const KernelParameters<float>& parameters,
                                              const Expansion<float>& f, float scale,
                                              const GradientScratch<float>& scratch) {
  gradient_tiles<float>(functions, parameters, f, scale, scratch);
}

namespace {

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
extern const PairFunctions<float> searched_laplace = PairLoops<Lanes, Laplace<float>>::functions;
extern const PairFunctions<float> searched_gaussian = PairLoops<Lanes, Gaussian<float>>::functions;
extern const PairFunctions<float> searched_lpq100 = PairLoops<Lanes, Lpq<float, 100>>::functions;
extern const PairFunctions<float> searched_lpq150 = PairLoops<Lanes, Lpq<float, 150>>::functions;

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
