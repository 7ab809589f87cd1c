// A table as it came: column names and cells of text, each column in one pool. A cell costs its
// text and one offset. A column may also have come as numbers (an array of JavaScript), which then
// are what features are made of; their text is written only for those who ask.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rfm/data/text/numbers.hpp"

namespace rfm::data {

class TextColumn {
 public:
  TextColumn() = default;
  // NaN is a missing cell.
  explicit TextColumn(std::vector<double> numbers) : numbers_(std::move(numbers)) {}

  void append(std::string_view cell) {
    pool_.append(cell);
    ends_.push_back(pool_.size());
  }

  // These rows of another column.
  void append(const TextColumn& from, const std::vector<std::size_t>& rows) {
    for (const std::size_t row : rows) {
      if (!from.numbers_.empty()) numbers_.push_back(from.numbers_[row]);
      if (!from.ends_.empty()) append(from[row]);
    }
  }

  std::size_t size() const { return numbers_.empty() ? ends_.size() : numbers_.size(); }

  // Empty when the cells came as text.
  const std::vector<double>& numbers() const { return numbers_; }

  // The text of a cell; that of a number only after `spell`.
  std::string_view operator[](std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(pool_).substr(begin, ends_[row] - begin);
  }

  // The text of a number, which reads back exactly; nothing for NaN.
  std::string spelled(std::size_t row) const {
    const double x = numbers_[row];
    return x == x ? format_number(x) : std::string();
  }

  // Writes the text of all numbers, once.
  void spell() {
    for (std::size_t row = ends_.size(); row < numbers_.size(); ++row) append(spelled(row));
  }

 private:
  std::string pool_;
  std::vector<std::size_t> ends_;
  std::vector<double> numbers_;
};

struct TextTable {
  std::vector<std::string> names;
  std::vector<TextColumn> columns;  // as many as names, all of one length
  std::vector<std::size_t>
      lines;           // the line each row begins at; empty when the table came from no file
  char separator = 0;  // what stood between cells; 0 when the table came from no file
  char decimal = 0;    // the decimal mark, when somebody said it

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }

  // The line of a row in its file, else the row counted from 1.
  std::size_t line(std::size_t row) const { return row < lines.size() ? lines[row] : row + 1; }

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  // The column of that name; `nowhere` when there is none.
  std::size_t find(std::string_view name) const {
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k] == name) return k;
    }
    return nowhere;
  }
};

// Where columns are, for whoever looks for many: TextTable::find in O(log columns). It refers to
// the table's names.
class ColumnIndex {
 public:
  explicit ColumnIndex(const TextTable& text);
  std::size_t find(std::string_view name) const;

 private:
  std::map<std::string_view, std::size_t> places_;
};

// `text` itself when these are all its rows, else `kept`, filled with them; they keep their lines.
const TextTable& with_rows(const TextTable& text, const std::vector<std::size_t>& rows,
                           TextTable& kept);

}  // namespace rfm::data
