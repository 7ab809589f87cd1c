// The kernel of kernels/example.hpp: what whoever adds one is promised.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/kernels/example.hpp"
#include "rfm/core/machine/small.hpp"
#include "tests/core/fitted.hpp"
#include "tests/core/kernels/cases.hpp"

using namespace rfm_test;

BOOST_AUTO_TEST_SUITE(kernel_example)

BOOST_AUTO_TEST_CASE_TEMPLATE(values_are_the_formula, T, Scalars) {
  const auto u = random_panel<T>(4, 1), v = random_panel<T>(4, 2);
  const auto k = values(rfm::example(T(1.5)), u, v);
  for (size_t i = 0; i < panel; ++i)
    for (size_t j = 0; j < panel; ++j) {
      double squares = 0;
      for (size_t c = 0; c < 4; ++c)
        squares += std::pow(static_cast<double>(u[c * panel + i] - v[c * panel + j]), 2);
      const double wanted = 1 / (1 + std::sqrt(squares) / 1.5);
      BOOST_TEST(std::fabs(static_cast<double>(k[j * panel + i]) - wanted) <= 8 * epsilon<T>);
    }
}

BOOST_AUTO_TEST_CASE(gradients_are_the_values_differences) {
  const auto kernel = rfm::example(1.5);
  const auto u = random_panel<double>(3, 3), v = random_panel<double>(3, 4),
             alpha = random_panel<double>(1, 5);
  const auto g = gradients(kernel, u, v, alpha);
  const double h = 1e-6;
  for (size_t c = 0; c < 3; ++c) {
    auto right = u, left = u;
    for (size_t i = 0; i < panel; ++i) right[c * panel + i] += h, left[c * panel + i] -= h;
    const auto above = values(kernel, right, v), below = values(kernel, left, v);
    for (size_t i = 0; i < panel; ++i) {
      double wanted = 0;
      for (size_t j = 0; j < panel; ++j)
        wanted += alpha[j] * (above[j * panel + i] - below[j * panel + i]) / (2 * h);
      BOOST_TEST(std::fabs(g[c * panel + i] - wanted) <= 1e-7 * largest(g));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(coinciding_points_pull_nowhere, T, Scalars) {
  const auto u = random_panel<T>(3, 6);
  const Slopes<T> s = slopes(rfm::example(T(2)), u, u);
  for (size_t i = 0; i < panel; ++i) BOOST_TEST(s.toward[i * panel + i] == T(0));
}

// A whole machine learns features with it, and the small machine has the same bits.
BOOST_AUTO_TEST_CASE_TEMPLATE(machines_of_both_sizes_agree, T, Scalars) {
  const Sample<T> sample(60, 4), fresh(20, 4, 1, 9);
  rfm::Options<T> options{rfm::example(T(2))};
  options.engine = nullptr;
  options.rounds = 2;
  Fitted<T> fitted(sample.data(), options);
  const auto answers = fitted.require_fit().predict(fresh.rows());
  static rfm::Small<T, rfm::Example<T>, 60, 4> machine;
  BOOST_REQUIRE((machine.fit(sample.x.data(), sample.y.data(), 60,
                             {options.kernel.parameters, options.ridge, 2}) == rfm::Status::ok));
  for (size_t i = 0; i < 20; ++i) {
    T answer = 0;
    machine.predict(&fresh.x[i * 4], &answer);
    BOOST_TEST(answer == answers[i]);
  }
  double error = 0, spread = 0;
  for (size_t i = 0; i < 20; ++i) {
    error += std::pow(static_cast<double>(answers[i] - fresh.y[i]), 2);
    spread += std::pow(static_cast<double>(fresh.y[i]), 2);
  }
  BOOST_TEST(error < 0.2 * spread);
}

BOOST_AUTO_TEST_SUITE_END()
