#include "rfm/data/score/decision.hpp"

#include <algorithm>

#include "rfm/data/table/labels.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// The threshold that the wanted share of the positive rows is above: halfway between the last of
// them and the next probability below it.
double threshold_for(double recall, std::vector<double> positive, std::vector<double> all) {
  std::sort(positive.begin(), positive.end());
  std::sort(all.begin(), all.end());
  const double missed = (1 - recall) * static_cast<double>(positive.size());
  const auto most = static_cast<std::size_t>(missed + 1e-9);
  const double last = positive[std::min(most, positive.size() - 1)];
  const auto below = std::lower_bound(all.begin(), all.end(), last);
  return below == all.begin() ? last / 2 : (last + *(below - 1)) / 2;
}

}  // namespace

const char* word(ClassWeight weight) { return weight == ClassWeight::none ? "none" : "balanced"; }

std::vector<double> balancing(const std::vector<uint32_t>& labels, std::size_t classes) {
  std::vector<double> weight(classes, 0);
  for (const uint32_t label : labels) weight[label] += 1;
  for (double& w : weight)
    w = w == 0 ? 1 : static_cast<double>(labels.size()) / (static_cast<double>(classes) * w);
  return weight;
}

Outcome set_decision(const DecisionOptions& options, const std::vector<double>& probabilities,
                     const std::vector<uint32_t>& labels, FittedEncoding& encoding) {
  const std::size_t classes = encoding.classes.size();
  encoding.weighing.clear();
  // As if all classes were equally frequent. The mean probability of a class is its share of the
  // rows, where calibration could bring it there.
  if (options.class_weight == ClassWeight::balanced) {
    encoding.weighing.assign(classes, 0);
    for (std::size_t i = 0; i < probabilities.size(); ++i)
      encoding.weighing[i % classes] += probabilities[i] / static_cast<double>(labels.size());
    for (double& weight : encoding.weighing) weight = 1 / std::max(weight, 1e-6);
    return {};
  }
  if (!options.cost.has_value() && !options.recall.has_value()) return {};
  if (classes != 2) return failure("cost, recall: they need a target of two classes");
  const auto second = static_cast<std::size_t>(std::count(labels.begin(), labels.end(), 1u));
  std::size_t positive = 2 * second > labels.size() ? 0 : 1;
  if (!options.positive.empty()) {
    positive = Labels(encoding.classes).find(options.positive);
    if (positive >= classes) return refusal("positive: no class is called '%'", {options.positive});
  }
  double threshold = 0.5;
  if (options.cost.has_value()) {
    threshold = 1 / (1 + *options.cost);
  } else {
    std::vector<double> own, all;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      all.push_back(probabilities[i * classes + positive]);
      if (labels[i] == positive) own.push_back(all.back());
    }
    if (own.empty())
      return refusal("recall: no row of '%' was held out", {encoding.classes[positive]});
    threshold = threshold_for(*options.recall, std::move(own), std::move(all));
  }
  threshold = std::clamp(threshold, 1e-6, 1 - 1e-6);
  encoding.weighing.assign(2, threshold);
  encoding.weighing[positive] = 1 - threshold;
  return {};
}

template <class T>
std::vector<double> weighing_of(const Encoding<T>& encoding) {
  if (encoding.weighing == nullptr) return {};
  return std::vector<double>(encoding.weighing, encoding.weighing + encoding.classes);
}

template std::vector<double> weighing_of(const Encoding<float>&);
template std::vector<double> weighing_of(const Encoding<double>&);

}  // namespace rfm::data
