// One variant of the heavy loops. Compiled once for each: RFM_SEAM names its namespace, RFM_VARIANT
// the variant, and the compiler's options its instruction set. No function is shared with another
// variant.
#include "rfm/core/engine.hpp"
#include "rfm/simd/factor.hpp"
#include "rfm/simd/pairs.hpp"
#include "rfm/simd/products.hpp"
#include "rfm/simd/project.hpp"
#include "rfm/simd/substitute.hpp"

namespace rfm {
inline namespace RFM_SEAM {

template <class T>
const Engine<T>* engine() {
  static constexpr Engine<T> table = {
      Variant::RFM_VARIANT,    packed_pairs<T>,        packed_factor<T>,       packed_substitute<T>,
      packed_project_panel<T>, packed_add_products<T>, packed_subtract_tile<T>};
  return &table;
}
template const Engine<float>* engine<float>();
#ifndef RFM_FLOAT_ALONE
template const Engine<double>* engine<double>();
#endif

}  // namespace RFM_SEAM
}  // namespace rfm
