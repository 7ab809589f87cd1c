// One round's linear system: alpha = (K + ridge I)^-1 y by Cholesky, with a defined answer when the matrix is
// singular, and the leave-one-out residuals that fall out of the factor.
#pragma once
#include <stddef.h>

#include "rfm/core/cholesky.hpp"
#include "rfm/core/gram.hpp"
#include "rfm/core/machine.hpp"

namespace rfm {

namespace detail {

template <class T>
Ridge<T> ridge_of(const Machine<T>& machine) {
  return {machine.options.ridge, machine.data.weights};
}

template <class T>
PointTiles<T> tiles_of(const Model<T>& model) {
  return {model.kernel, model.centres, model.r};
}

// The largest k(u, u): what rounding is measured against.
template <class T, class Tiles>
T largest_diagonal(const Machine<T>& machine, const Tiles& tiles) {
  T* tile = machine.workspace.solve.tiles;
  const Model<T>& model = machine.model;
  T largest = T(0);
  for (size_t p = 0; p < panels_of(model.n); ++p) {
    const size_t count = model.n - p * panel < panel ? model.n - p * panel : panel;
    tiles(p, p, count, tile);
    for (size_t j = 0; j < count; ++j)
      if (tile[j * panel + j] > largest) largest = tile[j * panel + j];
  }
  return largest;
}

// Factors K + ridge + jitter. Jitter is zero unless a pivot falls to rounding level, 16 eps of the diagonal;
// then it starts at 4 n eps of the diagonal and grows tenfold: the limit of small ridges, near the
// minimum-norm answer.
template <class T, class Tiles>
Status factor_gram(Machine<T>& machine, const Tiles& tiles) {
  const SolveMemory<T>& memory = machine.workspace.solve;
  const Model<T>& model = machine.model;
  const T largest = largest_diagonal(machine, tiles);
  if (!finite(largest)) return Status::out_of_scale;
  const T rounding = machine_epsilon<T> * (largest > T(0) ? largest : T(1));
  const auto factor_triangle = model.engine == nullptr ? factor<T> : model.engine->factor;
  T jitter = T(0);
  for (int attempt = 0; attempt < 9; ++attempt) {
    gram(tiles, ridge_of(machine), jitter, memory.triangle, memory.tiles, machine.options.executor);
    if (factor_triangle(memory.triangle, T(16) * rounding, machine.options.executor) == model.n) {
      machine.jitter = jitter;
      return Status::ok;
    }
    jitter = jitter > T(0) ? T(10) * jitter : T(4) * static_cast<T>(model.n) * rounding;
  }
  return Status::singular;
}

}  // namespace detail

// A x = b in place, A the factored matrix, for all outputs; b as the model's alpha.
template <class T>
void solve_outputs(const Machine<T>& machine, T* b) {
  const Model<T>& model = machine.model;
  const auto substitute = model.engine == nullptr ? solve<T> : model.engine->solve;
  substitute(machine.workspace.solve.triangle, b, padded(model.n), model.c, machine.options.executor);
}

// The diagonal of the inverse into the workspace.
template <class T>
void find_inverse_diagonal(const Machine<T>& machine) {
  const SolveMemory<T>& memory = machine.workspace.solve;
  const auto find =
      machine.model.engine == nullptr ? inverse_diagonal<T> : machine.model.engine->inverse_diagonal;
  find(memory.triangle, memory.strips, memory.inverse, machine.options.executor);
}

// alpha from the targets; afterwards the workspace holds the factor. `tiles` as PointTiles.
template <class T, class Tiles>
Status solve_round(Machine<T>& machine, const Tiles& tiles) {
  RFM_TRY(detail::factor_gram(machine, tiles));
  const Model<T>& model = machine.model;
  const size_t points = padded(model.n);
  for (size_t o = 0; o < model.c; ++o)
    for (size_t i = 0; i < points; ++i)
      machine.memory.alpha[o * points + i] = i < model.n ? machine.data.y(i, o) : T(0);
  solve_outputs(machine, machine.memory.alpha);
  if (machine.options.refine.improve != nullptr) RFM_TRY(machine.options.refine.improve(machine));
  for (size_t i = 0; i < points * model.c; ++i)
    if (!finite(machine.memory.alpha[i])) return Status::overflow;
  machine.factored = true;
  return Status::ok;
}
template <class T>
Status solve_round(Machine<T>& machine) {
  return solve_round(machine, detail::tiles_of(machine.model));
}

// out (n, c): y_i - f_without_i(x_i) = alpha_i / (A^-1)_ii for the metric of the last round, without
// refitting. Needs a shape with leave_one_out, directly after a round.
template <class T>
Status leave_one_out(Machine<T>& machine, T* out) {
  if (out == nullptr) return Status::null_pointer;
  if (!machine.factored) return Status::wrong_order;
  if (!machine.shape.leave_one_out) return Status::bad_option;
  const SolveMemory<T>& memory = machine.workspace.solve;
  find_inverse_diagonal(machine);
  const Model<T>& model = machine.model;
  for (size_t i = 0; i < model.n; ++i)
    for (size_t o = 0; o < model.c; ++o) out[i * model.c + o] = model.outputs(o)[i] / memory.inverse[i];
  return Status::ok;
}

}  // namespace rfm
