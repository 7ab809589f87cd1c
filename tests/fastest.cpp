// In test programs the default engine is the one that the environment variable RFM_ENGINE names;
// without it the fastest. This definition stands in for the library's own,
// lib/rfm/simd/fastest.cpp.
#ifdef RFM_ENGINES
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rfm/core/engine.hpp"

namespace rfm {

namespace {

template <class T>
const Engine<T>* wanted() {
  const char* name = std::getenv("RFM_ENGINE");
  const Engine<T>* engine = nullptr;
  for (const EngineFacts& facts : engine_list)
    if ((name == nullptr || std::strcmp(name, facts.name) == 0) && find_engine(facts.id, &engine))
      return engine;
  std::fprintf(stderr, "RFM_ENGINE=%s is not available here\n", name);
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
