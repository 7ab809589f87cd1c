// The instruction set that a file is compiled for. Code that depends on it lives in the inline
// namespace RFM_ENGINE_NAMESPACE, so that the same header compiled twice with different flags gives
// two sets of symbols, never a mixture. RFM_FUSED says whether multiply_add rounds once there,
// which the portable code never does.
#pragma once

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rfm is for little-endian machines: the bytes of a model have the lowest first, in place"
#endif

#if defined(__FAST_MATH__)
#error "rfm is not for -ffast-math: sums have one order, and NaN and infinities are looked for"
#endif

// 16 is said where half precision is a type of its own; float and double are what they are there.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "rfm rounds each operation to its type: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#ifndef RFM_ENGINE_NAMESPACE
#define RFM_ENGINE_NAMESPACE engine_plain
#endif

#ifndef RFM_FUSED
#define RFM_FUSED 0
#endif
