// The loops that a search spends its time in, compiled for speed and apart from the library, which is
// compiled for size: pairs of points for the kernels that it tries, and linear algebra. Other kernels keep
// the library's loops. The bits are the same, so this is a matter of size and time only, but for relaxed
// SIMD.
#ifdef RFM_WASM_RELAXED
#define RFM_FUSED 1
#include "relaxed_loops.hpp"
#else
#include "plain_loops.hpp"
#endif
#include "elementary_once.hpp"
#include "outbox.hpp"
#include "rfm/core/any_kernel.hpp"
#include "rfm/core/variant.hpp"
#include "tile_loops.hpp"

namespace rfm {

[[gnu::noinline]] void euclidean_tile(const float* u, const float* v, size_t r, size_t columns, float* out) {
  distance_tile(u, v, r, columns, out);
}
[[gnu::noinline]] void push_points(const float* u, const float* v, size_t r, size_t columns,
                                   const float* weights, float* sum) {
  push_tile(u, v, r, columns, weights, sum);
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

// Nothing in this module asks for the diagonal of an inverse.
constexpr Engine<float> engine = {Variant::baseline, no_pairs,     factor_triangle, solve_triangle,
                                  nullptr,           project_rows, add_gradients,   subtract_tile};

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
template <>
const Engine<float>* portable_engine() {
  return &engine;
}
template <>
const Engine<double>* portable_engine() {
  return nullptr;
}

}  // namespace rfm

#ifdef RFM_WASM_RELAXED
// Tells those who load a module that this one is relaxed.
RFM_WASM_EXPORT(relaxed) void relaxed() {}
#endif
