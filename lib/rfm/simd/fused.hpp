// The fused multiply-add of whole vectors, by name: compilers make one instruction of the lane loop in
// lanes.hpp too, but may take apart what surrounds it. The relaxed SIMD of WebAssembly leaves it to the
// engine whether it rounds once or twice, and has vectors only.
#pragma once
#include <stddef.h>

#include "rfm/core/lanes.hpp"

#if defined(__FMA__) || defined(__AVX512F__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace rfm {
inline namespace RFM_SEAM {

#define RFM_FUSED_VECTOR(T, bytes, expression)                                         \
  template <>                                                                          \
  struct Fused<Vector<T, bytes>::type> {                                               \
    using V = Vector<T, bytes>::type;                                                  \
    [[gnu::always_inline]] static V multiply_add(V a, V b, V c) { return expression; } \
  }

#if defined(__FMA__)
RFM_FUSED_VECTOR(float, 16, (V)_mm_fmadd_ps(a, b, c));
RFM_FUSED_VECTOR(double, 16, (V)_mm_fmadd_pd(a, b, c));
RFM_FUSED_VECTOR(float, 32, (V)_mm256_fmadd_ps(a, b, c));
RFM_FUSED_VECTOR(double, 32, (V)_mm256_fmadd_pd(a, b, c));
#elif defined(__aarch64__)
RFM_FUSED_VECTOR(float, 16, (V)vfmaq_f32(c, a, b));
RFM_FUSED_VECTOR(double, 16, (V)vfmaq_f64(c, a, b));
#elif defined(__wasm_relaxed_simd__)
#if __has_builtin(__builtin_wasm_relaxed_madd_f32x4)
#define RFM_RELAXED_ADD __builtin_wasm_relaxed_madd_f32x4
#define RFM_RELAXED_SUBTRACT __builtin_wasm_relaxed_nmadd_f32x4
#else  // compilers before the standard
#define RFM_RELAXED_ADD __builtin_wasm_fma_f32x4
#define RFM_RELAXED_SUBTRACT __builtin_wasm_fms_f32x4
#endif
RFM_FUSED_VECTOR(float, 16, RFM_RELAXED_ADD(a, b, c));
RFM_FUSED_VECTOR(float, 0, c + a * b);
RFM_FUSED_VECTOR(double, 0, c + a * b);
#endif
#if defined(__AVX512F__)
RFM_FUSED_VECTOR(float, 64, (V)_mm512_fmadd_ps(a, b, c));
RFM_FUSED_VECTOR(double, 64, (V)_mm512_fmadd_pd(a, b, c));
#endif

#undef RFM_FUSED_VECTOR

#if defined(__wasm_relaxed_simd__)
// c - a b. Elsewhere compilers put the sign into the instruction.
using RelaxedVector = Vector<float, 16>::type;
[[gnu::always_inline]] inline RelaxedVector relaxed_subtract(RelaxedVector c, RelaxedVector a,
                                                             RelaxedVector b) {
  return RFM_RELAXED_SUBTRACT(a, b, c);
}
#undef RFM_RELAXED_ADD
#undef RFM_RELAXED_SUBTRACT
#endif

}  // namespace RFM_SEAM
}  // namespace rfm
