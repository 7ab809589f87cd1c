// One round's linear system: alpha = (K + ridge I)^-1 y by Cholesky, with a defined answer when the
// matrix is singular. n^3 / 3 operations.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/machine/fill_kernel.hpp"

namespace rfm {

namespace detail {

// The largest k(u, u): what rounding is measured against.
template <class T>
T largest_diagonal(const Machine<T>& machine) {
  T* tile = machine.workspace.solve.tiles;
  const Model<T>& model = machine.model;
  T largest = T(0);
  for (size_t p = 0; p < panels_of(model.n); ++p) {
    const size_t count = model.n - p * panel < panel ? model.n - p * panel : panel;
    kernel_tile(model, p, p, count, tile);
    for (size_t j = 0; j < count; ++j)
      if (tile[j * panel + j] > largest) largest = tile[j * panel + j];
  }
  return largest;
}

// Factors the triangle that fill_kernel has filled. When a pivot falls to rounding level, 16 eps of
// the diagonal, it is filled again with jitter, which starts at 4 n eps of the diagonal and grows
// tenfold: the limit of small ridges, near the minimum-norm answer.
template <class T>
Status factor_kernel(Machine<T>& machine) {
  const Model<T>& model = machine.model;
  const T largest = largest_diagonal(machine);
  if (!finite(largest)) return Status::out_of_scale;
  const T rounding = machine_epsilon<T> * (largest > T(0) ? largest : T(1));
  const auto factor_triangle = model.engine == nullptr ? factor<T> : model.engine->factor;
  for (int refills = 0;; ++refills) {
    const size_t good = factor_triangle(machine.workspace.solve.triangle, T(16) * rounding,
                                        machine.options.executor);
    if (stopped(machine.options.executor)) return Status::stopped;
    if (good == model.n) return Status::ok;
    if (refills == 8) return Status::singular;
    fill_kernel(machine, machine.jitter > T(0) ? T(10) * machine.jitter
                                               : T(4) * static_cast<T>(model.n) * rounding);
  }
}

}  // namespace detail

// alpha from the targets; afterwards the workspace holds the factor.
template <class T>
Status solve(Machine<T>& machine) {
  RFM_TRY(detail::factor_kernel(machine));
  const Model<T>& model = machine.model;
  const size_t points = padded(model.n);
  T* alpha = machine.memory.alpha;
  for (size_t o = 0; o < model.c; ++o)
    for (size_t i = 0; i < points; ++i)
      alpha[o * points + i] = i < model.n ? machine.data.y(i, o) : T(0);
  const auto substitute_all = model.engine == nullptr ? substitute<T> : model.engine->substitute;
  substitute_all(machine.workspace.solve.triangle, alpha, points, model.c,
                 machine.options.executor);
  if (stopped(machine.options.executor)) return Status::stopped;
  for (size_t i = 0; i < points * model.c; ++i)
    if (!finite(alpha[i])) return Status::overflow;
  machine.factored = true;
  return Status::ok;
}

}  // namespace rfm
