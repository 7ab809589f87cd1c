#include "rfm/data/score/regression.hpp"

#include <cstddef>

#include "rfm/core/algebra/square_root.hpp"

namespace rfm::data {

RegressionScores regression_scores(const std::vector<double>& truth,
                                   const std::vector<double>& predicted) {
  RegressionScores scores;
  if (truth.empty()) return scores;
  const auto n = static_cast<double>(truth.size());
  double mean = 0, error = 0, total = 0;
  for (const double y : truth) mean += y / n;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double miss = truth[i] - predicted[i];
    error += miss * miss;
    total += (truth[i] - mean) * (truth[i] - mean);
    scores.mae += (miss < 0 ? -miss : miss) / n;
  }
  scores.rmse = rounded_square_root(error / n);
  scores.r2 = total > 0 ? 1 - error / total : error == 0 ? 1 : 0;
  return scores;
}

}  // namespace rfm::data
