#include "experiments/benchmark/method.hpp"

#include <algorithm>

#include "experiments/benchmark/second_stage.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/train.hpp"

namespace rfm::experiments {
namespace {

// The mean of so many of the best candidates: choosing one of them is noise where rows are few.
constexpr std::size_t members = 16;

// The test rows whose class occurs in training; the others are mistakes whatever is answered.
std::vector<std::size_t> answerable(const TabularSet& set, const Partition& partition) {
  if (!set.facts.classification) return partition.test;
  std::vector<bool> known(set.classes, false);
  for (const std::size_t i : partition.train) known[set.labels[i]] = true;
  std::vector<std::size_t> out;
  for (const std::size_t i : partition.test)
    if (known[set.labels[i]]) out.push_back(i);
  return out;
}

constexpr std::size_t paper_rounds = 4;           // predictors 0 to 4
constexpr std::size_t most_rows_diagonal = 5000;  // the paper tries diagonal M below

Family laplace_family(Metric metric) {
  return {KernelId::laplace, 10, 1, 1, metric, metric == Metric::identity ? 0 : paper_rounds};
}

// The families that a method searches; none for those of two stages.
std::vector<Family> families_of(const std::string& method, std::size_t rows) {
  if (method == "laplace") return {laplace_family(Metric::identity)};
  if (method == "rfm-full") return {laplace_family(Metric::full)};
  if (method == "rfm-diagonal") return {laplace_family(Metric::diagonal)};
  if (method == "rfm" && rows >= most_rows_diagonal) return {laplace_family(Metric::full)};
  if (method == "rfm") return {laplace_family(Metric::full), laplace_family(Metric::diagonal)};
  std::vector<Family> out;
  if (method == "gaussian")
    for (const double bandwidth : {1.0, 3.0, 10.0})
      out.push_back({KernelId::gaussian, bandwidth, 1, 1, Metric::identity, 0});
  if (method == "h-gamma")
    for (const double exponent : {0.5, 1.0, 1.5, 2.0})
      out.push_back({KernelId::lpq200, 10, exponent, 1, Metric::identity, 0});
  if (method == "ntk")
    for (const int32_t depth : {1, 2, 3, 4, 5})
      out.push_back({KernelId::ntk, 1, 1, depth, Metric::identity, 0});
  return out;
}

// A family without rounds is round 0 of one with rounds that is searched anyway.
bool covers(const Family& searched, const Setting& setting, const Family& wanted) {
  if (searched == wanted) return true;
  return wanted.rounds == 0 && setting.round == 0 && searched.kernel == wanted.kernel &&
         searched.bandwidth == wanted.bandwidth && searched.exponent == wanted.exponent &&
         searched.depth == wanted.depth;
}

const Scored* best_of(const std::vector<Scored>& all, const std::vector<Family>& families) {
  const Scored* best = nullptr;
  for (const Scored& one : all)
    for (const Family& family : families)
      if (covers(one.setting.family, one.setting, family) &&
          (best == nullptr || one.score > best->score))
        best = &one;
  return best;
}

std::string words_of(const Setting& s) {
  const char* metric = data::word(s.round == 0 ? Metric::identity : s.family.metric);
  std::string out = "ridge " + data::format_rounded(s.ridge) +
                    (s.normalised ? ", unit rows, " : ", raw rows, ") + metric + ", round " +
                    std::to_string(s.round);
  if (s.family.kernel == KernelId::ntk) return out + ", depth " + std::to_string(s.family.depth);
  return out + ", L " + data::format_rounded(s.family.bandwidth) + ", q " +
         data::format_rounded(s.family.exponent);
}

// The mean over the folds with the M of the choosing split: the kernel on rows projected by R, M =
// R'R.
double frozen_accuracy(const Problem& problem, const TabularSet& set, const Setting& setting) {
  Reached chosen;
  reach(problem, set.facts.choice[0].train, setting, MetricScale::rows, chosen);
  if (chosen.status != Status::ok) return 0;
  Features rows = *problem.features;
  if (setting.normalised) rows = unit_rows(std::move(rows));
  rows = chosen.path.projected(rows);
  const Problem frozen{&rows, problem.targets, problem.labels};
  Setting plain = setting;
  plain.family.metric = Metric::identity;
  plain.normalised = false;
  plain.round = 0;
  double sum = 0;
  for (const Partition& fold : set.facts.folds)
    sum += evaluate(frozen, fold, plain, MetricScale::rows);
  return sum / static_cast<double>(set.facts.folds.size());
}

double honest_accuracy(const Problem& problem, const TabularSet& set, const Setting& setting) {
  double sum = 0;
  for (const Partition& fold : set.facts.folds)
    sum += evaluate(problem, fold, setting, MetricScale::rows);
  return sum / static_cast<double>(set.facts.folds.size());
}

MethodScore scored(const Problem& problem, const TabularSet& set, const Scored& best) {
  MethodScore out;
  out.setting = words_of(best.setting);
  out.chosen_score = best.score;
  out.honest = honest_accuracy(problem, set, best.setting);
  out.published =
      best.setting.round == 0 ? out.honest : frozen_accuracy(problem, set, best.setting);
  return out;
}

// The families of all the methods, but those that another covers.
Grid grid_of(const std::vector<std::string>& wanted, std::size_t rows) {
  Grid grid;
  std::vector<Family> plain;
  for (const std::string& name : wanted)
    for (const Family& family : families_of(name, rows)) {
      auto& list = family.rounds == 0 ? plain : grid.families;
      if (std::find(list.begin(), list.end(), family) == list.end()) list.push_back(family);
    }
  for (const Family& family : plain) {
    const auto covered = [&](const Family& searched) { return covers(searched, {}, family); };
    if (std::none_of(grid.families.begin(), grid.families.end(), covered))
      grid.families.push_back(family);
  }
  return grid;
}

// The mean over the folds.
MethodScore automatic_score(const TabularSet& set, const std::function<bool()>& stop) {
  MethodScore out;
  for (const Partition& fold : set.facts.folds) {
    const AutomaticScore one = automatic(set, fold, stop);
    out.honest += one.value / static_cast<double>(set.facts.folds.size());
    out.setting = one.setting;
  }
  out.published = out.honest;
  return out;
}

}  // namespace

AutomaticScore automatic(const TabularSet& set, const Partition& partition,
                         const std::function<bool()>& stop) {
  data::TrainOptions options;
  options.plan.task = set.facts.classification ? Task::classification : Task::regression;
  options.members = members;
  options.search.context = const_cast<std::function<bool()>*>(&stop);
  options.search.cancelled = [](void* context) {
    return (*static_cast<std::function<bool()>*>(context))();
  };
  const std::vector<std::size_t> rows = answerable(set, partition);
  const data::TextTable train = some_rows(set.text, partition.train),
                        test = some_rows(set.text, rows);
  options.test = &test;
  data::Trained trained;
  AutomaticScore out;
  if (stop() || !data::train<float>(train, options, trained).ok()) return out;
  out.setting = data::choice_sentence(trained.members[0]);
  const double share =
      static_cast<double>(rows.size()) / static_cast<double>(partition.test.size());
  out.value = set.facts.classification ? trained.test.classification.accuracy * share
                                       : trained.test.regression.r2;
  return out;
}

const std::vector<MethodFacts>& methods() {
  static const std::vector<MethodFacts> all{
      {"rfm", "RFM: Laplace kernel, bandwidth 10, full or diagonal M, rounds 0 to 4"},
      {"rfm-full", "the same with full M only"},
      {"rfm-diagonal", "the same with diagonal M only"},
      {"rfm-t", "RFM-T: the Laplace kernel on the columns whose entry of diag M is large"},
      {"laplace", "Laplace kernel ridge regression: round 0 of RFM"},
      {"gaussian", "Gaussian kernel ridge regression, bandwidths 1, 3, 10"},
      {"h-gamma", "exp(-(|u|/10)^q), q of 0.5, 1, 1.5, 2"},
      {"ntk", "neural tangent kernel of ReLU networks with 1 to 5 hidden layers"},
      {"ntk-rfm", "the same on rows projected by the M that RFM learned"},
      {"auto", "the library's own automatic choice, from the training rows of each fold alone"},
  };
  return all;
}

std::map<std::string, MethodScore> run_methods(const TabularSet& set,
                                               const std::vector<std::string>& wanted,
                                               const std::function<bool()>& stop) {
  const Features targets = one_hot(set.labels, set.classes);
  const Problem problem{&set.features, &targets, &set.labels};
  const std::size_t rows = set.facts.rows;
  const auto wants = [&](const char* name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  std::vector<std::string> searched = wanted;
  if ((wants("rfm-t") || wants("ntk-rfm")) && !wants("rfm")) searched.emplace_back("rfm");
  const std::vector<Scored> all =
      sweep(problem, set.facts.choice[0], grid_of(searched, rows), stop);
  std::map<std::string, MethodScore> out;
  for (const std::string& name : wanted) {
    if (stop()) return out;
    if (name == "auto") {
      out[name] = automatic_score(set, stop);
    } else if (name == "rfm-t" || name == "ntk-rfm") {
      if (const Scored* first = best_of(all, families_of("rfm", rows)); first != nullptr)
        out[name] = second_stage(name, problem, set, first->setting, stop);
    } else if (const Scored* best = best_of(all, families_of(name, rows)); best != nullptr) {
      out[name] = scored(problem, set, *best);
    }
  }
  return out;
}

}  // namespace rfm::experiments
