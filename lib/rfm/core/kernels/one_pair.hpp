// A kernel for one pair of points at a time, coordinates side by side: the shortest code for
// pairs.hpp's mathematics, with its bits. r + (the kernel's) operations.
#pragma once
#include <stddef.h>

#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// sum over k of term(u_k, v_k)
template <class T, class Term>
[[gnu::always_inline]] inline T sum_of_terms(const T* u, const T* v, size_t r, Term term) {
  T sum = T(0);
  for (size_t k = 0; k < r; ++k) sum += term(u[k], v[k]);
  return sum;
}

template <class T, class Functor>
struct OnePair {
  static constexpr PairShape shape = Functor::shape;
  static constexpr bool by_coordinate =
      shape == PairShape::per_coordinate || shape == PairShape::anchored;

  static T product(const T* u, const T* v, size_t r) {
    return sum_of_terms(u, v, r, [](T u_k, T v_k) { return u_k * v_k; });
  }
  // What a kernel of differences is a function of.
  static T distance(const T* u, const T* v, size_t r) {
    return sum_of_terms(u, v, r, [](T u_k, T v_k) {
      const T difference = v_k - u_k;
      if constexpr (shape == PairShape::radial) return difference * difference;
      if constexpr (by_coordinate) return Functor::term(absolute(difference));
    });
  }
  // The same from the origin.
  static T distance(const T* u, size_t r) {
    return sum_of_terms(u, u, r, [](T u_k, T) { return Functor::term(absolute(u_k)); });
  }

  // k(u, v)
  static T value(const Functor& kernel, const T* u, const T* v, size_t r) {
    if constexpr (shape == PairShape::inner_product) {
      return kernel.value(product(u, u, r), product(v, v, r), product(u, v, r));
    } else if constexpr (shape == PairShape::anchored) {
      return kernel.value(kernel.growth(distance(u, r)), kernel.growth(distance(v, r)),
                          distance(u, v, r));
    } else {
      return kernel.value(distance(u, v, r));
    }
  }

  // The gradient in u is toward push + own push_own: see kernel.hpp.
  static void slopes(const Functor& kernel, const T* u, const T* v, size_t r, T* toward, T* own) {
    if constexpr (shape == PairShape::inner_product) {
      kernel.slopes(product(u, u, r), product(v, v, r), product(u, v, r), *toward, *own);
    } else {
      *toward = kernel.slope(distance(u, v, r));
      if constexpr (shape == PairShape::anchored) {
        *own = kernel.slope(distance(u, r));
      } else {
        *own = -*toward;
      }
    }
  }
  static T push(T u_k, T v_k) {
    if constexpr (by_coordinate) return Functor::term_slope(v_k - u_k);
    return v_k;
  }
  static T push_own(T u_k) {
    if constexpr (by_coordinate) return Functor::term_slope(u_k);
    return u_k;
  }
};

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
