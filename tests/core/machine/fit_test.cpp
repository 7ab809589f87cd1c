// What a fit promises: the system is solved, M is the average gradient outer product of the fitted
// function, options mean what they say.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using rfm_test::epsilon;
using rfm_test::Fitted;
using rfm_test::largest_gap;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

// M of the next round by central differences of the predictions of this one.
std::vector<double> numeric_agop(Fitted<double>& fitted, const Sample<double>& sample, bool centred,
                                 const double* weights = nullptr) {
  const size_t n = sample.n, d = sample.d, c = sample.c;
  const double h = 1e-5;
  std::vector<double> gradients(n * c * d);
  for (size_t k = 0; k < d; ++k) {
    std::vector<double> up = sample.x, down = sample.x;
    for (size_t i = 0; i < n; ++i) up[i * d + k] += h, down[i * d + k] -= h;
    const auto high = fitted.predict({up.data(), n, d}), low = fitted.predict({down.data(), n, d});
    for (size_t i = 0; i < n; ++i)
      for (size_t o = 0; o < c; ++o)
        gradients[(i * c + o) * d + k] = (high[i * c + o] - low[i * c + o]) / (2 * h);
  }
  double total = 0;
  for (size_t i = 0; i < n; ++i) total += weights == nullptr ? 1 : weights[i];
  if (centred)
    for (size_t j = 0; j < c * d; ++j) {
      double mean = 0;
      for (size_t i = 0; i < n; ++i)
        mean += (weights == nullptr ? 1 : weights[i]) * gradients[i * c * d + j] / total;
      for (size_t i = 0; i < n; ++i) gradients[i * c * d + j] -= mean;
    }
  std::vector<double> m(d * d);
  for (size_t row = 0; row < n * c; ++row)
    for (size_t k = 0; k < d; ++k)
      for (size_t l = 0; l < d; ++l)
        m[k * d + l] += (weights == nullptr ? 1 : weights[row / c]) * gradients[row * d + k] *
                        gradients[row * d + l] / total;
  return m;
}

rfm::Kernel<double> kernel_of(int which) {
  switch (which) {
    case 0:
      return rfm::laplace(3.0);
    case 1:
      return rfm::gaussian(1.5);
    case 2:
      return rfm::matern32(2.0);
    case 3:
      return rfm::matern52(2.0);
    case 4:
      return rfm::lpq<double, 150>(1.5, 2.0);
    case 5:
      return rfm::lpq<double, 175>(1.0, 2.0);
    case 6:
      return rfm::lpq<double, 200>(1.3, 2.0);
    case 7:
      return rfm::nngp<double>(2);
    default:
      return rfm::ntk<double>(2, 0.5);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fit)

BOOST_AUTO_TEST_CASE_TEMPLATE(training_predictions_are_targets_minus_ridge_times_alpha, T, Types) {
  const Sample<T> sample(70, 5, 2);
  rfm::Options<T> options{rfm::laplace(T(3))};
  options.ridge = T(0.01);
  Fitted<T> fitted(sample.data(), options);
  fitted.require_fit();
  const auto answers = fitted.predict(sample.rows());
  for (size_t i = 0; i < sample.n; ++i)
    for (size_t o = 0; o < sample.c; ++o)
      BOOST_TEST(std::fabs(static_cast<double>(
                     answers[i * 2 + o] -
                     (sample.y[i * 2 + o] - options.ridge * fitted.machine.model.outputs(o)[i]))) <=
                 2000 * epsilon<T>);
}

// Full M, diagonal M, centred or not: the next round's metric is what finite differences of this
// round's predictions say. One round is compared from M = I and one from a learned M, for every
// kernel family.
BOOST_AUTO_TEST_CASE(metric_is_the_average_gradient_outer_product) {
  const Sample<double> sample(45, 4, 2);
  for (int which = 0; which <= 8; ++which)
    for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal})
      for (const bool centred : {false, true})
        BOOST_TEST_CONTEXT("kernel " << which << " metric " << static_cast<int>(metric)
                                     << " centred " << centred) {
          rfm::Options<double> options{kernel_of(which)};
          options.metric = metric;
          options.centre_gradients = centred;
          options.scale = rfm::MetricScale::rows;
          options.ridge = 0.05;
          options.rounds = 2;
          Fitted<double> fitted(sample.data(), options);
          BOOST_REQUIRE(fitted.start() == rfm::Status::ok);
          BOOST_REQUIRE(iterate(fitted.machine) == rfm::Status::ok);
          for (int round = 0; round < 2; ++round) {
            const auto expected = numeric_agop(fitted, sample, centred);
            BOOST_REQUIRE(iterate(fitted.machine) == rfm::Status::ok);
            const auto m = fitted.metric();
            double size = 0;
            for (double entry : expected) size = std::max(size, std::fabs(entry));
            for (size_t k = 0; k < 4; ++k)
              for (size_t l = 0; l < 4; ++l) {
                if (metric == rfm::Metric::diagonal && k != l) continue;
                // Central differences straddle the kinks of Laplace kernels: a looser bound there.
                BOOST_TEST(std::fabs(m[k * 4 + l] - expected[k * 4 + l]) <=
                           (which == 0 ? 1e-3 : 2e-5) * size);
              }
          }
        }
}

BOOST_AUTO_TEST_CASE(largest_entry_of_the_metric_is_one) {
  const Sample<double> sample(60, 6);
  Fitted<double> fitted(sample.data(), {rfm::laplace(10.0)});
  fitted.require_fit();
  const auto m = fitted.metric();
  BOOST_TEST(*std::max_element(m.begin(), m.end()) == 1.0, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(scale_by_rows_differs_only_by_a_factor_in_the_first_round) {
  const Sample<double> sample(60, 6);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.rounds = 1;
  Fitted<double> largest(sample.data(), options);
  options.scale = rfm::MetricScale::rows;
  Fitted<double> rows(sample.data(), options);
  const auto a = largest.require_fit().metric(), b = rows.require_fit().metric();
  const double top = *std::max_element(b.begin(), b.end());
  for (size_t i = 0; i < a.size(); ++i) BOOST_TEST(std::fabs(b[i] - top * a[i]) <= 1e-12 * top);
}

BOOST_AUTO_TEST_CASE(identity_metric_is_plain_kernel_ridge) {
  const Sample<double> sample(60, 6);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.metric = rfm::Metric::identity;
  Fitted<double> plain(sample.data(), options);
  options.metric = rfm::Metric::full;
  options.rounds = 0;
  Fitted<double> zero(sample.data(), options);
  const Sample<double> other(20, 6, 1, 8);
  const auto a = plain.require_fit().predict(other.rows()),
             b = zero.require_fit().predict(other.rows());
  BOOST_TEST(largest_gap(a, b) <= 1e-12);
  BOOST_TEST(plain.machine.round == 1);
}

BOOST_AUTO_TEST_CASE(a_seeded_subsample_is_near_all_rows_and_repeatable) {
  const Sample<double> sample(300, 5);
  rfm::Options<double> options{rfm::laplace(10.0)};
  options.rounds = 1;
  Fitted<double> all(sample.data(), options);
  options.agop_rows = 150;
  Fitted<double> some(sample.data(), options), again(sample.data(), options);
  options.seed = 2;
  Fitted<double> other(sample.data(), options);
  const auto m = all.require_fit().metric(), part = some.require_fit().metric();
  BOOST_TEST(part == again.require_fit().metric(), boost::test_tools::per_element());
  BOOST_TEST(largest_gap(part, other.require_fit().metric()) > 1e-6);
  BOOST_TEST(largest_gap(m, part) > 1e-6);
  BOOST_TEST(largest_gap(m, part) < 0.15);
  options.agop_rows = 1000;  // more than there are: all
  Fitted<double> more(sample.data(), options);
  BOOST_TEST(largest_gap(m, more.require_fit().metric()) == 0);
}

BOOST_AUTO_TEST_CASE(stopping_between_rounds_leaves_a_model) {
  const Sample<double> sample(50, 5);
  rfm::Options<double> options{rfm::laplace(10.0)};
  Fitted<double> stopped(sample.data(), options);
  BOOST_REQUIRE(stopped.start() == rfm::Status::ok);
  for (int round = 0; round < 3; ++round)
    BOOST_REQUIRE(iterate(stopped.machine) == rfm::Status::ok);
  BOOST_REQUIRE(finish(stopped.machine) == rfm::Status::ok);
  options.rounds = 2;
  Fitted<double> whole(sample.data(), options);
  whole.require_fit();
  BOOST_TEST(largest_gap(stopped.predict(sample.rows()), whole.predict(sample.rows())) == 0);
  rfm::Model<double> opened;
  BOOST_TEST((open(stopped.model_memory.data(), model_size(stopped.machine),
                   rfm::any_kernel<double>, &opened) == rfm::Status::ok));
}

BOOST_AUTO_TEST_CASE(a_first_round_taken_over_gives_the_same_bits) {
  const Sample<float> sample(60, 6, 2);
  rfm::Options<float> options{rfm::laplace(4.0F)};
  options.metric = rfm::Metric::full;
  Fitted<float> full(sample.data(), options);
  BOOST_REQUIRE(full.start() == rfm::Status::ok);
  const std::vector<float> any(rfm::padded(60) * 2, 0.5F);
  BOOST_TEST((adopt_first_round(full.machine, any.data()) == rfm::Status::ok));
  BOOST_TEST((adopt_first_round(full.machine, any.data()) == rfm::Status::wrong_order));
  BOOST_REQUIRE(full.start() == rfm::Status::ok);
  BOOST_REQUIRE(iterate(full.machine) == rfm::Status::ok);
  const float* first = full.machine.model.alpha;
  const std::vector<float> alpha(first, first + rfm::padded(60) * 2);

  options.metric = rfm::Metric::diagonal;
  Fitted<float> taken(sample.data(), options), done(sample.data(), options);
  BOOST_REQUIRE(taken.start() == rfm::Status::ok);
  BOOST_REQUIRE(done.start() == rfm::Status::ok);
  BOOST_REQUIRE(adopt_first_round(taken.machine, alpha.data()) == rfm::Status::ok);
  BOOST_REQUIRE(iterate(done.machine) == rfm::Status::ok);
  for (int round = 0; round < 3; ++round) {
    BOOST_TEST(largest_gap(taken.predict(sample.rows()), done.predict(sample.rows())) == 0);
    BOOST_REQUIRE(iterate(taken.machine) == rfm::Status::ok);
    BOOST_REQUIRE(iterate(done.machine) == rfm::Status::ok);
  }
}

BOOST_AUTO_TEST_CASE(strided_rows_give_the_same_bits) {
  const Sample<float> sample(40, 5, 2);
  std::vector<float> by_columns(40 * 5), wide(40 * 9 * 2, -7.0f);
  for (size_t i = 0; i < 40; ++i)
    for (size_t k = 0; k < 5; ++k) {
      by_columns[k * 40 + i] = sample.x[i * 5 + k];
      wide[i * 18 + 2 * k] = sample.x[i * 5 + k];
    }
  const rfm::Options<float> options{rfm::laplace(3.0f)};
  Fitted<float> a(sample.data(), options);
  Fitted<float> b({{by_columns.data(), 40, 5, 1, 40}, sample.targets()}, options);
  Fitted<float> c({{wide.data(), 40, 5, 18, 2}, sample.targets()}, options);
  const auto expected = a.require_fit().predict(sample.rows());
  BOOST_TEST(b.require_fit().predict(sample.rows()) == expected, boost::test_tools::per_element());
  BOOST_TEST(c.require_fit().predict({wide.data(), 40, 5, 18, 2}) == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_row_and_a_batch_predict_the_same_bits) {
  const Sample<float> sample(90, 7, 3), other(37, 7, 3, 11);
  Fitted<float> fitted(sample.data(), {rfm::lpq<float, 150>(1.5f, 3.0f)});
  const auto batch = fitted.require_fit().predict(other.rows());
  for (size_t i = 0; i < other.n; ++i) {
    const auto single = fitted.predict({&other.x[i * 7], 1, 7});
    for (size_t o = 0; o < 3; ++o) BOOST_TEST(single[o] == batch[i * 3 + o]);
  }
}

BOOST_AUTO_TEST_CASE(gradient_is_the_slope_of_the_prediction) {
  const Sample<double> sample(60, 4, 2), other(19, 4, 1, 5);
  for (const rfm::Metric metric :
       {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
    rfm::Options<double> options{rfm::gaussian(1.5)};
    options.metric = metric;
    Fitted<double> fitted(sample.data(), options);
    fitted.require_fit();
    rfm_test::Memory scratch(rfm::gradient_bytes<double>(4, fitted.machine.model.r, 2));
    std::vector<double> slopes(19 * 2 * 4);
    BOOST_REQUIRE((gradient(fitted.machine.model, other.rows(), slopes.data(), scratch.data(),
                            scratch.bytes()) == rfm::Status::ok));
    BOOST_TEST(scratch.intact());
    for (size_t k = 0; k < 4; ++k) {
      auto up = other.x, down = other.x;
      for (size_t i = 0; i < 19; ++i) up[i * 4 + k] += 1e-5, down[i * 4 + k] -= 1e-5;
      const auto high = fitted.predict({up.data(), 19, 4}),
                 low = fitted.predict({down.data(), 19, 4});
      for (size_t i = 0; i < 38; ++i)
        BOOST_TEST(std::fabs(slopes[i * 4 + k] - (high[i] - low[i]) / 2e-5) <= 1e-6);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
