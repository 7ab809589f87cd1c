// What the cells of each column have in common once it is settled how they are written: each column
// by itself, then columns whose marks could mean either as the others are written. One pass over
// plain columns, three over others.
#pragma once
#include <vector>

#include "rfm/data/notation/dates.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/table/guess.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct ReadColumn {
  ColumnNotation how;
  ColumnFacts facts;
  std::size_t ambiguous = 0;   // numbers whose mark is taken for what it usually is
  std::size_t mark_row = 0;    // the first of them
  bool codes = false;          // text, though all cells are digits
  std::vector<UnitUse> units;  // more than one: it is no column of numbers for that
  bool is_date = false;
  DateFacts dates;  // when it is
};

std::vector<ReadColumn> read_columns(const TextTable& text, const PlanOptions& options);

}  // namespace rfm::data
