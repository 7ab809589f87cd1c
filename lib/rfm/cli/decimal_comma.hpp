// Numbers with decimal commas, as spreadsheets in many countries write them, read as numbers. One
// pass over the table.
#pragma once
#include "rfm/data/table/text_table.hpp"

namespace rfm::cli {

// Writes points for decimal commas in each column whose present cells are all numbers, some of them
// with one; points between thousands go. For tables whose cells are not cut at commas.
void read_decimal_commas(data::TextTable& table);

}  // namespace rfm::cli
