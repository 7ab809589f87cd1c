// How a kernel is added: k(u, v) = 1 / (1 + |u - v| / L), which no list names, so that it costs
// nobody anything. It is compiled and tested as it stands, and works already where a kernel is
// given by its constructor (Fixed, Small, start). To give it to everybody else:
//
//     1. Copy this file, with a name and the mathematics of your own.
//     2. Add a line to RFM_EACH_KERNEL in facts.hpp, with the next free number, and let `id` be its
//        KernelId.
//     3. Include the file in any_kernel.hpp, and run `python3 toolchains/lists.py`.
//
// Model files, the command line and its help, C, JavaScript, and exports to C and ONNX know it
// then.
#pragma once
#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/kernels/pairs.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <class T>
struct Example {
  static constexpr KernelId id{-1};
  static constexpr PairShape shape = PairShape::radial;  // a function of s = |u - v|^2
  static bool valid(const KernelParameters<T>& p) { return valid_bandwidth(p.bandwidth); }

  // Everything that does not depend on the points is worked out once.
  explicit Example(const KernelParameters<T>& p) : inverse_L(1 / p.bandwidth) {}

  // 1 / (1 + D/L),  D^2 = s. V is a number, a vector of them, or a symbol that an export writes
  // down.
  template <class V>
  V value(V s) const {
    return T(1) / (T(1) + square_root(s) * inverse_L);
  }
  // What pulls u towards v: -dk/dD / D = k^2 / (L D), and 0 at the kink D = 0.
  template <class V>
  V slope(V s) const {
    const V k = value(s);
    return select(s < smallest_normal<T>, V{}, k * k * inverse_L / square_root(s));
  }

  T inverse_L;
};

template <class T>
Kernel<T> example(T L) {
  return make_kernel<T, Example<T>>({L, 1, 0, 0});
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
