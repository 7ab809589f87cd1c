// CSV bytes -> columns of text cells. What people's files have beside the table is found and said
// as facts; what stays doubtful is refused with its line and column. One pass over the text, after
// a look at its first lines; nothing outside it is read.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "rfm/data/findings.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/read/reading.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// Bytes become text as charset.hpp has it, and the table is found in it as shape.hpp has it. Lines
// end in LF, CRLF, or CR where there is no LF; empty lines are skipped unless there is only one
// column.
//
// A row may lack cells at its end, which then are missing, and may have more than the header where
// these are empty. Lines at the end of the file with fewer filled cells than the table are notes
// when a cell of theirs is text where the column has numbers, or when only the first is filled,
// with words. A column without a name is called column_3, one with the name of another "price (2)".
//
// Cells stay as they are written. What separates them and options.decimal is said in the table, for
// the notation of its numbers.
//
// Refused: longer rows, an unterminated quote, text behind a closing quote, a quote inside an
// unquoted cell, a file without rows. `table` and `facts` are replaced only on success.
Outcome read_csv(std::string_view bytes, const CsvOptions& options, TextTable& table,
                 Findings* facts = nullptr);

// The same from bytes that come in pieces, for files longer than memory. What the first piece shows
// holds for all: charset, separator, names, which columns have numbers.
class CsvReader {
 public:
  explicit CsvReader(const CsvOptions& options);
  ~CsvReader();

  // Replaces `table` by the rows that are complete with the next bytes; `last`: no more will come.
  // Other pieces should be of many lines and of an even number of bytes.
  Outcome read(std::string_view bytes, bool last, TextTable& table);

  // What was found so far.
  Findings findings() const;

 private:
  class Found;
  CsvOptions options_;
  std::string rest_;     // bytes behind the last whole line
  std::string carried_;  // text of a row whose end has not come
  std::unique_ptr<Found> found_;
};

}  // namespace rfm::data
