#include "rfm/data/doubt/optimism.hpp"

#include <algorithm>
#include <set>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/data/search/split.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t divisions = 20;
constexpr uint32_t parts = 10;

double score_of(const RowLoss& loss, bool classes) {
  return static_cast<double>(loss.squared) + (classes ? static_cast<double>(loss.mistakes) : 0);
}

// Of one trial in one part of the rows: what decides, and what is told.
struct PartLoss {
  double score = 0, squared = 0, mistakes = 0;

  void add(const PartLoss& other) {
    score += other.score;
    squared += other.squared;
    mistakes += other.mistakes;
  }
};

// (parts) of a trial.
std::vector<PartLoss> losses_by_part(TrialLosses trial, const std::vector<uint32_t>& part,
                                     bool classes) {
  std::vector<PartLoss> sums(parts);
  for (std::size_t i = 0; i < part.size(); ++i)
    sums[part[i]].add({score_of(trial[i], classes), static_cast<double>(trial[i].squared),
                       static_cast<double>(trial[i].mistakes)});
  return sums;
}

// The losses of the trial chosen without each part, in that part.
PartLoss judged(const std::vector<std::vector<PartLoss>>& trials) {
  std::vector<double> whole;
  for (const std::vector<PartLoss>& trial : trials) {
    whole.push_back(0);
    for (const PartLoss& part : trial) whole.back() += part.score;
  }
  PartLoss sum;
  for (std::size_t p = 0; p < parts; ++p) {
    std::size_t best = 0;
    for (std::size_t t = 1; t < trials.size(); ++t)
      if (whole[t] - trials[t][p].score < whole[best] - trials[best][p].score) best = t;
    sum.add(trials[best][p]);
  }
  return sum;
}

}  // namespace

Optimism optimism_of(const std::vector<TrialLosses>& trials, const std::vector<double>& weight,
                     const std::vector<uint32_t>& groups, bool classes, uint64_t seed) {
  double total = 0;
  for (const double w : weight) total += w;
  const std::size_t units =
      groups.empty() ? weight.size() : std::set<uint32_t>(groups.begin(), groups.end()).size();
  if (trials.size() < 2 || units < parts || !(total > 0)) return {};
  PartLoss mean, best;
  for (std::size_t division = 0; division < divisions; ++division) {
    const uint64_t own_seed = random_bits(seed, division);
    const std::vector<uint32_t> part = groups.empty() ? folds_of(weight.size(), parts, own_seed)
                                                      : group_folds_of(groups, parts, own_seed);
    std::vector<std::vector<PartLoss>> sums;
    sums.reserve(trials.size());
    for (const TrialLosses trial : trials) sums.push_back(losses_by_part(trial, part, classes));
    const PartLoss here = judged(sums);
    const auto share = static_cast<double>(divisions);
    mean.add({here.score / share, here.squared / share, here.mistakes / share});
    if (division > 0) continue;
    for (const std::vector<PartLoss>& trial : sums) {
      PartLoss whole;
      for (const PartLoss& p : trial) whole.add(p);
      if (&trial == &sums[0] || whole.score < best.score) best = whole;
    }
  }
  Optimism found;
  found.squared = std::max((mean.squared - best.squared) / total, 0.0);
  found.mistakes = std::max((mean.mistakes - best.mistakes) / total, 0.0);
  found.share = best.squared > 0 ? found.squared * total / best.squared : 0;
  return found;
}

void correct(const Optimism& optimism, double target_scale, Scores& scores) {
  const double factor = 1 + optimism.share, root = rounded_square_root(factor);
  RegressionScores& r = scores.regression;
  ClassificationScores& c = scores.classification;
  if (scores.task == Task::regression) {
    r.r2 = 1 - (1 - r.r2) * factor;
    r.rmse *= root;
    r.mae *= root;
    scores.baseline.spared = 1 - (1 - scores.baseline.spared) * root;
    less_gain(optimism.squared * target_scale * target_scale, 0, scores.baseline);
    return;
  }
  const double wrong = 1 - c.accuracy, lost = std::min(optimism.mistakes, c.accuracy);
  c.accuracy -= lost;
  c.balanced_accuracy = std::max(c.balanced_accuracy - lost, 0.0);
  c.f1 = std::max(c.f1 - lost, 0.0);
  const double surprise = c.log_loss * optimism.share;
  c.log_loss += surprise;
  c.brier *= factor;
  if (wrong > 0) scores.baseline.spared = 1 - (1 - scores.baseline.spared) * (wrong + lost) / wrong;
  less_gain(lost, surprise, scores.baseline);
}

}  // namespace rfm::data
