// What a score is worth: beside it stands that of giving one answer to every row, the mean of the
// training rows or the commonest class, and a sentence says whether the model does better. O(n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rfm::data {

struct NamedScore {
  const char* name;
  double value;
};

// Better by more than chance, which is two standard errors of the mean difference over the rows; or
// only its probabilities are; or nothing is.
enum class Verdict { better, probabilities, nothing };

struct Baseline {
  std::string answer;              // empty: nothing was compared
  std::vector<NamedScore> scores;  // of that answer: r2, rmse, mae; accuracy, balanced_accuracy,
                                   // log_loss
  double spared = 0;  // the share of its root mean squared error, or of its mistakes as they weigh,
                      // that the model does not make
  bool weighed = false;  // mistakes count differently in different classes
  Verdict verdict = Verdict::nothing;
  // What the verdict is made of: the mean gain of a row in loss and, of classes, in log loss, and
  // their standard errors.
  double gain = 0, gain_error = 0, surprise_gain = 0, surprise_error = 0;
};

// truth and predicted (n), n > 0; `mean` is that of the training rows.
Baseline against_mean(const std::vector<double>& truth, const std::vector<double>& predicted,
                      double mean);

// labels and answers (n), probabilities (n, classes), weighing (classes) or nothing: what a mistake
// in a class counts for. The answer is the class of most weight among these rows.
Baseline against_commonest(const std::vector<uint32_t>& labels,
                           const std::vector<uint32_t>& answers,
                           const std::vector<double>& probabilities,
                           const std::vector<std::string>& classes,
                           const std::vector<double>& weighing);

// Judges again with gains that are smaller by so much.
void less_gain(double loss, double surprise, Baseline& baseline);

// "errors 90 % smaller than those of always answering 355 (RMSE 131)", "no better than always
// answering 'B' (accuracy 0.73)"; empty when nothing was compared.
std::string baseline_sentence(const Baseline& baseline);

}  // namespace rfm::data
