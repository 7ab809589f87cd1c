// The step that makes it a feature machine: M = R' E R from the gradients, scaled, and factored
// again.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/machine/agop.hpp"

namespace rfm {

namespace detail {

// What divides M: its largest entry, or the weight of the rows (times the scale that was taken out
// of alpha).
template <class T>
T metric_divisor(const Machine<T>& machine, T largest, T total, T scale) {
  return machine.options.scale == MetricScale::largest ? largest : total * scale * scale;
}

template <class T>
Status learn_diagonal(Machine<T>& machine, T total, T scale) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  T* root = machine.memory.root;
  T largest = T(0);
  for (size_t k = 0; k < machine.model.d; ++k) {
    memory.products[k] *= root[k] * root[k];
    if (!finite(memory.products[k])) return Status::overflow;
    if (memory.products[k] < T(0)) memory.products[k] = T(0);
    if (memory.products[k] > largest) largest = memory.products[k];
  }
  if (largest == T(0)) return Status::ok;
  const T divisor = metric_divisor(machine, largest, total, scale);
  for (size_t k = 0; k < machine.model.d; ++k)
    root[k] = rounded_square_root(memory.products[k] / divisor);
  return Status::ok;
}

template <class T>
Status learn_full(Machine<T>& machine, T total, T scale) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const size_t d = machine.model.d;
  sandwich(memory.products, machine.model.r, machine.memory.root, d, memory.metric, memory.work);
  for (size_t i = 0; i < packed_size(d); ++i)
    if (!finite(memory.metric[i])) return Status::overflow;
  const T largest = largest_entry(memory.metric, d);
  if (largest == T(0)) return Status::ok;
  const T divisor = metric_divisor(machine, largest, total, scale);
  for (size_t i = 0; i < packed_size(d); ++i) memory.metric[i] /= divisor;
  machine.model.r = machine.model.kernel.root(memory.metric, d, machine.memory.root, memory.work);
  return Status::ok;
}

}  // namespace detail

// M from the gradients of the last fit. A fit without gradients (all targets zero) leaves M as it
// was.
template <class T>
Status learn(Machine<T>& machine) {
  machine.factored = false;
  const Model<T>& model = machine.model;
  const T scale = detail::alpha_scale(model.alpha, padded(model.n) * model.c);
  const uint64_t seed = random_bits(machine.options.seed, machine.round);
  const T total = sum_gradient_products(machine, scale, seed);
  return model.metric == Metric::full ? detail::learn_full(machine, total, scale)
                                      : detail::learn_diagonal(machine, total, scale);
}

}  // namespace rfm
