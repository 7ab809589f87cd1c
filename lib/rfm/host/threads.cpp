// The pool: a job is an atomic counter for each worker, the caller among them, from which it takes
// numbers of tasks; when its own are used up, it helps others with theirs. A task that throws ends
// the job: no further task begins, all leave, and the caller throws what was thrown first.
#include "rfm/host/threads.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace rfm {

namespace {

using Clock = std::chrono::steady_clock;

// Longer than the serial parts between two jobs of one factorisation, far shorter than anyone
// notices.
constexpr auto patience = std::chrono::microseconds(200);

size_t processors() {
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<size_t>(CPU_COUNT(&allowed));
#endif
  const unsigned count = std::thread::hardware_concurrency();
  return count == 0 ? 1 : count;
}

// 0 where it is no number from 1 to 1024.
size_t wanted_workers(const char* text) {
  char* end = nullptr;
  const long wanted = std::strtol(text, &end, 10);
  const bool good = end != text && *end == '\0' && wanted >= 1 && wanted <= 1024;
  return good ? static_cast<size_t>(wanted) : 0;
}

}  // namespace

size_t default_workers() {
  const char* const text = std::getenv("RFM_THREADS");
  const size_t wanted = text == nullptr ? 0 : wanted_workers(text);
  return wanted > 0 ? wanted : processors();
}

bool threads_variable_is_sound() {
  const char* const text = std::getenv("RFM_THREADS");
  return text == nullptr || *text == '\0' || wanted_workers(text) > 0;
}

class Threads::Pool {
 public:
  // As many workers as there can be threads: one that cannot be created is done without.
  explicit Pool(size_t workers) : executor_{this, run, 1}, queues_(workers) {
    threads_.reserve(workers);
    try {
      for (; executor_.workers < workers; ++executor_.workers)
        threads_.emplace_back([this, worker = executor_.workers] { serve(worker); });
    } catch (const std::exception&) {  // no thread, or no memory for one
    }
  }

  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      state_.fetch_add(one_job);
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  const Executor& executor() const { return executor_; }

 private:
  using Task = void (*)(void* argument, size_t index, size_t worker);
  struct alignas(64) Queue {  // a cache line for itself
    std::atomic<size_t> taken{0};
  };

  // state_ holds the number of threads inside the job, whether it may be entered, and the job's
  // number.
  static constexpr uint64_t inside = 0xffff, open = 0x10000, one_job = 0x20000;
  static uint64_t job_of(uint64_t state) { return state / one_job; }

  static void run(void* context, size_t tasks, Task task, void* argument) {
    static_cast<Pool*>(context)->work_on(tasks, task, argument);
  }

  // Opens the job, takes part in it, closes it, and waits for those inside; whoever comes late is
  // not missed.
  void work_on(size_t tasks, Task task, void* argument) {
    const std::lock_guard<std::mutex> turn(callers_);
    task_ = task;
    argument_ = argument;
    tasks_ = tasks;
    for (Queue& queue : queues_) queue.taken.store(0, std::memory_order_relaxed);
    bool sleepers = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      state_.fetch_add(one_job | open, std::memory_order_release);
      sleepers = sleeping_ > 0;
    }
    if (sleepers) wake_.notify_all();
    take_part(0);
    state_.fetch_and(~open, std::memory_order_relaxed);
    while ((state_.load(std::memory_order_acquire) & inside) != 0) std::this_thread::yield();
    if (failed_.exchange(0) == 0) return;
    std::rethrow_exception(std::exchange(error_, nullptr));
  }

  // What a task throws stays here until all have left: the tasks are the caller's, and others may
  // be in the midst of one.
  void take_part(size_t worker) noexcept {
    try {
      take_tasks(worker);
    } catch (...) {
      if (failed_.exchange(1) == 0) error_ = std::current_exception();
    }
  }

  // Worker w takes w, w + workers, ... first, so that tasks of a number, and what they leave in its
  // cache, stay with it from job to job; then what others have not come to.
  void take_tasks(size_t worker) {
    const size_t workers = executor_.workers;
    for (size_t i = 0; i < workers; ++i) {
      const size_t owner = (worker + i) % workers;
      std::atomic<size_t>& taken = queues_[owner].taken;
      while (owner + workers * taken.load(std::memory_order_relaxed) < tasks_) {
        if (failed_.load(std::memory_order_relaxed) != 0) return;
        const size_t index = owner + workers * taken.fetch_add(1, std::memory_order_relaxed);
        if (index < tasks_) task_(argument_, index, worker);
      }
    }
  }

  void serve(size_t worker) {
    for (uint64_t seen = 0;;) {
      uint64_t state = await_change(seen);
      if (stopping_) return;
      seen = job_of(state);
      while ((state & open) != 0 && job_of(state) == seen) {
        if (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire)) continue;
        take_part(worker);
        state_.fetch_sub(1, std::memory_order_release);
        break;
      }
    }
  }

  // Waits for another job than the one already seen: awake at first, then asleep.
  uint64_t await_change(uint64_t seen) {
    for (const auto until = Clock::now() + patience; Clock::now() < until;) {
      const uint64_t state = state_.load(std::memory_order_acquire);
      if (job_of(state) != seen) return state;
      std::this_thread::yield();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    ++sleeping_;
    wake_.wait(lock, [&] { return job_of(state_.load(std::memory_order_acquire)) != seen; });
    --sleeping_;
    return state_.load(std::memory_order_acquire);
  }

  Executor executor_;
  std::mutex callers_, mutex_;
  std::condition_variable wake_;
  size_t sleeping_ = 0;  // guarded by mutex_
  std::atomic<bool> stopping_{false};
  std::atomic<uint64_t> state_{0};
  std::vector<Queue> queues_;
  Task task_ = nullptr;
  void* argument_ = nullptr;
  size_t tasks_ = 0;
  std::atomic<uint32_t> failed_{0};   // a whole word: RISC-V exchanges nothing smaller by itself
  std::exception_ptr error_;          // of the task that failed first
  std::vector<std::thread> threads_;  // last: they use everything above
};

Threads::Threads(size_t workers)
    : pool_(std::make_unique<Pool>(workers == 0 ? default_workers() : workers)) {}
Threads::~Threads() = default;

const Executor* Threads::executor() const { return workers() < 2 ? nullptr : &pool_->executor(); }
size_t Threads::workers() const { return pool_->executor().workers; }

}  // namespace rfm
