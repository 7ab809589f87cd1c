// What the mathematics needs to know of a number type, and which numbers are finite.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/base/target.hpp"

namespace rfm {

// Gap between 1 and the next number.
template <class T>
inline constexpr T machine_epsilon = sizeof(T) == sizeof(float) ? T(__FLT_EPSILON__)
                                                                : T(__DBL_EPSILON__);

// Below it numbers lose digits, and some hardware takes them for zero.
template <class T>
inline constexpr T smallest_normal = sizeof(T) == sizeof(float) ? T(__FLT_MIN__) : T(__DBL_MIN__);

// True for every number but NaN and the infinities, whatever the compiler assumes of them.
inline bool finite(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7f800000u) != 0x7f800000u;
}
inline bool finite(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

template <class T>
bool all_finite(const T* numbers, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (!finite(numbers[i])) return false;
  return true;
}

}  // namespace rfm
