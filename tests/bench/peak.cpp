// Compiled for the processor at hand, as the peer is.
#include "tests/bench/peak.hpp"

#include "tests/bench/measure.hpp"

namespace rfm_bench {
namespace {

#if defined(__AVX512F__)
constexpr size_t width = 16;
#else
constexpr size_t width = 8;
#endif
using Lanes [[gnu::vector_size(width * sizeof(float))]] = float;

// More sums than the latency of a fused operation times their number a cycle.
constexpr size_t sums = 12;

}  // namespace

double measured_peak() {
  constexpr size_t steps = 4'000'000;
  // Read from memory, so that nothing is worked out before the clock starts.
  volatile float shrinks = 0.5f, adds = 1;
  const Lanes factor = Lanes{} + shrinks, term = Lanes{} + adds;
  Lanes sum[sums];
  for (size_t i = 0; i < sums; ++i) sum[i] = Lanes{} + adds * static_cast<float>(i);
  const double seconds = seconds_of(Clock::processor, [&] {
    for (size_t step = 0; step < steps; ++step)
      for (Lanes& s : sum) s = s * factor + term;
  });
  for (const Lanes& s : sum) adds = s[0];
  return 2.0 * width * sums * steps / seconds;
}

}  // namespace rfm_bench
