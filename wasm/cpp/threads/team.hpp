// The threads that share the work of a fit.
#pragma once
#include "rfm/core/base/executor.hpp"

namespace rfm::wasm {

#ifdef RFM_WASM_THREADS
// Null until JavaScript has asked for more than one worker.
const Executor* team();
#else
inline const Executor* team() { return nullptr; }
#endif

}  // namespace rfm::wasm
