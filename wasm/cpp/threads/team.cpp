// The threads that share the work of a fit: JavaScript makes them, each with an instance of the
// module on the same memory. A job is a counter that all take task numbers from; whoever has
// nothing to do spins for some microseconds, since the parts of a factorisation follow each other
// quickly, and then sleeps.
#include "threads/team.hpp"

#include <cstddef>

#include "outbox.hpp"
#include "threads/waiting.hpp"

namespace rfm::wasm {
namespace {

constexpr int patience =
    400000;  // looks at a number, some 200 microseconds, before sleeping over it

using Task = void (*)(void* argument, std::size_t index, std::size_t worker);

class Team {
 public:
  const Executor* executor() const { return executor_.workers < 2 ? nullptr : &executor_; }
  void set_workers(std::size_t workers) { executor_.workers = workers; }

  // For ever: takes part in every job.
  [[noreturn]] void help(std::size_t worker) {
    for (int32_t state = state_.load();;) {
      state = next_job(job_of(state));
      while ((state & open) != 0 && !state_.compare_exchange_weak(state, state + 1)) {
      }
      if ((state & open) == 0) continue;
      take_tasks(worker);
      leave();
    }
  }

 private:
  // state_ holds how many helpers are inside the job, whether somebody sleeps until they have left,
  // whether it may be entered, and the job's number.
  static constexpr int32_t inside = 0xff, awaited = 0x100, open = 0x200, one_job = 0x400;
  static int32_t job_of(int32_t state) { return state & -one_job; }

  static void run(void* context, std::size_t tasks, Task task, void* argument) {
    static_cast<Team*>(context)->work_on(tasks, task, argument);
  }

  void work_on(std::size_t tasks, Task task, void* argument) {
    task_ = task;
    argument_ = argument;
    tasks_ = tasks;
    next_.store(0);
    state_.fetch_add(one_job | open);
    wake_all(state_);
    take_tasks(0);
    state_.fetch_and(~open);
    await_helpers();
  }

  void take_tasks(std::size_t worker) {
    for (;;) {
      const std::size_t index = next_.fetch_add(1);
      if (index >= tasks_) return;
      task_(argument_, index, worker);
    }
  }

  void leave() {
    const int32_t before = state_.fetch_sub(1);
    if ((before & inside) == 1 && (before & awaited) != 0) wake_all(state_);
  }

  void await_helpers() {
    for (int k = 0; k < patience; ++k)
      if ((state_.load() & inside) == 0) return;
    int32_t state = state_.fetch_or(awaited) | awaited;
    while ((state & inside) != 0) {
      sleep_while(state_, state);
      state = state_.load();
    }
    state_.fetch_and(~awaited);
  }

  // The state as soon as the job is another than this.
  int32_t next_job(int32_t seen) {
    for (int k = 0; k < patience; ++k)
      if (const int32_t state = state_.load(); job_of(state) != seen) return state;
    for (;;) {
      const int32_t state = state_.load();
      if (job_of(state) != seen) return state;
      sleep_while(state_, state);
    }
  }

  Word state_{0};
  std::atomic<std::size_t> next_{0};
  Task task_ = nullptr;
  void* argument_ = nullptr;
  std::size_t tasks_ = 0;
  Executor executor_{this, run, 1};
};

Team the_team;

}  // namespace

const Executor* team() { return the_team.executor(); }

// Jobs are shared by so many workers, the calling one among them, from now on.
RFM_WASM_EXPORT(team_workers) void team_workers(std::size_t workers) {
  the_team.set_workers(workers);
}

// Never returns. `worker` counts from 1.
RFM_WASM_EXPORT(team_help) void team_help(std::size_t worker) { the_team.help(worker); }

}  // namespace rfm::wasm
