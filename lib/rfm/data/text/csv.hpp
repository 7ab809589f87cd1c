// CSV text -> columns of text cells, strictly by RFC 4180: what is doubtful is refused with its
// line and column. One pass over the text; nothing outside it is read.
#pragma once
#include <string_view>

#include "rfm/data/outcome.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct CsvOptions {
  char delimiter = 0;  // 0: found out, among comma, semicolon, tab and |
  bool header = true;  // without one the columns are called column_1, column_2, ...
};

// Lines end in LF or CRLF. A byte order mark is skipped; empty lines are skipped unless there is
// only one column. Refused: ragged rows, an unterminated quote, text behind a closing quote, a
// quote inside an unquoted cell, bad UTF-8, zero bytes, two columns of one name, a file without
// rows. `table` is replaced only on success.
Outcome read_csv(std::string_view text, const CsvOptions& options, TextTable& table);

// The delimiter that splits the first records into the same number of cells, most cells first; a
// comma when none does.
char detect_delimiter(std::string_view text);

}  // namespace rfm::data
