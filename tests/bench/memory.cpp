// Peak memory of a fit, measured from outside as the kernel saw it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/bench/machine.hpp"
#include "tests/bench/works.hpp"

namespace rfm_bench {

void fit_once(size_t n, size_t d) {
  const Sample sample(n, d, 1);
  const rfm::Threads pool(2);
  rfm::Options<float> options = usual_options(pool.executor());
  options.rounds = 1;
  Fitted fitted(sample, options);
  fitted.fit();
}

// Allowed: 0.6 of a full square of float, and the table.
void measure_memory(Table& table, const char* program) {
  const size_t n = 8000, d = 20;
  const pid_t child = fork();
  if (child == 0) {
    execl(program, program, "--fit", "8000", "20", static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 1;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
    std::fprintf(stderr, "the fit to be measured failed\n");
    std::exit(1);
  }
  const double used = 1024 * static_cast<double>(usage.ru_maxrss);
  const double allowed = 0.6 * 4 * static_cast<double>(n * n) + 4 * static_cast<double>(n * (d + 1));
  std::printf("peak memory of a fit: %.1f MB, allowed %.1f MB\n", used / 1e6, allowed / 1e6);
  table.add({"peak memory: allowed / used", "float", n, d, 1, 2, 0, 0, allowed / used, 1});
}

}  // namespace rfm_bench
