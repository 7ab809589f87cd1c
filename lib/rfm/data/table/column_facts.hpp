// What the cells of one text column have in common: the evidence for its kind.
#pragma once
#include <cstddef>
#include <string>

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

}  // namespace rfm::data
