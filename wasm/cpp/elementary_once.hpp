// The core's elementary functions as one function each, for everything in the module: dozens of operations,
// and otherwise a part of everything that calls them. The bits are those of elementary.hpp.
#pragma once
#include "rfm/core/elementary.hpp"

namespace rfm::once {

float decay(float x);
double decay(double x);
float exponential(float x);
double exponential(double x);
float logarithm(float x);
double logarithm(double x);
float arc_cosine(float x);
#ifdef __wasm_simd128__
using Four = Vector<float, 16>::type;
Four decay(Four x);
Four power(Four base, float exponent);
Four arc_cosine(Four x);
#endif

}  // namespace rfm::once

namespace rfm {

// Not in the translation unit of these functions, whose calls are the core's own.
#ifndef RFM_WASM_ELEMENTARY
template <>
inline float decay(float x) {
  return once::decay(x);
}
template <>
inline double decay(double x) {
  return once::decay(x);
}
template <>
inline float exponential(float x) {
  return once::exponential(x);
}
template <>
inline double exponential(double x) {
  return once::exponential(x);
}
template <>
inline float logarithm(float x) {
  return once::logarithm(x);
}
template <>
inline double logarithm(double x) {
  return once::logarithm(x);
}
template <>
inline float arc_cosine(float x) {
  return once::arc_cosine(x);
}
#ifdef __wasm_simd128__
template <>
inline once::Four decay(once::Four x) {
  return once::decay(x);
}
template <>
inline once::Four power(once::Four base, float exponent) {
  return once::power(base, exponent);
}
template <>
inline once::Four arc_cosine(once::Four x) {
  return once::arc_cosine(x);
}
#endif
#endif

}  // namespace rfm
