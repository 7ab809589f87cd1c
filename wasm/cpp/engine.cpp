// The module's choice of loops: the library's engine of vector loops for 32-bit numbers, which
// models are made of. For the few sums in 64-bit numbers a second engine would be more code than it
// is worth.
#include "rfm/simd/engines.hpp"

namespace rfm {
namespace {

template <class T>
const Engine<T>* engine() {
  if constexpr (sizeof(T) == sizeof(float)) return seam_baseline::engine<float>();
  return nullptr;
}

template <class T>
bool find(Variant variant, const Engine<T>** found) {
  *found = variant == Variant::baseline ? engine<T>() : nullptr;
  return variant == Variant::plain || *found != nullptr;
}

}  // namespace

template <>
bool find_engine(Variant variant, const Engine<float>** found) {
  return find(variant, found);
}
template <>
bool find_engine(Variant variant, const Engine<double>** found) {
  return find(variant, found);
}
template <>
const Engine<float>* portable_engine() {
  return engine<float>();
}
template <>
const Engine<double>* portable_engine() {
  return engine<double>();
}
template <>
const Engine<float>* fastest() {
  return engine<float>();
}
template <>
const Engine<double>* fastest() {
  return engine<double>();
}

}  // namespace rfm
