// Numbers with decimal commas, as spreadsheets in many countries write them, read as numbers. One
// pass over the table.
#pragma once
#include <cstddef>
#include <string_view>

#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// With a decimal point or a decimal comma.
bool is_number_in_any_form(std::string_view cell);

// Writes points for decimal commas in each column whose present cells are all numbers, some of them
// with one; points between thousands go. When commas are `certain`, 19.125 is 19125 in columns
// where every point stands so. Returns how many columns were changed.
std::size_t read_decimal_commas(TextTable& table, bool certain);

}  // namespace rfm::data
