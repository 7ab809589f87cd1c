// The rules by which a column's kind and role, and a target's task, are guessed from its cells.
#pragma once
#include <string>

#include "rfm/data/table/column_facts.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// A share of numbers from which the few other cells of a column count as missing rather than as
// categories.
constexpr double mostly_numbers = 0.9;

// Shorter tables say too little to call a column an identifier.
constexpr std::size_t identifier_rows = 10;

// More different texts than this, in more than half of the rows, are names or free text.
constexpr std::size_t free_text = 100;

// A target of whole numbers from 0 or 1 with few gaps, no more different ones than this, numbers
// classes.
constexpr std::size_t numbered_classes = 20;

// More classes are believed when they count from 0 without a gap and none is much rarer than the
// others.
constexpr std::size_t even_classes = 200;
constexpr std::size_t least_even = 8, most_uneven = 4;  // rows of the rarest; commonest by rarest

// Kind, role and reason of a column that is no target and no weight.
ColumnPlan guess_feature(const TextTable& text, std::size_t column, const ColumnFacts& facts);

// Sets the plan's task and its reason from the target's cells.
void guess_task(const ColumnFacts& facts, Plan& plan);

// Whether the name of a column says that it numbers the rows: id, index, customer_id, PassengerId,
// ...
bool named_identifier(std::string_view name);

}  // namespace rfm::data
