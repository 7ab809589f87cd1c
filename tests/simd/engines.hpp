// The engines of this build that this machine can run, and whether they promise the bits of the plain loops.
#pragma once
#include <string>
#include <vector>

#include "rfm/core/variant.hpp"

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
  const std::vector<std::pair<rfm::Variant, std::string>> variants = {{rfm::Variant::baseline, "baseline"},
                                                                      {rfm::Variant::avx2, "avx2"},
                                                                      {rfm::Variant::avx512, "avx512"},
                                                                      {rfm::Variant::neon, "neon"}};
  const std::vector<std::pair<rfm::Variant, std::string>> unfused = {
      {rfm::Variant::avx2_unfused, "avx2_unfused"}, {rfm::Variant::avx512_unfused, "avx512_unfused"}};
  std::vector<NamedEngine<T>> found;
  for (const auto& [variant, name] : variants) {
    const rfm::Engine<T>* engine = nullptr;
    if (rfm::find_engine(variant, &engine))
      found.push_back({name, engine, fuses && variant != rfm::Variant::baseline});
  }
  for (const auto& [variant, name] : unfused) {
    const rfm::Engine<T>* engine = nullptr;
    if (rfm::find_engine(variant, &engine)) found.push_back({name, engine, false});
  }
  return found;
}

}  // namespace rfm_test
