// How good class probabilities are, as scikit-learn computes it. O(n K log n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rfm::data {

struct ClassificationScores {
  double accuracy = 0;
  double balanced_accuracy = 0;  // mean recall of the classes that occur
  double log_loss = 0;           // mean -log p of the true class, p limited to machine epsilon
  double brier = 0;              // two classes: mean (p_1 - y)^2; more: mean of sum_k (p_k - y_k)^2
  double auc =
      0;  // two classes: of p_1; more: mean over classes of one against the rest; NaN if undefined
  double f1 = 0;                       // mean over the classes that occur in truth or prediction
  std::vector<std::size_t> confusion;  // (K, K) rows of class [truth * K + predicted]
};

// labels (n), probabilities (n, K) with rows that sum to 1. The predicted class is the first of the
// most probable.
ClassificationScores classification_scores(const std::vector<uint32_t>& labels,
                                           const std::vector<double>& probabilities,
                                           std::size_t classes);

// Chance that a positive row scores higher than a negative one, ties counting half; NaN when either
// kind is absent.
double area_under_curve(const std::vector<double>& scores, const std::vector<bool>& positive);

// Mean -log p of the true class: what calibration and choices between candidates minimise.
double log_loss(const std::vector<uint32_t>& labels, const std::vector<double>& probabilities,
                std::size_t classes);

}  // namespace rfm::data
