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

// A type as a value.
template <class Functor>
struct Named {
  using type = Functor;
};

// What visit(Named<functor>) returns for the functor of a number; `otherwise` for a number that names none.
template <class T, class Result, class Visit>
Result visit_kernel(KernelId id, const Result& otherwise, const Visit& visit) {
  switch (id) {
    case KernelId::laplace:
      return visit(Named<Laplace<T>>{});
    case KernelId::gaussian:
      return visit(Named<Gaussian<T>>{});
    case KernelId::matern32:
      return visit(Named<Matern32<T>>{});
    case KernelId::matern52:
      return visit(Named<Matern52<T>>{});
    case KernelId::lpq100:
      return visit(Named<Lpq<T, 100>>{});
    case KernelId::lpq125:
      return visit(Named<Lpq<T, 125>>{});
    case KernelId::lpq150:
      return visit(Named<Lpq<T, 150>>{});
    case KernelId::lpq175:
      return visit(Named<Lpq<T, 175>>{});
    case KernelId::lpq200:
      return visit(Named<Lpq<T, 200>>{});
    case KernelId::nngp:
      return visit(Named<Network<T, NetworkLimit::gaussian_process>>{});
    case KernelId::ntk:
      return visit(Named<Network<T, NetworkLimit::tangent>>{});
  }
  return otherwise;
}

// Without functions, and so not valid, for a number that names no kernel. Check with valid(kernel) before
// use.
template <class T>
Kernel<T> any_kernel(KernelId id, const KernelParameters<T>& parameters) {
  return visit_kernel<T>(id, Kernel<T>{id, parameters}, [&](auto named) {
    return make_kernel<T, typename decltype(named)::type>(parameters);
  });
}

}  // namespace RFM_SEAM
}  // namespace rfm
