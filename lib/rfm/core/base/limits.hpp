// The two facts about a number type that the mathematics needs.
#pragma once

namespace rfm {

// Gap between 1 and the next number.
template <class T>
inline constexpr T machine_epsilon = sizeof(T) == sizeof(float) ? T(__FLT_EPSILON__)
                                                                : T(__DBL_EPSILON__);

// Below it numbers lose digits, and some hardware takes them for zero.
template <class T>
inline constexpr T smallest_normal = sizeof(T) == sizeof(float) ? T(__FLT_MIN__) : T(__DBL_MIN__);

}  // namespace rfm
