#include "experiments/benchmark/automatic.hpp"

#include "rfm/data/choice_words.hpp"
#include "rfm/data/train.hpp"

namespace rfm::experiments {
namespace {

// The mean of so many of the best candidates: choosing one of them is noise where rows are few.
constexpr std::size_t members = 16;

// The test rows whose class occurs in training; the others are mistakes whatever is answered.
std::vector<std::size_t> of_known_class(const TabularSet& set, const Partition& fold) {
  std::vector<bool> known(set.classes, false);
  for (const std::size_t i : fold.train) known[set.labels[i]] = true;
  std::vector<std::size_t> out;
  for (const std::size_t i : fold.test)
    if (known[set.labels[i]]) out.push_back(i);
  return out;
}

}  // namespace

MethodScore automatic(const TabularSet& set, const std::function<bool()>& stop) {
  MethodScore out;
  data::TrainOptions options;
  options.plan.task = Task::classification;
  options.ensemble = members;
  options.tune.context = const_cast<std::function<bool()>*>(&stop);
  options.tune.cancelled = [](void* context) { return (*static_cast<std::function<bool()>*>(context))(); };
  for (const Partition& fold : set.facts.folds) {
    if (stop()) return out;
    const std::vector<std::size_t> known = of_known_class(set, fold);
    const data::TextTable train = some_rows(set.text, fold.train), test = some_rows(set.text, known);
    options.test = &test;
    data::Trained trained;
    if (!data::train<float>(train, options, trained).ok()) continue;
    out.honest += trained.test.classification.accuracy * static_cast<double>(known.size()) /
                  static_cast<double>(fold.test.size() * set.facts.folds.size());
    out.setting = data::choice_sentence(trained.members[0]);
  }
  out.published = out.honest;
  return out;
}

}  // namespace rfm::experiments
