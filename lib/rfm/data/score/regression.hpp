// How far predicted values are from the true ones, as scikit-learn computes it. O(n).
#pragma once
#include <vector>

namespace rfm::data {

struct RegressionScores {
  double r2 = 0;  // 1 - sum (y - p)^2 / sum (y - mean)^2; when all y are equal: 1 if p = y, else 0
  double rmse = 0;  // root of the mean squared error
  double mae = 0;   // mean absolute error
};

// truth and predicted (n), n > 0.
RegressionScores regression_scores(const std::vector<double>& truth,
                                   const std::vector<double>& predicted);

}  // namespace rfm::data
