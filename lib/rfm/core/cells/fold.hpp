// Texts that differ in letter case and blanks alone are one: "York", "YORK " and "york". Letters of
// Latin, Greek and Cyrillic scripts have a case here. No heap; O(length).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/cells/notation.hpp"

namespace rfm {

namespace detail {

// The lower case of a character below U+0800; others are as they are.
constexpr uint32_t lower_case(uint32_t c) {
  const auto within = [c](uint32_t first, uint32_t last) { return c >= first && c <= last; };
  if (within('A', 'Z') || (within(0xC0, 0xDE) && c != 0xD7)) return c + 32;
  if (within(0x391, 0x3A9) || within(0x410, 0x42F)) return c + 32;
  if (within(0x400, 0x40F)) return c + 80;
  if (within(0x100, 0x12F) || within(0x132, 0x137) || within(0x14A, 0x177)) return c | 1;
  if (within(0x139, 0x148) || within(0x179, 0x17E)) return c + (c & 1);
  return c;
}

// Takes a character in lower case from the front, any blanks as one; 0 at the end. Bytes of longer
// characters and of what is no UTF-8 come one by one.
constexpr uint32_t take_folded(Text& rest) {
  if (rest.size == 0) return 0;
  if (blank_size(rest) > 0) {
    while (const size_t size = blank_size(rest)) rest = without(rest, size);
    return ' ';
  }
  const auto first = static_cast<unsigned char>(rest.data[0]);
  const uint32_t second = rest.size > 1 ? static_cast<unsigned char>(rest.data[1]) : 0u;
  if (first >= 0xC2 && first < 0xE0 && (second & 0xC0) == 0x80) {
    rest = without(rest, 2);
    return lower_case((first & 0x1Fu) << 6 | (second & 0x3F));
  }
  rest = without(rest, 1);
  return first < 0x80 ? lower_case(first) : first + 0x10000u;
}

}  // namespace detail

// Below, at or above 0 as `a` comes before, is or comes behind `b`; blanks at the ends do not
// count.
constexpr int compare_folded(Text a, Text b) {
  a = trimmed_wide(a);
  b = trimmed_wide(b);
  while (a.size > 0 && b.size > 0) {
    const uint32_t x = detail::take_folded(a), y = detail::take_folded(b);
    if (x != y) return x < y ? -1 : 1;
  }
  return a.size > 0 ? 1 : b.size > 0 ? -1 : 0;
}

}  // namespace rfm
