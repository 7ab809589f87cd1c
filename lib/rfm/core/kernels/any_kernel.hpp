// Every kernel by its number, for model files and command lines. Refers to all of them: a program
// that knows its kernel calls that one's constructor instead and links nothing else.
#pragma once
#include "rfm/core/kernels/brownian.hpp"
#include "rfm/core/kernels/gaussian.hpp"
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/kernels/lpq.hpp"
#include "rfm/core/kernels/matern.hpp"
#include "rfm/core/kernels/network.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// A type as a value.
template <class Functor>
struct Named {
  using type = Functor;
};

// What visit(Named<functor>) returns for the functor of a number; `otherwise` for a number that
// names none.
template <class T, class Result, class Visit>
Result visit_kernel(KernelId id, const Result& otherwise, const Visit& visit) {
#define RFM_VISIT(number, name, word, title, norm, decay, takes, formula, ...) \
  case KernelId::name:                                                         \
    return visit(Named<__VA_ARGS__>{});
  switch (id) { RFM_EACH_KERNEL(RFM_VISIT) }
#undef RFM_VISIT
  return otherwise;
}

// The shape of the mathematics of a kernel with this number.
inline PairShape shape_of(KernelId id) {
  return visit_kernel<float>(id, PairShape::radial,
                             [](auto named) { return decltype(named)::type::shape; });
}

// Whether a rotation of all points changes nothing.
inline bool turns(KernelId id) {
  return visit_kernel<float>(id, true,
                             [](auto named) { return turns<typename decltype(named)::type>(); });
}

// Without functions, and so not valid, for a number that names no kernel. Check with valid(kernel)
// before use.
template <class T>
Kernel<T> any_kernel(KernelId id, const KernelParameters<T>& parameters) {
  return visit_kernel<T>(id, Kernel<T>{id, parameters}, [&](auto named) {
    return make_kernel<T, typename decltype(named)::type>(parameters);
  });
}

// The functions of a kernel for work that asks for no slope: nothing else is compiled for it.
template <class T, class Functor>
inline constexpr PairFunctions<T> value_functions{
    PairLoops<T, Functor>::values, nullptr, nullptr, nullptr, nullptr, Functor::valid, nullptr};

// any_kernel with these functions, and without a way to roots.
template <class T>
Kernel<T> kernel_of_values(KernelId id, const KernelParameters<T>& parameters) {
  return visit_kernel<T>(id, Kernel<T>{id, parameters}, [&](auto named) {
    using Functor = typename decltype(named)::type;
    Kernel<T> kernel{id, parameters, &value_functions<T, Functor>};
    kernel.centred = Functor::shape != PairShape::inner_product;
    return kernel;
  });
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
