// The scores of one set of rows, whatever the task, and their names: "r2", "rmse", "mae";
// "accuracy", "balanced_accuracy", "log_loss", "brier", "auc", "f1". O(n K log n).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/score/classification.hpp"
#include "rfm/data/score/regression.hpp"
#include "rfm/data/text/json.hpp"

namespace rfm::data {

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
