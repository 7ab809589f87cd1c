// The default choice among variants. Alone in its object file, so that a program can define its own instead.
#include "rfm/core/variant.hpp"

namespace rfm {

namespace {

template <class T>
const Engine<T>* best() {
  const Engine<T>* engine = nullptr;
  constexpr Variant order[] = {Variant::avx512, Variant::avx2, Variant::neon, Variant::baseline};
  for (Variant variant : order)
    if (find_engine(variant, &engine)) break;
  return engine;
}

}  // namespace

template <>
const Engine<float>* fastest() {
  return best<float>();
}
template <>
const Engine<double>* fastest() {
  return best<double>();
}

}  // namespace rfm
