// Trials that only chance tells apart look better than they are, and by as much the score of the
// best is corrected; where one trial is truly better there is nothing to correct.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/base/random.hpp"
#include "rfm/data/doubt/optimism.hpp"
#include "tests/data/search/tables.hpp"

BOOST_AUTO_TEST_SUITE(optimism)

using rfm::data::Optimism;
using rfm::data::RowLoss;

namespace {

constexpr std::size_t rows = 80;

// Squared losses around 1, `lead` less in the first trial.
std::vector<std::vector<RowLoss>> chance(std::size_t trials, double lead, uint64_t seed) {
  rfm::Random random(seed);
  std::vector<std::vector<RowLoss>> all(trials);
  for (std::size_t t = 0; t < trials; ++t)
    for (std::size_t i = 0; i < rows; ++i) {
      const double noise = random.unit() + random.unit() - (t == 0 ? lead : 0);
      all[t].push_back({static_cast<float>(noise), 0});
    }
  return all;
}

double best_mean(const std::vector<std::vector<RowLoss>>& trials) {
  double best = 1e9;
  for (const auto& trial : trials) {
    double mean = 0;
    for (const RowLoss& loss : trial) mean += static_cast<double>(loss.squared) / rows;
    best = std::min(best, mean);
  }
  return best;
}

Optimism found(const std::vector<std::vector<RowLoss>>& trials) {
  std::vector<rfm::data::TrialLosses> pointers;
  for (const auto& trial : trials) pointers.push_back(trial.data());
  return rfm::data::optimism_of(pointers, std::vector<double>(rows, 1.0), {}, false, 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_best_of_equals_is_corrected_to_what_all_are) {
  double looked = 0, corrected = 0;
  constexpr int times = 60;
  for (int k = 0; k < times; ++k) {
    const auto trials = chance(100, 0, 10 + static_cast<uint64_t>(k));
    looked += best_mean(trials) / times;
    corrected += (best_mean(trials) + found(trials).squared) / times;
  }
  BOOST_TEST(looked < 0.9);
  BOOST_TEST(std::fabs(corrected - 1) < 0.02);
}

BOOST_AUTO_TEST_CASE(a_trial_that_is_truly_better_is_hardly_corrected) {
  const auto trials = chance(100, 0.5, 3);
  BOOST_TEST(found(trials).squared < 0.01);
}

BOOST_AUTO_TEST_CASE(one_trial_is_the_best_of_none) {
  BOOST_TEST(found(chance(1, 0, 2)).squared == 0.0);
}

BOOST_AUTO_TEST_CASE(what_noise_seems_to_teach_is_taken_back) {
  const SearchTable table = pure_noise(120, 5);
  rfm::data::SearchOptions options;
  options.effort = 0.3;
  rfm::data::SearchResult result;
  BOOST_TEST_REQUIRE((rfm::data::search(table.data(), options, result) == rfm::Status::ok));
  BOOST_TEST(result.optimism.share > 0);
  BOOST_TEST(result.optimism.share < 0.2);
  options.wishes.kernel = rfm::KernelId::laplace;
  options.wishes.bandwidth = 5;
  options.wishes.ridge = 0.1;
  options.wishes.rounds = 1;
  options.wishes.metric = rfm::Metric::diagonal;
  BOOST_TEST_REQUIRE((rfm::data::search(table.data(), options, result) == rfm::Status::ok));
  BOOST_TEST(result.optimism.share == 0.0);
}

BOOST_AUTO_TEST_CASE(scores_lose_what_was_too_good) {
  rfm::data::Scores scores;
  scores.regression = {0.9, 2, 1};
  scores.baseline.spared = 0.6;
  scores.baseline.gain = 1;
  scores.baseline.gain_error = 0.4;
  Optimism optimism;
  optimism.squared = 0.1;
  optimism.share = 0.21;
  rfm::data::correct(optimism, 2.0, scores);
  BOOST_TEST(std::fabs(scores.regression.r2 - 0.879) < 1e-12);
  BOOST_TEST(std::fabs(scores.regression.rmse - 2.2) < 1e-12);
  BOOST_TEST(std::fabs(scores.baseline.spared - 0.56) < 1e-12);
  BOOST_TEST((scores.baseline.verdict == rfm::data::Verdict::nothing));  // 0.6 is not 2 x 0.4
  scores.task = rfm::Task::classification;
  scores.classification.accuracy = 0.8;
  scores.classification.balanced_accuracy = 0.7;
  optimism.mistakes = 0.05;
  rfm::data::correct(optimism, 1, scores);
  BOOST_TEST(std::fabs(scores.classification.accuracy - 0.75) < 1e-12);
  BOOST_TEST(std::fabs(scores.classification.balanced_accuracy - 0.65) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
