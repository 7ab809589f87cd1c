// What decides a class: the probability alone, a cost, a wanted recall, or classes that count
// alike; the model keeps it, and every answer follows it.
#include <boost/test/unit_test.hpp>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/score/decision.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(decision)

using namespace rfm::data;

namespace {

// 100 rows of "no" and 20 of "yes" with overlapping probabilities of yes.
struct Held {
  std::vector<uint32_t> labels;
  std::vector<double> p;
  FittedEncoding encoding;

  Held() {
    for (int i = 0; i < 120; ++i) {
      const bool yes = i >= 100;
      const double second = yes ? 0.05 + 0.045 * (i - 100) : 0.005 * i;
      labels.push_back(yes ? 1 : 0);
      p.insert(p.end(), {1 - second, second});
    }
    encoding.task = rfm::Task::classification;
    encoding.classes = {"no", "yes"};
  }

  ClassificationScores decided(const DecisionOptions& options) {
    const Outcome outcome = set_decision(options, p, labels, encoding);
    BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
    return classification_scores(labels, p, 2, encoding.weighing);
  }
};

TextTable rare_table(std::size_t n) {
  TextTable table;
  table.names = {"x", "y"};
  table.columns.resize(2);
  rfm::Random random(8);
  for (std::size_t i = 0; i < n; ++i) {
    const double x = random.unit(), chance = x > 0.7 ? 0.35 : 0.03;
    table.columns[0].append(std::to_string(x));
    table.columns[1].append(random.unit() < chance ? "yes" : "no");
  }
  return table;
}

Trained trained(const DecisionOptions& decision) {
  TrainOptions options;
  options.decision = decision;
  options.search.effort = 0.1;
  Trained result;
  const Outcome outcome = train<float>(rare_table(300), options, result);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_asked_leaves_the_largest_probability) {
  Held held;
  held.decided({});
  BOOST_TEST(held.encoding.weighing.empty());
}

BOOST_AUTO_TEST_CASE(a_cost_moves_the_threshold_to_one_over_one_and_it) {
  Held held;
  DecisionOptions options;
  options.cost = 4;
  const ClassificationScores scores = held.decided(options);
  std::size_t above = 0;
  for (std::size_t i = 0; i < 120; ++i) above += held.p[2 * i + 1] > 0.2 ? 1 : 0;
  BOOST_TEST(scores.confusion[1] + scores.confusion[3] == above);
}

BOOST_AUTO_TEST_CASE(a_recall_is_reached_and_no_more_than_needed) {
  Held held;
  for (const double wanted : {0.5, 0.8, 0.95, 1.0}) {
    DecisionOptions options;
    options.recall = wanted;
    const ClassificationScores scores = held.decided(options);
    BOOST_TEST(scores.recall[1] >= wanted - 1e-9);
    BOOST_TEST(scores.recall[1] < wanted + 0.051);
  }
}

BOOST_AUTO_TEST_CASE(the_positive_class_is_the_rarer_unless_it_is_named) {
  Held held;
  DecisionOptions options;
  options.recall = 0.99;
  options.positive = "no";
  BOOST_TEST(held.decided(options).recall[0] >= 0.99);
  options.positive = "perhaps";
  BOOST_TEST(set_decision(options, held.p, held.labels, held.encoding).words ==
             "positive: no class is called 'perhaps'");
}

BOOST_AUTO_TEST_CASE(more_classes_than_two_have_no_threshold) {
  Held held;
  held.encoding.classes.push_back("perhaps");
  DecisionOptions options;
  options.cost = 2;
  BOOST_TEST(set_decision(options, held.p, held.labels, held.encoding).words ==
             "cost, recall: they need a target of two classes");
}

BOOST_AUTO_TEST_CASE(balanced_classes_find_the_rare_one_and_keep_honest_probabilities) {
  const Trained plain = trained({});
  DecisionOptions options;
  options.class_weight = ClassWeight::balanced;
  const Trained balanced = trained(options);
  const ClassificationScores &before = plain.cross_validated.classification,
                             &after = balanced.cross_validated.classification;
  BOOST_TEST(after.recall[1] > before.recall[1] + 0.3);
  BOOST_TEST(after.balanced_accuracy > before.balanced_accuracy + 0.1);
  BOOST_TEST(after.log_loss < before.log_loss + 0.03);
}

BOOST_AUTO_TEST_CASE(the_file_keeps_the_decision) {
  DecisionOptions options;
  options.cost = 30;
  const Trained careful = trained(options);
  ModelFile<float> file;
  BOOST_TEST_REQUIRE(
      (open_model_file(careful.file.data(), careful.file.size(), true, &file) == rfm::Status::ok));
  BOOST_TEST_REQUIRE(file.encoding.weighing != nullptr);
  const float doubtful[] = {0.9F, 0.1F}, clear[] = {0.99F, 0.01F};
  BOOST_TEST(rfm::answered_class(file.encoding, doubtful) == 1u);
  BOOST_TEST(rfm::answered_class(file.encoding, clear) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
