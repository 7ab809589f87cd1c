// Numbers as text: the shortest decimal that reads back as exactly the same number, in any locale
// and on any target.
#pragma once
#include <string>
#include <string_view>

namespace rfm::data {

// 0.1 -> "0.1", 1e300 -> "1e300", 5.0f -> "5"; "nan", "inf" and "-inf" for the rest. Fixed notation
// from 1e-5 to 1e16.
std::string format_number(double value);
std::string format_number(float value);

// `value` with `digits` significant digits (1 to 17), for people to read: trailing zeros are left
// out.
std::string format_rounded(double value, int digits = 4);

// The number that this text reads back as.
double rounded_number(double value, int digits = 6);

// Blanks around it are ignored; false when the text is no finite decimal number.
bool parse_number(std::string_view text, double& value);

}  // namespace rfm::data
