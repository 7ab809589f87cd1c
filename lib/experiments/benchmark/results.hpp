// Finished tables of a benchmark, kept in one JSON file that is replaced as a whole after each, so
// that an interrupted run goes on where it was.
#pragma once
#include <map>
#include <string>

#include "experiments/benchmark/method.hpp"
#include "experiments/benchmark/summary.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::experiments {

struct SetResult {
  std::size_t rows = 0, columns = 0, classes = 0;
  double seconds = 0;  // of processor time
  std::map<std::string, MethodScore> methods;
};

struct Results {
  std::string suite;
  std::map<std::string, SetResult> sets;
  std::map<std::string, Summary> summaries;  // "rfm", "rfm (frozen M)", ...
};

// A file that is not there yet is empty results; one of another suite is refused.
data::Outcome read_results(const std::string& path, Results& results);
data::Outcome write_results(const std::string& path, const Results& results);

}  // namespace rfm::experiments
