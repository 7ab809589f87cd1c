#include "rfm/data/score/baseline.hpp"

#include <algorithm>
#include <limits>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/algebra/square_root.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr double certain = 2;  // standard errors

// The mean of the differences added, and its standard error.
struct Differences {
  double count = 0, sum = 0, squares = 0;

  void add(double difference) {
    count += 1;
    sum += difference;
    squares += difference * difference;
  }

  double mean() const { return count > 0 ? sum / count : 0; }
  double error() const {
    const double variance = count > 1 ? (squares - sum * mean()) / (count - 1) : 0;
    return variance > 0 ? rounded_square_root(variance / count) : 0;
  }
};

void judge(Baseline& baseline) {
  const auto sure = [](double gain, double error) { return gain > 0 && gain > certain * error; };
  baseline.verdict = sure(baseline.gain, baseline.gain_error) ? Verdict::better
                     : sure(baseline.surprise_gain, baseline.surprise_error)
                         ? Verdict::probabilities
                         : Verdict::nothing;
}

constexpr double least_probability = std::numeric_limits<double>::epsilon();

double surprise(double p) {
  return -logarithm(std::clamp(p, least_probability, 1 - least_probability));
}

}  // namespace

Baseline against_mean(const std::vector<double>& truth, const std::vector<double>& predicted,
                      double mean) {
  const auto n = static_cast<double>(truth.size());
  double own = 0, whole = 0, absolute = 0, total = 0, centre = 0;
  Differences gain;
  for (const double y : truth) centre += y / n;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double miss = truth[i] - predicted[i], away = truth[i] - mean;
    own += miss * miss / n;
    whole += away * away / n;
    absolute += (away < 0 ? -away : away) / n;
    total += (truth[i] - centre) * (truth[i] - centre) / n;
    gain.add(away * away - miss * miss);
  }
  Baseline baseline;
  baseline.answer = format_rounded(mean);
  baseline.scores = {{"r2", total > 0 ? 1 - whole / total : 0},
                     {"rmse", rounded_square_root(whole)},
                     {"mae", absolute}};
  baseline.spared = whole > 0 ? 1 - rounded_square_root(own / whole) : 0;
  baseline.gain = gain.mean();
  baseline.gain_error = gain.error();
  judge(baseline);
  return baseline;
}

Baseline against_commonest(const std::vector<uint32_t>& labels,
                           const std::vector<uint32_t>& answers,
                           const std::vector<double>& probabilities,
                           const std::vector<std::string>& classes,
                           const std::vector<double>& weighing) {
  const std::size_t K = classes.size();
  const auto n = static_cast<double>(labels.size());
  const auto weight = [&](std::size_t k) { return weighing.empty() ? 1.0 : weighing[k]; };
  std::vector<double> share(K, 0.0);
  for (const uint32_t label : labels) share[label] += 1 / n;
  std::size_t best = 0, occurring = 0;
  double entropy = 0;
  for (std::size_t k = 0; k < K; ++k) {
    // Shares that are equal but for rounding are equal.
    if (share[k] * weight(k) > share[best] * weight(best) * (1 + 1e-9)) best = k;
    if (share[k] == 0) continue;
    ++occurring;
    entropy += share[k] * surprise(share[k]);
  }
  double own = 0, whole = 0;
  Differences mistakes, surprises;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double w = weight(labels[i]), miss = answers[i] == labels[i] ? 0 : w,
                 constant = labels[i] == best ? 0 : w;
    own += miss;
    whole += constant;
    mistakes.add(constant - miss);
    surprises.add(surprise(share[labels[i]]) - surprise(probabilities[i * K + labels[i]]));
  }
  Baseline baseline;
  baseline.answer = classes[best];
  baseline.weighed = !weighing.empty();
  baseline.scores = {{"accuracy", share[best]},
                     {"balanced_accuracy", 1 / static_cast<double>(occurring)},
                     {"log_loss", entropy}};
  baseline.spared = whole > 0 ? 1 - own / whole : 0;
  baseline.gain = mistakes.mean();
  baseline.gain_error = mistakes.error();
  baseline.surprise_gain = surprises.mean();
  baseline.surprise_error = surprises.error();
  judge(baseline);
  return baseline;
}

void less_gain(double loss, double surprise, Baseline& baseline) {
  baseline.gain -= loss;
  baseline.surprise_gain -= surprise;
  judge(baseline);
}

std::string baseline_sentence(const Baseline& baseline) {
  if (baseline.answer.empty()) return "";
  const bool regression = std::string_view(baseline.scores[0].name) == "r2";
  const std::string always =
      regression ? sentence("always answering % (RMSE %)",
                            {baseline.answer, format_rounded(baseline.scores[1].value)})
                 : sentence("always answering '%' (accuracy %)",
                            {baseline.answer, format_rounded(baseline.scores[0].value)});
  const std::string spared = format_rounded(100 * baseline.spared, 2);
  switch (baseline.verdict) {
    case Verdict::better:
      return regression ? sentence("errors % %% smaller than those of %", {spared, "%", "", always})
                        : sentence(baseline.weighed ? "mistakes weigh % %% less than those of %"
                                                    : "% %% fewer mistakes than %",
                                   {spared, "%", "", always});
    case Verdict::probabilities:
      return sentence(
          "answers no better than %, but its probabilities tell more: balanced class weights, a "
          "cost or a recall move where the answer changes",
          {always});
    case Verdict::nothing:
      break;
  }
  return sentence("predicts no better than %", {always});
}

}  // namespace rfm::data
