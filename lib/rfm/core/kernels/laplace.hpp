// The Laplace kernel k(u, v) = exp(-|u - v| / L): the paper's choice. It has a kink at u = v, where
// its gradient is taken as 0.
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T>
struct Laplace {
  static constexpr KernelId id = KernelId::laplace;
  static constexpr PairShape shape = PairShape::radial;
  static bool valid(const KernelParameters<T>& p) { return valid_bandwidth(p.bandwidth); }

  explicit Laplace(const KernelParameters<T>& p) : L(p.bandwidth), inverse_L(1 / p.bandwidth) {}

  // e^(-D/L),  D^2 = s
  template <class V>
  V value(V s) const {
    return decay(square_root(s) * -inverse_L);
  }
  // k / (L D)
  template <class V>
  V slope(V s) const {
    const V D = square_root(s);
    const V k = decay(D * -inverse_L);
    return select(s < smallest_normal<T>, V{}, k / (D * L));
  }

  T L, inverse_L;
};

template <class T>
Kernel<T> laplace(T L) {
  return make_kernel<T, Laplace<T>>({L, 1, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
