// Dates and times: the calendar in whole numbers, text -> a moment, and the place of a moment in
// the year, month, week and day as an angle. No libm, no clock, no time zones but numeric offsets;
// O(length).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/cells/cell.hpp"

namespace rfm {

// Days since 1970-01-01 and the second of that day, of universal time. Years are 1 to 9999.
struct Moment {
  int32_t day = 0;
  int32_t second = 0;
};

constexpr int32_t first_day = -719162, last_day = 2932896, day_seconds = 86400;

constexpr int64_t seconds_of(Moment moment) {
  return int64_t{moment.day} * day_seconds + moment.second;
}

// False, and `moment` untouched, before the year 1 and after 9999.
inline bool moment_of(int64_t seconds, Moment& moment) {
  if (seconds < int64_t{first_day} * day_seconds || seconds >= int64_t{last_day + 1} * day_seconds)
    return false;
  const int64_t past = seconds - int64_t{first_day} * day_seconds;
  moment.day = static_cast<int32_t>(past / day_seconds) + first_day;
  moment.second = static_cast<int32_t>(past % day_seconds);
  return true;
}

// What a column's cells may say differently. `month_first`: 4/5/2024 is the fifth of April.
// `unix_seconds`: a number counts seconds since 1970; else it has eight digits, 20240405.
struct DateForm {
  bool month_first = false, unix_seconds = false;
};

namespace detail {

constexpr bool leap(int32_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int32_t month_days(int32_t year, int32_t month) {
  return month == 2 ? 28 + leap(year) : 30 + (month + month / 8) % 2;
}

// Of January the first.
constexpr int32_t year_begin(int32_t year) {
  const int32_t past = year - 1;
  return first_day + 365 * past + past / 4 - past / 100 + past / 400;
}

struct Calendar {
  int32_t year = 1, month = 1;
  int32_t of_year = 0, of_month = 0;  // days before this one
};

constexpr Calendar calendar_of(int32_t day) {
  Calendar at;
  at.year = static_cast<int32_t>((int64_t{day} - first_day) * 400 / 146097) + 1;
  if (day < year_begin(at.year)) --at.year;
  if (day >= year_begin(at.year + 1)) ++at.year;
  at.of_year = at.of_month = day - year_begin(at.year);
  for (; at.of_month >= month_days(at.year, at.month); ++at.month)
    at.of_month -= month_days(at.year, at.month);
  return at;
}

// Characters of a date, read from the left.
class DateText {
 public:
  explicit DateText(Text text) : at_(text.data), end_(text.data + text.size) {}

  bool done() const { return at_ == end_; }
  char next() const { return done() ? '\0' : *at_; }
  bool take(char c) { return next() == c ? (++at_, true) : false; }

  // The first of these that comes next, taken; 0 when none does.
  char take_one_of(const char* characters) {
    for (; *characters != '\0'; ++characters)
      if (take(*characters)) return *characters;
    return '\0';
  }

  bool blanks() {
    const char* begin = at_;
    while (take(' ')) continue;
    return at_ != begin;
  }

  // How many digits there are; beyond eleven of them there is no value.
  size_t number(int64_t& value) {
    size_t count = 0;
    for (value = 0; next() >= '0' && next() <= '9'; ++at_, ++count)
      if (count < 11) value = value * 10 + (*at_ - '0');
    return count;
  }

  // Letters, those behind ASCII included.
  Text word() {
    const char* begin = at_;
    const auto letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             static_cast<unsigned char>(c) > 127;
    };
    while (!done() && letter(*at_)) ++at_;
    return {begin, static_cast<size_t>(at_ - begin)};
  }

 private:
  const char *at_, *end_;
};

// Whether `word` has at least three bytes and begins one of these names, which are in lower case;
// letters behind ASCII are those of Latin-1 in UTF-8, whose capitals are 32 below.
inline bool begins_a_name(Text word, const char* names) {
  if (word.size < 3) return false;
  while (*names != '\0') {
    size_t k = 0;
    for (; k < word.size; ++k) {
      auto c = static_cast<unsigned char>(word.data[k]);
      const bool latin = k > 0 && static_cast<unsigned char>(word.data[k - 1]) == 0xC3;
      if ((c >= 'A' && c <= 'Z') || (latin && c >= 0x80 && c <= 0x9E))
        c = static_cast<unsigned char>(c + 32);
      if (c != static_cast<unsigned char>(names[k])) break;
    }
    if (k == word.size) return true;
    while (*names != '\0' && *names++ != ' ') continue;
  }
  return false;
}

// 1 to 12 for a month in English, German, French or Spanish, or the beginning of one; 0 for others.
inline int32_t month_named(Text word) {
  constexpr char names[][40] = {"january januar janvier enero",
                                "february februar février febrero",
                                "march märz mars marzo mrz",
                                "april avril abril",
                                "may mai mayo",
                                "june juni juin junio",
                                "july juli juillet julio",
                                "august août agosto",
                                "september septembre septiembre",
                                "october oktober octobre octubre",
                                "november novembre noviembre",
                                "december dezember décembre diciembre"};
  for (int32_t month = 1; month <= 12; ++month)
    if (begins_a_name(word, names[month - 1])) return month;
  return 0;
}

inline bool is_weekday(Text word) {
  return begins_a_name(word, "monday tuesday wednesday thursday friday saturday sunday");
}

// Two digits are a year from 1970 to 2069.
constexpr int64_t full_year(int64_t year, size_t digits) {
  return digits == 4 ? year : year + (year < 70 ? 2000 : 1900);
}

struct DateFields {
  int64_t year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0, offset = 0;
};

// "26 Apr 2024", "26-April-24", "26.4.2024", "4/26/24" behind their first number.
inline bool read_day_first(DateText& text, bool month_first, DateFields& date) {
  const char mark = text.take_one_of("-/.");
  text.blanks();
  size_t digits = 0;
  if (const Text word = text.word(); word.size > 0) {
    date.month = month_named(word);
    (void)text.take('.');
    (void)text.take_one_of("-/,");
    text.blanks();
  } else {
    digits = text.number(date.month);
    if (mark == '\0' || digits == 0 || digits > 2 || !text.take(mark)) return false;
    text.blanks();
    if (month_first) {
      const int64_t month = date.day;
      date.day = date.month;
      date.month = month;
    }
  }
  digits = text.number(date.year);
  date.year = full_year(date.year, digits);
  return digits == 2 || digits == 4;
}

// "Apr 26, 2024", "April 2024", "Apr-24" behind the month; without a day it is the first.
inline bool read_month_first(DateText& text, DateFields& date) {
  (void)text.take('.');
  (void)text.take_one_of("-/ ");
  text.blanks();
  size_t digits = text.number(date.year);
  if (digits == 1 || (digits == 2 && !text.done())) {
    date.day = date.year;
    (void)text.take_one_of(",-/");
    text.blanks();
    digits = text.number(date.year);
  }
  date.year = full_year(date.year, digits);
  return digits == 2 || digits == 4;
}

// "2024-04-26", "2024/4/26", "2024-Apr-26", "2024-04" behind the year; without a day it is the
// first.
inline bool read_year_first(DateText& text, DateFields& date) {
  const char mark = text.take_one_of("-/.");
  if (mark == '\0') return false;
  const Text word = text.word();
  const size_t digits = word.size > 0 ? 0 : text.number(date.month);
  if (word.size > 0) date.month = month_named(word);
  if (text.done()) return mark == '-' && digits == 2;
  if (digits > 2 || (word.size == 0 && digits == 0) || !text.take(mark)) return false;
  const size_t of_day = text.number(date.day);
  return of_day == 1 || of_day == 2;
}

inline bool read_day(DateText& text, bool month_first, DateFields& date) {
  Text word = text.word();
  if (word.size > 0 && is_weekday(word)) {
    (void)text.take('.');
    (void)text.take(',');
    text.blanks();
    word = text.word();
  }
  if (word.size > 0) {
    date.month = month_named(word);
    return read_month_first(text, date);
  }
  int64_t number = 0;
  const size_t digits = text.number(number);
  if (digits == 8) {
    date.year = number / 10000, date.month = number / 100 % 100, date.day = number % 100;
    return true;
  }
  if (digits == 4) {
    date.year = number;
    return read_year_first(text, date);
  }
  date.day = number;
  return (digits == 1 || digits == 2) && read_day_first(text, month_first, date);
}

// "+02:00", "-0530", "+1", "Z", "UTC", "GMT" and nothing.
inline bool read_offset(DateText& text, DateFields& date) {
  if (text.done() || ((text.take('Z') || text.take('z')) && text.done())) return true;
  if (const Text zone = text.word(); zone.size > 0)
    return text.done() && (same_word(zone, "utc") || same_word(zone, "gmt"));
  const char sign = text.take_one_of("+-");
  int64_t hours = 0, minutes = 0;
  const size_t digits = text.number(hours);
  if (digits == 4) {
    minutes = hours % 100, hours /= 100;
  } else if (digits == 0 || digits > 2 || (text.take(':') && text.number(minutes) != 2)) {
    return false;
  }
  if (sign == '\0' || hours > 15 || minutes > 59 || !text.done()) return false;
  date.offset = (hours * 60 + minutes) * (sign == '-' ? -60 : 60);
  return true;
}

// "14:30", "2:30 pm", "14:30:00.25+02:00", "143000": fractions of a second are cut off.
inline bool read_time(DateText& text, DateFields& date) {
  const size_t digits = text.number(date.hour);
  if (digits == 4 || digits == 6) {
    if (digits == 6) date.second = date.hour % 100, date.hour /= 100;
    date.minute = date.hour % 100, date.hour /= 100;
  } else {
    if (digits == 0 || digits > 2 || !text.take(':') || text.number(date.minute) != 2) return false;
    int64_t fraction = 0;
    if (text.take(':')) {
      if (text.number(date.second) != 2) return false;
      if (text.take_one_of(".,") != '\0' && text.number(fraction) == 0) return false;
    }
  }
  text.blanks();
  const char half = text.take_one_of("aApP");
  if (half != '\0') {
    if (text.take_one_of("mM") == '\0' || date.hour < 1 || date.hour > 12) return false;
    date.hour = date.hour % 12 + (half == 'p' || half == 'P' ? 12 : 0);
    text.blanks();
  }
  return date.hour < 24 && date.minute < 60 && date.second <= 60 && read_offset(text, date);
}

// "1714141800", "-86400", "1714141800.25".
inline bool read_unix_seconds(DateText text, Moment& moment) {
  const bool minus = text.take('-');
  int64_t seconds = 0, fraction = 0;
  const size_t digits = text.number(seconds);
  if (digits == 0 || digits > 11 || (text.take('.') && text.number(fraction) == 0)) return false;
  return text.done() && moment_of(minus ? -seconds : seconds, moment);
}

}  // namespace detail

// Reads a date, or a date with a time, which an offset turns into universal time. False, and
// `moment` untouched, for everything else. `text` is trimmed.
inline bool read_date(Text text, DateForm form, Moment& moment) {
  detail::DateText rest(text);
  if (form.unix_seconds && detail::read_unix_seconds(rest, moment)) return true;
  detail::DateFields date;
  if (!detail::read_day(rest, form.month_first, date)) return false;
  if (date.year < 1 || date.year > 9999 || date.month < 1 || date.month > 12) return false;
  const auto year = static_cast<int32_t>(date.year), month = static_cast<int32_t>(date.month);
  if (date.day < 1 || date.day > detail::month_days(year, month)) return false;
  if (!rest.done()) {
    const bool comma = rest.take(',');
    if (!rest.blanks() && (comma || rest.take_one_of("Tt:") == '\0')) return false;
    if (!detail::read_time(rest, date)) return false;
  }
  int64_t day = detail::year_begin(year) + date.day - 1;
  for (int32_t m = 1; m < month; ++m) day += detail::month_days(year, m);
  return moment_of(
      day * day_seconds + (date.hour * 60 + date.minute) * 60 + date.second - date.offset, moment);
}

// What comes round: a place is counted from 0 and stands among `length` of them.
enum class Cycle : uint32_t { year = 0, month = 1, week = 2, day = 3 };
constexpr uint32_t cycles = 4;

constexpr const char* word(Cycle cycle) {
  return cycle == Cycle::year    ? "year"
         : cycle == Cycle::month ? "month"
         : cycle == Cycle::week  ? "week"
                                 : "day";
}

struct CyclePlace {
  int32_t at = 0, length = 1;
};

// The day of the year and of the month, the day of the week from Monday, the second of the day.
inline CyclePlace place_in(Cycle cycle, Moment moment) {
  if (cycle == Cycle::day) return {moment.second, day_seconds};
  if (cycle == Cycle::week) return {(moment.day - first_day) % 7, 7};
  const detail::Calendar at = detail::calendar_of(moment.day);
  if (cycle == Cycle::month) return {at.of_month, detail::month_days(at.year, at.month)};
  return {at.of_year, 365 + detail::leap(at.year)};
}

// (pi/4)^k / k!: of t^k in the cosine (k even) and the sine (k odd) of pi/4 t, but for signs.
constexpr double eighth_turn[] = {1.0,
                                  0.7853981633974483,
                                  0.30842513753404244,
                                  0.08074551218828079,
                                  0.015854344243815502,
                                  0.0024903945701927202,
                                  0.00032599188692739,
                                  3.657620418217725e-05,
                                  3.59086044859151e-06,
                                  3.1336168903781217e-07,
                                  2.4611369504942e-08,
                                  1.757247673443401e-09,
                                  1.1501159127974052e-10,
                                  6.948453273886629e-12,
                                  3.8980731712596753e-13,
                                  2.0410263396641442e-14,
                                  1.001886461636272e-15,
                                  4.628704628834683e-17};

// Cosine and sine of the angle that a place stands for, within 2 ulp: eighths of a turn are told
// apart in whole numbers, and within one, 0 <= t <= 1, two sums in t^2 do.
template <class T>
void angle_of(CyclePlace place, T& cosine, T& sine) {
  const int32_t eighths = place.at * 8, octant = eighths / place.length;
  const bool back = octant % 2 == 1;
  const int32_t rest = back ? (octant + 1) * place.length - eighths : eighths % place.length;
  const T t = static_cast<T>(rest) / static_cast<T>(place.length), square = t * t;
  constexpr size_t terms = sizeof eighth_turn / sizeof *eighth_turn;
  T along = 0, across = 0;  // cosine and sine of the angle within the octant
  for (size_t k = terms; k > 0; k -= 2) {
    along = static_cast<T>(eighth_turn[k - 2]) - square * along;
    across = static_cast<T>(eighth_turn[k - 1]) - square * across;
  }
  across = across * t;
  const bool swapped = ((octant + 1) & 2) != 0;
  const T c = swapped ? across : along, s = swapped ? along : across;
  cosine = ((octant + 2) & 4) != 0 ? -c : c;
  sine = octant >= 4 ? -s : s;
}

}  // namespace rfm
