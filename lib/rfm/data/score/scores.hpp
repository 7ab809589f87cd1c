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
#include "rfm/data/score/baseline.hpp"
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

// Classes of which a confusion matrix is kept: of more nobody reads one, and it grows with K^2.
constexpr std::size_t most_confused = 250;

struct ClassificationScores {
  double accuracy = 0;
  double balanced_accuracy = 0;  // mean recall of the classes that occur
  double log_loss = 0;           // mean -log p of the true class, p limited to machine epsilon
  double brier = 0;              // two classes: mean (p_1 - y)^2; more: mean of sum_k (p_k - y_k)^2
  double auc =
      0;  // two classes: of p_1; more: mean over classes of one against the rest; NaN if undefined
  double f1 = 0;  // mean over the classes that occur in truth or prediction
  // (K, K) rows of class [truth * K + predicted]; empty beyond most_confused classes.
  std::vector<std::size_t> confusion;
  std::vector<double> recall;  // (K) share of a class's rows that were found; NaN where it has none
};

// (n) The first class whose probability, times what it counts for, is largest; weighing (K), or
// nothing where all classes count alike.
std::vector<uint32_t> answered_classes(const std::vector<double>& probabilities,
                                       std::size_t classes, const std::vector<double>& weighing);

// labels (n), probabilities (n, K) with rows that sum to 1. The predicted class is the answered.
ClassificationScores classification_scores(const std::vector<uint32_t>& labels,
                                           const std::vector<double>& probabilities,
                                           std::size_t classes,
                                           const std::vector<double>& weighing = {});

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
  Baseline baseline;
  std::size_t folds = 0;       // that the rows were held out in; 0: they were not
  std::vector<double> spread;  // of named_scores, the deviation between these folds
};

std::vector<NamedScore> named_scores(const Scores& scores);

// {"rows", scores by name, "baseline": {"answer", its scores, "spared", "words"}, and where there
// are any "folds" and "spread" by name, and for so many classes "recall" and, where they are not
// too many, "confusion"}.
void write_scores(const Scores& scores, std::size_t classes, JsonText& json);

// "R2 0.913 ± 0.02, RMSE 1.72, MAE 1.2" or
// "accuracy 0.967 ± 0.01, balanced accuracy 0.95, log-loss 0.11, AUC 0.993".
std::string score_sentence(const Scores& scores);

// "recall of classes: no 97 %, yes 81 %", those that are found least first; nothing for regression.
std::string recall_sentence(const Scores& scores, const std::vector<std::string>& classes);

// Decodes outputs (n, c) and compares them with the targets or labels of those rows.
template <class T>
Scores score_outputs(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                     const std::vector<T>& outputs);

// The same with the spread between folds; fold (n), below `folds`.
template <class T>
Scores score_folds(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                   const std::vector<T>& outputs, const std::vector<uint32_t>& fold,
                   std::size_t folds);

}  // namespace rfm::data
