// The engines of this build that this machine can run, and whether they promise the bits of the
// plain loops.
#pragma once
#include <string>
#include <vector>

#include "rfm/core/engine.hpp"

namespace rfm_test {

template <class T>
struct NamedEngine {
  std::string name;
  const rfm::Engine<T>* engine;
  bool fused;
};

template <class T>
std::vector<NamedEngine<T>> engines() {
#ifdef RFM_PORTABLE
  constexpr bool fuses = false;
#else
  constexpr bool fuses = true;
#endif
  const struct {
    rfm::Variant variant;
    const char* name;
    bool fused;
  } variants[] = {{rfm::Variant::baseline, "baseline", false},
                  {rfm::Variant::avx2, "avx2", fuses},
                  {rfm::Variant::avx512, "avx512", fuses},
                  {rfm::Variant::neon, "neon", fuses},
                  {rfm::Variant::avx2_unfused, "avx2_unfused", false},
                  {rfm::Variant::avx512_unfused, "avx512_unfused", false}};
  std::vector<NamedEngine<T>> found;
  for (const auto& [variant, name, fused] : variants) {
    const rfm::Engine<T>* engine = nullptr;
    if (rfm::find_engine(variant, &engine)) found.push_back({name, engine, fused});
  }
  return found;
}

}  // namespace rfm_test
