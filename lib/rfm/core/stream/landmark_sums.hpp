// The two sums that a machine with landmarks is fitted from, and how a block of rows is added to
// them. The heavy parts are tiles of 16 x 16; every element is added to in the order of the rows,
// so neither blocks nor workers change a bit.
#pragma once
#include <stddef.h>

#include "rfm/core/rfm.hpp"

namespace rfm {

struct LandmarkShape {
  size_t p = 0, d = 0, c = 1;  // centres, columns, outputs
  Metric metric = Metric::full;
  size_t panels = 1;  // of 16 rows that are worked on at once: more are faster, and no other answer
  size_t workers = 1;
};

template <class T>
struct LandmarkMemory {
  Triangle<T> normal;    // minus the sum of phi phi'
  T* right = nullptr;    // (c, padded(p)) the sum of phi y
  T* rows = nullptr;     // (panels, padded(p), 16) phi, a row a lane
  T* columns = nullptr;  // (padded(p) / 16) panels of phi by landmarks, 16 panels rows long
  T* scratch = nullptr;  // a worker's: (2 d, 16) points
};

// What is needed besides the memory of a fit of p rows, whose triangle holds K_pp.
template <class T>
constexpr LandmarkMemory<T> layout_landmarks(Arena& arena, const LandmarkShape& s) {
  LandmarkMemory<T> memory;
  const size_t rows = saturating_multiply(panel, s.panels);
  memory.normal.n = s.p;
  memory.normal.data = arena.take<T>(triangle_size(s.p));
  memory.right = arena.take<T>(saturating_multiply(s.c, padded(s.p)));
  memory.rows = arena.take<T>(saturating_multiply(rows, padded(s.p)));
  memory.columns = arena.take<T>(saturating_multiply(rows, padded(s.p)));
  memory.scratch = arena.take<T>(saturating_multiply(s.workers, 2 * project_scratch(s.d)));
  return memory;
}

// The shape of the machine inside.
constexpr Shape machine_shape(const LandmarkShape& s) {
  Shape shape;
  shape.n = s.p;
  shape.d = s.d;
  shape.c = s.c;
  shape.metric = Metric::identity;
  shape.workers = s.workers;
  return shape;
}

// Bytes of workspace; the model takes model_bytes<T>(p, d, c, metric).
template <class T>
constexpr size_t landmark_workspace_bytes(const LandmarkShape& s) {
  Arena arena;
  arena.take<unsigned char>(workspace_bytes<T>(machine_shape(s)));
  layout_landmarks<T>(arena, s);
  return arena.bytes();
}

template <class T>
struct Landmarks {
  Machine<T> machine;
  LandmarkMemory<T> memory;
  LandmarkShape shape;
  T ridge = T(0);
};

namespace detail {

// phi (padded(p), 16 lanes) of the 16 rows at `points`: kernel values, then forward substitution, a
// panel of landmarks after the other.
template <class T>
void substitute_rows(const Landmarks<T>& landmarks, const T* points, T* phi) {
  const Model<T>& model = landmarks.machine.model;
  const Triangle<T> l = landmarks.machine.workspace.solve.triangle;
  for (size_t q = 0; q < l.panels(); ++q) {
    const size_t height = l.height(q);
    T* c = phi + q * tile_size;
    model.kernel.functions->values(model.kernel.parameters, points,
                                   model.centres + q * panel * model.r, model.r, height, c);
    const bool packed = model.engine != nullptr && height == panel && q > 0;
    if (packed) {
      model.engine->subtract_tile(c, phi, l.left(q), q * panel);
    } else {
      subtract_product(c, phi, panel, l.left(q), height, height, q * panel);
    }
    const T* tile = l.diagonal(q);
    for (size_t j = 0; j < height; ++j) {
      for (size_t k = 0; k < j; ++k)
        add_multiple(-tile[Triangle<T>::tile_index(height, j, k)], c + k * panel, panel,
                     c + j * panel);
      const T inverse = tile[Triangle<T>::tile_index(height, j, j)];
      for (size_t lane = 0; lane < panel; ++lane) c[j * panel + lane] *= inverse;
    }
  }
}

// What 16 rows, or the last `count`, contribute: their phi times the root of their weights.
template <class T>
void make_rows(const Landmarks<T>& landmarks, const Rows<T>& x, size_t first, const T* weights,
               size_t slot, size_t worker) {
  const Model<T>& model = landmarks.machine.model;
  T* scratch = landmarks.memory.scratch + worker * 2 * project_scratch(model.d);
  T* points = scratch + project_scratch(model.d);
  project_panel(model, x, first, scratch, points);
  T* phi = landmarks.memory.rows + slot * panel * padded(model.n);
  substitute_rows(landmarks, points, phi);
  for (size_t l = 0; l < panel; ++l) {
    const size_t row = first + l;
    if (row < x.n && weights == nullptr) continue;
    const T factor = row < x.n ? rounded_square_root(weights[row]) : T(0);
    for (size_t i = 0; i < model.n; ++i) phi[i * panel + l] *= factor;
  }
}

// The rows' phi of landmark panel q, turned so that landmarks are lanes.
template <class T>
void turn_panel(const Landmarks<T>& landmarks, size_t q, size_t slots) {
  const LandmarkMemory<T>& memory = landmarks.memory;
  const size_t height = memory.normal.height(q), points = padded(memory.normal.n);
  T* to = memory.columns + q * tile_size * landmarks.shape.panels;
  for (size_t slot = 0; slot < slots; ++slot) {
    const T* from = memory.rows + slot * panel * points + q * tile_size;
    for (size_t l = 0; l < panel; ++l, to += height)
      for (size_t j = 0; j < height; ++j) to[j] = from[j * panel + l];
  }
}

// Panel p of the normal triangle -= its phi times those of the panels before it, and its own.
template <class T>
void add_panel(const Landmarks<T>& landmarks, size_t p, size_t depth) {
  const Triangle<T> n = landmarks.memory.normal;
  const Engine<T>* engine = landmarks.machine.model.engine;
  const size_t height = n.height(p), each = tile_size * landmarks.shape.panels;
  const T* a = landmarks.memory.columns + p * each;
  for (size_t q = 0; q < p; ++q) {
    T* c = n.left(p) + q * panel * height;
    const T* b = landmarks.memory.columns + q * each;
    if (engine != nullptr && height == panel) {
      engine->subtract_tile(c, a, b, depth);
    } else {
      subtract_product(c, a, height, b, panel, panel, depth);
    }
  }
  T* diagonal = n.diagonal(p);
  for (size_t j = 0; j < height; ++j) {
    T* column = diagonal + Triangle<T>::tile_index(height, 0, j);
    for (size_t k = 0; k < depth; ++k)
      for (size_t l = j; l < height; ++l) column[l] -= a[k * height + l] * a[k * height + j];
  }
}

// right += phi y, for the landmarks of panel p.
template <class T>
void add_targets(const Landmarks<T>& landmarks, size_t p, const Rows<T>& y, size_t first,
                 size_t count, const T* weights) {
  const LandmarkMemory<T>& memory = landmarks.memory;
  const size_t height = memory.normal.height(p);
  const T* a = memory.columns + p * tile_size * landmarks.shape.panels;
  for (size_t o = 0; o < y.d; ++o) {
    T* right = memory.right + o * padded(memory.normal.n) + p * panel;
    for (size_t k = 0; k < count; ++k) {
      const T target = y(first + k, o);
      const T weighted =
          weights == nullptr ? target : target * rounded_square_root(weights[first + k]);
      add_multiple(weighted, a + k * height, height, right);
    }
  }
}

}  // namespace detail

}  // namespace rfm
