// How a table is read from bytes: what may be said beforehand.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rfm/data/outcome.hpp"

namespace rfm::data {

enum class Charset : uint8_t { automatic, utf8, utf16, windows_1252 };

// "utf-8", "utf-16", "windows-1252"; "auto".
const char* word(Charset charset);

constexpr std::size_t header_found = static_cast<std::size_t>(-1);
constexpr std::size_t no_header = 0;

struct CsvOptions {
  char delimiter = 0;  // 0: found out, among comma, semicolon, tab and |
  std::size_t header =
      header_found;  // the line of the names, or no_header: column_1, column_2, ...
  Charset charset = Charset::automatic;
  char decimal = 0;           // '.' or ',', for the numbers of the table; 0: found out
  bool may_be_empty = false;  // names without a row behind them are a table too
};

// Read the value of an option of that name; a complaint to stand behind the option's name.
Outcome read_charset(std::string_view text, CsvOptions& options);
Outcome read_separator(std::string_view text, CsvOptions& options);
Outcome read_header(std::string_view text, CsvOptions& options);
Outcome read_decimal(std::string_view text, CsvOptions& options);

}  // namespace rfm::data
