// The linear system of a round: leave-one-out against really leaving rows out, weights against
// repeating rows, and singular systems.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using rfm_test::Fitted;
using rfm_test::largest_gap;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

template <class T>
rfm::Options<T> plain_ridge(rfm::Kernel<T> kernel, T ridge) {
  rfm::Options<T> options{kernel};
  options.ridge = ridge;
  options.metric = rfm::Metric::identity;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(solve)

BOOST_AUTO_TEST_CASE_TEMPLATE(leave_one_out_is_leaving_one_out, T, Types) {
  const Sample<T> sample(37, 3, 2);
  std::vector<T> weights(37);
  for (size_t i = 0; i < 37; ++i) weights[i] = T(1) + static_cast<T>(i % 3);
  for (const bool weighted : {false, true}) {
    auto data = sample.data();
    data.weights = weighted ? weights.data() : nullptr;
    const auto options = plain_ridge(rfm::laplace(T(2)), T(0.1));
    Fitted<T> fitted(data, options);
    const std::vector<T> residuals = fitted.require_fit().leave_one_out();
    for (size_t out = 0; out < 37; ++out) {
      std::vector<T> x, y, w;
      for (size_t i = 0; i < 37; ++i) {
        if (i == out) continue;
        x.insert(x.end(), &sample.x[i * 3], &sample.x[i * 3] + 3);
        y.insert(y.end(), &sample.y[i * 2], &sample.y[i * 2] + 2);
        w.push_back(weights[i]);
      }
      Fitted<T> rest({{x.data(), 36, 3}, {y.data(), 36, 2}, weighted ? w.data() : nullptr},
                     options);
      const auto answer = rest.require_fit().predict({&sample.x[out * 3], 1, 3});
      for (size_t o = 0; o < 2; ++o)
        BOOST_TEST(std::fabs(static_cast<double>(residuals[out * 2 + o] -
                                                 (sample.y[out * 2 + o] - answer[o]))) <=
                   2000 * rfm_test::epsilon<T>);
    }
  }
}

BOOST_AUTO_TEST_CASE(leave_one_out_needs_its_memory_and_a_factor) {
  const Sample<double> sample(20, 3);
  std::vector<double> residuals(20);
  Fitted<double> without(sample.data(), plain_ridge(rfm::laplace(2.0), 0.1));
  rfm_test::Memory scratch(rfm::leave_one_out_bytes<double>(20));
  rfm::Buffer room = scratch.buffer();
  BOOST_TEST((leave_one_out(without.machine, residuals.data(), room) == rfm::Status::wrong_order));
  without.require_fit();
  BOOST_TEST((leave_one_out(without.machine, residuals.data(), {}) == rfm::Status::null_pointer));
  room.bytes -= 1;
  BOOST_TEST(
      (leave_one_out(without.machine, residuals.data(), room) == rfm::Status::buffer_too_small));
}

BOOST_AUTO_TEST_CASE(a_row_of_weight_three_is_three_rows) {
  const Sample<double> sample(30, 3, 2);
  std::vector<double> weights(30, 1.0), x = sample.x, y = sample.y;
  for (size_t i : {4u, 17u, 29u}) {
    weights[i] = 3;
    for (int copy = 0; copy < 2; ++copy) {
      x.insert(x.end(), &sample.x[i * 3], &sample.x[i * 3] + 3);
      y.insert(y.end(), &sample.y[i * 2], &sample.y[i * 2] + 2);
    }
  }
  for (const bool centred : {false, true})
    for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal}) {
      rfm::Options<double> options{rfm::gaussian(1.0)};
      options.ridge = 0.01;
      options.rounds = 2;
      options.metric = metric;
      options.centre_gradients = centred;
      options.scale = rfm::MetricScale::rows;
      auto data = sample.data();
      data.weights = weights.data();
      Fitted<double> weighted(data, options),
          repeated({{x.data(), 36, 3}, {y.data(), 36, 2}}, options);
      const Sample<double> other(25, 3, 1, 5);
      BOOST_TEST(largest_gap(weighted.require_fit().predict(other.rows()),
                             repeated.require_fit().predict(other.rows())) <= 1e-7);
      BOOST_TEST(largest_gap(weighted.metric(), repeated.metric()) <= 1e-7);
    }
}

BOOST_AUTO_TEST_CASE(merged_duplicates_predict_as_the_table_with_them) {
  Sample<double> sample(40, 3);
  for (size_t i = 30; i < 40; ++i)
    for (size_t k = 0; k < 3; ++k) sample.x[i * 3 + k] = sample.x[(i - 30) / 2 * 3 + k];
  auto x = sample.x, y = sample.y;
  std::vector<double> weights(40, 1.0);
  std::vector<uint32_t> order(40);
  const size_t unique =
      rfm::merge_duplicates(x.data(), 40, 3, y.data(), 1, weights.data(), order.data());
  BOOST_REQUIRE_EQUAL(unique, 30u);
  const rfm::Options<double> options{rfm::gaussian(1.0)};
  Fitted<double> merged({{x.data(), unique, 3}, {y.data(), unique, 1}, weights.data()}, options);
  Fitted<double> whole(sample.data(), options);
  const Sample<double> other(25, 3, 1, 5);
  BOOST_TEST(largest_gap(merged.require_fit().predict(other.rows()),
                         whole.require_fit().predict(other.rows())) <= 1e-6);
}

// Equal rows with different targets and no ridge: the minimum-norm answer is their mean, reached to
// the jitter.
BOOST_AUTO_TEST_CASE_TEMPLATE(no_ridge_and_duplicates_give_the_mean, T, Types) {
  Sample<T> sample(33, 4);
  for (size_t k = 0; k < 4; ++k) sample.x[32 * 4 + k] = sample.x[k];
  sample.y[0] = T(1);
  sample.y[32] = T(3);
  for (const auto& kernel :
       {rfm::laplace(T(4)), rfm::gaussian(T(1)), rfm::lpq<T, 150>(T(1.5), T(4))}) {
    Fitted<T> fitted(sample.data(), plain_ridge(kernel, T(0)));
    fitted.require_fit();
    BOOST_TEST((fitted.machine.jitter > T(0)));
    const auto answers = fitted.predict(sample.rows());
    for (T answer : answers) BOOST_REQUIRE(rfm::finite(answer));
    BOOST_TEST(std::fabs(static_cast<double>(answers[0]) - 2) < 0.02);
    BOOST_TEST(answers[0] == answers[32]);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(constant_columns_and_constant_rows_have_answers, T, Types) {
  Sample<T> sample(20, 3);
  for (size_t i = 0; i < 20; ++i) sample.x[i * 3 + 1] = T(5);
  Fitted<T> column(sample.data(), {rfm::laplace(T(3))});
  column.require_fit();
  BOOST_TEST(std::fabs(static_cast<double>(column.metric()[4])) <=
             1e-12);  // a constant column has no importance
  for (T& cell : sample.x) cell = T(2);
  Fitted<T> all(sample.data(), {rfm::laplace(T(3))});
  const auto answers = all.require_fit().predict(sample.rows());
  double mean = 0;
  for (T y : sample.y) mean += static_cast<double>(y) / 20;
  for (T answer : answers) BOOST_TEST(std::fabs(static_cast<double>(answer) - mean) < 1e-3);
}

BOOST_AUTO_TEST_SUITE_END()
