// Numbers survive the way through text: reading is correctly rounded, writing is the shortest that
// reads back.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/cell.hpp"
#include "rfm/data/text/numbers.hpp"

BOOST_AUTO_TEST_SUITE(number_text)

namespace {

template <class T>
T read(const std::string& text) {
  T value = 0;
  BOOST_TEST_REQUIRE(rfm::parse_decimal(text.data(), text.size(), value), text);
  return value;
}

bool readable(const std::string& text) {
  double value = 0;
  return rfm::parse_decimal(text.data(), text.size(), value);
}

}  // namespace

BOOST_AUTO_TEST_CASE(simple_numbers_are_read_exactly) {
  BOOST_TEST(read<double>("0.1") == 0.1);
  BOOST_TEST(read<double>("-12.5e3") == -12500.0);
  BOOST_TEST(read<double>("+.5") == 0.5);
  BOOST_TEST(read<double>("5.") == 5.0);
  BOOST_TEST(read<double>("007") == 7.0);
  BOOST_TEST(read<float>("0.1") == 0.1f);
  BOOST_TEST(std::signbit(read<double>("-0")));
  BOOST_TEST(read<double>("1e-400") == 0.0);
  BOOST_TEST(read<double>("0e999999999999") == 0.0);
}

BOOST_AUTO_TEST_CASE(anything_else_is_refused) {
  for (const char* text :
       {"", "-", ".", "e5", "1e", "1e+", "1,5", "1 2", " 1", "0x10", "inf", "nan", "1.2.3", "--1",
        "1e999", "1e999999999999999999999", "12a", "1d5", "\xC2\xBD"}) {
    BOOST_TEST(!readable(text), text);
  }
  float single = 7;
  BOOST_TEST(!rfm::parse_decimal("1e39", 4, single));
  BOOST_TEST(single == 7.0f);
}

BOOST_AUTO_TEST_CASE(hard_roundings_are_correct) {
  for (const char* text :
       {"9007199254740993", "9007199254740992.9999999999999999",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126", "2.2250738585072011e-308",
        "2.2250738585072012e-308", "4.9406564584124654e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623158e308",
        "8.98846567431158e307", "6.8985865317742005e-310",
        "123456789012345678901234567890123456789e-20"}) {
    BOOST_TEST(read<double>(text) == std::strtod(text, nullptr), text);
  }
  for (const char* text :
       {"16777217", "16777219", "1.1754943e-38", "1.4e-45", "7.0064923216240854e-46",
        "3.4028235e38", "1.00000005960464477539062500", "1.00000005960464477539062501"}) {
    BOOST_TEST(read<float>(text) == std::strtof(text, nullptr), text);
  }
  BOOST_TEST(!readable("1.7976931348623159e308"));
  const std::string halfway =
      "1.0000000000000001110223024625156540423631668090820312500" + std::string(800, '0');
  BOOST_TEST(read<double>(halfway + "0") == 1.0);
  BOOST_TEST(read<double>(halfway + "1") == 1.0 + std::numeric_limits<double>::epsilon());
}

BOOST_AUTO_TEST_CASE(reading_agrees_with_the_c_library_on_random_text) {
  rfm::Random random(1);
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    const auto digits = 1 + random.below(25);
    for (uint64_t i = 0; i < digits; ++i) text += static_cast<char>('0' + random.below(10));
    text.insert(random.below(digits + 1), ".");
    text += "e" + std::to_string(static_cast<int>(random.below(650)) - 340);
    const double expected = std::strtod(text.c_str(), nullptr);
    double value = 0;
    const bool ok = rfm::parse_decimal(text.data(), text.size(), value);
    BOOST_TEST(ok == std::isfinite(expected), text);
    if (ok) BOOST_TEST(value == expected, text);

    const std::string narrow = text.substr(0, text.find('e')) + "e" +
                               std::to_string(static_cast<int>(random.below(80)) - 40);
    const float expected_single = std::strtof(narrow.c_str(), nullptr);
    float single = 0;
    const bool single_ok = rfm::parse_decimal(narrow.data(), narrow.size(), single);
    BOOST_TEST(single_ok == std::isfinite(expected_single), narrow);
    if (single_ok) BOOST_TEST(single == expected_single, narrow);
  }
}

BOOST_AUTO_TEST_CASE(written_numbers_are_short_and_read_back) {
  using rfm::data::format_number;
  BOOST_TEST(format_number(0.1) == "0.1");
  BOOST_TEST(format_number(0.1f) == "0.1");
  BOOST_TEST(format_number(100000.0) == "100000");
  BOOST_TEST(format_number(-2.5e-7) == "-2.5e-7");
  BOOST_TEST(format_number(0.00001) == "0.00001");
  BOOST_TEST(format_number(1e300) == "1e300");
  BOOST_TEST(format_number(12345678901234567.0) == "12345678901234568");
  BOOST_TEST(format_number(1.0 / 3) == "0.3333333333333333");
  BOOST_TEST(format_number(5e-324) == "5e-324");
  BOOST_TEST(format_number(std::numeric_limits<double>::max()) == "1.7976931348623157e308");
  BOOST_TEST(format_number(std::nan("")) == "nan");
  BOOST_TEST(rfm::data::format_rounded(0.999996, 4) == "1");
  BOOST_TEST(rfm::data::format_rounded(1234.5678, 6) == "1234.57");
}

BOOST_AUTO_TEST_CASE(random_bit_patterns_survive) {
  rfm::Random random(2);
  for (int k = 0; k < 20000; ++k) {
    const uint64_t bits = random.bits();
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) BOOST_TEST(read<double>(rfm::data::format_number(value)) == value);
    float single = 0;
    memcpy(&single, &bits, sizeof single);
    if (std::isfinite(single)) BOOST_TEST(read<float>(rfm::data::format_number(single)) == single);
  }
}

BOOST_AUTO_TEST_SUITE_END()
