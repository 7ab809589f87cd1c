// Calibration lowers the log-loss of rows it has not seen, keeps its head when classes are
// separable, and intervals cover the share they promise.
#include "rfm/data/score/calibration.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/score/intervals.hpp"
#include "rfm/data/score/scores.hpp"

BOOST_AUTO_TEST_SUITE(calibration)

namespace {

using namespace rfm::data;

struct Sample {
  std::vector<double> shares;
  std::vector<uint32_t> labels;
};

// Labels drawn from softmax(z), and shares as a ridge gives them: shrunken towards the middle, too
// timid or too bold, and with a wrong view of class 0.
Sample draw(std::size_t n, std::size_t classes, double timidity, double tilt, uint64_t seed) {
  Sample sample;
  rfm::Random random(seed);
  std::vector<double> p(classes);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0, total = 0;
    for (double& value : p) sum += value = std::exp(6 * random.unit() - 3);
    for (std::size_t k = 0; k < classes; ++k) {
      p[k] /= sum;
      total += timidity * (p[k] + (k == 0 ? tilt : 0));
    }
    for (std::size_t k = 0; k < classes; ++k) {
      const double here = timidity * (p[k] + (k == 0 ? tilt : 0));
      sample.shares.push_back(here + (1 - total) / static_cast<double>(classes));
    }
    double at = random.unit();
    uint32_t label = 0;
    while (label + 1 < classes && at >= p[label]) at -= p[label++];
    sample.labels.push_back(label);
  }
  return sample;
}

double loss(const Sample& sample, const Calibration& calibration, std::size_t classes) {
  return log_loss(sample.labels, calibrated(sample.shares, calibration, classes), classes);
}

Calibration plain(std::size_t classes) {
  Calibration calibration;
  calibration.offsets.assign(classes, 0);
  return calibration;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_loss_of_new_rows_falls) {
  for (const std::size_t classes : {2u, 3u, 6u}) {
    for (const double timidity : {0.4, 1.6}) {
      const Sample known = draw(400, classes, timidity, 0.2, 1),
                   unknown = draw(4000, classes, timidity, 0.2, 2);
      const Calibration calibration = fit_calibration(known.shares, known.labels, classes);
      const double before = loss(unknown, plain(classes), classes),
                   after = loss(unknown, calibration, classes);
      BOOST_TEST(after < before - 0.02, classes << " classes: " << before << " to " << after);
    }
  }
}

BOOST_AUTO_TEST_CASE(honest_shares_are_hardly_touched) {
  const Sample known = draw(300, 3, 1, 0, 3), unknown = draw(4000, 3, 1, 0, 4);
  const Calibration calibration = fit_calibration(known.shares, known.labels, 3);
  BOOST_TEST(loss(unknown, calibration, 3) < loss(unknown, plain(3), 3) + 0.01);
}

BOOST_AUTO_TEST_CASE(probabilities_follow_frequencies) {
  const Sample known = draw(2000, 2, 0.3, 0, 5), unknown = draw(20000, 2, 0.3, 0, 6);
  const std::vector<double> p =
      calibrated(unknown.shares, fit_calibration(known.shares, known.labels, 2), 2);
  for (int bin = 0; bin < 5; ++bin) {
    double promised = 0, happened = 0, rows = 0;
    for (std::size_t i = 0; i < unknown.labels.size(); ++i) {
      if (static_cast<int>(p[2 * i + 1] * 5) != bin) continue;
      promised += p[2 * i + 1];
      happened += unknown.labels[i];
      ++rows;
    }
    BOOST_TEST(std::abs(promised - happened) < 0.06 * rows,
               "bin " << bin << ": " << promised / rows << " became " << happened / rows);
  }
}

BOOST_AUTO_TEST_CASE(separable_tiny_and_lopsided_samples_stay_finite) {
  Sample sample;
  for (uint32_t k = 0; k < 40; ++k) {
    sample.labels.push_back(k % 2);
    const double share = k % 2 == 0 ? 0.9 : 0.1;
    sample.shares.insert(sample.shares.end(), {share, 1 - share});
  }
  Calibration calibration = fit_calibration(sample.shares, sample.labels, 2);
  BOOST_TEST(loss(sample, calibration, 2) < 0.03);
  BOOST_TEST(calibration.share_slope + calibration.log_slope < 50);

  calibration = fit_calibration({0.3, 0.7}, {1}, 2);
  BOOST_TEST(
      std::isfinite(calibration.share_slope + calibration.log_slope + calibration.offsets[0]));
  const std::vector<double> all_one(60, 1.0 / 3);
  calibration = fit_calibration(all_one, std::vector<uint32_t>(20, 2), 3);
  BOOST_TEST(calibrated(all_one, calibration, 3)[2] > 0.7);
  BOOST_TEST(calibrated(all_one, calibration, 3)[2] < 1);
}

BOOST_AUTO_TEST_CASE(a_larger_share_never_becomes_a_smaller_probability) {
  // Shares that say the opposite of what happens: the slopes stop at zero instead of turning round.
  Sample sample = draw(500, 2, 1, 0, 7);
  for (uint32_t& label : sample.labels) label = 1 - label;
  const Calibration calibration = fit_calibration(sample.shares, sample.labels, 2);
  BOOST_TEST(calibration.share_slope >= 0);
  BOOST_TEST(calibration.log_slope >= 0);
  BOOST_TEST(calibration.log_slope < 0.2);
}

BOOST_AUTO_TEST_CASE(many_classes_are_calibrated_by_slopes_alone) {
  const Sample known = draw(500, 80, 0.3, 0, 8);
  const Calibration calibration = fit_calibration(known.shares, known.labels, 80);
  BOOST_TEST(calibration.offsets == std::vector<double>(80, 0), boost::test_tools::per_element());
  BOOST_TEST(loss(known, calibration, 80) < loss(known, plain(80), 80));
}

BOOST_AUTO_TEST_CASE(the_model_calibrates_as_the_fit_did) {
  FittedEncoding encoding;
  encoding.task = rfm::Task::classification;
  encoding.columns = {{"x", rfm::ColumnKind::number, 0, false, {}, false, false, {0}, {1}}};
  encoding.target_name = "y";
  encoding.classes = {"a", "b", "c"};
  encoding.prior = {0.2, 0.3, 0.5};
  set_calibration({1.5, 0.5, {0.2, -0.1, 0}}, encoding);
  const Encoder<double> encoder(encoding);
  BOOST_TEST_REQUIRE(encoder.ok());
  const std::vector<double> outputs{0.1, -0.2, 1.5, 0.3};
  const std::vector<double> shares = shares_of(encoder.encoding(), outputs.data(), 2);
  const std::vector<double> p = probabilities_of(encoder.encoding(), outputs.data(), 2);
  const std::vector<double> q = calibrated(shares, {1.5, 0.5, {0.2, -0.1, 0}}, 3);
  for (std::size_t k = 0; k < p.size(); ++k) BOOST_TEST(std::abs(p[k] - q[k]) < 1e-15);
  BOOST_TEST(std::abs(shares[0] + shares[1] + shares[2] - 1) < 1e-15);
}

BOOST_AUTO_TEST_CASE(quantiles_carry_the_finite_sample_correction) {
  std::vector<double> residuals;
  for (int k = 1; k <= 19; ++k) residuals.push_back(k % 2 == 0 ? k : -k);
  const std::vector<double> quantiles = residual_quantiles(residuals);
  BOOST_TEST(quantiles.size() == rfm::interval_points);
  BOOST_TEST(quantiles[0] == 0.0);
  BOOST_TEST(quantiles[50] == 10.0);  // ceil(20 * 0.5)
  BOOST_TEST(quantiles[90] == 18.0);  // ceil(20 * 0.9)
  BOOST_TEST(quantiles[91] == 19.0);
  BOOST_TEST(quantiles[99] == 19.0);  // 20 would be needed: the largest there is
  BOOST_TEST(residual_quantiles({}).empty());
}

BOOST_AUTO_TEST_CASE(intervals_cover_what_they_promise) {
  const auto noise = [](rfm::Random& random) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += random.unit() - 0.5;
    return sum * sum * sum;  // heavy tails
  };
  for (const std::size_t n : {20u, 99u, 500u}) {
    for (const int coverage : {50, 80, 90}) {
      std::size_t inside = 0, tried = 0;
      for (uint64_t seed = 0; seed < 400; ++seed) {
        rfm::Random random(seed, n);
        std::vector<double> residuals;
        for (std::size_t k = 0; k < n; ++k) residuals.push_back(noise(random));
        const double width = residual_quantiles(residuals)[static_cast<std::size_t>(coverage)];
        for (int k = 0; k < 50; ++k, ++tried) inside += std::abs(noise(random)) <= width ? 1 : 0;
      }
      const double share = 100 * static_cast<double>(inside) / static_cast<double>(tried);
      BOOST_TEST(share > coverage - 1.5, n << " rows, " << coverage << "%: " << share);
      BOOST_TEST(share < coverage + 100.0 / static_cast<double>(n) + 1.5,
                 n << " rows, " << coverage << "%: " << share);
    }
  }
}

namespace {

FittedEncoding one_number() {
  FittedEncoding encoding;
  encoding.columns = {{"x", rfm::ColumnKind::number, 0, false, {}, false, false, {0}, {1}}};
  encoding.target_name = "y";
  return encoding;
}

// Predictions from 0 to 10, and residuals whose size grows with them by `slope`.
void noisy_rows(std::size_t n, uint64_t seed, double slope, std::vector<double>& predicted,
                std::vector<double>& residuals) {
  rfm::Random random(seed);
  for (std::size_t i = 0; i < n; ++i) {
    predicted.push_back(10 * random.unit());
    double noise = -3;
    for (int k = 0; k < 6; ++k) noise += random.unit();
    residuals.push_back(noise * (0.5 + slope * predicted.back()));
  }
}

}  // namespace

// Where large answers miss by more, their intervals are wider and those of small ones narrower, and
// both hold; where there is nothing to gain, nothing changes, and the file is what it was.
BOOST_AUTO_TEST_CASE(intervals_fit_the_answer) {
  FittedEncoding plain = one_number(), fitted = one_number();
  std::vector<double> predicted, residuals;
  noisy_rows(600, 3, 0.5, predicted, residuals);
  set_intervals(residuals, plain);
  set_intervals(predicted, residuals, fitted);
  BOOST_TEST_REQUIRE(fitted.difficulty.size() == 2 * rfm::difficulty_points);
  const Encoder<double> encoder(fitted), before(plain);
  BOOST_TEST_REQUIRE((encoder.ok() && before.ok()));
  const auto& e = encoder.encoding();
  BOOST_TEST(rfm::width_around(e, 0.9, 9.0) > 2 * rfm::width_around(e, 0.9, 1.0));
  BOOST_TEST(rfm::width_around(e, 0.9, -50.0) == rfm::width_around(e, 0.9, e.difficulty[0]));
  BOOST_TEST(rfm::width_around(e, 0.9, 50.0) ==
             rfm::width_around(e, 0.9, e.difficulty[rfm::difficulty_points - 1]));
  BOOST_TEST(rfm::width_around(before.encoding(), 0.9, 9.0) ==
             rfm::interval_width(before.encoding(), 0.9));
  std::vector<double> value, error;
  noisy_rows(6000, 4, 0.5, value, error);
  std::size_t inside[3] = {}, rows[3] = {};
  double widths = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double width = rfm::width_around(e, 0.9, value[i]);
    const auto third = static_cast<std::size_t>(value[i] * 0.3);
    ++rows[third];
    inside[third] += std::abs(error[i]) <= width ? 1 : 0;
    widths += width / static_cast<double>(value.size());
  }
  for (std::size_t k = 0; k < 3; ++k)
    BOOST_TEST(std::abs(static_cast<double>(inside[k]) / static_cast<double>(rows[k]) - 0.9) <
               0.05);
  BOOST_TEST(widths < 0.95 * rfm::interval_width(before.encoding(), 0.9));

  FittedEncoding even = one_number(), few = one_number();
  predicted.clear();
  residuals.clear();
  noisy_rows(600, 5, 0, predicted, residuals);
  set_intervals(predicted, residuals, even);
  BOOST_TEST(even.difficulty.empty());
  BOOST_TEST(even.interval == residual_quantiles(residuals), boost::test_tools::per_element());
  predicted.resize(150);
  residuals.resize(150);
  set_intervals(predicted, residuals, few);
  BOOST_TEST(few.difficulty.empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_difficulty_is_refused) {
  FittedEncoding encoding = one_number();
  encoding.interval.assign(rfm::interval_points, 1);
  encoding.difficulty = {1, 2, 3, 4, 5, 1, 1, 1, 1, 1};
  BOOST_TEST(Encoder<float>(encoding).ok());
  encoding.difficulty[9] = 0;
  BOOST_TEST(!Encoder<float>(encoding).ok());
  encoding.difficulty = {1, 2, 1e300, 4, 5, 1, 1, 1, 1, 1};
  BOOST_TEST(!Encoder<float>(encoding).ok());
  encoding.difficulty = {1, 2, 3, 4, 5, 1, 1, 1, 1, 1};
  encoding.interval.clear();
  BOOST_TEST(!Encoder<float>(encoding).ok());
}

BOOST_AUTO_TEST_CASE(devices_read_the_interval_table) {
  FittedEncoding encoding;
  encoding.columns = {{"x", rfm::ColumnKind::number, 0, false, {}, false, false, {0}, {1}}};
  encoding.target_name = "y";
  std::vector<double> residuals;
  for (int k = 1; k <= 999; ++k) residuals.push_back(k);
  set_intervals(residuals, encoding);
  const Encoder<float> encoder(encoding);
  BOOST_TEST_REQUIRE(encoder.ok());
  const auto& e = encoder.encoding();
  BOOST_TEST(e.residuals == 999u);
  BOOST_TEST(rfm::interval_width(e, 0.9f) == 900.0f);
  BOOST_TEST(rfm::interval_width(e, 0.07f) == 70.0f);
  BOOST_TEST(rfm::interval_width(e, 0.901f) == 910.0f);
  BOOST_TEST(rfm::interval_width(e, 0.0f) == 0.0f);
  BOOST_TEST(rfm::interval_width(e, 1.0f) == 999.0f);
  BOOST_TEST(rfm::interval_width(e, 5.0f) == 999.0f);
}

BOOST_AUTO_TEST_CASE(rows_that_tell_nothing_leave_the_shares_as_they_are) {
  const Calibration found =
      fit_calibration(std::vector<double>(20, 0.5), {0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 2);
  BOOST_TEST(std::fabs(found.log_slope - 1) < 1e-6);
  BOOST_TEST(std::fabs(found.share_slope) < 1e-6);
  for (const double offset : found.offsets) BOOST_TEST(std::fabs(offset) < 1e-6);
}

BOOST_AUTO_TEST_SUITE_END()
