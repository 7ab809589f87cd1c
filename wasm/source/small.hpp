// What the library is compiled with where it is compiled for size. Elementary functions are functions: dozens
// of operations, and otherwise a part of everything that calls them. A specialisation calls what it stands
// for by another type with the same bits: a vector of one lane for a number, Clang's own vectors for those of
// GNU. The pair functions of the kernels that the search tries are those of engine.cpp.
#pragma once
#include "rfm/core/any_kernel.hpp"
#include "rfm/core/elementary.hpp"

namespace rfm {

template <class T>
using Lane = typename Vector<T, sizeof(T)>::type;

template <>
[[gnu::noinline]] inline float decay(float x) {
  return decay(Lane<float>{x})[0];
}
template <>
[[gnu::noinline]] inline double decay(double x) {
  return decay(Lane<double>{x})[0];
}
template <>
[[gnu::noinline]] inline float exponential(float x) {
  return exponential(Lane<float>{x})[0];
}
template <>
[[gnu::noinline]] inline double exponential(double x) {
  return exponential(Lane<double>{x})[0];
}
template <>
[[gnu::noinline]] inline float logarithm(float x) {
  return logarithm(Lane<float>{x})[0];
}
template <>
[[gnu::noinline]] inline double logarithm(double x) {
  return logarithm(Lane<double>{x})[0];
}
template <>
[[gnu::noinline]] inline float arc_cosine(float x) {
  return arc_cosine(Lane<float>{x})[0];
}
template <>
[[gnu::noinline]] inline float power(float base, float exponent) {
  return exponential(logarithm(base) * exponent);
}
template <>
[[gnu::noinline]] inline double power(double base, double exponent) {
  return exponential(logarithm(base) * exponent);
}

#ifdef __wasm_simd128__
using Four = Vector<float, 16>::type;
using ClangFour = float __attribute__((ext_vector_type(4)));

[[gnu::always_inline]] inline ClangFour square_root(ClangFour v) { return __builtin_wasm_sqrt_f32x4(v); }
template <>
[[gnu::noinline]] inline Four decay(Four x) {
  return decay(static_cast<ClangFour>(x));
}
template <>
[[gnu::noinline]] inline Four arc_cosine(Four x) {
  return arc_cosine(static_cast<ClangFour>(x));
}
template <>
[[gnu::noinline]] inline Four power(Four base, float exponent) {
  return exponential(logarithm(base) * exponent);
}
#endif

extern const PairFunctions<float> searched_laplace, searched_gaussian, searched_lpq100, searched_lpq150;

template <>
constexpr const PairFunctions<float>* pair_functions<float, Laplace<float>>() {
  return &searched_laplace;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Gaussian<float>>() {
  return &searched_gaussian;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Lpq<float, 100>>() {
  return &searched_lpq100;
}
template <>
constexpr const PairFunctions<float>* pair_functions<float, Lpq<float, 150>>() {
  return &searched_lpq150;
}

}  // namespace rfm
