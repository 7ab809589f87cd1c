// Matern kernels, between Laplace and Gaussian in smoothness: once (3/2) and twice (5/2)
// differentiable.
//     3/2:  k = (1 + r) e^-r,              r = sqrt(3) |u - v| / L
//     5/2:  k = (1 + r + r^2/3) e^-r,      r = sqrt(5) |u - v| / L
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// r from s = |u - v|^2, held where e^-r is 0 anyway so that r e^-r is no product of infinity and
// zero.
template <class V>
[[gnu::always_inline]] inline V matern_argument(V s, Scalar<V> scale) {
  return smaller(like(s, 1000), square_root(s) * scale);
}

template <class T>
struct Matern32 {
  static constexpr KernelId id = KernelId::matern32;
  static constexpr PairShape shape = PairShape::radial;
  static bool valid(const KernelParameters<T>& p) { return valid_bandwidth(p.bandwidth); }

  explicit Matern32(const KernelParameters<T>& p) : scale(T(1.7320508075688772) / p.bandwidth) {}

  // (1 + r) e^-r
  template <class V>
  V value(V s) const {
    const V r = matern_argument(s, scale);
    return (T(1) + r) * decay(-r);
  }
  // 3/L^2 e^-r
  template <class V>
  V slope(V s) const {
    return scale * scale * decay(-matern_argument(s, scale));
  }

  T scale;
};

template <class T>
struct Matern52 {
  static constexpr KernelId id = KernelId::matern52;
  static constexpr PairShape shape = PairShape::radial;
  static bool valid(const KernelParameters<T>& p) { return valid_bandwidth(p.bandwidth); }

  explicit Matern52(const KernelParameters<T>& p) : scale(T(2.2360679774997898) / p.bandwidth) {}

  // (1 + r + r^2/3) e^-r
  template <class V>
  V value(V s) const {
    const V r = matern_argument(s, scale);
    return (T(1) + r * (T(1) + r * T(0.33333333333333333))) * decay(-r);
  }
  // 5/(3 L^2) (1 + r) e^-r
  template <class V>
  V slope(V s) const {
    const V r = matern_argument(s, scale);
    return scale * scale * T(0.33333333333333333) * ((T(1) + r) * decay(-r));
  }

  T scale;
};

template <class T>
Kernel<T> matern32(T L) {
  return make_kernel<T, Matern32<T>>({L, 1, 0, 0});
}

template <class T>
Kernel<T> matern52(T L) {
  return make_kernel<T, Matern52<T>>({L, 1, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
