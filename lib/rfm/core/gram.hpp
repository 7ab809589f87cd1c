// The kernel matrix of the training points plus the ridge, tile by tile into the packed triangle.
// n^2/2 kernel values; scratch: one 16 x 16 tile a worker.
#pragma once
#include <stddef.h>

#include "rfm/core/executor.hpp"
#include "rfm/core/kernel.hpp"
#include "rfm/core/triangle.hpp"

namespace rfm {

constexpr size_t tile_size = panel * panel;

// What the ridge adds to row i of the kernel matrix: a row of weight w is w rows at once.
template <class T>
struct Ridge {
  T value = T(0);
  const T* weights = nullptr;  // (n) or null
  T operator[](size_t i) const { return weights == nullptr ? value : value / weights[i]; }
};

template <class T>
void gram_panel(const Kernel<T>& kernel, const T* centres, size_t r, Ridge<T> ridge, T jitter, Triangle<T> a,
                size_t p, T* tile) {
  const size_t height = a.height(p);
  const T* u = centres + p * panel * r;
  for (size_t q = 0; q < p; ++q) {
    const T* v = centres + q * panel * r;
    T* out = a.left(p) + q * panel * height;
    if (height == panel) {
      kernel.functions->values(kernel.parameters, u, v, r, panel, out);
    } else {
      kernel.functions->values(kernel.parameters, u, v, r, panel, tile);
      for (size_t j = 0; j < panel; ++j)
        for (size_t l = 0; l < height; ++l) out[j * height + l] = tile[j * panel + l];
    }
  }
  kernel.functions->values(kernel.parameters, u, u, r, height, tile);
  T* diagonal = a.diagonal(p);
  for (size_t j = 0; j < height; ++j) {
    T* column = diagonal + Triangle<T>::tile_index(height, 0, j);
    for (size_t l = j; l < height; ++l) column[l] = tile[j * panel + l];
    column[j] += ridge[p * panel + j];
    column[j] += jitter;
  }
}

// A = K + ridge + jitter. `tiles` holds one tile a worker.
template <class T>
void gram(const Kernel<T>& kernel, const T* centres, size_t r, Ridge<T> ridge, T jitter, Triangle<T> a,
          T* tiles, const Executor* executor) {
  auto work = [&](size_t p, size_t worker) {
    gram_panel(kernel, centres, r, ridge, jitter, a, p, tiles + worker * tile_size);
  };
  for_each(executor, a.panels(), work);
}

}  // namespace rfm
