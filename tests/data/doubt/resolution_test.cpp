// What of an answer is worth printing.
#include "rfm/data/doubt/resolution.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

BOOST_AUTO_TEST_SUITE(resolution)

using rfm::data::digits_that_hold;

BOOST_AUTO_TEST_CASE(digits_reach_down_to_the_resolution) {
  BOOST_TEST(digits_that_hold(394.9125, 0.05, 6) == 4);  // 394.9
  BOOST_TEST(digits_that_hold(394.9125, 0.1, 6) == 4);
  BOOST_TEST(digits_that_hold(-394.9125, 0.11, 6) == 3);
  BOOST_TEST(digits_that_hold(394.9125, 40.0, 6) == 1);
  BOOST_TEST(digits_that_hold(394.9125, 1e-9, 6) == 6);
  BOOST_TEST(digits_that_hold(0.004, 0.05, 6) == 0);
  BOOST_TEST(digits_that_hold(0.06, 0.05, 6) == 1);
}

BOOST_AUTO_TEST_CASE(where_nothing_is_known_all_are_printed) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  BOOST_TEST(digits_that_hold(394.9125, 0.0, 6) == 6);
  BOOST_TEST(digits_that_hold(infinite, 0.1, 6) == 6);
  BOOST_TEST(digits_that_hold(1.5, infinite, 6) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
