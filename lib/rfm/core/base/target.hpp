// The instruction set that a file is compiled for. Code that depends on it lives in the inline
// namespace RFM_ENGINE_NAMESPACE, so that the same header compiled twice with different flags gives
// two sets of symbols, never a mixture. RFM_FUSED says whether multiply_add rounds once there,
// which the portable code never does.
#pragma once
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rfm is for little-endian machines: the bytes of a model have the lowest first, in place"
#endif

// Options that let a compiler reorder sums, divide by multiplying, or take it that there is no NaN.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "rfm is not for -ffast-math, -Ofast, -funsafe-math-optimizations: add -fno-fast-math"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "rfm is not for -ffinite-math-only, it looks for NaN: add -fno-finite-math-only"
#endif

// Clang has no macro for most of them. From here to the end of a source file it does as written:
// on x86 the bits are then the usual ones; elsewhere quotients may differ in their last bit.
#if defined(__clang__) && (defined(__x86_64__) || defined(__i386__))
#pragma float_control(precise, on)
#pragma clang fp contract(off)
#elif defined(__clang__)
#pragma clang fp reassociate(off) contract(off)
#endif

static_assert(sizeof(0.5) == sizeof(uint64_t) && sizeof(0.5f) == sizeof(uint32_t),
              "rfm takes double for 64 bits and float for 32: compile without "
              "-fsingle-precision-constant");

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
