// Every kernel by its number, for model files and command lines. Refers to all of them: a program that knows
// its kernel calls that one's constructor instead and links nothing else.
#pragma once
#include "rfm/core/kernels/gaussian.hpp"
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/kernels/lpq.hpp"
#include "rfm/core/kernels/matern.hpp"
#include "rfm/core/kernels/network.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// Without functions, and so not valid, for a number that names no kernel. Check with valid(kernel) before
// use.
template <class T>
Kernel<T> any_kernel(KernelId id, const KernelParameters<T>& parameters) {
  switch (id) {
    case KernelId::laplace:
      return make_kernel<T, Laplace<T>>(id, parameters);
    case KernelId::gaussian:
      return make_kernel<T, Gaussian<T>>(id, parameters);
    case KernelId::matern32:
      return make_kernel<T, Matern32<T>>(id, parameters);
    case KernelId::matern52:
      return make_kernel<T, Matern52<T>>(id, parameters);
    case KernelId::lpq100:
      return make_kernel<T, Lpq<T, 100>>(id, parameters);
    case KernelId::lpq125:
      return make_kernel<T, Lpq<T, 125>>(id, parameters);
    case KernelId::lpq150:
      return make_kernel<T, Lpq<T, 150>>(id, parameters);
    case KernelId::lpq175:
      return make_kernel<T, Lpq<T, 175>>(id, parameters);
    case KernelId::lpq200:
      return make_kernel<T, Lpq<T, 200>>(id, parameters);
    case KernelId::nngp:
      return make_kernel<T, Network<T, NetworkLimit::gaussian_process>>(id, parameters);
    case KernelId::ntk:
      return make_kernel<T, Network<T, NetworkLimit::tangent>>(id, parameters);
  }
  return {id, parameters};
}

}  // namespace RFM_SEAM
}  // namespace rfm
