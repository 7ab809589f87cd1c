// Kernels without a bandwidth: the covariance of a fractional Brownian field that starts at the
// origin with a variance of 1,
//     k(u, v) = 1 + (|u|^q + |v|^q - |u - v|^q) / 2,   |u|_p with p = 1, 1.5 or 2, 0 < q <= p
// A wide kernel exp(-(|u - v| / L)^q) is nearly 1 - (|u - v| / L)^q, which float can hardly tell
// from 1; this is what is left of it in the limit, with its digits. It is positive definite for any
// points. A change of their scale acts as one of the ridge, hence no bandwidth: the parameter is 1,
// and something else only where points were scaled to be stored in less. A pair costs what
// |u - v|_p costs and a root, or a power unless q = p or q = p/2; a point the same once more.
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/lpq.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T, int hundredths>
struct Brownian {
  static_assert(hundredths == 100 || hundredths == 150 || hundredths == 200, "p is 1, 1.5 or 2");
  static constexpr KernelId id = hundredths == 100   ? KernelId::brownian100
                                 : hundredths == 150 ? KernelId::brownian150
                                                     : KernelId::brownian200;
  static constexpr PairShape shape = PairShape::anchored;
  static constexpr bool turns = hundredths == 200;  // a rotation of all points changes nothing
  static constexpr T p = T(hundredths) / T(100);
  static bool valid(const KernelParameters<T>& parameters) {
    return valid_bandwidth(parameters.bandwidth) && parameters.exponent > T(0) &&
           parameters.exponent <= p;
  }

  explicit Brownian(const KernelParameters<T>& parameters)
      : q(parameters.exponent), inverse_Lp(rooted_power<hundredths>(1 / parameters.bandwidth)) {}

  // Sums over the coordinates are those of lpq.hpp; for p = 2 it has no slope of a term.
  template <class V>
  static V term(V a) {
    return rooted_power<hundredths>(a);
  }
  template <class V>
  static V term_slope(V difference) {
    if constexpr (hundredths == 200) {
      return T(2) * difference;
    } else {
      return copy_sign(p * rooted_power_less_one<hundredths>(absolute(difference)), difference);
    }
  }

  // |u|^q of s = |u|_p^p. A power is some fifty instructions, and each loop asks for several.
  template <class V>
  [[gnu::noinline]] V growth(V s) const {
    const V z = s * inverse_Lp;
    if (q == p) return z;
    if (q + q == p) return square_root(z);
    return power(z, q / p);
  }
  // Of the growths of u and v, and of s = |u - v|_p^p
  template <class V>
  V value(V u, V v, V s) const {
    return T(1) + T(0.5) * ((u + v) - growth(s));
  }
  // d growth / ds, halved; 0 at s = 0
  template <class V>
  [[gnu::noinline]] V slope(V s) const {
    return select(s < smallest_normal<T>, V{}, q / (p + p) * (growth(s) / s));
  }

  T q, inverse_Lp;
};

// p in hundredths: brownian<float, 200>(1) has no number to choose but the ridge of the fit.
template <class T, int hundredths>
Kernel<T> brownian(T q) {
  return make_kernel<T, Brownian<T, hundredths>>({1, q, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
