// A machine of p centres fitted to any number of rows, which pass by once: memory grows with p^2
// and not with the rows. The centres and M come from a model fitted before. A row costs p (r +
// kernel) + 2 p^2 operations, p^3 in all to finish.
//
//     K_pp = L L'     phi(x) = L^-1 k_p(x)     (sum_i w_i phi_i phi_i' + ridge I) w = sum_i w_i
//     phi_i y_i alpha = L'^-1 w                          (Nystroem; with the rows themselves as
//     centres: the full solution)
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/stream/landmark_sums.hpp"

namespace rfm {

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

// Solves and completes the model's bytes, model_size(landmarks.machine) of them. The ridge counts
// as at least 16 eps of the largest sum on the diagonal.
template <class T>
Status finish_landmarks(Landmarks<T>& landmarks) {
  Machine<T>& machine = landmarks.machine;
  if (!machine.started || machine.round > 0) return Status::wrong_order;
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
  if (factor_triangle(n, T(0), machine.options.executor) < n.n) return Status::singular;
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
