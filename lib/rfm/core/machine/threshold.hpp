// The paper's RFM-T: keep the columns that matter, drop the rest, and fit the plain kernel on what
// is left.
#pragma once
#include <stddef.h>

#include "rfm/core/machine/project.hpp"
#include "rfm/core/machine/solve.hpp"
#include "rfm/core/model/inspect.hpp"

namespace rfm {

// Keeps the columns whose diagonal entry of M is above `share` times the largest, gives each of
// them weight one, and refits on the rows of the last start, which must still be there. The number
// kept goes to `kept` if it is given. Afterwards finish again before saving. When none is left, the
// machine stays as it was.
template <class T>
Status keep_features(Machine<T>& machine, T share, size_t* kept = nullptr) {
  if (!machine.started || machine.round == 0) return Status::wrong_order;
  if (!(share >= T(0)) || machine.model.metric == Metric::identity) return Status::bad_option;
  Model<T>& m = machine.model;
  T* importance = machine.workspace.scratch;  // (d) of the (16, d) that projecting needs
  importances(m, importance);
  T largest = T(0);
  for (size_t j = 0; j < m.d; ++j)
    if (importance[j] > largest) largest = importance[j];

  const auto keeps = [&](size_t j) { return importance[j] > share * largest; };
  size_t count = 0;
  for (size_t j = 0; j < m.d; ++j) count += keeps(j) ? 1 : 0;
  if (kept != nullptr) *kept = count;
  if (count == 0) return Status::nothing_left;

  Arena arena(machine.memory.header);
  machine.memory = layout_model<T>(arena, m.n, m.d, m.d, m.c, m.metric);
  point_to(machine.memory, &m);
  size_t row = 0;
  for (size_t j = 0; j < m.d; ++j) {
    if (m.metric == Metric::diagonal) machine.memory.root[j] = keeps(j) ? T(1) : T(0);
    if (m.metric == Metric::diagonal || !keeps(j)) continue;
    for (size_t k = 0; k < m.d; ++k) machine.memory.root[row * m.d + k] = k == j ? T(1) : T(0);
    ++row;
  }
  m.r = m.metric == Metric::full ? count : m.d;
  machine.finished = false;
  project(machine);
  fill_kernel(machine);
  return solve(machine);
}

}  // namespace rfm
