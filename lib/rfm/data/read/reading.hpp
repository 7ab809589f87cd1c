// How a table is read from bytes: what may be said beforehand, and what was found. Facts are
// values; the sentences about them are made here and nowhere else.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
  char decimal = 0;  // '.' or ','; 0: found out where cells are not cut at commas
};

// Read the value of an option of that name; a complaint to stand behind the option's name.
Outcome read_charset(std::string_view text, CsvOptions& options);
Outcome read_separator(std::string_view text, CsvOptions& options);
Outcome read_header(std::string_view text, CsvOptions& options);
Outcome read_decimal(std::string_view text, CsvOptions& options);

// What can be found that is not the ordinary thing: commas, UTF-8, names on line 1, decimal points.
enum class Finding : uint8_t {
  separator,   // `detail` is it
  charset,     // `detail` is its name
  decimals,    // `count` columns have decimal commas
  header,      // stands on `line`; 0: there is none
  comments,    // lines above the header that begin with #
  titles,      // other lines above the header
  notes,       // lines below the table
  short_rows,  // rows whose last cells are missing
  renamed,     // columns that had the name of another; `detail` is the first of the new names
};

struct Fact {
  Finding what;
  std::size_t line = 0;   // where, the first of many; 0 when it has no place
  std::size_t count = 0;  // how many
  std::string detail;
};

// In the order above.
using ReadFacts = std::vector<Fact>;

// The option that changes it, without dashes; empty when only the file itself can.
const char* option_of(Finding finding);

// "read as ;-separated Windows-1252 with decimal commas, header on line 3, 2 notes below left out";
// empty when there is nothing to say.
std::string reading_sentence(const ReadFacts& facts);

}  // namespace rfm::data
