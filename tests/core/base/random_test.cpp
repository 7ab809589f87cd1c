// The random numbers are the published ones on every target, fill their range evenly, and choose
// rows fairly.
#include "rfm/core/base/random.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

namespace {

std::vector<size_t> chosen_rows(size_t m, size_t n, uint64_t seed) {
  std::vector<size_t> rows;
  for (rfm::Chosen chosen(m, n, seed); chosen.more();) rows.push_back(chosen.next());
  return rows;
}

// Pearson's statistic of counts that should all be equal.
double chi_square(const std::vector<size_t>& counts) {
  double total = 0, sum = 0;
  for (size_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  for (size_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

// Mean + 6 standard deviations of that statistic. The streams are fixed, so this is passed always
// or never.
double chi_square_limit(size_t cells) {
  const double freedom = static_cast<double>(cells - 1);
  return freedom + 6 * std::sqrt(2 * freedom);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(random_numbers)

BOOST_AUTO_TEST_CASE(bits_are_those_of_splitmix64) {
  static_assert(rfm::random_bits(0, 0) == 0xE220A8397B1DCDAFu);
  static_assert(rfm::random_bits(0, 1) == 0x6E789E6AA1B965F4u);
  const std::vector<uint64_t> published{6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u,
                                        16408922859458223821u};
  rfm::Random random(1234567);
  for (uint64_t expected : published) BOOST_TEST(random.bits() == expected);
}

BOOST_AUTO_TEST_CASE(the_last_seeds_and_counters_wrap) {
  BOOST_TEST(rfm::random_bits(UINT64_MAX, uint64_t(1) << 63) == 0x2A67D7552E039EA7u);
}

BOOST_AUTO_TEST_CASE(multiply_high_is_the_high_half_of_the_product) {
  BOOST_TEST(rfm::multiply_high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
  BOOST_TEST(rfm::multiply_high(UINT64_MAX, 2) == 1u);
  BOOST_TEST(rfm::multiply_high(uint64_t(1) << 32, uint64_t(1) << 32) == 1u);
  BOOST_TEST(rfm::multiply_high(0x910A2DEC89025CC1u, 0x975835DE1C9756CEu) == 0x55BEFB1B40A82437u);
  BOOST_TEST(rfm::multiply_high(UINT32_MAX, UINT32_MAX) == 0u);
}

BOOST_AUTO_TEST_CASE(numbers_below_n_are_recorded_and_even) {
  const std::vector<uint64_t> recorded{3, 0, 9, 5, 4, 2, 4, 3, 1, 4};
  rfm::Random random(7);
  std::vector<size_t> counts(10, 0);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t value = random.below(10);
    BOOST_REQUIRE(value < 10u);
    ++counts[value];
    if (i < 10) BOOST_TEST(value == recorded[static_cast<size_t>(i)]);
  }
  BOOST_TEST(chi_square(counts) < chi_square_limit(10));
  BOOST_TEST(random.below(1) == 0u);
  BOOST_TEST(random.below(0) == 0u);
}

BOOST_AUTO_TEST_CASE(units_are_recorded_and_spread_over_zero_to_one) {
  rfm::Random random(9);
  BOOST_TEST(random.unit() == 0x1.5d5ea5fd7ce0cp-1);
  std::vector<size_t> counts(64, 0);
  for (int i = 0; i < 100000; ++i) {
    const double unit = random.unit();
    BOOST_REQUIRE((unit >= 0 && unit < 1));
    ++counts[static_cast<size_t>(unit * 64)];
  }
  BOOST_TEST(chi_square(counts) < chi_square_limit(64));
}

BOOST_AUTO_TEST_CASE(purposes_of_one_seed_are_unrelated) {
  std::vector<uint64_t> seen;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    rfm::Random own(seed);
    for (int i = 0; i < 10; ++i) seen.push_back(own.bits());
    for (uint64_t purpose = 0; purpose < 10; ++purpose) {
      rfm::Random random(seed, purpose);
      for (int i = 0; i < 10; ++i) seen.push_back(random.bits());
    }
  }
  std::sort(seen.begin(), seen.end());
  BOOST_TEST((std::adjacent_find(seen.begin(), seen.end()) == seen.end()));
}

BOOST_AUTO_TEST_CASE(chosen_rows_are_recorded) {
  BOOST_TEST((chosen_rows(5, 20, 3) == std::vector<size_t>{0, 3, 6, 16, 17}));
  BOOST_TEST((chosen_rows(10, 1000, 42) ==
              std::vector<size_t>{171, 215, 315, 496, 564, 642, 658, 718, 808, 920}));
}

BOOST_AUTO_TEST_CASE(exactly_m_rows_are_chosen_in_ascending_order) {
  for (size_t n = 0; n < 12; ++n)
    for (size_t m = 0; m < 14; ++m)
      for (uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector<size_t> rows = chosen_rows(m, n, seed);
        BOOST_TEST(rows.size() == std::min(m, n));
        for (size_t k = 0; k < rows.size(); ++k)
          BOOST_TEST((rows[k] < n && (k == 0 || rows[k - 1] < rows[k])));
      }
}

BOOST_AUTO_TEST_CASE(after_the_last_row_comes_n) {
  rfm::Chosen chosen(1, 4, 0);
  BOOST_TEST(chosen.next() < 4u);
  BOOST_TEST(!chosen.more());
  BOOST_TEST(chosen.next() == 4u);
}

BOOST_AUTO_TEST_CASE(every_row_and_every_pair_is_equally_likely) {
  std::vector<size_t> rows(20, 0), pairs(10, 0);
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    for (size_t row : chosen_rows(5, 20, seed)) ++rows[row];
    const std::vector<size_t> pair = chosen_rows(2, 5, seed);
    ++pairs[pair[1] * (pair[1] - 1) / 2 + pair[0]];
  }
  BOOST_TEST(chi_square(rows) < chi_square_limit(20));
  BOOST_TEST(chi_square(pairs) < chi_square_limit(10));
}

BOOST_AUTO_TEST_SUITE_END()
