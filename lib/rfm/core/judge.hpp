// Judges that choose the round to keep. Held-out rows are always sound; leave-one-out only where the metric
// has not seen the labels (round 0 alone) or has few numbers to have learned them with (diagonal, n >= 10 d).
#pragma once
#include <stddef.h>

#include "rfm/core/predict.hpp"
#include "rfm/core/solve.hpp"

namespace rfm {

namespace detail {

template <class T>
Status check_held_out(const Machine<T>& machine) {
  const Data<T>& data = machine.data;
  if (data.held_x.data == nullptr || data.held_y.data == nullptr) return Status::null_pointer;
  if (data.held_x.n == 0) return Status::empty;
  if (data.held_x.d != data.x.d || data.held_y.d != data.y.d || data.held_y.n != data.held_x.n)
    return Status::shape_mismatch;
  RFM_TRY(check_finite(data.held_x, 0, static_cast<Report*>(nullptr)));
  return check_finite(data.held_y, data.x.d, static_cast<Report*>(nullptr));
}

template <class T>
Status check_leave_one_out(const Machine<T>& machine) {
  const bool few = machine.options.metric == Metric::diagonal && machine.data.x.n / 10 >= machine.data.x.d;
  return few || rounds_of(machine.options) == 1 ? Status::ok : Status::unsound_leave_one_out;
}

// Calls visit(row, answers (c)) for every held-out row in order; predictions are made a few panels at a time.
template <class T, class Visit>
Status visit_held_out(Machine<T>& machine, Visit visit) {
  const Rows<T>& z = machine.data.held_x;
  const Model<T>& model = machine.model;
  const Workspace<T>& w = machine.workspace;
  const size_t at_once = machine.shape.workers * panel;
  for (size_t first = 0; first < z.n; first += at_once) {
    Rows<T> some = z;
    some.data = &z(first, 0);
    some.n = z.n - first < at_once ? z.n - first : at_once;
    RFM_TRY(predict(model, some, w.answers, w.scratch, w.scratch_bytes, machine.options.executor));
    for (size_t i = 0; i < some.n; ++i) visit(first + i, w.answers + i * model.c);
  }
  return Status::ok;
}

// Mean squared error over rows and outputs.
template <class T>
Status held_out_error(Machine<T>& machine, double* score) {
  const Rows<T>& y = machine.data.held_y;
  double sum = 0;
  RFM_TRY(visit_held_out(machine, [&](size_t i, const T* answers) {
    for (size_t o = 0; o < y.d; ++o) {
      const double error = static_cast<double>(y(i, o)) - static_cast<double>(answers[o]);
      sum += error * error;
    }
  }));
  *score = sum / static_cast<double>(y.n * y.d);
  return Status::ok;
}

// The share of rows whose largest output is not the one whose target is largest; first on ties.
template <class T>
Status held_out_mistakes(Machine<T>& machine, double* score) {
  const Rows<T>& y = machine.data.held_y;
  size_t mistakes = 0;
  RFM_TRY(visit_held_out(machine, [&](size_t i, const T* answers) {
    size_t answer = 0, truth = 0;
    for (size_t o = 1; o < y.d; ++o) {
      if (answers[o] > answers[answer]) answer = o;
      if (y(i, o) > y(i, truth)) truth = o;
    }
    mistakes += answer == truth ? 0 : 1;
  }));
  *score = static_cast<double>(mistakes) / static_cast<double>(y.n);
  return Status::ok;
}

template <class T>
Status check_held_out_classes(const Machine<T>& machine) {
  return machine.data.y.d < 2 ? Status::bad_option : check_held_out(machine);
}

// Mean squared leave-one-out residual, weighted.
template <class T>
Status leave_one_out_error(Machine<T>& machine, double* score) {
  const SolveMemory<T>& memory = machine.workspace.solve;
  const Model<T>& model = machine.model;
  find_inverse_diagonal(machine);
  double sum = 0, total = 0;
  for (size_t i = 0; i < model.n; ++i) {
    const double weight =
        machine.data.weights == nullptr ? 1.0 : static_cast<double>(machine.data.weights[i]);
    total += weight;
    for (size_t o = 0; o < model.c; ++o) {
      const double residual =
          static_cast<double>(model.outputs(o)[i]) / static_cast<double>(memory.inverse[i]);
      sum += weight * residual * residual;
    }
  }
  *score = sum / (total * static_cast<double>(model.c));
  return Status::ok;
}

}  // namespace detail

// The round with the least squared error on data.held_x, data.held_y.
template <class T>
constexpr Keep<T> best_held_out() {
  return {detail::check_held_out<T>, detail::held_out_error<T>, false};
}

// The round that puts the largest output in the right place most often; for two outputs or more.
template <class T>
constexpr Keep<T> best_held_out_accuracy() {
  return {detail::check_held_out_classes<T>, detail::held_out_mistakes<T>, false};
}

// The round with the least leave-one-out error; start refuses it where that would be misleading.
template <class T>
constexpr Keep<T> best_leave_one_out() {
  return {detail::check_leave_one_out<T>, detail::leave_one_out_error<T>, true};
}

}  // namespace rfm
