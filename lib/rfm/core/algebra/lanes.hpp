// The one seam between mathematics and instruction sets: the same code runs on V = float or double
// and on V = a compiler vector of them, with the same bits in every lane. Everything compiles to
// single instructions where the target has them; a translation unit built for another instruction
// set defines RFM_ENGINE_NAMESPACE so that names differ.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/base/limits.hpp"
#include "rfm/core/base/target.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// What a lane type is made of: T its scalar, Bits the unsigned integers of the same shape.
template <class V>
struct LaneTraits {
  template <class U>
  struct Plain {
    using type = U;
  };
  template <class U>
  struct Plain<U&> {
    using type = U;
  };
  static V& any();
  using Scalar = typename Plain<decltype(any()[0])>::type;
  using Word = typename LaneTraits<Scalar>::Word;
  typedef Word Bits __attribute__((vector_size(sizeof(V))));
};
template <>
struct LaneTraits<float> {
  using Scalar = float;
  using Word = uint32_t;
  using Bits = uint32_t;
};
template <>
struct LaneTraits<double> {
  using Scalar = double;
  using Word = uint64_t;
  using Bits = uint64_t;
};

template <class V>
using Scalar = typename LaneTraits<V>::Scalar;
template <class V>
using Bits = typename LaneTraits<V>::Bits;
template <class V>
constexpr size_t width = sizeof(V) / sizeof(Scalar<V>);
template <class V>
constexpr bool single_precision = sizeof(Scalar<V>) == sizeof(float);

// A vector of T filling `bytes` bytes; T itself for 0.
template <class T, size_t bytes>
struct Vector {
  typedef T type __attribute__((vector_size(bytes)));
};
template <class T>
struct Vector<T, 0> {
  using type = T;
};

// What the target's registers hold of T.
#if defined(__AVX512F__)
constexpr size_t register_bytes = 64;
#elif defined(__AVX__)
constexpr size_t register_bytes = 32;
#elif defined(__SSE2__) || defined(__aarch64__) || defined(__wasm_simd128__)
constexpr size_t register_bytes = 16;
#else
constexpr size_t register_bytes = 0;
#endif
template <class T>
using NativeLanes = typename Vector<T, register_bytes>::type;

// Arithmetic and comparisons need no broadcast: x * T(0.5) and x < T(0) take scalars as they are.
template <class V>
[[gnu::always_inline]] inline V broadcast(Scalar<V> s) {
  return s - V{};  // keeps the sign of zero, which s + 0 would not
}

// The constant c in the shape of `shape`, where both sides of an operation must be vectors.
template <class V>
[[gnu::always_inline]] inline V like(V, double c) {
  return broadcast<V>(static_cast<Scalar<V>>(c));
}

// Any address: neither needs more alignment than a scalar.
template <class V>
[[gnu::always_inline]] inline V load(const Scalar<V>* from) {
  V v;
  memcpy(&v, from, sizeof v);
  return v;
}
template <class V>
[[gnu::always_inline]] inline void store(Scalar<V>* to, V v) {
  memcpy(to, &v, sizeof v);
}

template <class V>
[[gnu::always_inline]] inline Bits<V> to_bits(V v) {
  return __builtin_bit_cast(Bits<V>, v);
}
template <class V>
[[gnu::always_inline]] inline V from_bits(Bits<V> bits) {
  return __builtin_bit_cast(V, bits);
}

// Per lane: a where the comparison holds, b elsewhere. Both are computed; nothing branches on data.
template <class Mask, class V>
[[gnu::always_inline]] inline V select(Mask mask, V a, V b) {
  return mask ? a : b;
}
template <class V>
[[gnu::always_inline]] inline V smaller(V a, V b) {
  return select(a < b, a, b);
}
template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
  return select(a > b, a, b);
}

template <class V>
constexpr typename LaneTraits<V>::Word sign_bit =
    typename LaneTraits<V>::Word{1} << (8 * sizeof(Scalar<V>) - 1);

template <class V>
[[gnu::always_inline]] inline V absolute(V v) {
  return from_bits<V>(to_bits(v) & ~sign_bit<V>);
}
template <class V>
[[gnu::always_inline]] inline V copy_sign(V magnitude, V sign) {
  return from_bits<V>((to_bits(magnitude) & ~sign_bit<V>) | (to_bits(sign) & sign_bit<V>));
}

// Correctly rounded. Compilers turn the loop into one vector instruction.
template <class V>
[[gnu::always_inline]] inline V square_root(V v) {
  for (size_t lane = 0; lane < width<V>; ++lane) v[lane] = rounded_square_root(v[lane]);
  return v;
}
#if defined(__wasm_simd128__)
// Clang 14 leaves that loop as it stands, a detour through memory for each lane.
[[gnu::always_inline]] inline Vector<float, 16>::type square_root(Vector<float, 16>::type v) {
  return __builtin_wasm_sqrt_f32x4(v);
}
[[gnu::always_inline]] inline Vector<double, 16>::type square_root(Vector<double, 16>::type v) {
  return __builtin_wasm_sqrt_f64x2(v);
}
#endif
[[gnu::always_inline]] inline float square_root(float v) { return rounded_square_root(v); }
[[gnu::always_inline]] inline double square_root(double v) { return rounded_square_root(v); }

[[gnu::always_inline]] inline float fused_multiply_add(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
[[gnu::always_inline]] inline double fused_multiply_add(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

// One rounding, lane by lane; simd/fused.hpp has the vectors of particular targets.
template <class V>
struct Fused {
  [[gnu::always_inline]] static V multiply_add(V a, V b, V c) {
    if constexpr (width<V> == 1) {
      return fused_multiply_add(a, b, c);
    } else {
      V sum;
      for (size_t lane = 0; lane < width<V>; ++lane)
        sum[lane] = fused_multiply_add(a[lane], b[lane], c[lane]);
      return sum;
    }
  }
};

// a b + c: in two roundings, or in one where the translation unit is built for a target that does
// so at no cost. Nothing else is ever contracted, so equal code gives equal bits wherever it is
// inlined.
template <class V>
[[gnu::always_inline]] inline V multiply_add(V a, V b, V c) {
  if constexpr (RFM_FUSED == 0) {
    return a * b + c;
  } else {
    return Fused<V>::multiply_add(a, b, c);
  }
}

// c0 + x (c1 + x (c2 + ...)), constants of the scalar type.
template <class V>
[[gnu::always_inline]] inline V polynomial(V, Scalar<V> c) {
  return broadcast<V>(c);
}
template <class V, class... Rest>
[[gnu::always_inline]] inline V polynomial(V x, Scalar<V> c, Rest... rest) {
  return multiply_add(x, polynomial(x, rest...), broadcast<V>(c));
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
