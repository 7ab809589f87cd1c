// The fused multiply-add of whole vectors, by name: compilers make one instruction of the lane loop
// in lanes.hpp too, but may take apart what surrounds it.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/lanes.hpp"

#if defined(__FMA__) || defined(__AVX512F__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

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
#endif
#if defined(__AVX512F__)
RFM_FUSED_VECTOR(float, 64, (V)_mm512_fmadd_ps(a, b, c));
RFM_FUSED_VECTOR(double, 64, (V)_mm512_fmadd_pd(a, b, c));
#endif

#undef RFM_FUSED_VECTOR

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
