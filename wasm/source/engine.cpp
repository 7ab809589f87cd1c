// The vector loops of the SIMD build, instead of lib/rfm/simd/variant.cpp: those whose work grows fastest, in
// float. Kernels keep the plain loops, which hot.cpp compiles for vectors. The bits are the same, so this is
// a matter of size and time only.
#include "rfm/core/variant.hpp"
#include "rfm/simd/packed_factor.hpp"
#include "rfm/simd/packed_products.hpp"
#include "rfm/simd/packed_project.hpp"
#include "rfm/simd/packed_solve.hpp"

namespace rfm {
namespace {

const PairFunctions<float>* no_pairs(KernelId) { return nullptr; }

// Right-hand sides are few and take O(n^2) each, so that one at a time is enough.
void solve_each(Triangle<float> factor, float* b, size_t stride, size_t c, const Executor* executor) {
  auto work = [&](size_t o, size_t) { substitute<NativeLanes<float>, 1>(factor, b + o * stride, stride, 1); };
  for_each(executor, c, work);
}

// Nothing in this module asks for the diagonal of an inverse.
constexpr Engine<float> engine = {Variant::baseline,
                                  no_pairs,
                                  packed_factor<float>,
                                  solve_each,
                                  nullptr,
                                  packed_project_panel<float>,
                                  packed_add_products<float>,
                                  packed_subtract_tile<float>};

}  // namespace

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
