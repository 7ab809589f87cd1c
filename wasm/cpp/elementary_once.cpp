// The functions of elementary_once.hpp, compiled for speed: a translation unit with a namespace of its own
// (RFM_SEAM), which has the templates of the core as they are.
#define RFM_WASM_ELEMENTARY
#ifdef RFM_WASM_RELAXED
#define RFM_FUSED 1
#endif
#include "elementary_once.hpp"
#include "rfm/simd/fused.hpp"

namespace rfm::once {

[[gnu::noinline]] float decay(float x) { return rfm::decay(x); }
[[gnu::noinline]] double decay(double x) { return rfm::decay(x); }
[[gnu::noinline]] float exponential(float x) { return rfm::exponential(x); }
[[gnu::noinline]] double exponential(double x) { return rfm::exponential(x); }
[[gnu::noinline]] float logarithm(float x) { return rfm::logarithm(x); }
[[gnu::noinline]] double logarithm(double x) { return rfm::logarithm(x); }
[[gnu::noinline]] float arc_cosine(float x) { return rfm::arc_cosine(x); }
#ifdef __wasm_simd128__
[[gnu::noinline]] Four decay(Four x) { return rfm::decay(x); }
[[gnu::noinline]] Four power(Four base, float exponent) { return rfm::power(base, exponent); }
[[gnu::noinline]] Four arc_cosine(Four x) { return rfm::arc_cosine(x); }
#endif

}  // namespace rfm::once
