#include "rfm/data/score/scores.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/score/decision.hpp"
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

// Rows of one class: those that are of it, those taken for it, and those that are both.
struct ClassCounts {
  std::size_t actual = 0, predicted = 0, hits = 0;
};

// Accuracy, balanced accuracy and F1 follow from the counts of the classes.
void score_counts(std::size_t n, const std::vector<ClassCounts>& counts,
                  ClassificationScores& scores) {
  double recalls = 0, f1 = 0;
  std::size_t right = 0, occurring = 0, mentioned = 0;
  for (const auto& [actual, predicted, hits] : counts) {
    right += hits;
    scores.recall.push_back(undefined);
    if (actual > 0) {
      scores.recall.back() = static_cast<double>(hits) / static_cast<double>(actual);
      recalls += scores.recall.back();
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

std::vector<uint32_t> answered_classes(const std::vector<double>& p, std::size_t classes,
                                       const std::vector<double>& weighing) {
  std::vector<uint32_t> answers(p.size() / classes);
  std::vector<double> weighed(classes);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t k = 0; k < classes; ++k)
      weighed[k] = p[i * classes + k] * (weighing.empty() ? 1 : weighing[k]);
    answers[i] = static_cast<uint32_t>(likeliest(weighed.data(), classes));
  }
  return answers;
}

ClassificationScores classification_scores(const std::vector<uint32_t>& labels,
                                           const std::vector<double>& probabilities,
                                           std::size_t classes,
                                           const std::vector<double>& weighing) {
  ClassificationScores scores;
  if (classes <= most_confused)
    scores.confusion.assign(array_size<std::size_t>(classes, classes), 0);
  if (labels.empty()) return scores;
  std::vector<ClassCounts> counts(classes);
  const std::vector<uint32_t> answers = answered_classes(probabilities, classes, weighing);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t picked = answers[i];
    ++counts[labels[i]].actual;
    ++counts[picked].predicted;
    if (picked == labels[i]) ++counts[picked].hits;
    if (!scores.confusion.empty()) ++scores.confusion[labels[i] * classes + picked];
  }
  score_counts(labels.size(), counts, scores);
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
  const std::vector<NamedScore> named = named_scores(scores);
  for (const NamedScore& score : named) json.key(score.name).number(score.value);
  if (!scores.baseline.answer.empty()) {
    json.key("baseline").open_object().key("answer").text(scores.baseline.answer);
    for (const NamedScore& score : scores.baseline.scores) json.key(score.name).number(score.value);
    json.key("spared").number(scores.baseline.spared);
    json.key("words").text(baseline_sentence(scores.baseline)).close_object();
  }
  if (scores.folds > 0) {
    json.key("folds").whole(scores.folds).key("spread").open_object();
    for (std::size_t k = 0; k < named.size(); ++k) json.key(named[k].name).number(scores.spread[k]);
    json.close_object();
  }
  if (scores.rows > 0 && classes > 0) {
    json.key("recall").open_array();
    for (const double recall : scores.classification.recall) json.number(recall);
    json.close_array();
  }
  if (scores.rows > 0 && classes > 0 && !scores.classification.confusion.empty()) {
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

namespace {

// A score that has no unit; what rounding leaves of nothing is nothing.
std::string share_words(double value) {
  return value < 5e-5 && value > -5e-5 ? "0" : format_rounded(value);
}

// The first of the named scores, with its spread.
std::string main_words(const Scores& scores, double value) {
  const std::string words = share_words(value);
  return scores.folds == 0 ? words : words + " \u00b1 " + format_rounded(scores.spread[0], 2);
}

}  // namespace

std::string score_sentence(const Scores& scores) {
  const RegressionScores& r = scores.regression;
  if (scores.task == Task::regression) {
    return sentence("R2 %, RMSE %, MAE %",
                    {main_words(scores, r.r2), format_rounded(r.rmse), format_rounded(r.mae)});
  }
  const ClassificationScores& c = scores.classification;
  return sentence("accuracy %, balanced accuracy %, log-loss %, AUC %",
                  {main_words(scores, c.accuracy), share_words(c.balanced_accuracy),
                   format_rounded(c.log_loss), c.auc == c.auc ? share_words(c.auc) : "undefined"});
}

std::string recall_sentence(const Scores& scores, const std::vector<std::string>& classes) {
  constexpr std::size_t most = 10;
  const std::vector<double>& recall = scores.classification.recall;
  std::vector<std::size_t> met;
  for (std::size_t k = 0; k < recall.size(); ++k)
    if (recall[k] == recall[k]) met.push_back(k);
  if (scores.task == Task::regression || met.empty()) return "";
  sort_indices(met, [&](std::size_t a, std::size_t b) { return recall[a] < recall[b]; });
  std::string words = "recall of classes: ";
  for (std::size_t k = 0; k < met.size() && k < most; ++k)
    words += (k == 0 ? "" : ", ") + classes[met[k]] + " " +
             format_rounded(100 * recall[met[k]], 3) + " %";
  if (met.size() > most) words += sentence(" and % more", {met.size() - most});
  return words;
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
    scores.baseline = against_mean(rows.targets, values, static_cast<double>(encoding.target[0]));
  } else {
    const std::vector<double> p = probabilities_of(encoding, outputs.data(), rows.n),
                              weighing = weighing_of(encoding);
    scores.classification = classification_scores(rows.labels, p, encoding.classes, weighing);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < encoding.classes; ++k)
      names.push_back(to_string(encoding.class_name(k)));
    scores.baseline = against_commonest(
        rows.labels, answered_classes(p, encoding.classes, weighing), p, names, weighing);
  }
  return scores;
}

template <class T>
Scores score_folds(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                   const std::vector<T>& outputs, const std::vector<uint32_t>& fold,
                   std::size_t folds) {
  Scores scores = score_outputs(encoding, rows, outputs);
  std::vector<std::vector<double>> of_fold;
  for (std::size_t f = 0; f < folds; ++f) {
    std::vector<std::size_t> held;
    std::vector<T> answers;
    for (std::size_t i = 0; i < rows.n; ++i) {
      if (fold[i] != f) continue;
      held.push_back(i);
      const auto begin = outputs.begin() + static_cast<std::ptrdiff_t>(i * rows.c);
      answers.insert(answers.end(), begin, begin + static_cast<std::ptrdiff_t>(rows.c));
    }
    if (held.empty()) continue;
    of_fold.emplace_back();
    for (const NamedScore& score :
         named_scores(score_outputs(encoding, chosen_rows(rows, held), answers)))
      of_fold.back().push_back(score.value);
  }
  if (of_fold.size() < 2) return scores;
  scores.folds = of_fold.size();
  for (std::size_t k = 0; k < of_fold[0].size(); ++k) {
    const auto count = static_cast<double>(of_fold.size());
    double mean = 0, variance = 0;
    for (const std::vector<double>& values : of_fold) mean += values[k] / count;
    for (const std::vector<double>& values : of_fold)
      variance += (values[k] - mean) * (values[k] - mean) / (count - 1);
    scores.spread.push_back(rounded_square_root(variance));
  }
  return scores;
}

template Scores score_outputs(const Encoding<float>&, const EncodedTable<float>&,
                              const std::vector<float>&);
template Scores score_outputs(const Encoding<double>&, const EncodedTable<double>&,
                              const std::vector<double>&);
template Scores score_folds(const Encoding<float>&, const EncodedTable<float>&,
                            const std::vector<float>&, const std::vector<uint32_t>&, std::size_t);
template Scores score_folds(const Encoding<double>&, const EncodedTable<double>&,
                            const std::vector<double>&, const std::vector<uint32_t>&, std::size_t);

}  // namespace rfm::data
