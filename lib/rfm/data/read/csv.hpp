// CSV bytes -> columns of text cells. What people's files have beside the table is found and said
// as facts; what stays doubtful is refused with its line and column. One pass over the text, after
// a look at its first lines; nothing outside it is read.
#pragma once
#include <string_view>

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
// Decimal commas become points in columns that are numbers throughout, where cells are not cut at
// commas or options.decimal is one.
//
// Refused: longer rows, an unterminated quote, text behind a closing quote, a quote inside an
// unquoted cell, a file without rows. `table` and `facts` are replaced only on success.
Outcome read_csv(std::string_view bytes, const CsvOptions& options, TextTable& table,
                 ReadFacts* facts = nullptr);

}  // namespace rfm::data
