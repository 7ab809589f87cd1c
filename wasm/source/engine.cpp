// The vector loops of the SIMD build, instead of lib/rfm/simd/variant.cpp: those that training and prediction
// call, in float, for the kernels that the search tries. Other kernels keep their plain loops. Their bits are
// the same, so this is a matter of size and time only.
#include "rfm/core/variant.hpp"
#include "rfm/simd/packed_factor.hpp"
#include "rfm/simd/packed_pairs.hpp"
#include "rfm/simd/packed_products.hpp"
#include "rfm/simd/packed_project.hpp"
#include "rfm/simd/packed_solve.hpp"

namespace rfm {
namespace {

constexpr size_t lanes = 16;  // bytes of a vector

const PairFunctions<float>* searched_pairs(KernelId id) {
  switch (id) {
    case KernelId::laplace:
      return &PackedPairs<float, Laplace<float>, lanes>::functions;
    case KernelId::gaussian:
      return &PackedPairs<float, Gaussian<float>, lanes>::functions;
    case KernelId::lpq100:
      return &PackedPairs<float, Lpq<float, 100>, lanes>::functions;
    case KernelId::lpq150:
      return &PackedPairs<float, Lpq<float, 150>, lanes>::functions;
    default:
      return nullptr;
  }
}

// Nothing in this module asks for the diagonal of an inverse.
constexpr Engine<float> engine = {Variant::baseline,
                                  searched_pairs,
                                  packed_factor<float>,
                                  packed_solve<float>,
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
