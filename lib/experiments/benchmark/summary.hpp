// How one method does over many tables beside others, by the definitions of the paper's appendix E.
// Scores are larger when better; NaN is a missing one. O(tables x methods).
#pragma once
#include <cstddef>
#include <vector>

namespace rfm::experiments {

struct Summary {
  std::size_t sets = 0;
  double average = 0;  // of the method's scores
  double p90 = 0;      // share of tables where it has at least 0.90 of the best score
  double p95 = 0;
  double pma = 0;   // mean share of the best score
  double adtm = 0;  // mean of (score - worst) / (best - worst)
  double rank = 0;  // Friedman: mean rank among all, 1 is best, ties share; a missing score is the
                    // table's mean
};

// mine (tables), others (tables, methods): the best and the worst are over others and mine.
Summary summarise(const std::vector<double>& mine, const std::vector<std::vector<double>>& others);

}  // namespace rfm::experiments
