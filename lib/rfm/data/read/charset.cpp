#include "rfm/data/read/charset.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rfm/data/text/sentence.hpp"
#include "rfm/data/text/utf8.hpp"

namespace rfm::data {
namespace {

// What bytes 80 to 9F mean in Windows-1252; 0 where it leaves them open. All others mean
// themselves.
constexpr uint16_t upper_1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

unsigned byte_of(char c) { return static_cast<unsigned char>(c); }

void append(uint32_t point, std::string& text) {
  const auto put = [&text](uint32_t byte) { text += static_cast<char>(byte); };
  const auto follow = [&](int shift) { put(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6), follow(0);
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12), follow(6), follow(0);
  } else {
    put(0xF0 | point >> 18), follow(12), follow(6), follow(0);
  }
}

constexpr const char* zero_byte =
    "a zero byte: this is no text file, or one in UTF-16; save it as UTF-8";

// Whether zero bytes say UTF-16: they stand in half of the pairs or more, always on one side.
bool in_utf16(std::string_view bytes, bool& big_endian) {
  const std::size_t pairs = std::min<std::size_t>(bytes.size() / 2, 2000);
  std::size_t zeros[2] = {0, 0};
  for (std::size_t k = 0; k < 2 * pairs; ++k) zeros[k % 2] += bytes[k] == '\0' ? 1 : 0;
  big_endian = zeros[0] > 0;
  return bytes.size() % 2 == 0 && pairs > 0 && (zeros[0] == 0 || zeros[1] == 0) &&
         2 * (zeros[0] + zeros[1]) >= pairs;
}

// Whether more characters behind ASCII are good UTF-8 than bytes are bad: a file with damage.
bool mostly_utf8(std::string_view bytes, std::size_t bad) {
  std::size_t good = 0, wrong = 0;
  const auto count = [&good](std::string_view part) {
    for (const char c : part) good += byte_of(c) >= 0xC0 ? 1 : 0;
  };
  while (true) {
    count(bytes.substr(0, bad));
    if (bad == bytes.size()) return good > wrong;
    ++wrong;
    bytes.remove_prefix(bad + 1);
    bad = first_bad_byte(bytes);
  }
}

bool starts(std::string_view bytes, std::string_view mark) {
  return bytes.substr(0, mark.size()) == mark;
}

}  // namespace

Outcome Decoder::refused_at(std::string_view bytes, std::size_t bad, const char* trouble) const {
  const std::string_view before = bytes.substr(0, bad);
  const std::size_t line =
      line_ + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t end = before.rfind('\n');
  const std::size_t byte = bad - (end == std::string_view::npos ? 0 : end + 1) + 1;
  return refusal("line %, byte %: %", {line, byte, trouble}, line, byte);
}

Outcome Decoder::from_utf16(std::string_view bytes) {
  const std::size_t high = big_endian_ ? 0 : 1;
  const auto unit = [&](std::size_t k) {
    return byte_of(bytes[2 * k + high]) << 8 | byte_of(bytes[2 * k + 1 - high]);
  };
  const std::size_t units = bytes.size() / 2;
  std::size_t line = line_, first = 0;  // of the line
  const auto bad = [&](std::size_t k, const char* trouble) {
    return refusal("line %, character %: %", {line, k - first + 1, trouble}, line, k - first + 1);
  };
  room_.clear();
  room_.reserve(bytes.size());
  for (std::size_t k = 0; k < units; ++k) {
    uint32_t point = unit(k);
    if (point == 0) return bad(k, "a zero character: this is no text file");
    const std::size_t start = k;
    if (point >= 0xD800 && point < 0xE000) {
      const uint32_t second = k + 1 < units ? unit(k + 1) : 0;
      if (point >= 0xDC00 || second < 0xDC00 || second >= 0xE000)
        return bad(start, "half of a pair: this is not UTF-16");
      point = 0x10000 + ((point - 0xD800) << 10) + (second - 0xDC00);
      ++k;
    }
    append(point, room_);
    if (point == '\n') ++line, first = k + 1;
  }
  if (bytes.size() % 2 != 0) return bad(units, "half a character: the file was cut off");
  return {};
}

Outcome Decoder::from_1252(std::string_view bytes, const char* unless) {
  room_.clear();
  room_.reserve(bytes.size() + bytes.size() / 8);
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    const unsigned byte = byte_of(bytes[k]);
    const bool open = byte >= 0x80 && byte < 0xA0 && upper_1252[byte - 0x80] == 0;
    if (byte == 0 || open) return refused_at(bytes, k, byte == 0 ? zero_byte : unless);
    append(byte >= 0x80 && byte < 0xA0 ? upper_1252[byte - 0x80] : byte, room_);
  }
  return {};
}

// UTF-8, or what it may turn out to be.
Outcome Decoder::from_any(std::string_view bytes, std::string_view& text) {
  const std::size_t bad = first_bad_byte(bytes);
  text = bytes;
  if (bad == bytes.size()) {
    guessed_ = guessed_ || charset_ == Charset::automatic;
    charset_ = Charset::utf8;
    return {};
  }
  if (bytes[bad] == '\0') return refused_at(bytes, bad, zero_byte);
  if (guessed_)
    return refused_at(bytes, bad,
                      "this is not UTF-8, as all lines before it are: --charset windows-1252 reads "
                      "each byte as a character");
  if (charset_ == Charset::utf8)
    return refused_at(bytes, bad, "this is not UTF-8: save the file as UTF-8");
  if (mostly_utf8(bytes, bad))
    return refused_at(bytes, bad,
                      "this is not UTF-8, though most of the file is: it is damaged "
                      "here; --charset windows-1252 reads each byte as a character");
  charset_ = Charset::windows_1252;
  Outcome outcome =
      from_1252(bytes, "this is neither UTF-8 nor Windows-1252: save the file as UTF-8");
  text = room_;
  return outcome;
}

void Decoder::begin(std::string_view bytes) {
  const bool any = charset_ == Charset::automatic;
  begun_ = true;
  if (starts(bytes, "\xEF\xBB\xBF") && (any || charset_ == Charset::utf8)) {
    charset_ = Charset::utf8;
    mark_ = 3;
  } else if ((any || charset_ == Charset::utf16) &&
             (starts(bytes, "\xFF\xFE") || starts(bytes, "\xFE\xFF"))) {
    charset_ = Charset::utf16;
    big_endian_ = bytes[0] == '\xFE';
    mark_ = 2;
  } else if ((any || charset_ == Charset::utf16) && in_utf16(bytes, big_endian_)) {
    charset_ = Charset::utf16;
  }
}

Outcome Decoder::decode(std::string_view bytes, std::string_view& text) {
  if (!begun_) begin(bytes);
  bytes.remove_prefix(std::exchange(mark_, 0));
  Outcome outcome;
  if (charset_ == Charset::utf16) {
    outcome = from_utf16(bytes);
    text = room_;
  } else if (charset_ == Charset::windows_1252) {
    outcome = from_1252(bytes, "this is not Windows-1252");
    text = room_;
  } else {
    outcome = from_any(bytes, text);
  }
  if (!outcome.ok()) return outcome;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  line_ += lines;
  if (lines == 0 && text.find('\r') != std::string_view::npos) {
    if (text.data() != room_.data()) room_ = text;
    std::replace(room_.begin(), room_.end(), '\r', '\n');
    text = room_;
  }
  return {};
}

std::size_t Decoder::whole_lines(std::string_view bytes) {
  if (!begun_) begin(bytes);
  if (charset_ != Charset::utf16) return bytes.rfind('\n') + 1;  // npos + 1 is 0
  const std::size_t low = big_endian_ ? 1 : 0;
  for (std::size_t k = bytes.size() / 2; k-- > 0;)
    if (bytes[2 * k + low] == '\n' && bytes[2 * k + 1 - low] == '\0') return 2 * k + 2;
  return 0;
}

}  // namespace rfm::data
