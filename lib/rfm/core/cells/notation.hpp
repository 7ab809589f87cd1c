// Numbers as people write them -> decimal text: 1.234,56 or $1,234.50, (12 %) or 1.5k, 5:18:45. A
// column keeps its notation, so that a cell means the same in training, in a program and in a page.
// No heap; O(length of the cell).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/cells/cell.hpp"

namespace rfm {

// What the first of two parts of a time counts: 14:30 is hours and minutes, or minutes and seconds.
enum class Clock : uint8_t { none = 0, hours = 1, minutes = 2 };

// Thousands need no word here: whatever stands between groups of digits and is not the decimal mark
// separates them.
struct Notation {
  char decimal = '.';         // or ','
  Clock clock = Clock::none;  // else the cells are times, and the numbers their seconds
  bool scaled = false;        // k, M, Mio, B, bn and their kin multiply
  Text before{}, behind{};    // the unit: "$", "kg"; cells may lack it and may have no other
};

// A cell taken apart: [sign] before [sign] body behind [sign], or all of it in parentheses.
struct WrittenNumber {
  bool negative = false;
  Text before{}, body{}, behind{};
};

// Bytes of the blank that begins the text, 0 when none does: those of ASCII, and the no-break,
// figure, thin and narrow ones of Unicode.
constexpr size_t blank_size(Text text) {
  const auto byte = [text](size_t k) { return static_cast<unsigned char>(text.data[k]); };
  if (text.size > 0 && (byte(0) == ' ' || (byte(0) >= '\t' && byte(0) <= '\r'))) return 1;
  if (text.size > 1 && byte(0) == 0xC2 && byte(1) == 0xA0) return 2;
  const bool general = text.size > 2 && byte(0) == 0xE2 && byte(1) == 0x80;
  return general && ((byte(2) >= 0x80 && byte(2) <= 0x8A) || byte(2) == 0xAF) ? 3 : 0;
}

constexpr Text without(Text text, size_t size) { return {text.data + size, text.size - size}; }

// Without blanks of any kind at both ends.
constexpr Text trimmed_wide(Text text) {
  while (const size_t size = blank_size(text)) text = without(text, size);
  for (bool more = true; more;) {
    more = false;
    for (size_t size = 1; size <= 3 && size <= text.size; ++size) {
      if (blank_size({text.data + (text.size - size), size}) != size) continue;
      text.size -= size;
      more = true;
      break;
    }
  }
  return text;
}

constexpr bool same_text(Text a, Text b) {
  if (a.size != b.size) return false;
  for (size_t k = 0; k < a.size; ++k)
    if (a.data[k] != b.data[k]) return false;
  return true;
}

namespace detail {

constexpr bool digit_at(Text text, size_t k) {
  return k < text.size && text.data[k] >= '0' && text.data[k] <= '9';
}

constexpr bool starts_with(Text text, const char* word) {
  size_t k = 0;
  for (; word[k] != 0; ++k)
    if (k >= text.size || text.data[k] != word[k]) return false;
  return true;
}

// Bytes of a minus: that of ASCII, the mathematical one and the dash that stands for it.
constexpr size_t minus_size(Text text) {
  if (starts_with(text, "-")) return 1;
  return starts_with(text, "\xE2\x88\x92") || starts_with(text, "\xE2\x80\x93") ? 3 : 0;
}

// Bytes of what may stand between digits: . , : ' the curly apostrophe, or a blank.
constexpr size_t mark_size(Text text) {
  if (text.size == 0) return 0;
  const char c = text.data[0];
  if (c == '.' || c == ',' || c == ':' || c == '\'') return 1;
  return starts_with(text, "\xE2\x80\x99") ? 3 : blank_size(text);
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// Takes a sign from the front, with blanks behind it; whether it was a minus.
constexpr bool take_sign(Text& rest) {
  size_t size = minus_size(rest);
  const bool minus = size > 0;
  if (!minus && starts_with(rest, "+")) size = 1;
  rest = without(rest, size);
  while (const size_t blank = blank_size(rest)) rest = without(rest, blank);
  return minus;
}

// Where the digits begin, perhaps with a decimal mark; rest.size when there are none.
constexpr size_t find_digits(Text rest) {
  size_t k = 0;
  for (; k < rest.size; ++k) {
    if (digit_at(rest, k)) return k;
    const bool mark = rest.data[k] == '.' || rest.data[k] == ',';
    if (mark && digit_at(rest, k + 1) && (k == 0 || !is_letter(rest.data[k - 1]))) return k;
    if (minus_size(without(rest, k)) > 0 || rest.data[k] == '(') return k;
  }
  return k;
}

// Bytes of the digits, the marks between them and the exponent behind them.
constexpr size_t body_size(Text rest) {
  size_t k = 0;
  bool any = false;
  while (k < rest.size) {
    const size_t mark = mark_size(without(rest, k));
    if (digit_at(rest, k)) {
      any = true;
      ++k;
    } else if (mark > 0 && digit_at(rest, k + mark)) {
      k += mark;
    } else if (mark == 1 && k + 1 == rest.size && (rest.data[k] == '.' || rest.data[k] == ',')) {
      ++k;
    } else {
      break;
    }
  }
  if (any && k < rest.size && (rest.data[k] == 'e' || rest.data[k] == 'E')) {
    const size_t sign = k + 1 < rest.size && (rest.data[k + 1] == '-' || rest.data[k + 1] == '+');
    size_t end = k + 1 + sign;
    while (digit_at(rest, end)) ++end;
    if (end > k + 1 + sign) k = end;
  }
  return any ? k : 0;
}

}  // namespace detail

// False when the cell is no number in any notation. What stands before and behind is any text.
constexpr bool take_apart(Text cell, WrittenNumber& parts) {
  parts = {};
  Text rest = trimmed_wide(cell);
  if (rest.size > 2 && rest.data[0] == '(' && rest.data[rest.size - 1] == ')') {
    rest = trimmed_wide({rest.data + 1, rest.size - 2});
    parts.negative = true;
  }
  parts.negative = detail::take_sign(rest) || parts.negative;
  const size_t begin = detail::find_digits(rest);
  parts.before = trimmed_wide({rest.data, begin});
  rest = without(rest, begin);
  parts.negative = detail::take_sign(rest) || parts.negative;
  const bool opened = rest.size > 0 && rest.data[0] == '(';
  if (opened) rest = trimmed_wide(without(rest, 1));
  const size_t size = detail::body_size(rest);
  if (size == 0) return false;
  parts.body = {rest.data, size};
  rest = trimmed_wide(without(rest, size));
  if (opened) {
    if (rest.size == 0 || rest.data[0] != ')') return false;
    parts.negative = true;
    rest = trimmed_wide(without(rest, 1));
  }
  if (rest.size > 0 && detail::minus_size(rest) == rest.size) {
    parts.negative = true;
    rest = {};
  }
  parts.behind = rest;
  return true;
}

struct Scale {
  char word[8];
  uint8_t power;  // of ten
};
constexpr Scale all_scales[] = {{"k", 3},   {"K", 3},   {"M", 6},   {"mn", 6},  {"Mn", 6},
                                {"mio", 6}, {"Mio", 6}, {"MM", 6},  {"B", 9},   {"bn", 9},
                                {"Bn", 9},  {"mrd", 9}, {"Mrd", 9}, {"tn", 12}, {"Tn", 12}};

// Takes the scale that begins what stands behind a number, alone or with a blank, a point or a sign
// of currency after it: k in "k", M in "M$", Mio in "Mio. EUR". Its power of ten, 0 for none.
constexpr uint8_t take_scale(Text& behind) {
  size_t letters = 0;
  while (letters < behind.size && behind.data[letters] < 0x7F && behind.data[letters] > 0 &&
         detail::is_letter(behind.data[letters]))
    ++letters;
  for (const Scale& scale : all_scales) {
    size_t k = 0;
    while (k < letters && scale.word[k] == behind.data[k]) ++k;
    if (k != letters || scale.word[k] != 0) continue;
    behind = without(behind, letters);
    if (detail::starts_with(behind, ".")) behind = without(behind, 1);
    behind = trimmed_wide(behind);
    return scale.power;
  }
  return 0;
}

namespace detail {

// Decimal text as it grows. Longer numbers than this are none.
struct PlainText {
  static constexpr size_t most = 128;
  char text[most];
  size_t size = 0;
  bool full = false;

  constexpr void put(char c) {
    full = full || size == most;
    if (!full) text[size++] = c;
  }
  constexpr void put(uint64_t number) {
    char digits[20] = {};
    size_t count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) put(digits[--count]);
  }
};

// Digits with groups and a decimal mark. Groups are of three digits, those but the last may be of
// two, the first has one to three and no zero in front; one sign stands between all of them.
constexpr bool put_number(Text body, char decimal, PlainText& plain) {
  size_t group = 0, first_mark = 0;  // digits since the last mark; what stood there
  size_t marks = 0, marks_in_whole = 0;
  bool point = false;
  const auto closed = [&] { return marks == 0 || group == 3; };
  for (size_t k = 0; k < body.size;) {
    const char c = body.data[k];
    if (digit_at(body, k)) {
      plain.put(c);
      ++group, ++k;
    } else if (c == 'e' || c == 'E') {
      for (; k < body.size; ++k) plain.put(body.data[k]);
      break;
    } else if (c == decimal && !point) {
      if (!closed()) return false;
      plain.put('.');
      point = true, marks = 0, ++k;
    } else {
      const size_t size = mark_size(without(body, k));
      if (point || c == decimal || c == ':' || group == 0 || group > 3) return false;
      if (marks > 0 && (group == 1 || body.data[first_mark] != c)) return false;
      ++marks_in_whole;
      if (marks++ == 0) first_mark = k;
      group = 0;
      k += size;
    }
  }
  return closed() && (marks_in_whole == 0 || body.data[0] != '0');
}

// Two digits below 60, or what leads: any that make no more than nine.
constexpr bool take_part(Text body, size_t& k, bool leads, uint64_t& part) {
  const size_t begin = k;
  part = 0;
  for (; digit_at(body, k) && k - begin < 9; ++k)
    part = part * 10 + static_cast<uint64_t>(body.data[k] - '0');
  return leads ? k > begin : k == begin + 2 && part < 60;
}

// h:mm, m:ss or h:mm:ss, with parts of a second behind the last, as seconds.
constexpr bool put_clock(Text body, Clock clock, Text half, PlainText& plain) {
  size_t k = 0, parts = 0;
  uint64_t seconds = 0, part = 0, first = 0;
  while (parts < 3 && take_part(body, k, parts == 0, part)) {
    if (parts == 0) first = part;
    seconds = seconds * 60 + part;
    ++parts;
    if (k == body.size || body.data[k] != ':') break;
    ++k;
  }
  const bool fraction = k + 1 < body.size && (body.data[k] == '.' || body.data[k] == ',');
  if (parts < 2 || (k < body.size && !fraction)) return false;
  if (parts == 2 && clock == Clock::hours && !fraction) seconds *= 60;
  const bool after = starts_with(half, "p") || starts_with(half, "P");
  if (half.size > 0) {
    if (first < 1 || first > 12) return false;
    seconds += after && first < 12 ? 43200 : 0;
    seconds -= !after && first == 12 ? 43200 : 0;
  }
  plain.put(seconds);
  if (fraction) plain.put('.');
  for (k += fraction ? 1 : 0; k < body.size; ++k) {
    if (!digit_at(body, k)) return false;
    plain.put(body.data[k]);
  }
  return true;
}

}  // namespace detail

// am, PM, a.m. and the like.
constexpr bool is_half_day(Text text) {
  return same_word(text, "am") || same_word(text, "pm") || same_word(text, "a.m.") ||
         same_word(text, "p.m.");
}

// The number of a cell in this notation; false, and `value` untouched, when it is none.
template <class T>
bool parse_written(const Notation& how, Text cell, T& value) {
  WrittenNumber parts;
  if (!take_apart(cell, parts)) return false;
  if (parts.before.size > 0 && !same_text(parts.before, how.before)) return false;
  detail::PlainText plain;
  if (parts.negative) plain.put('-');
  if (how.clock != Clock::none) {
    const Text half = is_half_day(parts.behind) ? parts.behind : Text{};
    if ((parts.behind.size > 0 && half.size == 0) ||
        !detail::put_clock(parts.body, how.clock, half, plain))
      return false;
  } else {
    const uint8_t power = how.scaled ? take_scale(parts.behind) : uint8_t{0};
    if (parts.behind.size > 0 && !same_text(parts.behind, how.behind)) return false;
    if (!detail::put_number(parts.body, how.decimal, plain)) return false;
    if (power > 0) {
      plain.put('e');
      plain.put(uint64_t{power});
    }
  }
  return !plain.full && parse_decimal(plain.text, plain.size, value);
}

}  // namespace rfm
