// The module's choice of loops: the library's engine of vector loops for 32-bit numbers, which
// models are made of. For the few sums in 64-bit numbers a second engine would be more code than it
// is worth.
#include "rfm/core/engine.hpp"

namespace rfm {
namespace engine_baseline {
template <class T>
const Engine<T>* engine();
}
namespace {

template <class T>
const Engine<T>* engine() {
  if constexpr (sizeof(T) == sizeof(float)) return engine_baseline::engine<float>();
  return nullptr;
}

template <class T>
bool find(EngineId id, const Engine<T>** found) {
  *found = id == EngineId::baseline ? engine<T>() : nullptr;
  return *found != nullptr;
}

}  // namespace

template <>
bool find_engine(EngineId id, const Engine<float>** found) {
  return find(id, found);
}
template <>
bool find_engine(EngineId id, const Engine<double>** found) {
  return find(id, found);
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
