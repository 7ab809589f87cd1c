// A raw cell of a table, as text or as a number: the words that stand for missing, yes and no, and
// decimal text -> float or double, correctly rounded, the same on every target and in every locale.
// Short numbers cost one multiplication; the rest goes through an exact integer of 520 bytes (float
// 110 bytes) on the stack.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/base/target.hpp"

namespace rfm {

// `size` characters that need not end in a zero.
struct Text {
  const char* data = nullptr;
  size_t size = 0;
};

// Text when `text.data` is not null, else a number. NaN and the words for missing are missing. For
// a column of categories a number is the category's index as `category_name` counts them; for one
// of dates it is the day since 1970-01-01, and `second` that of the day.
template <class T>
struct Cell {
  Text text{};
  T number = 0;
  T second = 0;
};

// Without blanks at both ends.
constexpr Text trimmed(Text text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (text.size > 0 && blank(text.data[0])) ++text.data, --text.size;
  while (text.size > 0 && blank(text.data[text.size - 1])) --text.size;
  return text;
}

// Equality with a word in lower case, whatever the case of `text`.
constexpr bool same_word(Text text, const char* word) {
  size_t k = 0;
  for (; k < text.size && word[k] != 0; ++k) {
    const char c = text.data[k];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != word[k]) return false;
  }
  return k == text.size && word[k] == 0;
}

// Nothing, NA, N/A, #N/A, NaN, null, ? and -, in any case: what every version of this program takes
// as missing, in columns of categories too. `text` is trimmed.
constexpr bool is_plainly_missing(Text text) {
  if (text.size == 0) return true;
  if (text.size > 4 || (text.data[0] >= '0' && text.data[0] <= '9')) return false;
  constexpr char words[][5] = {"na", "n/a", "#n/a", "nan", "null", "?", "-"};
  for (const char* word : words) {
    if (same_word(text, word)) return true;
  }
  return false;
}

// Whether the text is one of the words, each of which ends in a line feed; case of ASCII is
// ignored.
constexpr bool is_among(Text words, Text text) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  for (size_t begin = 0; begin < words.size;) {
    size_t end = begin, same = 0;
    for (; end < words.size && words.data[end] != '\n'; ++end)
      same += end - begin < text.size && lower(words.data[end]) == lower(text.data[end - begin]);
    if (same == text.size && end - begin == text.size) return true;
    begin = end + 1;
  }
  return false;
}

namespace detail {

template <size_t size>
constexpr Text words_of(const char (&words)[size]) {
  return {words, size - 1};
}

// The words that begin as `text` does.
constexpr Text missing_words(char first) {
  switch (first) {
    case 'n':
    case 'N':
      return words_of("none\nnil\nnat\nn.a.\nn.a\nn/d\nno data\nnot available\nnot applicable\n");
    case 'm':
    case 'M':
      return words_of("missing\n");
    case 'u':
    case 'U':
      return words_of("unknown\nundefined\nunbekannt\n");
    case 'f':
    case 'F':
      return words_of("fehlt\n");
    case 'k':
    case 'K':
      return words_of("k.a.\nk. a.\nk.a\nkeine angabe\n");
    case '-':
      return words_of("--\n---\n-nan\n-1.#ind\n");
    case '.':
      return words_of(".\n..\n...\n");
    case '\\':
      return words_of("\\n\n");
    case '<':
      return words_of("<na>\n<null>\n<none>\n");
    case '(':
      return words_of("(null)\n(none)\n(blank)\n(leer)\n");
    case '#':
      return words_of(
          "#nv\n#n/v\n#div/0!\n#value!\n#ref!\n#name?\n#num!\n#null!\n#wert!\n#bezug!\n#zahl!\n");
    case '\xE2':
      return words_of("\xE2\x80\x93\n\xE2\x80\x94\n");  // dashes
    default:
      return {};
  }
}

}  // namespace detail

// Also what people, spreadsheets and other programs write: None, n.a., --, #DIV/0!, (blank), ...
constexpr bool is_missing(Text text) {
  if (is_plainly_missing(text)) return true;
  if (text.size > 16) return false;
  return is_among(detail::missing_words(text.data[0]), text);
}

// 1 for yes, true, y, t and 1; 0 for no, false, n, f and 0, in any case; -1 for everything else.
// `text` is trimmed.
constexpr int truth(Text text) {
  if (text.size == 0 || text.size > 5) return -1;
  constexpr char yes[][5] = {"yes", "true", "y", "t", "1"};
  constexpr char no[][6] = {"no", "false", "n", "f", "0"};
  for (const char* word : yes) {
    if (same_word(text, word)) return 1;
  }
  for (const char* word : no) {
    if (same_word(text, word)) return 0;
  }
  return -1;
}

// What rounding needs to know of a scalar type. `digits` is how many significant decimal digits can
// decide a rounding; 10^powers is the largest exact power of ten; numbers below 10^smallest / 10
// are 0 and those of 10^largest and more infinite.
template <class T>
struct Binary;

template <>
struct Binary<float> {
  using Bits = uint32_t;
  static constexpr int precision = 24, lowest = -126, powers = 10, digits = 112, smallest = -45,
                       largest = 39;
  static constexpr size_t limbs = 24;
};

template <>
struct Binary<double> {
  using Bits = uint64_t;
  static constexpr int precision = 53, lowest = -1022, powers = 22, digits = 768, smallest = -323,
                       largest = 309;
  static constexpr size_t limbs = 128;
};

// A natural number of at most 32 * limbs bits, lowest limb first. Callers keep within that.
template <size_t limbs>
class Natural {
 public:
  explicit Natural(uint64_t value = 0) { multiply_add(0, value); }

  // *this = *this * factor + addend
  void multiply_add(uint32_t factor, uint64_t addend) {
    uint64_t carry = addend;
    for (size_t k = 0; k < size_; ++k) {
      const uint64_t product = static_cast<uint64_t>(limb_[k]) * factor + (carry & 0xFFFFFFFFu);
      limb_[k] = static_cast<uint32_t>(product);
      carry = (carry >> 32) + (product >> 32);
    }
    for (; carry != 0 && size_ < limbs; carry >>= 32) limb_[size_++] = static_cast<uint32_t>(carry);
    trim();
  }

  void multiply_power_of_ten(int exponent) {
    for (; exponent >= 9; exponent -= 9) multiply_add(1000000000u, 0);
    for (; exponent > 0; --exponent) multiply_add(10, 0);
  }

  // True when the division left a remainder.
  bool divide_power_of_ten(int exponent) {
    bool remainder = false;
    for (; exponent >= 9; exponent -= 9) remainder |= divide(1000000000u) != 0;
    for (; exponent > 0; --exponent) remainder |= divide(10) != 0;
    return remainder;
  }

  void shift_left(size_t bits) {
    for (; bits >= 31; bits -= 31) multiply_add(1u << 31, 0);
    multiply_add(1u << bits, 0);
  }

  size_t bit_length() const {
    size_t length = size_ * 32;
    for (uint32_t top = size_ == 0 ? 0 : limb_[size_ - 1]; size_ != 0 && (top >> 31) == 0;
         top <<= 1)
      --length;
    return length;
  }

  // The number shifted right by `bits`, which leaves at most 64 bits.
  uint64_t top(size_t bits) const {
    uint64_t value = 0;
    for (size_t k = size_; k-- > bits / 32;) {
      const size_t from = k * 32;
      value = from >= bits ? value << 32 | limb_[k]
                           : value << (32 - (bits - from)) | limb_[k] >> (bits - from);
    }
    return value;
  }

  // Whether any of the lowest `bits` bits is set.
  bool any_below(size_t bits) const {
    for (size_t k = 0; k < size_ && k * 32 < bits; ++k) {
      const size_t here = bits - k * 32;
      if ((here >= 32 ? limb_[k] : limb_[k] & ((1u << here) - 1)) != 0) return true;
    }
    return false;
  }

 private:
  uint32_t divide(uint32_t divisor) {
    uint64_t remainder = 0;
    for (size_t k = size_; k-- > 0;) {
      const uint64_t part = remainder << 32 | limb_[k];
      limb_[k] = static_cast<uint32_t>(part / divisor);
      remainder = part % divisor;
    }
    trim();
    return static_cast<uint32_t>(remainder);
  }

  void trim() {
    while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
  }

  uint32_t limb_[limbs];
  size_t size_ = 0;
};

// The digits of a number and where its point stands: value = digits * 10^exponent.
struct DecimalScan {
  bool negative = false;
  uint64_t leading = 0;         // the first 19 significant digits
  int used = 0;                 // how many of them there are
  const char* first = nullptr;  // the first significant digit
  size_t count = 0;             // significant digits in the text
  int64_t exponent = 0;         // of the last of these `count` digits
};

namespace detail {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// [sign] digits [. digits] [e [sign] digits], at least one digit before the e, and nothing else.
inline bool scan_decimal(const char* p, const char* end, DecimalScan& scan) {
  if (p != end && (*p == '-' || *p == '+')) scan.negative = *p++ == '-';
  bool any = false, point = false;
  for (; p != end && (is_digit(*p) || (*p == '.' && !point)); ++p) {
    if (*p == '.') {
      point = true;
      continue;
    }
    any = true;
    scan.exponent -= point ? 1 : 0;
    if (scan.count == 0 && *p == '0') continue;
    if (scan.count++ == 0) scan.first = p;
    if (scan.used < 19)
      scan.leading = scan.leading * 10 + static_cast<uint64_t>(*p - '0'), ++scan.used;
  }
  if (!any) return false;
  if (p == end) return true;
  if (*p != 'e' && *p != 'E') return false;
  ++p;
  bool minus = false;
  if (p != end && (*p == '-' || *p == '+')) minus = *p++ == '-';
  if (p == end) return false;
  int64_t power = 0;
  for (; p != end && is_digit(*p); ++p) power = power < 100000000 ? power * 10 + (*p - '0') : power;
  scan.exponent += minus ? -power : power;
  return p == end;
}

// number * 2^exponent, with something below its last bit when `remainder`, rounded to nearest even;
// the bits of T.
template <class T, size_t limbs>
typename Binary<T>::Bits rounded(const Natural<limbs>& number, int exponent, bool remainder) {
  using B = Binary<T>;
  const auto length = static_cast<int>(number.bit_length());
  const int scale = exponent + length - 1;  // the value is in [2^scale, 2^(scale + 1))
  const int kept = scale >= B::lowest ? B::precision : B::precision - (B::lowest - scale);
  if (kept < 0) return 0;
  const int dropped = length - kept;
  uint64_t mantissa = 0;
  if (dropped > 0) {
    const auto below = static_cast<size_t>(dropped - 1);
    const uint64_t with_half = number.top(below);
    const bool more = remainder || number.any_below(below);
    mantissa = with_half >> 1;
    if ((with_half & 1) != 0 && (more || (mantissa & 1) != 0)) ++mantissa;
  } else {
    mantissa = number.top(0) << -dropped;
  }
  const uint64_t raised = scale >= B::lowest ? static_cast<uint64_t>(scale - B::lowest) : 0;
  if (raised > static_cast<uint64_t>(1 - 2 * B::lowest))
    return static_cast<typename B::Bits>(~uint64_t{0});
  return static_cast<typename B::Bits>((raised << (B::precision - 1)) + mantissa);
}

// All digits that can matter, exactly.
template <class T>
typename Binary<T>::Bits exact_decimal(const DecimalScan& scan) {
  using B = Binary<T>;
  Natural<B::limbs> number;
  const auto kept =
      scan.count < static_cast<size_t>(B::digits) ? scan.count : static_cast<size_t>(B::digits);
  size_t taken = 0;
  bool more = false;
  for (const char* p = scan.first; taken < scan.count; ++p) {
    if (*p == '.') continue;
    if (taken++ < kept) {
      number.multiply_add(10, static_cast<uint64_t>(*p - '0'));
    } else {
      more |= *p != '0';
    }
  }
  const auto exponent = static_cast<int>(scan.exponent + static_cast<int64_t>(scan.count - kept));
  if (exponent >= 0) {
    number.multiply_power_of_ten(exponent);
    return rounded<T>(number, 0, more);
  }
  // 10/3 exceeds log2(10): enough bits stay behind the division.
  const int wanted = 66 - exponent * 10 / 3, have = static_cast<int>(number.bit_length());
  const int shift = wanted > have ? wanted - have : 0;
  number.shift_left(static_cast<size_t>(shift));
  more |= number.divide_power_of_ten(-exponent);
  return rounded<T>(number, -shift, more);
}

}  // namespace detail

// Reads `length` characters as one decimal number. False, and `value` untouched, when they are
// anything else or the number is too large for T. No blanks, no words such as inf, the point is
// always '.'.
template <class T>
bool parse_decimal(const char* text, size_t length, T& value) {
  using B = Binary<T>;
  DecimalScan scan;
  if (length > (size_t{1} << 30) || !detail::scan_decimal(text, text + length, scan)) return false;
  const int64_t magnitude =
      scan.exponent + static_cast<int64_t>(scan.count);  // value < 10^magnitude
  T result = 0;
  if (scan.count == 0 || magnitude < B::smallest) {
    result = 0;
  } else if (magnitude > B::largest) {
    return false;
  } else if (scan.count <= 19 && scan.leading >> B::precision == 0 && scan.exponent >= -B::powers &&
             scan.exponent <= B::powers) {
    T power = 1;
    for (int64_t k = scan.exponent < 0 ? -scan.exponent : scan.exponent; k > 0; --k) power *= 10;
    result = static_cast<T>(scan.leading);
    result = scan.exponent < 0 ? result / power : result * power;
  } else {
    const typename B::Bits bits = detail::exact_decimal<T>(scan);
    memcpy(&result, &bits, sizeof result);
    if (!(result - result == 0)) return false;
  }
  value = scan.negative ? -result : result;
  return true;
}

}  // namespace rfm
