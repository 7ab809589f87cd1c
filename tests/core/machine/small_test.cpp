// The smallest machine is the same machine: the model bytes of a fit in panels, the same answers,
// every kernel and metric; and it refuses what it should.
#include "rfm/core/machine/small.hpp"

#include <array>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "rfm/core/kernels/any_kernel.hpp"
#include "tests/core/fitted.hpp"

using rfm_test::Fitted;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

constexpr size_t N = 40, D = 5;

// Fits n rows both ways.
template <class T, class Functor, size_t C, rfm::Metric metric>
void check_equal(const Sample<T>& sample, T ridge) {
  const rfm::KernelParameters<T> parameters{T(2), T(1), T(0.5), 2};
  rfm::Options<T> options{rfm::make_kernel<T, Functor>(parameters)};
  options.metric = metric;
  options.ridge = ridge;
  options.rounds = 3;
  options.engine = nullptr;
  Fitted<T> panels(sample.data(), options);
  panels.require_fit();

  rfm::Small<T, Functor, N, D, C, metric> small;
  const rfm::SmallOptions<T> small_options{parameters, ridge, 3};
  BOOST_REQUIRE(small.fit(sample.x.data(), sample.y.data(), sample.n, small_options) ==
                rfm::Status::ok);
  const std::vector<T> expected = panels.predict(sample.rows());
  BOOST_REQUIRE_EQUAL(small.size(), rfm::model_size(panels.machine));
  BOOST_TEST(std::memcmp(small.bytes(), panels.model_memory.data(), small.size()) == 0);
  for (size_t i = 0; i < sample.n; ++i) {
    std::array<T, C> answers;
    small.predict(sample.x.data() + i * D, answers.data());
    BOOST_TEST(std::memcmp(answers.data(), expected.data() + i * C, sizeof answers) == 0);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(ends_with_the_bytes_of_a_fit_in_panels_for_every_kernel) {
  const Sample<float> sample(N, D, 2);
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id)
    rfm::visit_kernel<float>(static_cast<rfm::KernelId>(id), 0, [&](auto named) {
      BOOST_TEST_CONTEXT("kernel " << id)
      check_equal<float, typename decltype(named)::type, 2, rfm::Metric::full>(sample, 0.01f);
      return 0;
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(does_so_for_every_metric_and_number_of_rows, T, Types) {
  for (const size_t n : {1u, 15u, 16u, 17u, 33u}) {
    const Sample<T> sample(n, D, 2);
    check_equal<T, rfm::Laplace<T>, 2, rfm::Metric::full>(sample, T(0.01));
    check_equal<T, rfm::Lpq<T, 150>, 2, rfm::Metric::diagonal>(sample, T(0.01));
    check_equal<T, rfm::Laplace<T>, 2, rfm::Metric::identity>(sample, T(0.01));
  }
}

// Columns that say nothing leave a root of lower rank, and equal rows without a ridge a singular
// matrix.
BOOST_AUTO_TEST_CASE_TEMPLATE(keeps_low_rank_and_survives_equal_rows, T, Types) {
  Sample<T> sample(N, D);
  for (size_t i = 0; i < N; ++i) {
    sample.x[i * D + 3] = sample.x[i * D + 4] = T(0.5);
    sample.y[i] = sample.x[i * D];
  }
  check_equal<T, rfm::Laplace<T>, 1, rfm::Metric::full>(sample, T(0.01));
  for (size_t i = 0; i < D; ++i) sample.x[D + i] = sample.x[i];
  check_equal<T, rfm::Laplace<T>, 1, rfm::Metric::full>(sample, T(0));
  for (T& y : sample.y) y = T(0);
  check_equal<T, rfm::Laplace<T>, 1, rfm::Metric::diagonal>(sample, T(0.01));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(can_be_opened_and_fitted_again, T, Types) {
  const Sample<T> first(N, D), second(20, D, 1, 8);
  rfm::Small<T, rfm::Laplace<T>, N, D> again, once;
  const rfm::SmallOptions<T> options{{T(3)}};
  BOOST_REQUIRE(again.fit(first.x.data(), first.y.data(), N, options) == rfm::Status::ok);
  BOOST_REQUIRE(again.fit(second.x.data(), second.y.data(), 20, options) == rfm::Status::ok);
  BOOST_REQUIRE(once.fit(second.x.data(), second.y.data(), 20, options) == rfm::Status::ok);
  BOOST_REQUIRE_EQUAL(again.size(), once.size());
  BOOST_TEST(std::memcmp(again.bytes(), once.bytes(), once.size()) == 0);
  rfm::Model<T> model;
  BOOST_REQUIRE(rfm::open<T>(again.bytes(), again.size(), rfm::any_kernel<T>, &model) ==
                rfm::Status::ok);
  BOOST_TEST(model.n == 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_what_cannot_be_fitted, T, Types) {
  Sample<T> sample(N, D);
  rfm::Small<T, rfm::Laplace<T>, N - 1, D> machine;
  const T *x = sample.x.data(), *y = sample.y.data();
  const rfm::SmallOptions<T> good{{T(3)}};
  BOOST_TEST(machine.size() == 0U);
  BOOST_TEST((machine.fit(nullptr, y, 9, good) == rfm::Status::null_pointer));
  BOOST_TEST((machine.fit(x, nullptr, 9, good) == rfm::Status::null_pointer));
  BOOST_TEST((machine.fit(x, y, 0, good) == rfm::Status::empty));
  BOOST_TEST((machine.fit(x, y, N, good) == rfm::Status::buffer_too_small));
  BOOST_TEST((machine.fit(x, y, 9, {{T(0)}}) == rfm::Status::bad_kernel));
  BOOST_TEST((machine.fit(x, y, 9, {{T(3)}, T(-1)}) == rfm::Status::bad_ridge));
  BOOST_TEST((machine.fit(x, y, 9, {{T(3)}, std::numeric_limits<T>::quiet_NaN()}) ==
              rfm::Status::bad_ridge));
  sample.y[8] = std::numeric_limits<T>::infinity();
  BOOST_TEST((machine.fit(x, y, 9, good) == rfm::Status::not_finite));
  BOOST_TEST((machine.fit(x, y, 8, good) == rfm::Status::ok));
  sample.x[7] = std::numeric_limits<T>::quiet_NaN();
  BOOST_TEST((machine.fit(x, y, 8, good) == rfm::Status::not_finite));
  sample.x[7] = std::numeric_limits<T>::max();
  BOOST_TEST((machine.fit(x, y, 8, good) == rfm::Status::out_of_scale));
}

BOOST_AUTO_TEST_SUITE_END()
