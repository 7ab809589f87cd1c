// The step that makes it a feature machine: M = R' E R, scaled and factored again, where E is the
// average outer product of the gradients of the last fit (AGOP). Panels of gradients are made,
// shifted if centring is asked for, and summed into E; nothing of size n c d exists. m n (2r + r c)
// + m c r^2 / 2 operations.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/symmetric.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/kernels/gradient.hpp"
#include "rfm/core/machine/machine.hpp"

namespace rfm {

namespace detail {

// Copies the chosen points into lanes; lanes without a point repeat the first, and are not counted
// later.
template <class T>
void gather_points(const Model<T>& model, const uint32_t* rows, size_t count, T* points) {
  for (size_t l = 0; l < panel; ++l) {
    const size_t i = rows[l < count ? l : 0];
    const T* u = model.centres + (i / panel) * panel * model.r + i % panel;
    for (size_t k = 0; k < model.r; ++k) points[k * panel + l] = u[k * panel];
  }
}

// One slot: the gradients of up to 16 rows, as (16, c, r).
template <class T>
void gradient_slot(const Machine<T>& machine, T scale, size_t slot, size_t count, size_t worker) {
  const Model<T>& model = machine.model;
  const LearnMemory<T>& memory = machine.workspace.learn;
  Arena arena(memory.scratch + worker * gradient_scratch_bytes<T>(model.d, model.c));
  const auto scratch = layout_gradient<T>(arena, model.d, model.c);
  gather_points(model, memory.rows + slot * panel, count, scratch.points);
  gradient_panel(model, scale, scratch);
  T* out = memory.gradients + slot * panel * model.c * model.d;
  for (size_t l = 0; l < count; ++l)
    for (size_t i = 0; i < model.c * model.r; ++i)
      out[l * model.c * model.r + i] = scratch.sums[i * panel + l];
}

// Centring in one pass: gradients are shifted by the mean of the first panel, which leaves their
// covariance alone and keeps its digits; the sums take out the rest in the end.
template <class T>
void shift_slot(const Machine<T>& machine, size_t slot, size_t count, bool first) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const size_t size = machine.model.c * machine.model.r;
  T* g = memory.gradients + slot * panel * machine.model.c * machine.model.d;
  for (size_t i = 0; first && i < size; ++i) {
    memory.shift[i] = memory.sums[i] = T(0);
    for (size_t l = 0; l < count; ++l) memory.shift[i] += g[l * size + i];
    memory.shift[i] /= static_cast<T>(count);
  }
  for (size_t l = 0; l < count; ++l) {
    const size_t row = memory.rows[slot * panel + l];
    const T weight = machine.data.weights == nullptr ? T(1) : machine.data.weights[row];
    for (size_t i = 0; i < size; ++i) {
      g[l * size + i] -= memory.shift[i];
      memory.sums[i] += weight * g[l * size + i];
    }
  }
}

// Rows first .. end-1 of E += sum over samples and outputs of g_k g, ascending; diagonal metric:
// only g_k^2.
template <class T>
void add_products(const Machine<T>& machine, size_t slot, size_t count, size_t first, size_t end) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const Model<T>& model = machine.model;
  const T* g = memory.gradients + slot * panel * model.c * model.d;
  for (size_t l = 0; l < count; ++l) {
    const size_t row = memory.rows[slot * panel + l];
    const T weight = machine.data.weights == nullptr ? T(1) : machine.data.weights[row];
    for (size_t o = 0; o < model.c; ++o, g += model.r)
      for (size_t k = first; k < end; ++k) {
        const T g_k = weight * g[k];
        if (model.metric == Metric::full)
          add_multiple(g_k, g, k + 1, memory.products + packed_row(k));
        else
          memory.products[k] += g_k * g[k];
      }
  }
}

// E -= sum_o s_o s_o' / total: what remains of the mean.
template <class T>
void subtract_mean(const Machine<T>& machine, T total) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const size_t r = machine.model.r;
  for (size_t o = 0; o < machine.model.c; ++o) {
    const T* s = memory.sums + o * r;
    for (size_t k = 0; k < r; ++k) {
      const T share = s[k] / total;
      if (machine.model.metric == Metric::full)
        add_multiple(-share, s, k + 1, memory.products + packed_row(k));
      else
        memory.products[k] -= share * s[k];
    }
  }
}

// A power of two near 1 / max |alpha|: exact, and it keeps tiny and huge targets in range.
template <class T>
T alpha_scale(const T* alpha, size_t count) {
  const T largest = largest_size(alpha, count);
  T scale = T(1);
  const T most = T(1) / smallest_normal<T> / T(4);
  while (largest * scale > T(2)) scale *= T(0.5);
  while (largest * scale < T(1) && largest > T(0) && scale < most) scale *= T(2);
  return scale;
}

}  // namespace detail

// Sums weighted outer products of the gradients at the chosen rows into the workspace, all times
// scale^2; returns the sum of the weights. `seed` chooses the rows when options.agop_rows asks for
// fewer than all.
template <class T>
T sum_gradient_products(const Machine<T>& machine, T scale, uint64_t seed) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const Model<T>& model = machine.model;
  const Executor* executor = machine.options.executor;
  const size_t wanted = machine.options.agop_rows == 0 ? model.n : machine.options.agop_rows;
  const size_t slots = gradient_slots(machine.shape.workers);
  const size_t size = model.metric == Metric::full ? packed_size(model.r) : model.r;
  for (size_t i = 0; i < size; ++i) memory.products[i] = T(0);
  T total = T(0);
  bool first = true;
  for (Chosen chosen(wanted, model.n, seed); chosen.more() && !stopped(executor); first = false) {
    size_t count = 0;
    while (count < slots * panel && chosen.more()) {
      const size_t row = chosen.next();
      memory.rows[count++] = static_cast<uint32_t>(row);
      total += machine.data.weights == nullptr ? T(1) : machine.data.weights[row];
    }
    const size_t used = panels_of(count);
    const auto rows_in = [count](size_t slot) {
      return count - slot * panel < panel ? count - slot * panel : panel;
    };
    {  // a scope of its own: less stack
      auto make = [&](size_t slot, size_t worker) {
        detail::gradient_slot(machine, scale, slot, rows_in(slot), worker);
      };
      for_each(executor, used, make);
    }
    for (size_t slot = 0; machine.options.centre_gradients && slot < used; ++slot)
      detail::shift_slot(machine, slot, rows_in(slot), first && slot == 0);
    const auto add_rows =
        model.engine == nullptr ? detail::add_products<T> : model.engine->add_products;
    auto add = [&](size_t block, size_t) {
      const size_t end = (block + 1) * panel < model.r ? (block + 1) * panel : model.r;
      for (size_t slot = 0; slot < used; ++slot)
        add_rows(machine, slot, rows_in(slot), block * panel, end);
    };
    for_each(executor, panels_of(model.r), add);
  }
  if (machine.options.centre_gradients) detail::subtract_mean(machine, total);
  return total;
}

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

// Not inlined: what it takes of the stack would lie under the gradients.
template <class T>
[[gnu::noinline]] Status learn_full(Machine<T>& machine, T total, T scale) {
  const LearnMemory<T>& memory = machine.workspace.learn;
  const size_t d = machine.model.d;
  const Executor* executor = machine.options.executor;
  sandwich(memory.products, machine.model.r, machine.memory.root, d, memory.metric, memory.work,
           executor);
  if (stopped(executor)) return Status::stopped;
  for (size_t i = 0; i < packed_size(d); ++i)
    if (!finite(memory.metric[i])) return Status::overflow;
  const T largest = largest_entry(memory.metric, d);
  if (largest == T(0)) return Status::ok;
  const T divisor = metric_divisor(machine, largest, total, scale);
  for (size_t i = 0; i < packed_size(d); ++i) memory.metric[i] /= divisor;
  machine.model.r =
      machine.model.kernel.root(memory.metric, d, machine.memory.root, memory.work, executor);
  return stopped(executor) ? Status::stopped : Status::ok;
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
  if (stopped(machine.options.executor)) return Status::stopped;
  return model.metric == Metric::full ? detail::learn_full(machine, total, scale)
                                      : detail::learn_diagonal(machine, total, scale);
}

}  // namespace rfm
