// Recursive feature machines in memory you provide. Read `iterate` below: it is the whole method.
//
//     learn         M = average of grad f grad f', R'R = M    learn.hpp        (AGOP)
//     project       u = R (x - origin)                        project.hpp      (first round R = I)
//     fill_kernel   K[i,j] = k(u_i, u_j), plus the ridge      fill_kernel.hpp
//     solve         alpha = (K + ridge I)^-1 y                solve.hpp        (Cholesky)
//
//     static rfm::Fixed<float, 200, 10> machine;  // or start, iterate, finish: buffers of yours
//     machine.fit(x, y, n, {rfm::laplace(10.0f)});
//     machine.predict(z, 1, &answer);
//
// A round costs n^3 / 3 + n^2 (2 r + c) operations and n^2 / 2 numbers of memory.
// lib/docs/ALGORITHM.md has the mathematics; small.hpp is the whole machine in one short file, one
// number at a time: read that first.
#pragma once
#include <stddef.h>

#include "rfm/core/machine/fill_kernel.hpp"
#include "rfm/core/machine/learn.hpp"
#include "rfm/core/machine/project.hpp"
#include "rfm/core/machine/solve.hpp"
#include "rfm/core/machine/start.hpp"

namespace rfm {

// One round. Afterwards the model predicts; stopping here is allowed. A round that was stopped
// within (Status::stopped) leaves nothing of use.
template <class T>
Status iterate(Machine<T>& machine) {
  if (!machine.started || machine.finished || machine.round == rounds_of(machine.options))
    return Status::wrong_order;
  if (machine.round > 0) RFM_TRY(learn(machine));
  project(machine);
  fill_kernel(machine);
  RFM_TRY(solve(machine));
  ++machine.round;
  return Status::ok;
}

// All rounds that are left, then finish. Whoever wants progress, cancelling or a step button writes
// this loop.
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

// What most programs want besides.
#include "rfm/core/instances.hpp"
#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/machine/duplicates.hpp"
#include "rfm/core/machine/fixed.hpp"
#include "rfm/core/machine/leave_one_out.hpp"
#include "rfm/core/machine/threshold.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/core/model/predict.hpp"
