// A score stands beside that of one answer for every row, and the sentence about it is true.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/base/random.hpp"
#include "rfm/data/score/baseline.hpp"
#include "rfm/data/score/scores.hpp"

BOOST_AUTO_TEST_SUITE(baseline)

using rfm::data::Baseline;
using rfm::data::baseline_sentence;
using rfm::data::Verdict;

namespace {

struct Answers {
  std::vector<uint32_t> labels, answers;
  std::vector<double> probabilities;

  void add(uint32_t label, uint32_t answer, double second) {
    labels.push_back(label);
    answers.push_back(answer);
    probabilities.insert(probabilities.end(), {1 - second, second});
  }
  Baseline judged(const std::vector<double>& weighing = {}) const {
    return rfm::data::against_commonest(labels, answers, probabilities, {"A", "B"}, weighing);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_good_regression_says_how_much_smaller_its_errors_are) {
  const std::vector<double> truth{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<double> predicted;
  for (const double y : truth) predicted.push_back(y + (y < 4.5 ? 0.25 : -0.25));
  const Baseline judged = rfm::data::against_mean(truth, predicted, 4.5);
  BOOST_TEST((judged.verdict == Verdict::better));
  BOOST_TEST(std::fabs(judged.scores[1].value - std::sqrt(5.25)) < 1e-12);
  BOOST_TEST(judged.scores[0].value == 0.0);
  BOOST_TEST(judged.scores[2].value == 2.0);
  BOOST_TEST(baseline_sentence(judged) ==
             "errors 89 % smaller than those of always answering 4.5 (RMSE 2.291)");
}

BOOST_AUTO_TEST_CASE(noise_is_no_better_than_the_mean) {
  rfm::Random random(3);
  std::vector<double> truth, predicted;
  for (int i = 0; i < 200; ++i) {
    truth.push_back(random.unit());
    predicted.push_back(0.5 + 0.1 * (random.unit() - 0.5));
  }
  const Baseline judged = rfm::data::against_mean(truth, predicted, 0.5);
  BOOST_TEST((judged.verdict == Verdict::nothing));
  BOOST_TEST(baseline_sentence(judged).rfind("predicts no better than always answering 0.5", 0) ==
             0u);
}

BOOST_AUTO_TEST_CASE(classes_count_the_mistakes_that_are_spared) {
  Answers good;
  for (int i = 0; i < 60; ++i) good.add(1, 1, 0.9);
  for (int i = 0; i < 40; ++i) good.add(0, i < 10 ? 1 : 0, 0.1);
  const Baseline judged = good.judged();
  BOOST_TEST((judged.verdict == Verdict::better));
  BOOST_TEST(judged.answer == "B");
  BOOST_TEST(judged.scores[0].value == 0.6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(judged.scores[1].value == 0.5);
  BOOST_TEST(baseline_sentence(judged) ==
             "75 % fewer mistakes than always answering 'B' (accuracy 0.6)");
}

BOOST_AUTO_TEST_CASE(always_the_commonest_class_is_no_better_than_itself) {
  Answers constant;
  for (int i = 0; i < 90; ++i) constant.add(1, 1, 0.9);
  for (int i = 0; i < 10; ++i) constant.add(0, 1, 0.9);
  BOOST_TEST((constant.judged().verdict == Verdict::nothing));
  BOOST_TEST(baseline_sentence(constant.judged()) ==
             "predicts no better than always answering 'B' (accuracy 0.9)");
}

BOOST_AUTO_TEST_CASE(probabilities_can_tell_more_than_the_answers) {
  Answers same;
  for (int i = 0; i < 90; ++i) same.add(1, 1, 0.97);
  for (int i = 0; i < 10; ++i) same.add(0, 1, 0.6);
  BOOST_TEST((same.judged().verdict == Verdict::probabilities));
}

BOOST_AUTO_TEST_CASE(mistakes_count_as_they_weigh) {
  Answers careful;  // finds all of the rare class at the price of false alarms
  for (int i = 0; i < 80; ++i) careful.add(1, 1, 0.9);
  for (int i = 0; i < 15; ++i) careful.add(1, 0, 0.7);
  for (int i = 0; i < 5; ++i) careful.add(0, 0, 0.6);
  BOOST_TEST((careful.judged().verdict != Verdict::better));
  const Baseline judged = careful.judged({0.95, 0.05});
  BOOST_TEST((judged.verdict == Verdict::better));
  BOOST_TEST(baseline_sentence(judged).rfind("mistakes weigh 84 % less", 0) == 0u);
}

BOOST_AUTO_TEST_CASE(what_rounding_leaves_of_no_score_is_zero) {
  rfm::data::Scores scores;
  scores.rows = 10;
  scores.regression = {-2e-6, 1, 0.5};
  BOOST_TEST(score_sentence(scores) == "R2 0, RMSE 1, MAE 0.5");
  scores.regression.r2 = -0.002;
  scores.folds = 5;
  scores.spread = {0.0123, 0, 0};
  BOOST_TEST(score_sentence(scores) == "R2 -0.002 \u00b1 0.012, RMSE 1, MAE 0.5");
}

BOOST_AUTO_TEST_CASE(recall_of_the_worst_classes_comes_first) {
  rfm::data::Scores scores;
  scores.task = rfm::Task::classification;
  scores.rows = 8;
  scores.classification = rfm::data::classification_scores(
      {0, 0, 1, 1, 1, 1}, {.9, .1, 0, .9, .1, 0, .1, .9, 0, .9, .1, 0, .2, .8, 0, .3, .7, 0}, 3);
  BOOST_TEST(recall_sentence(scores, {"no", "yes", "never"}) ==
             "recall of classes: yes 75 %, no 100 %");
  BOOST_TEST(std::isnan(scores.classification.recall[2]));
}

BOOST_AUTO_TEST_CASE(what_is_spared_is_written) {
  Answers answers;
  for (uint32_t k = 0; k < 40; ++k) answers.add(k % 2, k % 20 == 0 ? 1 : k % 2, 0.5);
  rfm::data::Scores scores;
  scores.rows = 40;
  scores.baseline = answers.judged();
  rfm::data::JsonText json;
  write_scores(scores, 2, json);
  BOOST_TEST(json.written().find("\"spared\":0.9") != std::string::npos, json.written());
}

BOOST_AUTO_TEST_SUITE_END()
