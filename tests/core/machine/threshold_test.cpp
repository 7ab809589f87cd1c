// RFM-T: keeping the columns that matter.
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using rfm_test::Fitted;
using rfm_test::largest_gap;
using rfm_test::Sample;

BOOST_AUTO_TEST_SUITE(threshold)

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
