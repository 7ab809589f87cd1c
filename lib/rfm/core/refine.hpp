// Alpha of a float machine to double quality: residuals in double precision against kernel values in double,
// solved for with the float factor. n^2 (r + c) double operations a step; two steps are enough up to a
// condition of 1e6.
#pragma once
#include <stddef.h>

#include "rfm/core/solve.hpp"

namespace rfm {

namespace detail {

inline void widen(const float* from, size_t count, double* to) {
  for (size_t i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

// residual -= K alpha, K from points in double, columns ascending.
inline void subtract_kernel_product(const Machine<float>& machine) {
  const SolveMemory<float>& memory = machine.workspace.solve;
  const Model<float>& model = machine.model;
  const Kernel<double>& kernel = machine.options.refine.kernel;
  const size_t points = padded(model.n), size = panel * model.r;
  double* u = memory.points;
  double* v = memory.points + panel * model.d;
  for (size_t p = 0; p < panels_of(model.n); ++p) {
    widen(model.centres + p * size, size, u);
    for (size_t q = 0; q < panels_of(model.n); ++q) {
      const size_t columns = model.n - q * panel < panel ? model.n - q * panel : panel;
      widen(model.centres + q * size, size, v);
      kernel.functions->values(kernel.parameters, u, v, model.r, columns, memory.tile);
      for (size_t o = 0; o < model.c; ++o) {
        double* residual = memory.residual + o * points + p * panel;
        const double* alpha = memory.alpha + o * points + q * panel;
        for (size_t j = 0; j < columns; ++j)
          for (size_t l = 0; l < panel; ++l) residual[l] -= memory.tile[j * panel + l] * alpha[j];
      }
    }
  }
}

// residual = y - (K + ridge + jitter) alpha.
inline void find_residual(const Machine<float>& machine) {
  const SolveMemory<float>& memory = machine.workspace.solve;
  const Model<float>& model = machine.model;
  const size_t points = padded(model.n);
  for (size_t o = 0; o < model.c; ++o)
    for (size_t i = 0; i < points; ++i) {
      double& residual = memory.residual[o * points + i];
      residual = 0;
      if (i >= model.n) continue;
      const double weight =
          machine.data.weights == nullptr ? 1.0 : static_cast<double>(machine.data.weights[i]);
      const double ridge =
          static_cast<double>(machine.options.ridge) / weight + static_cast<double>(machine.jitter);
      residual = static_cast<double>(machine.data.y(i, o)) - ridge * memory.alpha[o * points + i];
    }
  subtract_kernel_product(machine);
}

inline Status refine_alpha(Machine<float>& machine) {
  const SolveMemory<float>& memory = machine.workspace.solve;
  const Model<float>& model = machine.model;
  if (!valid(machine.options.refine.kernel) || machine.options.refine.kernel.id != model.kernel.id)
    return Status::wrong_kernel;
  const size_t size = padded(model.n) * model.c;
  widen(machine.memory.alpha, size, memory.alpha);
  for (size_t step = 0; step < machine.options.refine.steps; ++step) {
    find_residual(machine);
    for (size_t i = 0; i < size; ++i) machine.memory.alpha[i] = static_cast<float>(memory.residual[i]);
    solve_outputs(machine, machine.memory.alpha);
    for (size_t i = 0; i < size; ++i) memory.alpha[i] += static_cast<double>(machine.memory.alpha[i]);
  }
  for (size_t i = 0; i < size; ++i) machine.memory.alpha[i] = static_cast<float>(memory.alpha[i]);
  return Status::ok;
}

}  // namespace detail

// For Options<float>::refine. Give the same kernel in double: refined(laplace<double>(10)).
inline Refinement<float> refined(const Kernel<double>& kernel, size_t steps = 2) {
  return {detail::refine_alpha, kernel, steps};
}

}  // namespace rfm
