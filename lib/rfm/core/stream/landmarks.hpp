// A machine of p centres fitted to any number of rows, which pass by once: memory grows with p^2
// and not with the rows. The centres and M come from a model fitted before, and `choose_landmarks`
// says which of its centres stand for all. A row costs p (r + kernel) + 2 p^2 operations, p^3 in
// all to finish.
//
//     K_pp = L L',   phi(x) = L^-1 k_p(x)
//     (sum_i w_i phi_i phi_i' + ridge I) v = sum_i w_i phi_i y_i,   alpha = L'^-1 v
//
// This is Nystroem's solution; with the rows themselves as centres it is the full one.
//
// The heavy parts are tiles of 16 x 16; every element is added to in the order of the rows, so
// neither blocks nor workers change a bit.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/core/rfm.hpp"

namespace rfm {

// Numbers of scratch for choose_landmarks.
constexpr size_t choose_landmarks_scratch(size_t n, size_t p, size_t r) {
  const size_t columns = saturating_multiply(saturating_add(p, 1), padded(n));
  return saturating_add(columns, saturating_multiply(panel, saturating_add(r, panel)));
}

namespace detail {

// out[i] = k(u_i, u_chosen) for all centres; `point` holds a panel, `tile` one tile.
template <class T>
void kernel_column(const Model<T>& model, size_t chosen, T* point, T* tile, T* out) {
  const T* from = model.centres + chosen / panel * panel * model.r + chosen % panel;
  for (size_t k = 0; k < model.r; ++k)
    for (size_t l = 0; l < panel; ++l) point[k * panel + l] = l == 0 ? from[k * panel] : T(0);
  for (size_t first = 0; first < model.n; first += panel) {
    model.kernel.functions->values(model.kernel.parameters, model.centres + first * model.r, point,
                                   model.r, 1, tile);
    for (size_t l = 0; l < panel; ++l) out[first + l] = tile[l];
  }
}

// remaining[i] = k(u_i, u_i).
template <class T>
void kernel_diagonal(const Model<T>& model, T* tile, T* remaining) {
  for (size_t first = 0; first < model.n; first += panel) {
    const size_t count = model.n - first < panel ? model.n - first : panel;
    const T* u = model.centres + first * model.r;
    model.kernel.functions->values(model.kernel.parameters, u, u, model.r, count, tile);
    for (size_t j = 0; j < count; ++j) remaining[first + j] = tile[j * panel + j];
  }
}

}  // namespace detail

// Pivoted Cholesky of the kernel matrix, always taking the centre that the chosen ones explain
// worst: deterministic, p n numbers of memory, p^2 n operations and p n kernel values.
// chosen: indices of at most p centres, the most needed first; returns how many. Fewer than p when
// what the others leave unexplained of k(u, u) is at most `share` of the largest. The first
// padded(n) numbers of scratch then hold what is left of each centre, -infinity for those chosen.
template <class T>
size_t choose_landmarks(const Model<T>& model, size_t p, size_t* chosen, T* scratch,
                        T share = T(16) * machine_epsilon<T>) {
  const size_t points = padded(model.n);
  T* point = scratch + points;
  T* tile = point + panel * model.r;
  T* columns = tile + panel * panel;
  detail::kernel_diagonal(model, tile, scratch);
  return pivoted_factor(
      model.n, p < model.n ? p : model.n, share, columns, points, scratch,
      [&](size_t next, T* column) { detail::kernel_column(model, next, point, tile, column); },
      [&](size_t k, size_t next) { chosen[k] = next; });
}

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

namespace detail {

// The machine of the source's kernel and metric whose centres are the chosen ones of the source.
template <class T>
void take_centres(Landmarks<T>& landmarks, const Model<T>& source, const size_t* chosen,
                  void* model, size_t bytes, const Executor* executor) {
  const LandmarkShape& s = landmarks.shape;
  Machine<T>& machine = landmarks.machine;
  machine.options = {source.kernel};
  machine.options.metric = source.metric;
  machine.options.ridge = T(0);
  machine.options.rounds = 0;
  machine.options.engine = source.engine;
  machine.options.executor = executor;
  memset(model, 0, bytes);
  Arena arena(model);
  machine.memory = layout_model<T>(arena, s.p, s.d, s.d, s.c, s.metric);
  const ModelMemory<T>& memory = machine.memory;
  memcpy(memory.origin, source.origin, s.d * sizeof(T));
  if (source.metric != Metric::identity)
    memcpy(memory.root, source.root, root_size(s.metric, source.r, s.d) * sizeof(T));
  for (size_t i = 0; i < s.p; ++i)
    for (size_t k = 0; k < source.r; ++k)
      memory.centres[panel_index(i, k, source.r)] =
          source.centres[panel_index(chosen[i], k, source.r)];
  machine.model = source;
  machine.model.n = s.p;
  machine.model.c = s.c;
  point_to(memory, &machine.model);
  machine.model.extra = nullptr;
  machine.model.extra_bytes = 0;
}

}  // namespace detail

// `chosen` are p different centres of `source`, whose kernel, metric and engine the new machine
// takes over; source must stay until this returns. Buffers as for start (start.hpp). Afterwards
// rows can be added.
template <class T>
Status start_landmarks(Landmarks<T>& landmarks, const Model<T>& source, const size_t* chosen,
                       const LandmarkShape& shape, T ridge, Buffer model, Buffer workspace,
                       const Executor* executor = nullptr, Report* report = nullptr) {
  detail::reset(landmarks.machine);
  if (chosen == nullptr || source.centres == nullptr) return Status::null_pointer;
  if (shape.p == 0 || shape.c == 0 || shape.panels == 0) return Status::empty;
  if (!finite(ridge) || ridge < T(0)) return Status::bad_ridge;
  if (shape.d != source.d || shape.metric != source.metric) return Status::shape_mismatch;
  if (shape.workers < (executor == nullptr ? 1 : executor->workers)) return Status::bad_option;
  for (size_t i = 0; i < shape.p; ++i)
    if (chosen[i] >= source.n) return Status::bad_option;
  RFM_TRY(detail::check_buffer(workspace, landmark_workspace_bytes<T>(shape), report));
  const size_t needed = model_bytes<T>(shape.p, shape.d, shape.c, shape.metric);
  RFM_TRY(detail::check_buffer(model, needed, report));
  landmarks.shape = shape;
  landmarks.ridge = ridge;
  detail::take_centres(landmarks, source, chosen, model.data, needed, executor);
  Machine<T>& machine = landmarks.machine;
  machine.shape = machine_shape(shape);
  Arena arena(workspace.data);
  Arena within(arena.take<unsigned char>(workspace_bytes<T>(machine.shape)));
  machine.workspace = layout_workspace<T>(within, machine.shape);
  landmarks.memory = layout_landmarks<T>(arena, shape);
  memset(landmarks.memory.normal.data, 0, shape.p * (shape.p + 1) / 2 * sizeof(T));
  memset(landmarks.memory.right, 0, shape.c * padded(shape.p) * sizeof(T));
  fill_kernel(machine);
  RFM_TRY(detail::factor_kernel(machine));
  machine.started = true;
  return Status::ok;
}

// Takes these rows into account; call it as often as there are rows. weights (x.n) may be null.
template <class T>
Status add_rows(Landmarks<T>& landmarks, const Rows<T>& x, const Rows<T>& y,
                const T* weights = nullptr) {
  Machine<T>& machine = landmarks.machine;
  if (!machine.started || machine.round > 0) return Status::wrong_order;
  if (x.d != machine.model.d || y.d != machine.model.c || y.n != x.n) return Status::shape_mismatch;
  RFM_TRY(check_finite(x, 0, static_cast<Report*>(nullptr)));
  RFM_TRY(check_finite(y, x.d, static_cast<Report*>(nullptr)));
  const Executor* executor = machine.options.executor;
  const size_t at_once = landmarks.shape.panels * panel;
  for (size_t first = 0; first < x.n; first += at_once) {
    const size_t count = x.n - first < at_once ? x.n - first : at_once;
    const size_t slots = panels_of(count);
    auto make = [&](size_t slot, size_t worker) {
      detail::make_rows(landmarks, x, first + slot * panel, weights, slot, worker);
    };
    for_each(executor, slots, make);
    auto turn = [&](size_t q, size_t) { detail::turn_panel(landmarks, q, slots); };
    for_each(executor, panels_of(machine.model.n), turn);
    auto add = [&](size_t p, size_t) {
      detail::add_panel(landmarks, p, slots * panel);
      detail::add_targets(landmarks, p, y, first, count, weights);
    };
    for_each(executor, panels_of(machine.model.n), add);
  }
  return Status::ok;
}

// The factor of the sum of phi phi' plus the ridge, in its place. The ridge counts as at least 16
// eps of the largest sum on the diagonal.
template <class T>
Status factor_normal(Landmarks<T>& landmarks) {
  const Machine<T>& machine = landmarks.machine;
  const Triangle<T> n = landmarks.memory.normal;
  for (size_t i = 0; i < triangle_size(n.n); ++i) n.data[i] = -n.data[i];
  T largest = T(0);
  for (size_t i = 0; i < n.n; ++i)
    if (n.at(i, i) > largest) largest = n.at(i, i);
  const T rounding = T(16) * machine_epsilon<T> * largest;
  const T ridge = landmarks.ridge > rounding ? landmarks.ridge : rounding;
  for (size_t i = 0; i < n.n; ++i) n.at(i, i) += ridge > T(0) ? ridge : T(1);
  const Engine<T>* engine = machine.model.engine;
  const auto factor_triangle = engine == nullptr ? factor<T> : engine->factor;
  const size_t good = factor_triangle(n, T(0), machine.options.executor);
  if (stopped(machine.options.executor)) return Status::stopped;
  return good < n.n ? Status::singular : Status::ok;
}

// Solves and completes the model's bytes, model_size(landmarks.machine) of them.
template <class T>
Status finish_landmarks(Landmarks<T>& landmarks) {
  Machine<T>& machine = landmarks.machine;
  if (!machine.started || machine.round > 0) return Status::wrong_order;
  RFM_TRY(factor_normal(landmarks));
  const Triangle<T> n = landmarks.memory.normal;
  const size_t points = padded(n.n);
  T* alpha = machine.memory.alpha;
  for (size_t o = 0; o < machine.model.c; ++o) {
    memcpy(alpha + o * points, landmarks.memory.right + o * points, n.n * sizeof(T));
    forward_substitute(n, alpha + o * points);
    back_substitute(n, alpha + o * points);
    back_substitute(machine.workspace.solve.triangle, alpha + o * points);
  }
  for (size_t i = 0; i < points * machine.model.c; ++i)
    if (!finite(alpha[i])) return Status::overflow;
  machine.round = 1;
  return finish(machine);
}

}  // namespace rfm
