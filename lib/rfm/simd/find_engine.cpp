// Which variants this build has, which of them this processor can run, and which is best.
#include "rfm/simd/engines.hpp"

namespace rfm {

namespace {

// Null where there is none.
template <class T>
const Engine<T>* built(Variant variant) {
  switch (variant) {
    case Variant::plain:
      break;
    case Variant::baseline:
      return seam_baseline::engine<T>();
#if defined(__x86_64__)
    case Variant::avx2:
      if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return seam_avx2::engine<T>();
      break;
    case Variant::avx512:
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vl"))
        return seam_avx512::engine<T>();
      break;
    case Variant::neon:
      break;
#elif defined(__aarch64__)
    case Variant::neon:
      return seam_neon::engine<T>();
    case Variant::avx2:
    case Variant::avx512:
      break;
#else
    case Variant::avx2:
    case Variant::avx512:
    case Variant::neon:
      break;
#endif
  }
  return nullptr;
}

template <class T>
bool find(Variant variant, const Engine<T>** engine) {
  *engine = built<T>(variant);
  return variant == Variant::plain || *engine != nullptr;
}

template <class T>
const Engine<T>* best() {
  const Engine<T>* engine = nullptr;
  constexpr Variant order[] = {Variant::avx512, Variant::avx2, Variant::neon, Variant::baseline};
  for (Variant variant : order)
    if (find(variant, &engine)) break;
  return engine;
}

}  // namespace

template <>
bool find_engine(Variant variant, const Engine<float>** engine) {
  return find(variant, engine);
}
template <>
bool find_engine(Variant variant, const Engine<double>** engine) {
  return find(variant, engine);
}

template <>
const Engine<float>* best_engine() {
  return best<float>();
}
template <>
const Engine<double>* best_engine() {
  return best<double>();
}

}  // namespace rfm
