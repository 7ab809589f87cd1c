#include "rfm/data/text/numbers.hpp"

#include <limits>

#include "rfm/core/cells/cell.hpp"

namespace rfm::data {
namespace {

// value = 0.d1 d2 ... * 10^point in exactly the digits asked for, trailing zeros cut.
struct Digits {
  char text[20];
  int count = 0;
  int point = 0;
};

uint64_t power_of_ten(int exponent) {
  uint64_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

// round(mantissa * 2^exponent * 10^shift), half to even.
uint64_t scaled(uint64_t mantissa, int exponent, int shift) {
  Natural<Binary<double>::limbs> number(mantissa);
  bool remainder = false;
  number.shift_left(static_cast<size_t>(exponent > 0 ? exponent + 1 : 1));
  if (shift >= 0) {
    number.multiply_power_of_ten(shift);
  } else {
    remainder = number.divide_power_of_ten(-shift);
  }
  const auto below = static_cast<size_t>(exponent < 0 ? -exponent : 0);
  remainder |= number.any_below(below);
  const uint64_t twice = number.top(below);
  const bool up = (twice & 1) != 0 && (remainder || (twice & 2) != 0);
  return twice / 2 + (up ? 1 : 0);
}

// `value` is positive and finite.
Digits rounded_digits(double value, int count) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  const auto raised = static_cast<int>(bits >> 52 & 0x7FF);
  const uint64_t mantissa =
      (bits & ((uint64_t{1} << 52) - 1)) | (raised != 0 ? uint64_t{1} << 52 : 0);
  const int exponent = (raised != 0 ? raised : 1) - 1075;

  Digits digits;
  int length = 0;
  for (uint64_t m = mantissa; m != 0; m >>= 1) ++length;
  digits.point =
      (exponent + length) * 1233 / 4096;  // about log10, at most one too small or too large
  uint64_t whole = scaled(mantissa, exponent, count - digits.point);
  while (whole >= power_of_ten(count)) whole = scaled(mantissa, exponent, count - ++digits.point);
  while (whole < power_of_ten(count - 1))
    whole = scaled(mantissa, exponent, count - --digits.point);
  if (whole == power_of_ten(count)) whole /= 10, ++digits.point;

  while (whole % 10 == 0) whole /= 10, --count;
  digits.count = count;
  for (int k = count; k-- > 0; whole /= 10) digits.text[k] = static_cast<char>('0' + whole % 10);
  return digits;
}

std::string spelled(const Digits& digits) {
  std::string text(digits.text, static_cast<size_t>(digits.count));
  const int point = digits.point;
  if (point > 17 || point < -4) {
    int exponent = point - 1;
    if (text.size() > 1) text.insert(1, ".");
    text += exponent < 0 ? "e-" : "e";
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 100) text += static_cast<char>('0' + exponent / 100);
    if (exponent >= 10) text += static_cast<char>('0' + exponent / 10 % 10);
    return text += static_cast<char>('0' + exponent % 10);
  }
  if (point <= 0) return "0." + std::string(static_cast<size_t>(-point), '0') + text;
  const auto whole = static_cast<size_t>(point);
  if (whole >= text.size()) return text.append(whole - text.size(), '0');
  return text.insert(whole, ".");
}

// Zero, infinite and not a number; empty for every other value.
const char* special(double value) {
  if (value == 0) return "0";
  if (value != value) return "nan";
  if (value - value == 0) return "";
  return value > 0 ? "inf" : "-inf";
}

std::string signed_text(double value, int digits) {
  const std::string text = spelled(rounded_digits(value < 0 ? -value : value, digits));
  return value < 0 ? "-" + text : text;
}

// The fewest digits that read back. Of 6 digits (15 of a double) every decimal survives the type,
// so that rounding to them finds any shorter one, its zeros cut; few numbers then need one more
// after the other.
template <class T>
std::string shortest(T value) {
  const auto wide = static_cast<double>(value);
  if (*special(wide) != 0) return special(wide);
  using Limits = std::numeric_limits<T>;
  const bool full = value >= Limits::min() || value <= -Limits::min();
  int digits = full ? Limits::digits10 : 1;
  for (; digits < Limits::max_digits10; ++digits) {
    std::string text = signed_text(wide, digits);
    T back = 0;
    if (parse_decimal(text.data(), text.size(), back) && back == value) return text;
  }
  return signed_text(wide, digits);
}

}  // namespace

std::string format_number(double value) { return shortest(value); }
std::string format_number(float value) { return shortest(value); }

std::string format_rounded(double value, int digits) {
  if (*special(value) != 0) return special(value);
  return signed_text(value, digits < 1 ? 1 : digits > 17 ? 17 : digits);
}

double rounded_number(double value, int digits) {
  double result = value;
  if (value - value == 0) parse_number(format_rounded(value, digits), result);
  return result;
}

bool parse_number(std::string_view text, double& value) {
  const Text inner = trimmed({text.data(), text.size()});
  return parse_decimal(inner.data, inner.size, value);
}

}  // namespace rfm::data
