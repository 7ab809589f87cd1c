// How far predicted values are from the true ones and how good class probabilities are, as
// scikit-learn computes it, and the scores of one set of rows, whatever the task, with their names:
// "r2", "rmse", "mae"; "accuracy", "balanced_accuracy", "log_loss", "brier", "auc", "f1". O(n K log
// n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/text/json.hpp"

namespace rfm::data {

struct RegressionScores {
  double r2 = 0;  // 1 - sum (y - p)^2 / sum (y - mean)^2; when all y are equal: 1 if p = y, else 0
  double rmse = 0;  // root of the mean squared error
  double mae = 0;   // mean absolute error
};

// truth and predicted (n), n > 0.
RegressionScores regression_scores(const std::vector<double>& truth,
                                   const std::vector<double>& predicted);

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

struct Scores {
  Task task = Task::regression;
  std::size_t rows = 0;  // 0: there were none, and nothing below counts
  RegressionScores regression;
  ClassificationScores classification;
};

struct NamedScore {
  const char* name;
  double value;
};

std::vector<NamedScore> named_scores(const Scores& scores);

// {"rows", scores by name, and for so many classes, if any, "confusion"}.
void write_scores(const Scores& scores, std::size_t classes, JsonText& json);

// "R2 0.913, RMSE 1.72, MAE 1.2" or "accuracy 0.967, log-loss 0.11, AUC 0.993".
std::string score_sentence(const Scores& scores);

// Decodes outputs (n, c) and compares them with the targets or labels of those rows.
template <class T>
Scores score_outputs(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                     const std::vector<T>& outputs);

}  // namespace rfm::data
