// Choosing the round, and RFM-T: what is kept is what the judge says, and unsound judging is refused.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using rfm_test::Fitted;
using rfm_test::largest_gap;
using rfm_test::Sample;

namespace {

// Round `round` of a fit without a judge.
Fitted<double> stopped_at(const rfm::Data<double>& data, rfm::Options<double> options, size_t round) {
  options.keep = {};
  options.rounds = round;
  Fitted<double> fitted(data, options);
  fitted.require_fit();
  return fitted;
}

double held_out_error(Fitted<double>& fitted, const Sample<double>& held) {
  const auto answers = fitted.predict(held.rows());
  double sum = 0;
  for (size_t i = 0; i < answers.size(); ++i) sum += (answers[i] - held.y[i]) * (answers[i] - held.y[i]);
  return sum / static_cast<double>(answers.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(judge)

BOOST_AUTO_TEST_CASE(best_held_out_round_is_kept) {
  const Sample<double> sample(60, 8, 2), held(40, 8, 2, 99);
  for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal}) {
    rfm::Options<double> options{rfm::laplace(10.0)};
    options.metric = metric;
    options.rounds = 6;
    options.ridge = 0.1;
    options.keep = rfm::best_held_out<double>();
    auto data = sample.data();
    data.held_x = held.rows();
    data.held_y = held.targets();
    Fitted<double> fitted(data, options);
    fitted.require_fit();
    std::vector<double> errors;
    for (size_t round = 0; round <= 6; ++round) {
      auto one = stopped_at(data, options, round);
      errors.push_back(held_out_error(one, held));
    }
    const auto best = static_cast<size_t>(std::min_element(errors.begin(), errors.end()) - errors.begin());
    BOOST_TEST(fitted.machine.chosen_round == best);
    BOOST_TEST(fitted.machine.best_score == errors[best], boost::test_tools::tolerance(1e-12));
    BOOST_TEST(held_out_error(fitted, held) == errors[best], boost::test_tools::tolerance(1e-12));
    rfm::Model<double> opened;
    BOOST_REQUIRE((open(fitted.model_memory.data(), model_size(fitted.machine), rfm::any_kernel<double>,
                        &opened) == rfm::Status::ok));
    BOOST_TEST(opened.r == fitted.machine.model.r);
  }
}

BOOST_AUTO_TEST_CASE(best_accuracy_counts_largest_outputs) {
  Sample<double> sample(60, 5, 3), held(40, 5, 3, 99);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.keep = rfm::best_held_out_accuracy<double>();
  auto data = sample.data();
  data.held_x = held.rows();
  data.held_y = held.targets();
  Fitted<double> fitted(data, options);
  const auto answers = fitted.require_fit().predict(held.rows());
  size_t mistakes = 0;
  for (size_t i = 0; i < 40; ++i) {
    const auto largest = [&](const std::vector<double>& v) {
      return std::max_element(&v[i * 3], &v[i * 3] + 3) - &v[i * 3];
    };
    mistakes += largest(answers) != largest(held.y);
  }
  BOOST_TEST(fitted.machine.best_score == static_cast<double>(mistakes) / 40);
}

BOOST_AUTO_TEST_CASE(held_out_rows_are_checked) {
  const Sample<double> sample(30, 4), held(10, 3);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.keep = rfm::best_held_out<double>();
  auto data = sample.data();
  Fitted<double> none(data, options);
  BOOST_TEST((none.start() == rfm::Status::null_pointer));
  data.held_x = held.rows();
  data.held_y = held.targets();
  Fitted<double> narrow(data, options);
  BOOST_TEST((narrow.start() == rfm::Status::shape_mismatch));
  options.keep = rfm::best_held_out_accuracy<double>();
  Fitted<double> one_output(data, options);
  BOOST_TEST((one_output.start() == rfm::Status::bad_option));
}

BOOST_AUTO_TEST_CASE(leave_one_out_is_offered_only_where_it_is_sound) {
  const Sample<double> sample(60, 6);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.keep = rfm::best_leave_one_out<double>();
  Fitted<double> full(sample.data(), options);
  BOOST_TEST((full.start() == rfm::Status::unsound_leave_one_out));
  options.metric = rfm::Metric::diagonal;
  Fitted<double> diagonal(sample.data(), options);
  BOOST_TEST((diagonal.fit() == rfm::Status::ok));
  const Sample<double> few(59, 6);
  Fitted<double> too_few(few.data(), options);
  BOOST_TEST((too_few.start() == rfm::Status::unsound_leave_one_out));
  options.metric = rfm::Metric::full;
  options.rounds = 0;
  Fitted<double> first(sample.data(), options);
  BOOST_TEST((first.fit() == rfm::Status::ok));
}

BOOST_AUTO_TEST_CASE(thresholding_keeps_what_matters_and_refits) {
  // y depends on columns 0 and 1 of 8.
  Sample<double> sample(150, 8);
  for (size_t i = 0; i < 150; ++i) sample.y[i] = sample.x[i * 8] * sample.x[i * 8 + 1];
  for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal}) {
    rfm::Options<double> options{rfm::laplace(5.0)};
    options.metric = metric;
    Fitted<double> fitted(sample.data(), options);
    fitted.require_fit();
    size_t kept = 0;
    BOOST_REQUIRE((keep_features(fitted.machine, 0.05, &kept) == rfm::Status::ok));
    BOOST_REQUIRE((finish(fitted.machine) == rfm::Status::ok));
    BOOST_TEST(kept == 2);
    // The same as plain kernel ridge on the two columns alone.
    rfm::Options<double> plain{rfm::laplace(5.0)};
    plain.metric = rfm::Metric::identity;
    Fitted<double> two({{sample.x.data(), 150, 2, 8, 1}, sample.targets()}, plain);
    const Sample<double> other(20, 8, 1, 31);
    BOOST_TEST(largest_gap(fitted.predict(other.rows()),
                           two.require_fit().predict({other.x.data(), 20, 2, 8, 1})) <= 1e-10);
    const auto before = fitted.predict(other.rows());
    BOOST_TEST((keep_features(fitted.machine, 1.0, &kept) == rfm::Status::nothing_left));
    BOOST_TEST(largest_gap(fitted.predict(other.rows()), before) == 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
