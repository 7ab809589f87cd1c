// Peak memory of a fit: a process that does nothing else says what the kernel counted for it.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "tests/bench/machine.hpp"
#include "tests/bench/works.hpp"

namespace rfm_bench {

namespace {

// The most memory that this program has had since it began, in bytes. What a parent is told of its
// child counts what the parent had when it started the child.
double most_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return 1024 * std::stod(line.substr(6));
  return 0;
}

}  // namespace

void fit_once(size_t n, size_t d) {
  const Sample sample(n, d, 1);
  const rfm::Threads pool(2);
  rfm::Options<float> options = usual_options(pool.executor());
  options.rounds = 1;
  Fitted fitted(sample, options);
  fitted.fit();
  std::printf("%.0f\n", most_memory());
}

// Allowed: 0.6 of a full square of float, and the table.
void measure_memory(Table& table) {
  const size_t n = 8000, d = 20;
  const std::string command =
      "'" + std::filesystem::read_symlink("/proc/self/exe").string() + "' --fit 8000 20";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> child(popen(command.c_str(), "r"), pclose);
  double used = 0;
  if (child == nullptr || std::fscanf(child.get(), "%lf", &used) != 1 || !(used > 0)) {
    std::fprintf(stderr, "the fit to be measured failed\n");
    std::exit(1);
  }
  const double allowed =
      0.6 * 4 * static_cast<double>(n * n) + 4 * static_cast<double>(n * (d + 1));
  std::printf("peak memory of a fit: %.1f MB, allowed %.1f MB\n", used / 1e6, allowed / 1e6);
  table.add({"peak memory: allowed / used", "float", n, d, 1, 2, 0, 0, allowed / used, 1});
}

}  // namespace rfm_bench
