// Fitting: start checks and prepares, iterate does one round, finish settles on the round to keep. fit is the
// loop; whoever wants progress, cancelling or a step button writes the loop.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/check.hpp"
#include "rfm/core/learn.hpp"
#include "rfm/core/solve.hpp"

namespace rfm {

namespace detail {

template <class T>
void write_header(Machine<T>& machine) {
  const Model<T>& m = machine.model;
  ModelHeader h = {};
  memcpy(h.magic, "RFMmodel", sizeof h.magic);
  h.version = model_version;
  h.scalar_bytes = sizeof(T);
  h.kernel = static_cast<int32_t>(m.kernel.id);
  h.metric = static_cast<int32_t>(m.metric);
  h.depth = m.kernel.parameters.depth;
  h.bandwidth = static_cast<double>(m.kernel.parameters.bandwidth);
  h.exponent = static_cast<double>(m.kernel.parameters.exponent);
  h.bias = static_cast<double>(m.kernel.parameters.bias);
  h.n = static_cast<uint32_t>(m.n);
  h.d = static_cast<uint32_t>(m.d);
  h.r = static_cast<uint32_t>(m.r);
  h.c = static_cast<uint32_t>(m.c);
  const auto* base = reinterpret_cast<const unsigned char*>(machine.memory.header);
  const auto offset = [&](const void* array) {
    return static_cast<uint64_t>(static_cast<const unsigned char*>(array) - base);
  };
  h.origin = offset(machine.memory.origin);
  h.alpha = offset(machine.memory.alpha);
  h.root = offset(machine.memory.root);
  h.centres = offset(machine.memory.centres);
  h.bytes = h.centres + padded(m.n) * m.r * sizeof(T);
  constexpr size_t summed = offsetof(ModelHeader, bytes);
  memcpy(machine.memory.header, &h, sizeof h);
  machine.memory.header->checksum = crc32(base + summed, static_cast<size_t>(h.bytes) - summed);
}

// u = R (x - origin) for all rows.
template <class T>
void project(Machine<T>& machine) {
  const Model<T>& m = machine.model;
  auto work = [&](size_t p, size_t worker) {
    T* scratch = reinterpret_cast<T*>(machine.workspace.scratch) + worker * project_scratch(m.d);
    project_panel(m, machine.data.x, p * panel, scratch, machine.memory.centres + p * panel * m.r);
  };
  for_each(machine.options.executor, panels_of(m.n), work);
}

template <class T>
void set_unit_metric(Machine<T>& machine) {
  const size_t d = machine.model.d;
  machine.model.r = d;
  for (size_t i = 0; i < root_size(machine.model.metric, d, d); ++i)
    machine.memory.root[i] = machine.model.metric == Metric::diagonal || i % (d + 1) == 0 ? T(1) : T(0);
}

// Keeps this round if its score is the best so far; ties go to the earlier round.
template <class T>
Status judge_round(Machine<T>& machine) {
  if (machine.options.keep.judge == nullptr) return Status::ok;
  RFM_TRY(machine.options.keep.judge(machine, &machine.score));
  if (machine.round > 1 && !(machine.score < machine.best_score)) return Status::ok;
  const Model<T>& m = machine.model;
  machine.best_score = machine.score;
  machine.chosen_round = machine.round - 1;
  machine.best_rank = m.r;
  memcpy(machine.workspace.best.alpha, m.alpha, padded(m.n) * m.c * sizeof(T));
  memcpy(machine.workspace.best.root, m.root, root_size(m.metric, m.r, m.d) * sizeof(T));
  return Status::ok;
}

// What a first round begins with, however it goes on.
template <class T>
Status begin_first_round(Machine<T>& machine) {
  if (!machine.started || machine.round > 0) return Status::wrong_order;
  if (machine.options.keep.judge != nullptr) return Status::bad_option;
  project(machine);
  return Status::ok;
}

// Made where it is: assigning an empty machine would put it on the stack first, half a kilobyte.
template <class T>
void reset(Machine<T>& machine) {
  new (Place{&machine}) Machine<T>();
}

}  // namespace detail

// Checks everything once and prepares the first round. `model` and `workspace` are the caller's memory,
// aligned to 16 bytes and at least model_bytes and workspace_bytes large; they and the data must stay until
// finish. The model's memory outlives the workspace and holds the result.
template <class T>
Status start(Machine<T>& machine, const Data<T>& data, const Options<T>& options, Buffer model,
             Buffer workspace, Report* report = nullptr, bool leave_one_out_wanted = false) {
  detail::reset(machine);
  Shape shape = shape_of(data.x.n, data.x.d, data.y.d, options);
  shape.leave_one_out = shape.leave_one_out || leave_one_out_wanted;
  RFM_TRY(detail::check_options(options));
  if (data.x.n == 0 || data.x.d == 0 || data.y.d == 0) return Status::empty;
  RFM_TRY(detail::check_buffer(workspace, workspace_bytes<T>(shape), report));
  const size_t needed = model_bytes<T>(shape.n, shape.d, shape.c, shape.metric);
  RFM_TRY(detail::check_buffer(model, needed, report));
  RFM_TRY(detail::check_data(data, report));
  RFM_TRY(detail::check_overlap(data, model, workspace));

  machine.options = options;
  const Engine<double>* residuals = nullptr;
  if (options.engine != nullptr) (void)find_engine(options.engine->variant, &residuals);
  machine.options.refine.kernel = with_engine(options.refine.kernel, residuals);
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
  if (options.keep.check != nullptr) RFM_TRY(options.keep.check(machine));
  machine.started = true;
  return Status::ok;
}

// One round: learn M from the last fit (not in the first round), transform, build the kernel matrix, solve.
// Afterwards the model predicts; stopping here is allowed.
template <class T>
Status iterate(Machine<T>& machine) {
  if (!machine.started || machine.finished || machine.round >= rounds_of(machine.options))
    return Status::wrong_order;
  if (machine.round > 0) RFM_TRY(learn(machine));
  detail::project(machine);
  RFM_TRY(solve_round(machine));
  machine.chosen_round = machine.options.keep.judge == nullptr ? machine.round : machine.chosen_round;
  ++machine.round;
  return detail::judge_round(machine);
}

// The first round when its alpha (c, padded(n)) is known from a machine of the same rows, kernel and ridge:
// there M = I, whatever metric is learned afterwards. For fits without a judge.
template <class T>
Status adopt_first_round(Machine<T>& machine, const T* alpha) {
  RFM_TRY(detail::begin_first_round(machine));
  memcpy(machine.memory.alpha, alpha, padded(machine.model.n) * machine.model.c * sizeof(T));
  ++machine.round;
  return Status::ok;
}

// The first round when what its kernel matrix is made of is known already: there M = I. `tiles` as
// PointTiles. For fits without a judge.
template <class T, class Tiles>
Status iterate_first(Machine<T>& machine, const Tiles& tiles) {
  RFM_TRY(detail::begin_first_round(machine));
  RFM_TRY(solve_round(machine, tiles));
  ++machine.round;
  return Status::ok;
}

// Settles on the round to keep and completes the model's bytes: their number is model_size(machine).
template <class T>
Status finish(Machine<T>& machine) {
  if (!machine.started || machine.round == 0) return Status::wrong_order;
  if (machine.finished) return Status::ok;
  Model<T>& m = machine.model;
  if (machine.options.keep.judge != nullptr && machine.chosen_round + 1 != machine.round) {
    m.r = machine.best_rank;
    memcpy(machine.memory.alpha, machine.workspace.best.alpha, padded(m.n) * m.c * sizeof(T));
    memcpy(machine.memory.root, machine.workspace.best.root, root_size(m.metric, m.r, m.d) * sizeof(T));
    machine.factored = false;
    detail::project(machine);
  }
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

// All rounds that are left, then finish.
template <class T>
Status complete(Machine<T>& machine, Report* report = nullptr) {
  while (machine.round < rounds_of(machine.options)) RFM_TRY(iterate(machine));
  if (report != nullptr) report->jitter = static_cast<double>(machine.jitter);
  return finish(machine);
}

// start and complete.
template <class T>
Status fit(Machine<T>& machine, const Data<T>& data, const Options<T>& options, Buffer model,
           Buffer workspace, Report* report = nullptr) {
  RFM_TRY(start(machine, data, options, model, workspace, report));
  return complete(machine, report);
}

}  // namespace rfm
