#include "rfm/data/export/expression.hpp"

namespace rfm::data {
namespace {

template <class T, class Write>
Expression written(const Write& write) {
  Expression steps;
  (void)write(noted<T>(&steps, Operation::input));
  return steps;
}

}  // namespace

template <class T>
Expression term_of(KernelId id) {
  return written<T>([id](Symbol<T> difference) {
    return visit_kernel<T>(id, difference, [difference](auto named) {
      using Functor = typename decltype(named)::type;
      constexpr bool by_coordinate =
          Functor::shape == PairShape::per_coordinate || Functor::shape == PairShape::anchored;
      if constexpr (by_coordinate) return Functor::term(absolute(difference));
      if constexpr (!by_coordinate) return difference * difference;
    });
  });
}

template <class T>
Expression value_of(const Kernel<T>& kernel) {
  return written<T>([&kernel](Symbol<T> sum) {
    return visit_kernel<T>(kernel.id, sum, [&kernel, sum](auto named) {
      using Functor = typename decltype(named)::type;
      if constexpr (Functor::shape == PairShape::inner_product) return sum;
      if constexpr (Functor::shape == PairShape::anchored)
        return Functor(kernel.parameters).growth(sum);
      if constexpr (Functor::shape == PairShape::radial ||
                    Functor::shape == PairShape::per_coordinate)
        return Functor(kernel.parameters).value(sum);
    });
  });
}

bool is_tangent(KernelId id) {
  return visit_kernel<float>(id, false, [](auto named) {
    using Functor = typename decltype(named)::type;
    if constexpr (Functor::shape == PairShape::inner_product) return Functor::tangent;
    if constexpr (Functor::shape != PairShape::inner_product) return false;
  });
}

template Expression term_of<float>(KernelId);
template Expression term_of<double>(KernelId);
template Expression value_of(const Kernel<float>&);
template Expression value_of(const Kernel<double>&);

}  // namespace rfm::data
