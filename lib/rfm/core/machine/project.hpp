// Rows to transformed points u = R (x - origin), in panels of 16 points. 2 d r operations a row.
#pragma once
#include <stddef.h>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/machine/machine.hpp"

namespace rfm {

// Numbers of scratch that project_panel needs.
constexpr size_t project_scratch(size_t d) { return saturating_multiply(panel, d); }

// u (16 lanes, r) from rows first .. first+15 of x; lanes behind the last row are zero.
// u_k = sum_j R_kj (x_j - origin_j), ascending j.
template <class T>
void project_panel(const Rows<T>& x, size_t first, const T* origin, Metric metric, const T* root,
                   size_t r, T* scratch, T* u) {
  const size_t count = x.n - first < panel ? x.n - first : panel;
  T* centred = metric == Metric::full ? scratch : u;
  for (size_t j = 0; j < x.d; ++j)
    for (size_t l = 0; l < panel; ++l)
      centred[j * panel + l] = l < count ? x(first + l, j) - origin[j] : T(0);
  if (metric == Metric::identity) return;
  if (metric == Metric::diagonal) {
    for (size_t k = 0; k < r; ++k)
      for (size_t l = 0; l < panel; ++l) u[k * panel + l] *= root[k];
    return;
  }
  for (size_t k = 0; k < r; ++k) {
    for (size_t l = 0; l < panel; ++l) u[k * panel + l] = T(0);
    for (size_t j = 0; j < x.d; ++j) {
      const T r_kj = root[k * x.d + j];
      for (size_t l = 0; l < panel; ++l) u[k * panel + l] += r_kj * centred[j * panel + l];
    }
  }
}

// The same with a model's own origin and root, carried out by its engine.
template <class T>
void project_panel(const Model<T>& model, const Rows<T>& x, size_t first, T* scratch, T* u) {
  void (*project)(const Rows<T>&, size_t, const T*, Metric, const T*, size_t, T*, T*) =
      project_panel<T>;
  if (model.engine != nullptr) project = model.engine->project_panel;
  project(x, first, model.origin, model.metric, model.root, model.r, scratch, u);
}

// u = R (x - origin) for all rows of a machine.
template <class T>
void project(Machine<T>& machine) {
  const Model<T>& m = machine.model;
  auto work = [&](size_t p, size_t worker) {
    T* scratch = machine.workspace.scratch + worker * project_scratch(m.d);
    project_panel(m, machine.data.x, p * panel, scratch, machine.memory.centres + p * panel * m.r);
  };
  for_each(machine.options.executor, panels_of(m.n), work);
}

}  // namespace rfm
