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
  std::vector<NamedEngine<T>> found;
  for (const rfm::EngineFacts& facts : rfm::engine_list) {
    const rfm::Engine<T>* engine = nullptr;
    if (rfm::find_engine(facts.id, &engine) && engine != nullptr)
      found.push_back({facts.name, engine, fuses && facts.fused});
  }
  return found;
}

}  // namespace rfm_test
