// Dates as people write them, the calendar against a plain count of days, and angles against libm.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "rfm/core/cells/date.hpp"

BOOST_AUTO_TEST_SUITE(date)

namespace {

using rfm::Cycle;
using rfm::DateForm;
using rfm::Moment;

constexpr DateForm day_first{false, false}, month_first{true, false}, in_seconds{false, true};

std::string two(int32_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// "2024-04-26", with the time behind it unless it is midnight; "none" for what is no date.
std::string read(const std::string& text, DateForm form = day_first) {
  Moment moment{-1, -2};
  if (!rfm::read_date({text.data(), text.size()}, form, moment)) {
    BOOST_TEST((moment.day == -1 && moment.second == -2), text);
    return "none";
  }
  const rfm::detail::Calendar at = rfm::detail::calendar_of(moment.day);
  std::string words = std::to_string(at.year) + "-" + two(at.month) + "-" + two(at.of_month + 1);
  const int32_t second = moment.second;
  if (second > 0)
    words += " " + two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60);
  return words;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_year_first) {
  for (const char* text : {"2024-04-26", "2024/04/26", "2024.04.26", "2024-4-26", "20240426",
                           "2024-Apr-26", "2024-04-26T00:00:00Z"})
    BOOST_TEST(read(text) == "2024-04-26", text);
  BOOST_TEST(read("2024-04") == "2024-04-01");
  BOOST_TEST(read("0001-01-01") == "1-01-01");
  BOOST_TEST(read("9999-12-31T23:59:59") == "9999-12-31 23:59:59");
}

BOOST_AUTO_TEST_CASE(day_or_month_first) {
  for (const char* text : {"26/4/2024", "26.04.2024", "26-04-24", "26. 4. 2024", "26.4.24"}) {
    BOOST_TEST(read(text) == "2024-04-26", text);
    BOOST_TEST(read(text, month_first) == "none", text);
  }
  BOOST_TEST(read("4/26/2024", month_first) == "2024-04-26");
  BOOST_TEST(read("4/26/2024") == "none");
  BOOST_TEST(read("4/5/2024") == "2024-05-04");
  BOOST_TEST(read("4/5/2024", month_first) == "2024-04-05");
  BOOST_TEST(read("1/2/69") == "2069-02-01");
  BOOST_TEST(read("1/2/70") == "1970-02-01");
}

BOOST_AUTO_TEST_CASE(months_by_name) {
  for (const char* text :
       {"26 Apr 2024", "26-Apr-2024", "26-APR-24", "26 April 2024", "26. April 2024", "26/Apr/2024",
        "April 26, 2024", "Apr 26 2024", "Apr. 26, 2024", "Fri, 26 Apr 2024",
        "Friday April 26, 2024", "26 avril 2024", "26 avr. 2024", "26 abr 2024", "26 abril 2024"})
    for (const DateForm form : {day_first, month_first})
      BOOST_TEST(read(text, form) == "2024-04-26", text);
  const char* months[][5] = {
      {"Jan", "Januar", "janv", "ene", "JANUARY"},    {"Feb", "Februar", "févr", "feb", "FÉVRIER"},
      {"Mar", "März", "mars", "mar", "MÄRZ"},         {"Apr", "April", "avr", "abr", "mrz"},
      {"May", "Mai", "mai", "may", "MAYO"},           {"Jun", "Juni", "juin", "jun", "JUNE"},
      {"Jul", "Juli", "juil", "jul", "JUILLET"},      {"Aug", "August", "août", "ago", "AOÛT"},
      {"Sep", "Sept", "sept", "sep", "SEPTIEMBRE"},   {"Oct", "Okt", "oct", "oct", "OKTOBER"},
      {"Nov", "November", "nov", "nov", "NOVIEMBRE"}, {"Dec", "Dez", "déc", "dic", "DÉCEMBRE"}};
  for (int32_t month = 1; month <= 12; ++month)
    for (const char* name : months[month - 1]) {
      const int32_t meant = std::strcmp(name, "mrz") == 0 ? 3 : month;
      BOOST_TEST(read(std::string("7 ") + name + " 1999") == "1999-" + two(meant) + "-07", name);
      BOOST_TEST(read(std::string(name) + " 1999") == "1999-" + two(meant) + "-01", name);
    }
  BOOST_TEST(read("Apr-24") == "2024-04-01");
}

BOOST_AUTO_TEST_CASE(times_and_offsets) {
  for (const char* text :
       {"2024-04-26T14:30:05", "2024-04-26 14:30:05", "2024-04-26 14:30:05.75", "20240426T143005Z",
        "2024-04-26 14:30:05 UTC", "26/4/2024, 2:30:05 PM", "26/Apr/2024:16:30:05 +0200",
        "2024-04-26T16:30:05+02:00", "2024-04-26T09:00:05-05:30", "2024-04-27 00:30:05+10"})
    BOOST_TEST(read(text) == "2024-04-26 14:30:05", text);
  BOOST_TEST(read("4/26/24 12:05 AM", month_first) == "2024-04-26 00:05:00");
  BOOST_TEST(read("4/26/24 12:05pm", month_first) == "2024-04-26 12:05:00");
  BOOST_TEST(read("2024-02-28T23:30-01:00") == "2024-02-29 00:30:00");
  BOOST_TEST(read("2023-12-31 23:59:60") == "2024-01-01");
}

BOOST_AUTO_TEST_CASE(numbers_that_count_seconds) {
  BOOST_TEST(read("1714141805", in_seconds) == "2024-04-26 14:30:05");
  BOOST_TEST(read("1714141805.25", in_seconds) == "2024-04-26 14:30:05");
  BOOST_TEST(read("-1", in_seconds) == "1969-12-31 23:59:59");
  BOOST_TEST(read("20240426", in_seconds) == "1970-08-23 06:20:26");
  BOOST_TEST(read("2024-04-26", in_seconds) == "2024-04-26");
  BOOST_TEST(read("1714141805") == "none");
}

BOOST_AUTO_TEST_CASE(what_is_no_date) {
  for (const char* text : {"",
                           "2024",
                           "12",
                           "1.5",
                           "-3",
                           "2024-13-01",
                           "2024-00-10",
                           "2024-02-30",
                           "2023-02-29",
                           "1900-02-29",
                           "0000-01-01",
                           "31/4/2024",
                           "2024-04-26 25:00",
                           "2024-04-26 14:60",
                           "2024-04-26 14:30:61",
                           "2024-04-26x",
                           "2024-04-26T",
                           "2024-04-26 14:30 CEST",
                           "2024-04-26 13 pm",
                           "2024-04-26 0:10 am",
                           "2024-04-26 14:30+16:00",
                           "2024-04-26 14:30+5:3",
                           "1/2/3",
                           "1/2/345",
                           "1.2.3.4",
                           "26 Foo 2024",
                           "Mayor 3 2024",
                           "Ma 3 2024",
                           "26 4 2024",
                           "2024-04/26",
                           "26-04.2024",
                           "202404",
                           "20241301",
                           "192.168.10.24",
                           "14:30",
                           "May",
                           "Monday",
                           "2024.5",
                           "9999999999999999999999",
                           "2024-04-26 14:3",
                           "2019/20",
                           "T",
                           "26/4/2024,14:30",
                           "2024-99"})
    for (const DateForm form : {day_first, month_first})
      BOOST_TEST(read(text, form) == "none", text);
  BOOST_TEST(read("99999999999", in_seconds) == "5138-11-16 09:46:39");
  BOOST_TEST(read("999999999999", in_seconds) == "none");
  BOOST_TEST(read("0001-01-01T00:00+00:01") == "none");
}

// Every prefix and every single changed byte of a few dates, without a zero byte behind them.
BOOST_AUTO_TEST_CASE(no_byte_behind_the_text_is_read) {
  for (const std::string text : {"2024-04-26T16:30:05.25+02:00", "Fri, 26 février 2024 2:30 pm",
                                 "26/Apr/2024:16:30:05 +0200"})
    for (std::size_t size = 0; size <= text.size(); ++size)
      for (int byte = -1; byte < 256; ++byte) {
        std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        if (byte >= 0 && size > 0) cut[size / 2] = static_cast<char>(byte);
        Moment moment;
        if (!rfm::read_date({cut.data(), cut.size()}, month_first, moment)) continue;
        BOOST_REQUIRE(moment.day >= rfm::first_day && moment.day <= rfm::last_day);
        BOOST_REQUIRE(moment.second >= 0 && moment.second < rfm::day_seconds);
      }
}

BOOST_AUTO_TEST_CASE(every_day_of_ten_thousand_years) {
  const int32_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int32_t day = rfm::first_day;
  bool sound = true;
  for (int32_t year = 1; year <= 9999; ++year) {
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int32_t of_year = 0;
    for (int32_t month = 1; month <= 12; ++month)
      for (int32_t d = 0; d < lengths[month - 1] + (leap && month == 2); ++d, ++day, ++of_year) {
        const rfm::detail::Calendar at = rfm::detail::calendar_of(day);
        sound = sound && at.year == year && at.month == month && at.of_month == d &&
                at.of_year == of_year;
      }
  }
  BOOST_TEST(sound);
  BOOST_TEST(day == rfm::last_day + 1);
}

BOOST_AUTO_TEST_CASE(places_in_cycles) {
  const Moment friday{19839, 3600};  // 2024-04-26
  const auto at = [&](Cycle cycle) { return rfm::place_in(cycle, friday); };
  BOOST_TEST((at(Cycle::year).at == 116 && at(Cycle::year).length == 366));
  BOOST_TEST((at(Cycle::month).at == 25 && at(Cycle::month).length == 30));
  BOOST_TEST((at(Cycle::week).at == 4 && at(Cycle::week).length == 7));
  BOOST_TEST((at(Cycle::day).at == 3600 && at(Cycle::day).length == 86400));
}

template <class T>
double worst_angle() {
  double worst = 0;
  for (const int32_t length : {7, 28, 29, 30, 31, 365, 366, 86400})
    for (int32_t at = 0; at < length; ++at) {
      T cosine = 0, sine = 0;
      rfm::angle_of<T>({at, length}, cosine, sine);
      const long double angle = 2 * 3.14159265358979323846264338327950288L * at / length;
      const long double off[] = {static_cast<long double>(cosine) - std::cos(angle),
                                 static_cast<long double>(sine) - std::sin(angle)};
      for (const long double error : off)
        worst = std::fmax(worst, static_cast<double>(std::fabs(error)));
    }
  return worst / static_cast<double>(std::numeric_limits<T>::epsilon());
}

BOOST_AUTO_TEST_CASE(angles_are_those_of_libm) {
  BOOST_TEST(worst_angle<float>() < 1);
  BOOST_TEST(worst_angle<double>() < 1);
  float cosine = 0, sine = 0;
  const float expected[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int32_t quarter = 0; quarter < 4; ++quarter) {
    rfm::angle_of<float>({quarter * 21600, 86400}, cosine, sine);
    BOOST_TEST((cosine == expected[quarter][0] && sine == expected[quarter][1]));
  }
}

BOOST_AUTO_TEST_SUITE_END()
