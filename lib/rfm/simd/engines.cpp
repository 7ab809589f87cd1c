// Which variants this build has, which of them this processor can run, and which is best.
#include "rfm/simd/engines.hpp"

namespace rfm {

namespace {

#if defined(__x86_64__)
bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

#ifndef RFM_PORTABLE
// For float `engine`; doubles have the same bits from the baseline.
template <class T>
const Engine<T>* unfused([[maybe_unused]] const Engine<float>* engine) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return engine;
  } else {
    return seam_baseline::engine<T>();
  }
}
#endif

// Null where there is none.
template <class T>
const Engine<T>* built(Variant variant) {
  if (variant == Variant::baseline) return seam_baseline::engine<T>();
  if (variant == Variant::avx2 && has_avx2()) return seam_avx2::engine<T>();
  if (variant == Variant::avx512 && has_avx512()) return seam_avx512::engine<T>();
#ifndef RFM_PORTABLE
  if (variant == Variant::avx2_unfused && has_avx2())
    return unfused<T>(seam_avx2_unfused::engine<float>());
  if (variant == Variant::avx512_unfused && has_avx512())
    return unfused<T>(seam_avx512_unfused::engine<float>());
#endif
  return nullptr;
}
#else
template <class T>
const Engine<T>* built(Variant variant) {
  if (variant == Variant::baseline) return seam_baseline::engine<T>();
#if defined(__aarch64__)
  if (variant == Variant::neon) return seam_neon::engine<T>();
#endif
  return nullptr;
}
#endif

template <class T>
bool find(Variant variant, const Engine<T>** engine) {
  *engine = built<T>(variant);
  return variant == Variant::plain || *engine != nullptr;
}

// The first there is.
template <class T, size_t count>
const Engine<T>* first_of(const Variant (&order)[count]) {
  const Engine<T>* engine = nullptr;
  for (Variant variant : order)
    if (find(variant, &engine)) break;
  return engine;
}

constexpr Variant by_speed[] = {Variant::avx512, Variant::avx2, Variant::neon, Variant::baseline};
#ifdef RFM_PORTABLE
constexpr auto& unfused_by_speed = by_speed;
#else
constexpr Variant unfused_by_speed[] = {Variant::avx512_unfused, Variant::avx2_unfused,
                                        Variant::baseline};
#endif

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
  return first_of<float>(by_speed);
}
template <>
const Engine<double>* best_engine() {
  return first_of<double>(by_speed);
}

template <>
const Engine<float>* portable_engine() {
  return first_of<float>(unfused_by_speed);
}
template <>
const Engine<double>* portable_engine() {
  return first_of<double>(unfused_by_speed);
}

}  // namespace rfm
