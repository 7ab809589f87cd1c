// One engine: the heavy loops for an instruction set. Compiled once for each, with its name as
// RFM_ENGINE, its namespace as RFM_ENGINE_NAMESPACE, and its instruction set in the compiler's
// options. No function is shared with another engine.
#include "rfm/core/engine.hpp"
#include "rfm/simd/factor.hpp"
#include "rfm/simd/pairs.hpp"
#include "rfm/simd/products.hpp"
#include "rfm/simd/project.hpp"
#include "rfm/simd/substitute.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T>
const Engine<T>* engine() {
  static constexpr Engine<T> table = {
      EngineId::RFM_ENGINE,    packed_pairs<T>,        packed_factor<T>,       packed_substitute<T>,
      packed_project_panel<T>, packed_add_products<T>, packed_subtract_tile<T>};
  return &table;
}
template const Engine<float>* engine<float>();
template const Engine<double>* engine<double>();

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
