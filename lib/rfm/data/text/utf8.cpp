#include "rfm/data/text/utf8.hpp"

#include <cstdint>

namespace rfm::data {
namespace {

// Bytes of the sequence that a lead byte opens, 0 when it opens none.
std::size_t sequence_length(unsigned char lead) {
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// The bytes of the character at i and its code point; 0 when there is none.
std::size_t character_at(std::string_view text, std::size_t i, uint32_t& point) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const std::size_t length = sequence_length(byte(i));
  if (length == 0 || length > text.size() - i) return 0;
  point = length == 1 ? byte(i) : byte(i) & (0x7Fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
    point = point << 6 | (byte(i + k) & 0x3Fu);
  }
  const bool surrogate = point >= 0xD800 && point < 0xE000;
  const bool sound = !surrogate && (length != 3 || point >= 0x800) &&
                     (length != 4 || (point >= 0x10000 && point <= 0x10FFFF));
  return sound ? length : 0;
}

// Controls, marks and overrides of direction, line and paragraph separators, what has no width, and
// tags.
bool unseen(uint32_t point) {
  constexpr uint32_t ranges[][2] = {{0, 0x1F},        {0x7F, 0x9F},      {0xAD, 0xAD},
                                    {0x61C, 0x61C},   {0x180E, 0x180E},  {0x200B, 0x200F},
                                    {0x2028, 0x202E}, {0x2060, 0x206F},  {0xFEFF, 0xFEFF},
                                    {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
  for (const auto& [first, last] : ranges)
    if (point >= first && point <= last) return true;
  return false;
}

std::string spelled(uint32_t point) {
  if (point == '\n') return "\\n";
  if (point == '\r') return "\\r";
  if (point == '\t') return "\\t";
  std::string digits;
  for (uint32_t rest = point; rest != 0 || digits.size() < 2; rest /= 16)
    digits.insert(digits.begin(), "0123456789abcdef"[rest % 16]);
  return point < 0x80 ? "\\x" + digits : "\\u{" + digits + "}";
}

std::string spelled_byte(unsigned char byte) {
  constexpr const char* digits = "0123456789abcdef";
  return {'\\', 'x', digits[byte / 16], digits[byte % 16]};
}

}  // namespace

std::size_t first_bad_byte(std::string_view text) {
  std::size_t i = 0;
  uint32_t point = 0;
  while (i < text.size()) {
    const std::size_t length = character_at(text, i, point);
    if (length == 0) return i;
    i += length;
  }
  return i;
}

std::string shown(std::string_view text, LineEnds ends) {
  std::string words;
  for (std::size_t i = 0; i < text.size();) {
    uint32_t point = 0;
    const std::size_t length = character_at(text, i, point);
    const bool kept = ends == LineEnds::kept && (point == '\n' || point == '\t');
    if (length == 0) {
      words += spelled_byte(static_cast<unsigned char>(text[i]));
    } else if (unseen(point) && !kept) {
      words += spelled(point);
    } else {
      words += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return words;
}

}  // namespace rfm::data
