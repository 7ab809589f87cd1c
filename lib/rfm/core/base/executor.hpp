// Parallel work without threads of our own: the caller lends a pool through a pointer and a
// function. A task owns its outputs and no sum crosses tasks, so any number of workers gives the
// same bits.
#pragma once
#include <stddef.h>

namespace rfm {

struct Executor {
  void* context;
  // Calls task(argument, index, worker) once for each index below `tasks`, worker < workers, and
  // returns when all are done. Two tasks that run at the same time must get different workers.
  // Tasks of one number work on the same data from call to call where that is possible: best is a
  // pool that gives them to the same worker.
  void (*run)(void* context, size_t tasks,
              void (*task)(void* argument, size_t index, size_t worker), void* argument);
  size_t workers;  // at least 1
  // Where it is not null: whether the work is no longer wanted. It is asked often and from any
  // worker, and once it has said so it must keep saying so. The core has no clock: a limit of time
  // and a request to cancel come in here, also within a round, and end it with Status::stopped.
  bool (*stopped)(void* context) = nullptr;
};

inline bool stopped(const Executor* executor) {
  return executor != nullptr && executor->stopped != nullptr &&
         executor->stopped(executor->context);
}

// Runs work(index, worker) for every index, or for some when it is stopped; without an executor
// here and now.
template <class Work>
void for_each(const Executor* executor, size_t tasks, Work& work) {
  if (executor == nullptr || executor->workers < 2 || tasks < 2) {
    for (size_t index = 0; index < tasks && !stopped(executor); ++index) work(index, size_t{0});
    return;
  }
  executor->run(
      executor->context, tasks,
      [](void* argument, size_t index, size_t worker) {
        (*static_cast<Work*>(argument))(index, worker);
      },
      &work);
}

}  // namespace rfm
