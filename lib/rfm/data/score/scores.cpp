#include "rfm/data/score/scores.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

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

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

double brier_score(const std::vector<uint32_t>& labels, const std::vector<double>& p,
                   std::size_t classes) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t k = 0; k < classes; ++k) {
      const double miss = p[i * classes + k] - (labels[i] == k ? 1 : 0);
      sum += miss * miss;
    }
  }
  // Of two classes both miss by the same: one is counted.
  return sum / static_cast<double>(labels.size()) / (classes == 2 ? 2 : 1);
}

double mean_area(const std::vector<uint32_t>& labels, const std::vector<double>& p,
                 std::size_t classes) {
  const std::size_t n = labels.size();
  std::vector<double> scores(n);
  std::vector<bool> positive(n);
  double sum = 0;
  std::size_t defined = 0;
  for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      scores[i] = p[i * classes + k];
      positive[i] = labels[i] == k;
    }
    const double area = area_under_curve(scores, positive);
    if (area != area) continue;
    sum += area;
    ++defined;
  }
  return defined == 0 ? undefined : sum / static_cast<double>(defined);
}

// Accuracy, balanced accuracy and F1 follow from the confusion matrix.
void score_confusion(std::size_t n, std::size_t classes, ClassificationScores& scores) {
  double recalls = 0, f1 = 0;
  std::size_t right = 0, occurring = 0, mentioned = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    std::size_t actual = 0, predicted = 0;
    for (std::size_t j = 0; j < classes; ++j) {
      actual += scores.confusion[k * classes + j];
      predicted += scores.confusion[j * classes + k];
    }
    const std::size_t hits = scores.confusion[k * classes + k];
    right += hits;
    if (actual > 0) {
      recalls += static_cast<double>(hits) / static_cast<double>(actual);
      ++occurring;
    }
    if (actual + predicted > 0) {
      f1 += 2 * static_cast<double>(hits) / static_cast<double>(actual + predicted);
      ++mentioned;
    }
  }
  scores.accuracy = static_cast<double>(right) / static_cast<double>(n);
  scores.balanced_accuracy = recalls / static_cast<double>(occurring);
  scores.f1 = f1 / static_cast<double>(mentioned);
}

}  // namespace

// The rank sum of the positive rows, equal scores sharing the middle of their ranks (Mann and
// Whitney).
double area_under_curve(const std::vector<double>& scores, const std::vector<bool>& positive) {
  for (const double score : scores)
    if (score != score) return undefined;
  const std::vector<std::size_t> order =
      ascending(scores.size(), [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  double rank_sum = 0, positives = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && scores[order[end]] == scores[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + end + 1) / 2;
    for (; begin < end; ++begin) {
      if (!positive[order[begin]]) continue;
      rank_sum += rank;
      ++positives;
    }
  }
  const double negatives = static_cast<double>(order.size()) - positives;
  if (positives == 0 || negatives == 0) return undefined;
  return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives);
}

double log_loss(const std::vector<uint32_t>& labels, const std::vector<double>& p,
                std::size_t classes) {
  constexpr double least = std::numeric_limits<double>::epsilon();
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sum -= logarithm(std::clamp(p[i * classes + labels[i]], least, 1 - least));
  }
  return labels.empty() ? 0 : sum / static_cast<double>(labels.size());
}

ClassificationScores classification_scores(const std::vector<uint32_t>& labels,
                                           const std::vector<double>& probabilities,
                                           std::size_t classes) {
  ClassificationScores scores;
  scores.confusion.assign(array_size<std::size_t>(classes, classes), 0);
  if (labels.empty()) return scores;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++scores
          .confusion[labels[i] * classes + likeliest(probabilities.data() + i * classes, classes)];
  }
  score_confusion(labels.size(), classes, scores);
  scores.log_loss = log_loss(labels, probabilities, classes);
  scores.brier = brier_score(labels, probabilities, classes);
  scores.auc = mean_area(labels, probabilities, classes);
  return scores;
}

std::vector<NamedScore> named_scores(const Scores& scores) {
  const RegressionScores& r = scores.regression;
  if (scores.task == Task::regression) return {{"r2", r.r2}, {"rmse", r.rmse}, {"mae", r.mae}};
  const ClassificationScores& c = scores.classification;
  return {{"accuracy", c.accuracy}, {"balanced_accuracy", c.balanced_accuracy},
          {"log_loss", c.log_loss}, {"brier", c.brier},
          {"auc", c.auc},           {"f1", c.f1}};
}

void write_scores(const Scores& scores, std::size_t classes, JsonText& json) {
  json.open_object().key("rows").whole(scores.rows);
  for (const NamedScore& score : named_scores(scores)) json.key(score.name).number(score.value);
  if (scores.rows > 0 && classes > 0) {
    json.key("confusion").open_array();
    const std::size_t* count = scores.classification.confusion.data();
    for (std::size_t truth = 0; truth < classes; ++truth) {
      json.open_array();
      for (std::size_t k = 0; k < classes; ++k) json.whole(*count++);
      json.close_array();
    }
    json.close_array();
  }
  json.close_object();
}

std::string score_sentence(const Scores& scores) {
  const RegressionScores& r = scores.regression;
  if (scores.task == Task::regression) {
    return sentence("R2 %, RMSE %, MAE %",
                    {format_rounded(r.r2), format_rounded(r.rmse), format_rounded(r.mae)});
  }
  const ClassificationScores& c = scores.classification;
  return sentence("accuracy %, log-loss %, AUC %",
                  {format_rounded(c.accuracy), format_rounded(c.log_loss),
                   c.auc == c.auc ? format_rounded(c.auc) : "undefined"});
}

template <class T>
Scores score_outputs(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                     const std::vector<T>& outputs) {
  Scores scores;
  scores.task = encoding.task;
  scores.rows = rows.n;
  if (rows.n == 0) return scores;
  if (encoding.task == Task::regression) {
    std::vector<double> values(rows.n);
    for (std::size_t i = 0; i < rows.n; ++i)
      values[i] = static_cast<double>(decoded_value(encoding, &outputs[i]));
    scores.regression = regression_scores(rows.targets, values);
  } else {
    const std::vector<double> p = probabilities_of(encoding, outputs.data(), rows.n);
    scores.classification = classification_scores(rows.labels, p, encoding.classes);
  }
  return scores;
}

template Scores score_outputs(const Encoding<float>&, const EncodedTable<float>&,
                              const std::vector<float>&);
template Scores score_outputs(const Encoding<double>&, const EncodedTable<double>&,
                              const std::vector<double>&);

}  // namespace rfm::data
