// A pool of threads as the core's Executor. Created once, it sleeps between fits and only spins for
// some microseconds between the many short parallel parts of one.
#pragma once
#include <cstddef>
#include <memory>

#include "rfm/core/base/executor.hpp"

namespace rfm {

// Workers to use: the environment variable RFM_THREADS when it holds a number from 1 to 1024, else
// one for each processor this process may run on.
size_t default_workers();

// Whether RFM_THREADS is unset or such a number.
bool threads_variable_is_sound();

// One job at a time: calls of run from several threads take turns, and a task must not start
// another job in the pool it runs in. When a task throws, such as for want of memory, no more are
// begun, and run throws the same once all workers have left the job.
class Threads {
 public:
  // The calling thread is one of the workers; 0 asks for default_workers(). There are fewer where
  // the system refuses a thread.
  explicit Threads(size_t workers = 0);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // For Options::executor and predict; lives as long as the pool. Null for a single worker.
  const Executor* executor() const;
  size_t workers() const;

 private:
  class Pool;
  std::unique_ptr<Pool> pool_;
};

}  // namespace rfm
