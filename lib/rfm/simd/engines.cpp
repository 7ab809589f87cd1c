// Which engines this build has, which of them this processor can run, and which is best.
#include "rfm/core/engine.hpp"

namespace rfm {

// What engine.cpp defines, once in the namespace of each engine that was built. RFM_BUILT_ENGINES
// is X(name) for each of them: see toolchains/cmake/RfmEngines.cmake.
#define X(name)                \
  namespace engine_##name {    \
    template <class T>         \
    const Engine<T>* engine(); \
  }
RFM_BUILT_ENGINES
#undef X

namespace {

#if defined(__x86_64__)
#define RFM_HAS(feature) __builtin_cpu_supports(feature)
#else
#define RFM_HAS(feature) false
#endif

bool runs(EngineId id) {
#define RFM_RUNS(number, name, fused, ...) \
  case EngineId::name:                     \
    return __VA_ARGS__;
  switch (id) { RFM_EACH_ENGINE(RFM_RUNS) }
#undef RFM_RUNS
  return false;
}

template <class T>
bool find(EngineId id, const Engine<T>** engine) {
  *engine = nullptr;
#define X(name) \
  if (id == EngineId::name && runs(id)) *engine = engine_##name::engine<T>();
  RFM_BUILT_ENGINES
#undef X
  return id == EngineId::plain || *engine != nullptr;
}

// The first there is; `portable`: of those with the bits of the plain loops.
template <class T>
const Engine<T>* first(bool portable) {
#ifdef RFM_PORTABLE
  portable = false;  // here nothing fuses
#endif
  const Engine<T>* engine = nullptr;
  for (const EngineFacts& facts : engine_list)
    if (!(portable && facts.fused) && find(facts.id, &engine)) break;
  return engine;
}

}  // namespace

template <>
bool find_engine(EngineId id, const Engine<float>** engine) {
  return find(id, engine);
}
template <>
bool find_engine(EngineId id, const Engine<double>** engine) {
  return find(id, engine);
}
template <>
const Engine<float>* best_engine() {
  return first<float>(false);
}
template <>
const Engine<double>* best_engine() {
  return first<double>(false);
}
template <>
const Engine<float>* portable_engine() {
  return first<float>(true);
}
template <>
const Engine<double>* portable_engine() {
  return first<double>(true);
}

}  // namespace rfm
