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

// Where the kernel matrix comes from, tile by tile: here from the points. Whoever keeps something that leads
// to it sooner brings a source of their own, called in the same way.
template <class T>
struct PointTiles {
  const Kernel<T>& kernel;
  const T* points;
  size_t r;

  // out = k of panel p against the first `columns` points of panel q
  void operator()(size_t p, size_t q, size_t columns, T* out) const {
    kernel.functions->values(kernel.parameters, points + p * panel * r, points + q * panel * r, r, columns,
                             out);
  }
};

template <class T, class Tiles>
void gram_panel(const Tiles& tiles, Ridge<T> ridge, T jitter, Triangle<T> a, size_t p, T* tile) {
  const size_t height = a.height(p);
  for (size_t q = 0; q < p; ++q) {
    T* out = a.left(p) + q * panel * height;
    if (height == panel) {
      tiles(p, q, panel, out);
    } else {
      tiles(p, q, panel, tile);
      for (size_t j = 0; j < panel; ++j)
        for (size_t l = 0; l < height; ++l) out[j * height + l] = tile[j * panel + l];
    }
  }
  tiles(p, p, height, tile);
  T* diagonal = a.diagonal(p);
  for (size_t j = 0; j < height; ++j) {
    T* column = diagonal + Triangle<T>::tile_index(height, 0, j);
    for (size_t l = j; l < height; ++l) column[l] = tile[j * panel + l];
    column[j] += ridge[p * panel + j];
    column[j] += jitter;
  }
}

// A = K + ridge + jitter. `scratch` holds one tile a worker.
template <class T, class Tiles>
void gram(const Tiles& tiles, Ridge<T> ridge, T jitter, Triangle<T> a, T* scratch, const Executor* executor) {
  auto work = [&](size_t p, size_t worker) {
    gram_panel(tiles, ridge, jitter, a, p, scratch + worker * tile_size);
  };
  for_each(executor, a.panels(), work);
}

}  // namespace rfm
