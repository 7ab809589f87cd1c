#include "tests/bench/handover.hpp"

#include <atomic>
#include <thread>

#include "tests/bench/measure.hpp"

namespace rfm_bench {

double handover_seconds() {
  constexpr int rounds = 5000;
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) {
    alignas(128) std::atomic<int> word{0};
    const auto await = [&word](int value) {
      while (word.load(std::memory_order_acquire) != value) {
      }
    };
    std::thread other([&] {
      for (int round = 0; round < rounds; ++round) {
        await(2 * round + 1);
        word.store(2 * round + 2, std::memory_order_release);
      }
    });
    times.push_back(seconds_of(Clock::wall,
                               [&] {
                                 for (int round = 0; round < rounds; ++round) {
                                   word.store(2 * round + 1, std::memory_order_release);
                                   await(2 * round + 2);
                                 }
                               }) /
                    rounds);
    other.join();
  }
  return median(times);
}

}  // namespace rfm_bench
