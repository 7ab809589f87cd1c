// The Lpq family k(u, v) = exp(-(|u - v|_p / L)^q), p = 1, 1.25, 1.5, 1.75 or 2 and 0 < q <= 2. A
// coordinate costs multiplications and square roots; a pair costs one exponential, and a logarithm
// unless q = p or q = p/2. It is positive definite for q <= p; beyond that a Gram matrix may need a
// larger ridge.
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// a^(p-1) of a >= 0, p in hundredths; a^p is rooted_power.
template <int hundredths, class V>
[[gnu::always_inline]] inline V rooted_power_less_one(V a) {
  if constexpr (hundredths == 100) {
    return select(a == Scalar<V>(0), V{}, like<V>(a, 1));  // the kink: no slope at 0
  } else if constexpr (hundredths == 125) {
    return square_root(square_root(a));
  } else if constexpr (hundredths == 150) {
    return square_root(a);
  } else {
    static_assert(hundredths == 175, "p = 2 is radial");
    const V root = square_root(a);
    return root * square_root(root);
  }
}

template <class T, int hundredths>
struct Lpq {
  static constexpr KernelId id = hundredths == 100   ? KernelId::lpq100
                                 : hundredths == 125 ? KernelId::lpq125
                                 : hundredths == 150 ? KernelId::lpq150
                                 : hundredths == 175 ? KernelId::lpq175
                                                     : KernelId::lpq200;
  static constexpr PairShape shape =
      hundredths == 200 ? PairShape::radial : PairShape::per_coordinate;
  static constexpr T p = T(hundredths) / T(100);
  static bool valid(const KernelParameters<T>& parameters) {
    return valid_bandwidth(parameters.bandwidth) && parameters.exponent > T(0) &&
           parameters.exponent <= T(2);
  }

  explicit Lpq(const KernelParameters<T>& parameters)
      : q(parameters.exponent), inverse_Lp(rooted_power<hundredths>(1 / parameters.bandwidth)) {}

  // s is the sum of term(|u_k - v_k|), and term_slope(v_k - u_k) the derivative of a term's growth
  // towards v.
  template <class V>
  static V term(V a) {
    return rooted_power<hundredths>(a);
  }
  template <class V>
  static V term_slope(V difference) {
    return copy_sign(p * rooted_power_less_one<hundredths>(absolute(difference)), difference);
  }

  // t = (s^(1/p) / L)^q = (s / L^p)^(q/p)
  template <class V>
  V argument(V s) const {
    const V z = s * inverse_Lp;
    if (q == p) return z;
    if (q + q == p) return square_root(z);
    return power(z, q / p);
  }
  // e^-t
  template <class V>
  V value(V s) const {
    return decay(-argument(s));
  }
  // q/p k t/s, and for the squared distance of p = 2 twice that; 0 at s = 0
  template <class V>
  V slope(V s) const {
    constexpr T share = hundredths == 200 ? T(1) : 1 / p;
    const V t = smaller(like(s, 1000), argument(s));  // where k is 0, t may not be infinite
    return select(s < smallest_normal<T>, V{}, share * q * decay(-t) * (t / s));
  }

  T q, inverse_Lp;
};

// p in hundredths: lpq<float, 150>(1.5f, 10) is the best single kernel measured.
template <class T, int hundredths>
Kernel<T> lpq(T q, T L) {
  return make_kernel<T, Lpq<T, hundredths>>({L, q, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
