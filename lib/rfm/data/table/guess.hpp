// What the cells of one text column have in common, and the rules by which a column's kind and
// role, and a target's task, are guessed from that.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct ColumnFacts {
  std::size_t rows = 0;
  std::size_t missing = 0;
  std::size_t numbers = 0;
  std::size_t distinct = 0;  // numbers by value, or texts, without missing cells
  std::size_t distinct_numbers = 0;
  std::size_t rarest = 0, commonest = 0;  // how often the rarest and the commonest number occur
  std::size_t first_text =
      TextTable::nowhere;         // the first row that is neither a number nor missing
  std::string example;            // a cell that is not missing
  bool truths = false;            // all words for yes or no, and both of them
  bool whole = false;             // all numbers are integers
  double least = 0, largest = 0;  // of the numbers

  std::size_t present() const { return rows - missing; }
  bool all_numbers() const { return present() > 0 && numbers == present(); }
  bool all_distinct() const { return missing == 0 && distinct == rows; }

  // The integers from `least` without a gap, each once, in any order.
  bool sequence() const {
    return all_numbers() && whole && all_distinct() &&
           largest - least == static_cast<double>(rows - 1);
  }
};

ColumnFacts facts_of(const TextColumn& cells);

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
