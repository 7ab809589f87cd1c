// Everything a caller can get wrong has a Status with words, and small or odd tables have answers.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <limits>

#include "tests/core/fitted.hpp"

using rfm::Status;
using rfm_test::Fitted;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

template <class T>
Status status_of(const rfm::Data<T>& data, const rfm::Options<T>& options,
                 rfm::Report* report = nullptr) {
  Fitted<T> fitted(data, options);
  const Status status = fitted.fit();
  if (report != nullptr) *report = fitted.report;
  return status;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bad_input)

BOOST_AUTO_TEST_CASE(every_status_has_words_of_its_own) {
  for (int32_t a = 0; a <= static_cast<int32_t>(Status::stopped); ++a) {
    BOOST_TEST(std::strlen(rfm::words(static_cast<Status>(a))) > 3u);
    for (int32_t b = 0; b < a; ++b)
      BOOST_TEST(
          std::strcmp(rfm::words(static_cast<Status>(a)), rfm::words(static_cast<Status>(b))) != 0);
  }
  BOOST_TEST(rfm::words(static_cast<Status>(9999)) == "an unknown status");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(smallest_tables_are_fitted, T, Types) {
  for (size_t n : {1u, 2u, 5u})
    for (size_t d : {1u, 7u})
      for (size_t c : {1u, 3u})
        for (const rfm::Metric metric :
             {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity})
          for (const auto& kernel :
               {rfm::laplace(T(3)), rfm::lpq<T, 100>(T(1), T(3)), rfm::ntk<T>(1)}) {
            const Sample<T> sample(n, d, c);
            rfm::Options<T> options{kernel};
            options.metric = metric;
            Fitted<T> fitted(sample.data(), options);
            for (T answer : fitted.require_fit().predict(sample.rows()))
              BOOST_TEST(rfm::finite(answer));
          }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nan_and_infinity_name_their_cell, T, Types) {
  const T bad[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                   -std::numeric_limits<T>::infinity()};
  for (T value : bad) {
    Sample<T> sample(20, 3, 2);
    rfm::Report report;
    sample.x[7 * 3 + 2] = value;
    BOOST_TEST((status_of<T>(sample.data(), {rfm::laplace(T(3))}, &report) == Status::not_finite));
    BOOST_TEST(report.row == 7);
    BOOST_TEST(report.column == 2);
    sample.x[7 * 3 + 2] = T(0);
    sample.y[11 * 2 + 1] = value;
    BOOST_TEST((status_of<T>(sample.data(), {rfm::laplace(T(3))}, &report) == Status::not_finite));
    BOOST_TEST(report.row == 11);
    BOOST_TEST(report.column == 4);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(empty_and_null_tables_are_refused, T, Types) {
  const Sample<T> sample(5, 2);
  BOOST_TEST((status_of<T>({{sample.x.data(), 0, 2}, {sample.y.data(), 0, 1}},
                           {rfm::laplace(T(3))}) == Status::empty));
  BOOST_TEST((status_of<T>({{sample.x.data(), 5, 0}, sample.targets()}, {rfm::laplace(T(3))}) ==
              Status::empty));
  BOOST_TEST((status_of<T>({sample.rows(), {sample.y.data(), 5, 0}}, {rfm::laplace(T(3))}) ==
              Status::empty));
  BOOST_TEST((status_of<T>({sample.rows(), {sample.y.data(), 4, 1}}, {rfm::laplace(T(3))}) ==
              Status::shape_mismatch));
  BOOST_TEST((status_of<T>({{nullptr, 5, 2}, sample.targets()}, {rfm::laplace(T(3))}) ==
              Status::null_pointer));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(options_out_of_range_are_refused, T, Types) {
  const Sample<T> sample(10, 2);
  const T nan = std::numeric_limits<T>::quiet_NaN();
  rfm::Options<T> options{rfm::laplace(T(3))};
  for (T ridge : {T(-1e-6), nan, std::numeric_limits<T>::infinity()}) {
    options.ridge = ridge;
    BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_ridge));
  }
  options.ridge = T(0.1);
  for (T bandwidth : {T(0), T(-1), nan, std::numeric_limits<T>::infinity()}) {
    options.kernel = rfm::laplace(bandwidth);
    BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_kernel));
  }
  for (T q : {T(0), T(2.5), nan}) {
    options.kernel = rfm::lpq<T, 150>(q, T(3));
    BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_kernel));
  }
  for (int32_t hidden : {0, 6}) {
    options.kernel = rfm::ntk<T>(hidden);
    BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_kernel));
  }
  options.kernel = rfm::any_kernel<T>(static_cast<rfm::KernelId>(77), {});
  BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_kernel));
  options.kernel = rfm::laplace(T(3));
  options.metric = static_cast<rfm::Metric>(9);
  BOOST_TEST((status_of<T>(sample.data(), options) == Status::bad_option));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(weights_must_be_positive, T, Types) {
  const Sample<T> sample(10, 2);
  for (T bad : {T(0), T(-1), std::numeric_limits<T>::quiet_NaN()}) {
    std::vector<T> weights(10, T(1));
    weights[6] = bad;
    auto data = sample.data();
    data.weights = weights.data();
    rfm::Report report;
    BOOST_TEST((status_of<T>(data, {rfm::laplace(T(3))}, &report) == Status::bad_weight));
    BOOST_TEST(report.row == 6);
  }
}

BOOST_AUTO_TEST_CASE(scales_beyond_float_are_refused_and_offsets_are_not) {
  for (const float factor : {1e30f, 1e-30f}) {
    Sample<float> sample(30, 3);
    for (float& cell : sample.x) cell *= factor;
    BOOST_TEST((status_of<float>(sample.data(), {rfm::laplace(3.0f)}) == Status::out_of_scale));
    Sample<double> wide(30, 3);
    for (double& cell : wide.x) cell *= static_cast<double>(factor);
    Fitted<double> fitted(wide.data(), {rfm::laplace(3.0)});
    for (double answer : fitted.require_fit().predict(wide.rows())) BOOST_TEST(rfm::finite(answer));
  }
  // Targets of any size are fitted: learning does not depend on their scale.
  Sample<float> sample(60, 3);
  const auto m = Fitted<float>(sample.data(), {rfm::laplace(3.0f)}).require_fit().metric();
  for (const float factor : {1e30f, 1e-30f}) {
    Sample<float> scaled = sample;
    for (float& y : scaled.y) y *= factor;
    BOOST_TEST(rfm_test::largest_gap(
                   m, Fitted<float>(scaled.data(), {rfm::laplace(3.0f)}).require_fit().metric()) <
               1e-3);
  }
  // A large offset costs the digits it takes from the cells and no more, because columns are
  // centred first.
  Sample<float> shifted = sample;
  for (float& cell : shifted.x)
    cell = (cell * 64 + 1e6f - 1e6f) / 64;  // the digits that will be left
  Sample<float> exact = shifted;
  for (float& cell : shifted.x) cell = cell * 64 + 1e6f;
  for (float& cell : exact.x) cell *= 64;
  Fitted<float> a(shifted.data(), {rfm::laplace(200.0f)}), b(exact.data(), {rfm::laplace(200.0f)});
  BOOST_TEST(rfm_test::largest_gap(a.require_fit().predict(shifted.rows()),
                                   b.require_fit().predict(exact.rows())) < 0.05);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(targets_of_zero_teach_nothing, T, Types) {
  Sample<T> sample(20, 3);
  for (T& y : sample.y) y = T(0);
  Fitted<T> fitted(sample.data(), {rfm::laplace(T(3))});
  for (T answer : fitted.require_fit().predict(sample.rows())) BOOST_TEST(answer == T(0));
  BOOST_TEST(fitted.metric()[0] == T(1));
}

BOOST_AUTO_TEST_CASE(steps_out_of_order_are_refused) {
  const Sample<double> sample(20, 3);
  const rfm::Options<double> options{rfm::laplace(3.0)};
  Fitted<double> fitted(sample.data(), options);
  BOOST_TEST((iterate(fitted.machine) == Status::wrong_order));
  BOOST_TEST((finish(fitted.machine) == Status::wrong_order));
  BOOST_REQUIRE((fitted.start() == Status::ok));
  BOOST_TEST((finish(fitted.machine) == Status::wrong_order));
  for (int round = 0; round < 6; ++round) BOOST_TEST((iterate(fitted.machine) == Status::ok));
  BOOST_TEST((iterate(fitted.machine) == Status::wrong_order));
  BOOST_TEST((finish(fitted.machine) == Status::ok));
  BOOST_TEST((finish(fitted.machine) == Status::ok));
  BOOST_TEST((iterate(fitted.machine) == Status::wrong_order));
  double answer = 0;
  rfm_test::Memory scratch(rfm::predict_bytes(fitted.machine.model));
  BOOST_TEST((predict(fitted.machine.model, {sample.x.data(), 1, 2}, &answer, scratch.data(),
                      scratch.bytes()) == Status::shape_mismatch));
  BOOST_TEST((predict(fitted.machine.model, {sample.x.data(), 1, 3}, &answer, scratch.data(),
                      scratch.bytes() - 1) == Status::buffer_too_small));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rows_of_another_width_have_no_gradient, T, Types) {
  const Sample<T> sample(20, 3), other(4, 2);
  Fitted<T> fitted(sample.data(), rfm::Options<T>{rfm::laplace(T(3))});
  const rfm::Model<T>& model = fitted.require_fit().machine.model;
  rfm_test::Memory scratch(rfm::gradient_bytes<T>(model.d, model.r, model.c));
  std::vector<T> out(4 * 3);
  BOOST_TEST((gradient(model, other.rows(), out.data(), scratch.data(), scratch.bytes()) ==
              Status::shape_mismatch));
}

BOOST_AUTO_TEST_SUITE_END()
