// Kernels of infinitely wide ReLU networks with 1 to 5 hidden layers: the Gaussian process of the
// network at random weights (NNGP) and its neural tangent kernel (NTK, with bias b). They depend on
// u.u, v.v and u.v; an arc cosine a layer. Both are homogeneous without bias: k(c u, v) = c k(u,
// v). Squared norms must not overflow.
//     kappa0(S) = 1 - acos(S)/pi,   kappa1(S) = S kappa0(S) + sqrt(1 - S^2)/pi,   kappa1' = kappa0
//     S = cos(u, v),  P = u.v + b^2
//     a layer:  P <- P kappa0(S) + b^2 + |u||v| kappa1(S),  S <- kappa1(S)
//     NNGP = |u||v| S,  NTK = P
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

enum class NetworkLimit { gaussian_process, tangent };

template <class T, NetworkLimit limit>
struct Network {
  static constexpr bool tangent = limit == NetworkLimit::tangent;
  static constexpr KernelId id = tangent ? KernelId::ntk : KernelId::nngp;
  static constexpr PairShape shape = PairShape::inner_product;
  static bool valid(const KernelParameters<T>& p) {
    return p.depth >= 1 && p.depth <= 5 && p.bias >= T(0) && p.bias <= T(1e15);
  }

  explicit Network(const KernelParameters<T>& p) : depth(p.depth), b2(p.bias * p.bias) {}

  // What a pair begins with. A point of norm 0 has no direction: its kernel and slopes are 0.
  template <class V>
  struct Pair {
    // |u||v| from the ratio of the norms: exactly u.u when u = v, so that the cosine of equal
    // points is exactly 1.
    Pair(V uu, V vv, V uv) {
      const V longer = larger(uu, vv);
      const V divisor = select(longer == T(0), like<V>(uu, 1), longer);
      const V product = longer * square_root(smaller(uu, vv) / divisor);
      zero = product < smallest_normal<T>;
      norms = select(zero, like<V>(uu, 1), product);
      S = smaller(like<V>(uu, 1), larger(like<V>(uu, -1), uv / norms));
    }
    decltype(V{} < V{}) zero;
    V norms, S;
  };

  // 1 - acos(S)/pi = acos(-S)/pi
  template <class V>
  static V kappa0(V S) {
    return arc_cosine(-S) * T(0.31830988618379069);
  }
  // sqrt(1 - S^2), without the cancellation near 1
  template <class V>
  static V sine(V S) {
    return square_root((T(1) - S) * (T(1) + S));
  }
  // kappa1(S), never above 1
  template <class V>
  static V kappa1(V S, V k0) {
    return smaller(like<V>(S, 1), S * k0 + sine(S) * T(0.31830988618379069));
  }
  // kappa0'(S) = 1/(pi sqrt(1 - S^2)); taken as 0 beside its poles, where points are collinear to
  // rounding
  template <class V>
  static V kappa0_slope(V S) {
    constexpr T pole = sizeof(T) == sizeof(float) ? T(1e-6) : T(1e-12);
    return select(T(1) - absolute(S) < pole, V{}, T(0.31830988618379069) / sine(S));
  }

  template <class V>
  V value(V uu, V vv, V uv) const {
    const Pair<V> pair(uu, vv, uv);
    V S = pair.S;
    V P = pair.norms * S + b2;
    for (int32_t layer = 0; layer < depth; ++layer) {
      const V k0 = kappa0(S);
      S = kappa1(S, k0);
      P = P * k0 + b2 + pair.norms * S;
    }
    return select(pair.zero, V{}, tangent ? P : pair.norms * S);
  }

  template <class V>
  [[gnu::always_inline]] void next_layer(V k0, V norms, V& S, V& P, V& S_s, V& Q_s, V& Q_b) const {
    Q_s = Q_s * k0 + P / norms * (kappa0_slope(S) * S_s);
    Q_b = Q_b * k0 + T(1);
    S_s = S_s * k0;
    S = kappa1(S, k0);
    P = P * k0 + b2 + norms * S;
    Q_s = Q_s + S_s;
  }
  // What it takes of the stack does not lie under the arc cosine.
  template <class V>
  [[gnu::noinline]] void next_layer_apart(V k0, V norms, V& S, V& P, V& S_s, V& Q_s, V& Q_b) const {
    next_layer(k0, norms, S, P, S_s, Q_s, Q_b);
  }

  // With Q = P/|u||v| as a function of S0 and of beta = b^2/|u||v|, the layers carry S_s = dS/dS0,
  // Q_s = dQ/dS0 and Q_b = dQ/dbeta. Then
  //     NTK:   toward = Q_s,  own = (P - Q_s u.v - Q_b b^2) / u.u
  //     NNGP:  toward = S_s,  own = (|u||v| S - S_s u.v) / u.u
  template <class V>
  void slopes(V uu, V vv, V uv, V& toward, V& own) const {
    const Pair<V> pair(uu, vv, uv);
    V S = pair.S, P = pair.norms * S + b2;
    const V cosine_product = pair.norms * S;
    V S_s = like<V>(uu, 1), Q_s = S_s, Q_b = S_s;
    for (int32_t layer = 0; layer < depth; ++layer) {
      if constexpr (width<V> == 1) {
        next_layer_apart(kappa0(S), pair.norms, S, P, S_s, Q_s, Q_b);
      } else {
        next_layer(kappa0(S), pair.norms, S, P, S_s, Q_s, Q_b);
      }
    }
    const V slope = tangent ? Q_s : S_s;
    const V value = tangent ? P - Q_b * b2 : pair.norms * S;
    const V divisor = select(pair.zero, like<V>(uu, 1), uu);
    toward = select(pair.zero, V{}, slope);
    own = select(pair.zero, V{}, (value - slope * cosine_product) / divisor);
  }

  int32_t depth;
  T b2;
};

// The bias enters the tangent kernel alone.
template <class T>
Kernel<T> nngp(int32_t hidden, T bias = 0) {
  return make_kernel<T, Network<T, NetworkLimit::gaussian_process>>({1, 1, bias, hidden});
}

template <class T>
Kernel<T> ntk(int32_t hidden, T bias = 0) {
  return make_kernel<T, Network<T, NetworkLimit::tangent>>({1, 1, bias, hidden});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
