// Finished tables of a benchmark, kept in one JSON file that is replaced as a whole after each, so
// that an interrupted run goes on where it was; and how a method does over them beside others.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiments/benchmark/method.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::experiments {

// How one method does over many tables beside others, by the definitions of the paper's appendix E.
// Scores are larger when better; NaN is a missing one. O(tables x methods).
struct Summary {
  std::size_t sets = 0;
  double average = 0;  // of the method's scores
  double p90 = 0;      // share of tables where it has at least 0.90 of the best score
  double p95 = 0;
  double pma = 0;   // mean share of the best score
  double adtm = 0;  // mean of (score - worst) / (best - worst)
  // Friedman: mean rank among all, 1 is best, ties share; a missing score is the table's mean.
  double rank = 0;
};

// mine (tables), others (tables, methods): the best and the worst are over others and mine.
Summary summarise(const std::vector<double>& mine, const std::vector<std::vector<double>>& others);

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

// Scores that others have published for the tables of a collection: a CSV with one line a table and
// one column a method; an empty cell is a missing score.
struct Peers {
  std::vector<std::string> names;                     // of the methods
  std::map<std::string, std::vector<double>> scores;  // of each table, NaN where missing
};

// Columns called as in `skip` are no methods. The first column names the table.
data::Outcome read_peers(const std::string& path, const std::vector<std::string>& skip,
                         Peers& peers);

}  // namespace rfm::experiments
