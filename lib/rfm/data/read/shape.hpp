// Where the table stands in its text: what separates cells, which line names the columns, what
// stands above. Looks at the first lines only.
#pragma once
#include <cstddef>
#include <string_view>

#include "rfm/data/outcome.hpp"
#include "rfm/data/read/reading.hpp"

namespace rfm::data {

struct Shape {
  char separator = ',';
  std::size_t begin = 0;  // the position of the first line of the table, names included
  std::size_t line = 1;   // and its number
  bool header = true;
  std::size_t width = 0;                           // cells of a row; 0: there is no line
  std::size_t comments = 0, titles = 0;            // lines above
  std::size_t first_comment = 0, first_title = 0;  // their numbers
};

// The separator is what a first line `sep=;` says, else the one that cuts the most lines into the
// same number of cells, more than one; of equals the one with more cells, of these the first of
// comma, semicolon, tab and |. Quotes are respected. A comma when none cuts.
//
// The table begins with the first line of as many cells as most have, if more than its first cell
// and at least half of the cells are filled. Lines above it that begin with # are comments, others
// titles. It has no header when it is as numeric as the lines below: wherever those are numbers, it
// is one or is empty. Numbers are names all the same where they are years and those below are not,
// or where they go up in equal steps. A # in front of a line as wide as the table is a name when
// the line below is no header.
//
// Fails when the line above a table without header looks like a header of another width.
Outcome find_shape(std::string_view text, const CsvOptions& options, Shape& shape);

}  // namespace rfm::data
