// What the cells of one text column have in common, and the rules by which a column's kind and
// role, and a target's task, are guessed from that.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/notation/notation.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// A text that stands in a column more than once, or is a word for missing.
struct Token {
  std::string text;
  std::size_t count = 0, row = 0;  // the first row
};

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
  std::vector<Token> words;       // of missing cells, beside nothing, NA and the like
  std::vector<Token> repeated;    // the texts that are no numbers and stand there twice or more
  std::size_t texts = 0;          // different texts that are no numbers
  std::size_t zeros = 0;          // numbers that begin with a zero before other digits
  std::size_t first_zero = TextTable::nowhere;
  bool points = false;     // decimal points that stand for nothing else
  std::size_t either = 0;  // numbers with a point that may stand between thousands
  std::size_t first_either = TextTable::nowhere;

  std::size_t present() const { return rows - missing; }
  bool all_numbers() const { return present() > 0 && numbers == present(); }
  bool mostly_numbers() const { return 10 * numbers >= 9 * present(); }
  bool all_distinct() const { return missing == 0 && distinct == rows; }

  // The integers from `least` without a gap, each once, in any order.
  bool sequence() const {
    return all_numbers() && whole && all_distinct() &&
           largest - least == static_cast<double>(rows - 1);
  }
};

ColumnFacts facts_of(const TextColumn& cells, const ColumnNotation& how);

// Whether the cells are codes such as 007: digits alone, and so many begin with a zero, or all are
// so long alike, that they count nothing.
bool are_codes(const TextColumn& cells, const ColumnNotation& how, const ColumnFacts& facts);

// Numbers beside a few texts that repeat are a column of numbers with words for missing cells, when
// at least so many of them differ and no more texts do.
constexpr std::size_t different_numbers = 10, different_words = 3;

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

struct ReadColumn;

// Kind, role and reason of a column that is no target and no weight.
ColumnPlan guess_feature(const TextTable& text, std::size_t column, const ReadColumn& read);

// Sets the plan's task and its reason from the target's cells.
void guess_task(const ColumnFacts& facts, Plan& plan);

// Whether the name of a column says that it numbers the rows: id, index, customer_id, PassengerId,
// ...
bool named_identifier(std::string_view name);

}  // namespace rfm::data
