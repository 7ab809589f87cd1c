// A whole benchmark: which tables take part, all of them in parallel, largest first, results kept
// as they come.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/benchmark/results.hpp"
#include "rfm/core/base/executor.hpp"

namespace rfm::experiments {

struct BenchmarkOptions {
  std::string folder, results_file;  // no results file: nothing is kept
  bool regression = false;
  std::vector<std::string> methods, sets;  // sets: only these; empty: all that qualify
  std::size_t most_rows = 5000;
  const Executor* executor = nullptr;
  std::function<bool()> stop;
  // After each table: its name, how many of how many are done.
  std::function<void(const std::string&, std::size_t, std::size_t)> progress;
};

data::Outcome run_benchmark(const BenchmarkOptions& options, Results& results);

// Fills results.summaries, against the peers that the folder has.
data::Outcome summarise_results(const BenchmarkOptions& options, Results& results,
                                std::size_t& peers);

}  // namespace rfm::experiments
