#include "experiments/benchmark/summary.hpp"

#include <algorithm>
#include <cmath>

namespace rfm::experiments {
namespace {

double mean_of_known(const std::vector<double>& scores) {
  double sum = 0;
  std::size_t count = 0;
  for (const double score : scores)
    if (!std::isnan(score)) {
      sum += score;
      ++count;
    }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

// 1 + those above + half of the others that are equal.
double rank_among(double mine, const std::vector<double>& others) {
  const double filling = mean_of_known(others);
  double rank = 1;
  for (const double other : others) {
    const double score = std::isnan(other) ? filling : other;
    if (score > mine) rank += 1;
    if (score == mine) rank += 0.5;
  }
  return rank;
}

}  // namespace

Summary summarise(const std::vector<double>& mine, const std::vector<std::vector<double>>& others) {
  Summary out;
  out.sets = mine.size();
  if (mine.empty()) return out;
  const double share = 1 / static_cast<double>(mine.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    double best = mine[i], worst = mine[i];
    for (const double other : others[i])
      if (!std::isnan(other)) {
        best = std::max(best, other);
        worst = std::min(worst, other);
      }
    out.average += share * mine[i];
    out.p90 += mine[i] >= 0.9 * best ? share : 0;
    out.p95 += mine[i] >= 0.95 * best ? share : 0;
    out.pma += share * mine[i] / best;
    out.adtm += best > worst ? share * (mine[i] - worst) / (best - worst) : share;
    out.rank += share * rank_among(mine[i], others[i]);
  }
  return out;
}

}  // namespace rfm::experiments
