// A table as JavaScript gave it: columns of text, or of numbers that stay numbers until somebody
// needs their text.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/table/text_table.hpp"

namespace rfm::wasm {

struct RawColumn {
  data::TextColumn text;        // empty when the column is numbers
  std::vector<double> numbers;  // NaN: missing
  bool is_numbers = false;

  std::size_t size() const { return is_numbers ? numbers.size() : text.size(); }
};

struct RawTable {
  std::vector<std::string> names;
  std::vector<RawColumn> columns;
  std::vector<std::size_t> lines;  // as in data::TextTable

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
  std::size_t find(std::string_view name) const;
};

// Text of one cell; a number reads back exactly, NaN is an empty cell.
std::string text_of(const RawColumn& column, std::size_t row);

// Every cell as text.
data::TextTable text_table(const RawTable& table);

}  // namespace rfm::wasm
