// The rules by which a column's kind and role, and a target's task, are guessed from its cells.
#pragma once
#include <string>

#include "rfm/data/column_facts.hpp"
#include "rfm/data/plan.hpp"
#include "rfm/data/text_table.hpp"

namespace rfm::data {

// A share of numbers from which the few other cells of a column count as missing rather than as categories.
constexpr double mostly_numbers = 0.9;

// Shorter tables say too little to call a column an identifier.
constexpr std::size_t identifier_rows = 10;

// More different texts than this, in more than half of the rows, are names or free text.
constexpr std::size_t free_text = 100;

// A target of whole numbers from 0 or 1 without a gap, no more than this many, numbers classes.
constexpr std::size_t numbered_classes = 20;

// Kind, role and reason of a column that is no target and no weight.
ColumnPlan guess_feature(const TextTable& text, std::size_t column, const ColumnFacts& facts);

// Sets the plan's task and its reason from the target's cells.
void guess_task(const ColumnFacts& facts, Plan& plan);

// Whether the name of a column says that it numbers the rows: id, index, customer_id, PassengerId, ...
bool named_identifier(std::string_view name);

}  // namespace rfm::data
