// The arithmetic of a kernel, written down: a functor that is given a Symbol instead of a number
// leaves the operations that it would carry out, one after the other. Exports turn them into C or
// into a graph, so that a kernel of a distance leaves in every form as soon as it computes. Some
// dozen operations for a kernel.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/core/kernels/any_kernel.hpp"

namespace rfm::data {

enum class Operation {
  input,     // what the expression is of
  constant,  // `number`
  add,
  subtract,
  multiply,
  divide,
  minimum,
  power,  // to the constant `number`, of what is not negative
  negate,
  magnitude,
  root,         // square root
  exponential,  // e^x
};

constexpr std::size_t operands(Operation operation) {
  return operation < Operation::add ? 0 : operation < Operation::power ? 2 : 1;
}

// `first` and `second` count the steps before.
struct Step {
  Operation operation;
  double number;
  std::size_t first, second;
};

// The last step is the value.
using Expression = std::vector<Step>;

// One number of an expression that is being written down.
template <class T>
struct Symbol {
  Expression* steps;
  std::size_t index;
};

template <class T>
Symbol<T> noted(Expression* steps, Operation operation, std::size_t first = 0,
                std::size_t second = 0, double number = 0) {
  steps->push_back({operation, number, first, second});
  return {steps, steps->size() - 1};
}
template <class T>
Symbol<T> noted(Symbol<T> a, Operation operation) {
  return noted<T>(a.steps, operation, a.index);
}
template <class T>
Symbol<T> noted(Symbol<T> a, Operation operation, Symbol<T> b) {
  return noted<T>(a.steps, operation, a.index, b.index);
}
template <class T>
Symbol<T> like(Symbol<T> a, double c) {
  return noted<T>(a.steps, Operation::constant, 0, 0, static_cast<double>(static_cast<T>(c)));
}

// The operations that functors of kernels use; what else a new one needs is added here.
template <class T>
Symbol<T> operator-(Symbol<T> a) {
  return noted(a, Operation::negate);
}
#define RFM_NOTED(symbol, operation)                    \
  template <class T>                                    \
  Symbol<T> operator symbol(Symbol<T> a, Symbol<T> b) { \
    return noted(a, operation, b);                      \
  }                                                     \
  template <class T>                                    \
  Symbol<T> operator symbol(Symbol<T> a, T b) {         \
    return noted(a, operation, like(a, double(b)));     \
  }                                                     \
  template <class T>                                    \
  Symbol<T> operator symbol(T a, Symbol<T> b) {         \
    return noted(like(b, double(a)), operation, b);     \
  }
RFM_NOTED(+, Operation::add)
RFM_NOTED(-, Operation::subtract)
RFM_NOTED(*, Operation::multiply)
RFM_NOTED(/, Operation::divide)
#undef RFM_NOTED
template <class T>
Symbol<T> smaller(Symbol<T> a, Symbol<T> b) {
  return noted(a, Operation::minimum, b);
}
template <class T>
Symbol<T> absolute(Symbol<T> a) {
  return noted(a, Operation::magnitude);
}
template <class T>
Symbol<T> square_root(Symbol<T> a) {
  return noted(a, Operation::root);
}
template <class T>
Symbol<T> decay(Symbol<T> a) {
  return noted(a, Operation::exponential);
}
template <class T>
Symbol<T> power(Symbol<T> base, T exponent) {
  return noted<T>(base.steps, Operation::power, base.index, 0, static_cast<double>(exponent));
}

// What a kernel of a distance sums over the coordinates, of the difference in one.
template <class T>
Expression term_of(KernelId id);

// Its value, of that sum; of an anchored kernel the growth.
template <class T>
Expression value_of(const Kernel<T>& kernel);

// Whether an inner-product kernel is the tangent kernel of its network, in which the bias takes
// part.
bool is_tangent(KernelId id);

}  // namespace rfm::data

template <class T>
struct rfm::LaneTraits<rfm::data::Symbol<T>> {
  using Scalar = T;
};
