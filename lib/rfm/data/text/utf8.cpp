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

}  // namespace

std::size_t first_bad_byte(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = sequence_length(byte(i));
    if (length == 0 || length > text.size() - i) return i;
    uint32_t point = length == 1 ? byte(i) : byte(i) & (0x7Fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return i;
      point = point << 6 | (byte(i + k) & 0x3Fu);
    }
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    if (surrogate || (length == 3 && point < 0x800) ||
        (length == 4 && (point < 0x10000 || point > 0x10FFFF))) {
      return i;
    }
    i += length;
  }
  return i;
}

}  // namespace rfm::data
