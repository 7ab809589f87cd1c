// What comes before the rounds and after them: start checks everything that can be wrong once and
// carves the memory, finish completes the model's bytes.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/machine/machine.hpp"
#include "rfm/core/machine/project.hpp"

namespace rfm {

namespace detail {

inline Status check_buffer(const Buffer& buffer, size_t needed, Report* report) {
  if (report != nullptr) report->bytes_needed = needed;
  if (needed == impossible) return Status::too_large;
  if (buffer.data == nullptr) return Status::null_pointer;
  if (!aligned(buffer.data)) return Status::misaligned;
  return buffer.bytes < needed ? Status::buffer_too_small : Status::ok;
}

template <class T>
Status check_options(const Options<T>& options) {
  if (!finite(options.ridge) || options.ridge < T(0)) return Status::bad_ridge;
  if (options.kernel.functions == nullptr || !valid(options.kernel)) return Status::bad_kernel;
  if (options.metric < Metric::full || options.metric > Metric::identity) return Status::bad_option;
  if (options.scale < MetricScale::largest || options.scale > MetricScale::rows)
    return Status::bad_option;
  if (options.rounds > UINT32_MAX) return Status::bad_option;
  if (options.executor != nullptr &&
      (options.executor->run == nullptr || options.executor->workers == 0))
    return Status::bad_option;
  return Status::ok;
}

template <class T>
Status check_data(const Data<T>& data, Report* report) {
  if (data.x.data == nullptr || data.y.data == nullptr) return Status::null_pointer;
  if (data.x.n == 0 || data.x.d == 0 || data.y.d == 0) return Status::empty;
  if (data.y.n != data.x.n) return Status::shape_mismatch;
  RFM_TRY(check_finite(data.x, 0, report));
  RFM_TRY(check_finite(data.y, data.x.d, report));
  for (size_t i = 0; data.weights != nullptr && i < data.x.n; ++i)
    if (!finite(data.weights[i]) || !(data.weights[i] > T(0))) {
      if (report != nullptr) report->row = i;
      return Status::bad_weight;
    }
  return Status::ok;
}

// The buffers written must not meet each other, nor anything read.
template <class T>
Status check_overlap(const Data<T>& data, const Buffer& model, const Buffer& workspace) {
  const Extent written[] = {extent(model.data, model.bytes),
                            extent(workspace.data, workspace.bytes)};
  if (written[0].meets(written[1])) return Status::overlap;
  const Extent read[] = {
      extent(data.x), extent(data.y),
      data.weights == nullptr ? Extent{} : extent(data.weights, data.x.n * sizeof(T))};
  for (const Extent& w : written)
    for (const Extent& r : read)
      if (w.meets(r)) return Status::overlap;
  return Status::ok;
}

// Column means into origin; zero for kernels that look at angles rather than differences.
template <class T>
void find_origin(const Rows<T>& x, bool centred, T* origin) {
  for (size_t k = 0; k < x.d; ++k) {
    origin[k] = T(0);
    for (size_t i = 0; centred && i < x.n; ++i) origin[k] += x(i, k) / static_cast<T>(x.n);
  }
}

// Squared distances must neither overflow nor all vanish although the rows differ.
template <class T>
Status check_scale(const Rows<T>& x, const T* origin) {
  T sum = T(0), largest = T(0);
  for (size_t k = 0; k < x.d; ++k) {
    T reach = T(0);
    for (size_t i = 0; i < x.n; ++i) {
      const T distance = x(i, k) < origin[k] ? origin[k] - x(i, k) : x(i, k) - origin[k];
      if (!(distance <= reach)) reach = distance;
    }
    sum += reach * reach;
    if (reach > largest) largest = reach;
  }
  if (!finite(sum) || !finite(T(64) * sum)) return Status::out_of_scale;
  return largest > T(0) && largest * largest < smallest_normal<T> / machine_epsilon<T>
             ? Status::out_of_scale
             : Status::ok;
}

}  // namespace detail

namespace detail {

template <class T>
void set_unit_metric(Machine<T>& machine) {
  const size_t d = machine.model.d;
  machine.model.r = d;
  for (size_t i = 0; i < root_size(machine.model.metric, d, d); ++i)
    machine.memory.root[i] =
        machine.model.metric == Metric::diagonal || i % (d + 1) == 0 ? T(1) : T(0);
}

template <class T>
void write_header(const Machine<T>& machine) {
  const Model<T>& m = machine.model;
  rfm::write_header(machine.memory, m.kernel.id, m.kernel.parameters, m.metric, m.n, m.d, m.r, m.c);
}

// Made where it is: assigning an empty machine would put it on the stack first, half a kilobyte.
template <class T>
void reset(Machine<T>& machine) {
  new (Place{&machine}) Machine<T>();
}

}  // namespace detail

// Checks everything once and prepares the first round. `model` and `workspace` are the caller's
// memory, aligned to 16 bytes and at least model_bytes and workspace_bytes large; they and the data
// must stay until finish. The model's memory outlives the workspace and holds the result.
template <class T>
Status start(Machine<T>& machine, const Data<T>& data, const Options<T>& options, Buffer model,
             Buffer workspace, Report* report = nullptr) {
  detail::reset(machine);
  const Shape shape = shape_of(data.x.n, data.x.d, data.y.d, options);
  RFM_TRY(detail::check_options(options));
  if (data.x.n == 0 || data.x.d == 0 || data.y.d == 0) return Status::empty;
  RFM_TRY(detail::check_buffer(workspace, workspace_bytes<T>(shape), report));
  const size_t needed = model_bytes<T>(shape.n, shape.d, shape.c, shape.metric);
  RFM_TRY(detail::check_buffer(model, needed, report));
  RFM_TRY(detail::check_data(data, report));
  RFM_TRY(detail::check_overlap(data, model, workspace));

  machine.options = options;
  machine.data = data;
  machine.shape = shape;
  memset(model.data, 0, needed);
  Arena arena(model.data);
  machine.memory = layout_model<T>(arena, shape.n, shape.d, shape.d, shape.c, shape.metric);
  Arena space(workspace.data);
  machine.workspace = layout_workspace<T>(space, shape);
  detail::find_origin(data.x, options.kernel.centred, machine.memory.origin);
  RFM_TRY(detail::check_scale(data.x, machine.memory.origin));
  machine.model = {with_engine(options.kernel, options.engine),
                   options.metric,
                   shape.n,
                   shape.d,
                   shape.d,
                   shape.c,
                   machine.memory.origin,
                   machine.memory.alpha,
                   machine.memory.root,
                   machine.memory.centres,
                   nullptr,
                   0,
                   options.engine};
  detail::set_unit_metric(machine);
  machine.started = true;
  return Status::ok;
}

// The first round when its alpha (c, padded(n)) is known from a machine of the same rows, kernel
// and ridge: there M = I, whatever metric is learned afterwards.
template <class T>
Status adopt_first_round(Machine<T>& machine, const T* alpha) {
  if (!machine.started || machine.round > 0) return Status::wrong_order;
  project(machine);
  memcpy(machine.memory.alpha, alpha, padded(machine.model.n) * machine.model.c * sizeof(T));
  ++machine.round;
  return Status::ok;
}

// Completes the model's bytes: their number is model_size(machine).
template <class T>
Status finish(Machine<T>& machine) {
  if (!machine.started || machine.round == 0) return Status::wrong_order;
  if (machine.finished) return Status::ok;
  Model<T>& m = machine.model;
  // A root of lower rank leaves a gap: close it, so that the file holds nothing but the model.
  Arena arena(machine.memory.header);
  const auto packed = layout_model<T>(arena, m.n, m.d, m.r, m.c, m.metric);
  if (packed.centres != machine.memory.centres) {
    memmove(packed.centres, machine.memory.centres, padded(m.n) * m.r * sizeof(T));
    machine.memory.centres = packed.centres;
    m.centres = packed.centres;
  }
  detail::write_header(machine);
  machine.finished = true;
  return Status::ok;
}

// Bytes of the finished model: write that many from the model buffer to save it.
template <class T>
size_t model_size(const Machine<T>& machine) {
  return machine.finished ? static_cast<size_t>(machine.memory.header->bytes) : 0;
}

}  // namespace rfm
