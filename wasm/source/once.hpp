// A power is some fifty operations: compiled once, and called by the kernels that need it, instead of in each
// of them.
#pragma once
#include "rfm/core/elementary.hpp"

namespace rfm {

template <>
[[gnu::noinline]] inline NativeLanes<float> power(NativeLanes<float> base, float exponent) {
  return exponential(logarithm(base) * exponent);
}

}  // namespace rfm
