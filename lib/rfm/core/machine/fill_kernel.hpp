// The kernel matrix of the machine's points plus the ridge, tile by tile into the packed triangle.
// n^2 / 2 kernel values; scratch: one 16 x 16 tile a worker.
#pragma once
#include <stddef.h>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/machine/machine.hpp"

namespace rfm {

namespace detail {

// out = k of the points of panel p against the first `columns` points of panel q.
template <class T>
void kernel_tile(const Model<T>& model, size_t p, size_t q, size_t columns, T* out) {
  const T* points = model.centres;
  const size_t size = panel * model.r;
  model.kernel.functions->values(model.kernel.parameters, points + p * size, points + q * size,
                                 model.r, columns, out);
}

// What is added to row i of the diagonal before the jitter: a row of weight w is w rows at once.
template <class T>
T ridge_of(const Machine<T>& machine, size_t i) {
  const T* weights = machine.data.weights;
  return weights == nullptr ? machine.options.ridge : machine.options.ridge / weights[i];
}

// Panel p of A = K + ridge + jitter.
template <class T>
void fill_panel(const Machine<T>& machine, size_t p, T* tile) {
  const Triangle<T> a = machine.workspace.solve.triangle;
  const size_t height = a.height(p);
  for (size_t q = 0; q < p; ++q) {
    T* out = a.left(p) + q * panel * height;
    if (height == panel) {
      kernel_tile(machine.model, p, q, panel, out);
    } else {
      kernel_tile(machine.model, p, q, panel, tile);
      for (size_t j = 0; j < panel; ++j)
        for (size_t l = 0; l < height; ++l) out[j * height + l] = tile[j * panel + l];
    }
  }
  kernel_tile(machine.model, p, p, height, tile);
  T* diagonal = a.diagonal(p);
  for (size_t j = 0; j < height; ++j) {
    T* column = diagonal + Triangle<T>::tile_index(height, 0, j);
    for (size_t l = j; l < height; ++l) column[l] = tile[j * panel + l];
    column[j] += ridge_of(machine, p * panel + j);
    column[j] += machine.jitter;
  }
}

}  // namespace detail

// A = K + ridge + jitter into the workspace.
template <class T>
void fill_kernel(Machine<T>& machine, T jitter = T(0)) {
  machine.jitter = jitter;
  auto work = [&](size_t p, size_t worker) {
    detail::fill_panel(machine, p, machine.workspace.solve.tiles + worker * tile_size);
  };
  for_each(machine.options.executor, panels_of(machine.model.n), work);
}

}  // namespace rfm
