// A pool whose work ends early when it is no longer wanted: what is begun is finished, what is not
// begun is left, and a fit ends with Status::stopped.
#pragma once
#include <cstddef>

#include "rfm/core/base/executor.hpp"

namespace rfm::data {

class Stoppable {
 public:
  // Without a pool the calling thread works; `stopped` may be null.
  Stoppable(const Executor* pool, bool (*stopped)(void* context), void* context)
      : pool_(pool),
        stopped_(stopped),
        context_(context),
        executor_{this, run, pool == nullptr ? 1 : pool->workers,
                  stopped == nullptr ? nullptr : ask} {}
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

  const Executor* executor() const { return &executor_; }

 private:
  using Task = void (*)(void* argument, std::size_t index, std::size_t worker);
  struct Job {
    const Stoppable* pool;
    Task task;
    void* argument;
  };

  static bool ask(void* context) {
    const auto* self = static_cast<const Stoppable*>(context);
    return self->stopped_(self->context_);
  }

  static void run(void* context, std::size_t tasks, Task task, void* argument) {
    const auto* self = static_cast<const Stoppable*>(context);
    Job job{self, task, argument};
    self->pool_->run(
        self->pool_->context, tasks,
        [](void* all, std::size_t index, std::size_t worker) {
          const Job& one = *static_cast<const Job*>(all);
          if (!stopped(one.pool->executor())) one.task(one.argument, index, worker);
        },
        &job);
  }

  const Executor* pool_;
  bool (*stopped_)(void* context);
  void* context_;
  Executor executor_;
};

}  // namespace rfm::data
