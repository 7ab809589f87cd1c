// In test programs the default engine is the one that the environment variable RFM_VARIANT names:
// plain, baseline, avx2, avx512, neon, avx2_unfused or avx512_unfused; without it the fastest. This
// definition stands in for the library's own, lib/rfm/simd/fastest.cpp.
#ifdef RFM_VARIANTS
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rfm/core/engine.hpp"

namespace rfm {

namespace {

constexpr Variant variants[] = {Variant::avx512,      Variant::avx2,  Variant::neon,
                                Variant::baseline,    Variant::plain, Variant::avx512_unfused,
                                Variant::avx2_unfused};
constexpr const char* names[] = {"avx512", "avx2",           "neon",        "baseline",
                                 "plain",  "avx512_unfused", "avx2_unfused"};

template <class T>
const Engine<T>* wanted() {
  const char* name = std::getenv("RFM_VARIANT");
  const Engine<T>* engine = nullptr;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; ++i)
    if ((name == nullptr || std::strcmp(name, names[i]) == 0) && find_engine(variants[i], &engine))
      return engine;
  std::fprintf(stderr, "RFM_VARIANT=%s is not available here\n", name);
  std::exit(2);
}

}  // namespace

template <>
const Engine<float>* fastest() {
  return wanted<float>();
}
template <>
const Engine<double>* fastest() {
  return wanted<double>();
}

}  // namespace rfm
#endif
