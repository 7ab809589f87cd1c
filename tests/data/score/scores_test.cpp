// Scores equal those that scikit-learn gives the same numbers.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "rfm/data/score/scores.hpp"
#include "tests/data/score/recorded_scores.hpp"

BOOST_AUTO_TEST_SUITE(scores)

BOOST_AUTO_TEST_CASE(classification_equals_scikit_learn) {
  for (const RecordedClasses& recorded : recorded_classes) {
    const auto scores =
        rfm::data::classification_scores(recorded.labels, recorded.probabilities, recorded.classes);
    const double ours[] = {scores.accuracy, scores.balanced_accuracy,
                           scores.log_loss, scores.brier,
                           scores.auc,      scores.f1};
    for (std::size_t k = 0; k < 6; ++k) {
      BOOST_TEST(
          std::abs(ours[k] - recorded.scores[k]) < 1e-12,
          recorded.name << ", score " << k << ": " << ours[k] << " is not " << recorded.scores[k]);
    }
    BOOST_TEST(scores.confusion == recorded.confusion, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(regression_equals_scikit_learn) {
  for (const RecordedValues& recorded : recorded_values) {
    const auto scores = rfm::data::regression_scores(recorded.truth, recorded.predicted);
    const double ours[] = {scores.r2, scores.rmse, scores.mae};
    for (std::size_t k = 0; k < 3; ++k) {
      BOOST_TEST(
          std::abs(ours[k] - recorded.scores[k]) < 1e-9,
          recorded.name << ", score " << k << ": " << ours[k] << " is not " << recorded.scores[k]);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_area_without_both_kinds_is_undefined) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(std::isnan(rfm::data::area_under_curve({0.1, 0.2}, {true, true})));
  BOOST_TEST(std::isnan(rfm::data::area_under_curve({}, {})));
  BOOST_TEST(std::isnan(rfm::data::area_under_curve({0.1, nan, 0.3}, {true, false, true})));
  BOOST_TEST(rfm::data::area_under_curve({0.5, 0.5}, {true, false}) == 0.5);
}

BOOST_AUTO_TEST_CASE(certain_errors_cost_a_finite_loss) {
  BOOST_TEST(rfm::data::log_loss({0}, {0.0, 1.0}, 2) < 37);
  BOOST_TEST(rfm::data::log_loss({0}, {0.0, 1.0}, 2) > 36);
}

BOOST_AUTO_TEST_CASE(each_row_is_answered_once) {
  const std::vector<double> p{0.2, 0.8, 0.6, 0.4, 0.5, 0.5};
  BOOST_TEST(rfm::data::answered_classes(p, 2, {}) == (std::vector<uint32_t>{1, 0, 0}));
  BOOST_TEST(rfm::data::answered_classes(p, 2, {1, 2}) == (std::vector<uint32_t>{1, 1, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
