#include "experiments/benchmark/automatic.hpp"

#include "rfm/data/search/choice_words.hpp"
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

}  // namespace rfm::experiments
