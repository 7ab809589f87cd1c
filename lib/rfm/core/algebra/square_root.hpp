// The correctly rounded square root of one number, without libm: the machine's instruction where
// there is one, else shifts and subtractions on integers (one step a result bit), so that every
// target gets the same bits.
#pragma once
#include <stdint.h>
#include <string.h>

#include "rfm/core/base/target.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// Which of the two types the target takes roots of in hardware.
#if defined(__SSE2__) || defined(__aarch64__) || defined(__wasm__)
constexpr bool float_root_in_hardware = true, double_root_in_hardware = true;
#elif defined(__ARM_FP)
constexpr bool float_root_in_hardware = (__ARM_FP & 4) != 0,
               double_root_in_hardware = (__ARM_FP & 8) != 0;
#elif defined(__riscv_fsqrt)
constexpr bool float_root_in_hardware = true, double_root_in_hardware = __riscv_flen >= 64;
#else
constexpr bool float_root_in_hardware = false, double_root_in_hardware = false;
#endif

// Digit by digit: the root q grows from its top bit down while the remainder loses what q's square
// gains. One bit more than the result holds decides the rounding; a tie cannot occur.
template <class T, class Word, int fraction>
T software_square_root(T value) {
  constexpr Word one = 1;
  constexpr Word hidden = one << fraction;
  constexpr Word top_exponent =
      (one << (8 * sizeof(T) - 1 - fraction)) - 1;  // that of infinities and NaN
  constexpr Word sign = one << (8 * sizeof(T) - 1);
  Word bits;
  memcpy(&bits, &value, sizeof bits);
  const Word exponent_field = bits >> fraction & top_exponent;
  if ((bits & ~sign) == 0 || bits == top_exponent << fraction)
    return value;  // zeros keep their sign; infinity
  if ((bits & sign) != 0 || exponent_field == top_exponent) {
    bits = (top_exponent << fraction) | (hidden >> 1);
    memcpy(&value, &bits, sizeof bits);
    return value;  // NaN
  }
  int exponent = static_cast<int>(exponent_field);
  Word rest = bits & (hidden - 1);
  if (exponent != 0) {
    rest |= hidden;
  } else {
    for (exponent = 1; (rest & hidden) == 0; --exponent) rest <<= 1;  // a subnormal number
  }
  const int bias = static_cast<int>(top_exponent >> 1);
  int power = exponent - bias;  // value = rest / hidden * 2^power
  if ((power & 1) != 0) {
    rest <<= 1;
    --power;
  }
  Word root = 0;
  rest <<= 1;
  for (Word digit = hidden << 1, doubled = 0; digit != 0; digit >>= 1) {
    const Word trial = doubled + digit;
    if (trial <= rest) {
      doubled = trial + digit;
      rest -= trial;
      root += digit;
    }
    rest <<= 1;
  }
  root = (root + (root & 1)) >> 1;  // its hidden bit adds one to the exponent
  bits = root + (static_cast<Word>(power / 2 + bias - 1) << fraction);
  memcpy(&value, &bits, sizeof bits);
  return value;
}

inline float rounded_square_root(float value) {
  if constexpr (float_root_in_hardware) {
    return __builtin_sqrtf(value);
  } else {
    return software_square_root<float, uint32_t, 23>(value);
  }
}
inline double rounded_square_root(double value) {
  if constexpr (double_root_in_hardware) {
    return __builtin_sqrt(value);
  } else {
    return software_square_root<double, uint64_t, 52>(value);
  }
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
