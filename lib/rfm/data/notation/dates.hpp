// Whether a text column holds dates, and how its cells are to be read: the column decides as a
// whole. Two readings of each cell where the first few are dates at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rfm/core/cells/date.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

enum class DateOrder : uint8_t { dmy, mdy };

struct DateFacts {
  DateForm form;
  std::size_t read = 0;                          // cells that are dates in this form
  std::size_t first_other = TextTable::nowhere;  // the first row that is neither that nor missing
  // Cells that would be other dates with day and month exchanged, and the first row, where no cell
  // of the column decides between the two and nobody has said it.
  std::size_t either = 0, first_either = TextTable::nowhere;
};

// The moment of a cell in a column that is written so.
CellNote read_moment(const ColumnNotation& how, std::string_view cell, Moment& moment);

// Cells of text: day first, unless more of them are dates with the month first, or as many and that
// is what was said. `how` knows which cells are missing.
DateFacts date_facts(const TextColumn& cells, const ColumnNotation& how,
                     std::optional<DateOrder> said);

// Cells that are all numbers, of these bounds: eight digits such as 20240426 when all are dates
// between 1900 and 2099, at least three of them different or the column named like a time; else
// seconds since 1970 when it is named so and they lie between 1980 and 2099. `asked`: whatever the
// name and the bounds are.
DateFacts number_date_facts(const TextColumn& cells, const ColumnNotation& how,
                            std::string_view name, double least, double largest,
                            std::size_t distinct, bool asked);

// "2024-04-26".
std::string date_text(int32_t day);

}  // namespace rfm::data
