// What engine.cpp defines, once in the namespace of each engine that was built. RFM_BUILT_ENGINES
// is X(name) for each of them: see toolchains/cmake/RfmEngines.cmake.
#pragma once
#include "rfm/core/engine.hpp"

namespace rfm {

#define X(name)                \
  namespace engine_##name {    \
    template <class T>         \
    const Engine<T>* engine(); \
  }
RFM_BUILT_ENGINES
#undef X

}  // namespace rfm
