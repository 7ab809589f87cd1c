// A machine over the latest rows: append one, forget the oldest, learn M again when asked. n^2 (1 +
// c) operations to append and 4 n^2 to forget, instead of n^3 / 3 for a fit; memory is that of a
// fit with the rows besides.
//
//     append   k = k(u_i, u),  l = L^-1 k,  L <- [L 0; l' sqrt(k(u, u) + ridge - l'l)]
//     forget   A = [a . ; . l l' + L L'] without its first row: L <- the factor of L L' + l l'
//     both     z = L^-1 y,  alpha = L'^-1 z
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/algebra/grow.hpp"
#include "rfm/core/rfm.hpp"

namespace rfm {

template <class T>
struct WindowMemory {
  T* x = nullptr;       // (capacity, d) the rows, oldest first
  T* y = nullptr;       // (capacity, c)
  T* z = nullptr;       // (c, padded(capacity)) L^-1 y
  T* column = nullptr;  // (padded(capacity)) of the kernel matrix or of its factor
  T* points = nullptr;  // (2 d, 16) the new row
};

template <class T>
struct Window {
  Machine<T> machine;  // machine.model predicts; machine.data are the rows
  WindowMemory<T> memory;
  size_t capacity = 0;
};

template <class T>
constexpr WindowMemory<T> layout_window(Arena& arena, size_t capacity, size_t d, size_t c) {
  WindowMemory<T> memory;
  memory.x = arena.take<T>(saturating_multiply(capacity, d));
  memory.y = arena.take<T>(saturating_multiply(capacity, c));
  memory.z = arena.take<T>(saturating_multiply(c, padded(capacity)));
  memory.column = arena.take<T>(padded(capacity));
  memory.points = arena.take<T>(2 * project_scratch(d));
  return memory;
}

// Bytes of workspace for a window of n rows; the model takes model_bytes<T>(n, d, c, metric).
template <class T>
constexpr size_t window_bytes(const Shape& shape) {
  Arena arena;
  arena.take<unsigned char>(workspace_bytes<T>(shape));
  layout_window<T>(arena, shape.n, shape.d, shape.c);
  return arena.bytes();
}

namespace detail {

// The machine's rows are those of the window.
template <class T>
void point_to_rows(Window<T>& window) {
  Machine<T>& machine = window.machine;
  const Model<T>& m = machine.model;
  machine.data = {Rows<T>(window.memory.x, m.n, m.d), Rows<T>(window.memory.y, m.n, m.c)};
}

// z = L^-1 y from the beginning.
template <class T>
void substitute_targets(Window<T>& window) {
  const Machine<T>& machine = window.machine;
  const size_t stride = padded(window.capacity);
  for (size_t o = 0; o < machine.model.c; ++o) {
    T* z = window.memory.z + o * stride;
    for (size_t i = 0; i < stride; ++i) z[i] = i < machine.model.n ? machine.data.y(i, o) : T(0);
    forward_substitute(machine.workspace.solve.triangle, z);
  }
}

// alpha = L'^-1 z.
template <class T>
Status solve_window(Window<T>& window) {
  const Model<T>& m = window.machine.model;
  const size_t points = padded(m.n);
  for (size_t o = 0; o < m.c; ++o) {
    T* alpha = window.machine.memory.alpha + o * points;
    memcpy(alpha, window.memory.z + o * padded(window.capacity), points * sizeof(T));
    back_substitute(window.machine.workspace.solve.triangle, alpha);
    for (size_t i = 0; i < m.n; ++i)
      if (!finite(alpha[i])) return Status::overflow;
  }
  return Status::ok;
}

// Whether a window can begin. Steps of its own, as widen, so that start has the stack for itself.
template <class T>
[[gnu::noinline]] Status check_window(const Data<T>& data, const Options<T>& options,
                                      size_t capacity, Buffer model, Buffer workspace,
                                      Report* report) {
  if (data.weights != nullptr) return Status::bad_option;
  if (data.x.n > capacity) return Status::buffer_too_small;
  const Shape shape = shape_of(capacity, data.x.d, data.y.d, options);
  RFM_TRY(detail::check_buffer(workspace, window_bytes<T>(shape), report));
  const size_t needed = model_bytes<T>(capacity, shape.d, shape.c, shape.metric);
  return detail::check_buffer(model, needed, report);
}

// The memory of a fit of `capacity` rows for a machine that was started with fewer.
template <class T>
[[gnu::noinline]] void widen(Window<T>& window, Buffer model, Buffer workspace) {
  Machine<T>& machine = window.machine;
  Model<T>& m = machine.model;
  const Shape shape =
      shape_of(window.capacity, machine.data.x.d, machine.data.y.d, machine.options);
  const size_t needed = model_bytes<T>(shape.n, shape.d, shape.c, shape.metric);
  memset(model.data, 0, needed < model.bytes ? needed : model.bytes);
  Arena arena(model.data);
  machine.memory = layout_model<T>(arena, shape.n, shape.d, shape.d, shape.c, shape.metric);
  point_to(machine.memory, &m);
  set_unit_metric(machine);
  find_origin(machine.data.x, m.kernel.centred, machine.memory.origin);
  Arena space(workspace.data);
  Arena within(space.take<unsigned char>(workspace_bytes<T>(shape)));
  machine.workspace = layout_workspace<T>(within, shape);
  machine.workspace.solve.triangle.n = m.n;
  machine.shape = shape;
  window.memory = layout_window<T>(space, shape.n, shape.d, shape.c);
  for (size_t i = 0; i < m.n; ++i) {
    for (size_t k = 0; k < m.d; ++k) window.memory.x[i * m.d + k] = machine.data.x(i, k);
    for (size_t o = 0; o < m.c; ++o) window.memory.y[i * m.c + o] = machine.data.y(i, o);
  }
}

// What solving changed is brought up to date; a failure leaves a machine that is not started.
template <class T>
Status settled(Window<T>& window, Status status) {
  if (status == Status::ok) {
    substitute_targets(window);
    status = solve_window(window);
  }
  window.machine.started = status == Status::ok;
  return status;
}

// l = L^-1 k of the point u (lane 0 of a panel) into `column`, and the factor one row longer.
// Nothing changes when the point is explained by the others to rounding.
template <class T>
Status factor_row(Window<T>& window, const T* u, T* inverse) {
  Machine<T>& machine = window.machine;
  const Model<T>& m = machine.model;
  const PairFunctions<T>& functions = *m.kernel.functions;
  Triangle<T>& triangle = machine.workspace.solve.triangle;
  T* l = window.memory.column;
  T* tile = machine.workspace.solve.tiles;
  for (size_t p = 0; p < panels_of(m.n); ++p) {
    functions.values(m.kernel.parameters, m.centres + p * panel * m.r, u, m.r, 1, tile);
    memcpy(l + p * panel, tile, panel * sizeof(T));
  }
  forward_substitute(triangle, l);
  functions.values(m.kernel.parameters, u, u, m.r, 1, tile);
  const T rounding = T(16) * machine_epsilon<T> * (tile[0] > T(0) ? tile[0] : T(1));
  T pivot = tile[0] + machine.options.ridge;
  pivot += machine.jitter;
  for (size_t k = 0; k < m.n; ++k) pivot -= l[k] * l[k];
  if (!(pivot > rounding) || !finite(pivot)) return Status::singular;
  *inverse = T(1) / rounded_square_root(pivot);
  triangle = grown(triangle);
  for (size_t k = 0; k < m.n; ++k) triangle.at(m.n, k) = l[k];
  triangle.at(m.n, m.n) = *inverse;
  return Status::ok;
}

// Everything of start_window but the rounds, so that its part of the stack is given back before.
template <class T>
[[gnu::noinline]] Status begin_window(Window<T>& window, const Data<T>& data,
                                      const Options<T>& options, size_t capacity, Buffer model,
                                      Buffer workspace, Report* report) {
  Machine<T>& machine = window.machine;
  detail::reset(machine);
  RFM_TRY(check_window(data, options, capacity, model, workspace, report));
  RFM_TRY(start(machine, data, options, model, workspace, report));
  window.capacity = capacity;
  widen(window, model, workspace);
  point_to_rows(window);
  return Status::ok;
}

// Its rounds; a failure leaves a machine that is not started.
template <class T>
[[gnu::always_inline]] inline Status run_window(Window<T>& window) {
  Machine<T>& machine = window.machine;
  Status status = Status::ok;
  while (status == Status::ok && machine.round < rounds_of(machine.options))
    status = iterate(machine);
  return settled(window, status);
}

}  // namespace detail

// Fits the first rows, all rounds, and keeps a copy of them: `data` may go afterwards, the buffers
// stay. Weights are not for windows. Buffers as for start; window_bytes and model_bytes of
// `capacity` rows.
template <class T>
Status start_window(Window<T>& window, const Data<T>& data, const Options<T>& options,
                    size_t capacity, Buffer model, Buffer workspace, Report* report = nullptr) {
  RFM_TRY(detail::begin_window(window, data, options, capacity, model, workspace, report));
  return detail::run_window(window);
}

// One row more: x (d), y (c). Refused, with the window as it was, when it is full or the row
// repeats others too closely for this ridge. The factor has the bits that factoring all rows would
// give it.
template <class T>
Status append(Window<T>& window, const T* x, const T* y) {
  Machine<T>& machine = window.machine;
  Model<T>& m = machine.model;
  if (x == nullptr || y == nullptr) return Status::null_pointer;
  if (!machine.started) return Status::wrong_order;
  if (m.n == window.capacity) return Status::buffer_too_small;
  RFM_TRY(check_finite(Rows<T>(x, 1, m.d), 0, static_cast<Report*>(nullptr)));
  RFM_TRY(check_finite(Rows<T>(y, 1, m.c), m.d, static_cast<Report*>(nullptr)));
  const WindowMemory<T>& memory = window.memory;
  T* u = memory.points + project_scratch(m.d);
  project_panel(m, Rows<T>(x, 1, m.d), 0, memory.points, u);
  T inverse = T(0);
  RFM_TRY(detail::factor_row(window, u, &inverse));

  const size_t n = m.n;
  memcpy(memory.x + n * m.d, x, m.d * sizeof(T));
  memcpy(memory.y + n * m.c, y, m.c * sizeof(T));
  for (size_t k = 0; k < m.r; ++k) machine.memory.centres[panel_index(n, k, m.r)] = u[k * panel];
  for (size_t o = 0; o < m.c; ++o) {
    T* z = memory.z + o * padded(window.capacity);
    T value = y[o];
    for (size_t k = 0; k < n; ++k) value -= memory.column[k] * z[k];
    z[n] = value * inverse;
  }
  m.n = n + 1;
  detail::point_to_rows(window);
  const Status status = detail::solve_window(window);
  machine.started = status == Status::ok;
  return status;
}

// The oldest row goes. Refused for the last one.
template <class T>
Status forget_oldest(Window<T>& window) {
  Machine<T>& machine = window.machine;
  Model<T>& m = machine.model;
  if (!machine.started) return Status::wrong_order;
  if (m.n < 2) return Status::empty;
  const WindowMemory<T>& memory = window.memory;
  const size_t n = m.n - 1;
  Triangle<T>& triangle = machine.workspace.solve.triangle;
  for (size_t i = 0; i < n; ++i) memory.column[i] = triangle.at(i + 1, 0);
  triangle = without_first(triangle);
  add_square(triangle, memory.column);
  memmove(memory.x, memory.x + m.d, n * m.d * sizeof(T));
  memmove(memory.y, memory.y + m.c, n * m.c * sizeof(T));
  T* centres = machine.memory.centres;
  for (size_t i = 0; i < padded(m.n); ++i)
    for (size_t k = 0; k < m.r; ++k)
      centres[panel_index(i, k, m.r)] = i < n ? centres[panel_index(i + 1, k, m.r)] : T(0);
  m.n = n;
  detail::point_to_rows(window);
  return detail::settled(window, Status::ok);
}

// Learns M once more from the rows of now, and factors again: one round, n^3 / 3 operations.
// Rounding that many rotations have left behind goes with it.
template <class T>
Status learn_again(Window<T>& window) {
  Machine<T>& machine = window.machine;
  if (!machine.started) return Status::wrong_order;
  machine.started = false;
  if (machine.model.metric != Metric::identity) RFM_TRY(learn(machine));
  project(machine);
  fill_kernel(machine);
  RFM_TRY(solve(machine));
  ++machine.round;
  return detail::settled(window, Status::ok);
}

// Completes the model's bytes, so that the first `bytes` of the model buffer can be written out;
// more rows may follow.
template <class T>
Status seal(Window<T>& window, size_t* bytes) {
  if (bytes == nullptr) return Status::null_pointer;
  if (!window.machine.started) return Status::wrong_order;
  detail::write_header(window.machine);
  *bytes = static_cast<size_t>(window.machine.memory.header->bytes);
  return Status::ok;
}

}  // namespace rfm
