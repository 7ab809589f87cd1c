// A last row that sums up the rows above it.
#pragma once
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// Whether the last row is one of totals or averages: its first text says so, and either its numbers
// are those of the rows above or no other text stands in it; or, without such a word, numbers of
// two columns or more are the sums, and so is every other that could be. O(columns), and a pass
// over a column whose last number is its extreme.
bool ends_in_totals(const TextTable& text, const Plan& plan);

// How many rows at the end are such, of a table that is looked at for nothing else.
std::size_t rows_of_totals(const TextTable& text, const PlanOptions& options);

}  // namespace rfm::data
