// The Gaussian kernel k(u, v) = exp(-|u - v|^2 / (2 L^2)): smooth everywhere, no square root a
// pair.
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T>
struct Gaussian {
  static constexpr KernelId id = KernelId::gaussian;
  static constexpr PairShape shape = PairShape::radial;
  static bool valid(const KernelParameters<T>& p) { return valid_bandwidth(p.bandwidth); }

  explicit Gaussian(const KernelParameters<T>& p) : inverse_L2(1 / (p.bandwidth * p.bandwidth)) {}

  // e^(-s / 2 L^2)
  template <class V>
  V value(V s) const {
    return decay(s * (T(-0.5) * inverse_L2));
  }
  // k / L^2
  template <class V>
  V slope(V s) const {
    return value(s) * inverse_L2;
  }

  T inverse_L2;
};

template <class T>
Kernel<T> gaussian(T L) {
  return make_kernel<T, Gaussian<T>>({L, 2, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
