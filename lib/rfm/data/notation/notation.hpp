// How the cells of one column are written, with its own texts: what is decided once from the whole
// column, stored with a model, and used wherever a cell of the column is read.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/cells/notation.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct ColumnNotation {
  bool spelled = false;  // numbers are read by what follows, not as plain decimals
  char decimal = '.';
  Clock clock = Clock::none;
  bool scaled = false;
  bool plainly = false;        // none, unknown and their kin are no missing cells here, but classes
  bool folded = false;         // categories: letter case and blanks make no difference
  std::string before, behind;  // the unit
  std::string words;  // missing besides those of is_missing, each with a line feed behind it
  DateForm date{};    // dates: which way round, and what numbers count

  // What read_number of core/cells/encoding.hpp asks.
  bool written() const { return spelled; }
  Notation notation() const { return {decimal, clock, scaled, text(before), text(behind)}; }
  Text missing_words() const { return text(words); }

  bool is_missing(std::string_view cell) const;

  // Whether a model need say nothing of it.
  bool ordinary() const { return !spelled && !folded && words.empty(); }

  static Text text(std::string_view words) { return {words.data(), words.size()}; }
};

// The tokens with a line feed behind each; those that hold one are left out.
std::string word_list(const std::vector<std::string>& tokens);

// NaN when the cell is missing or no number.
double read_cell(const ColumnNotation& how, std::string_view cell, CellNote& note);

// $, EUR, kr and their kin.
bool is_currency(std::string_view unit);

// A number with marks for thousands and either decimal mark, a currency or % at most: what a person
// takes for one without its column.
bool is_number_in_any_form(std::string_view cell, double& x);

// Whether a plain number has a point that may as well stand between thousands: 19.125. `decides`
// says that it has one that may not: 19.12, 0.125, 1e3.
bool has_either_point(std::string_view number, bool& decides);

// A unit of a column with several of them.
struct UnitUse {
  std::string unit;                // empty: cells without
  std::size_t count = 0, row = 0;  // the first row
};

struct Decision {
  ColumnNotation notation;
  std::size_t present = 0, numbers = 0;  // cells that are not missing, and those that this reads
  std::size_t numbers_in_any_unit = 0;   // those that are numbers but for their units
  char definite = 0;                     // the decimal mark, when some cell shows it
  bool ambiguous = false;                // marks are there, and each could be decimal or not
  std::size_t either = 0, mark_row = 0;  // cells with such a mark, and the first row
  std::vector<UnitUse> units;            // more than one: these are mixed
};

// Decides from all cells; `words` as in ColumnNotation. `decimal` is what other columns or the user
// say of ambiguous marks, 0 when nobody does. O(cells).
Decision decide_notation(const TextColumn& cells, const std::string& words, char decimal);

// "with decimal commas and the unit 'EUR'".
std::string words_of(const ColumnNotation& how);

}  // namespace rfm::data
