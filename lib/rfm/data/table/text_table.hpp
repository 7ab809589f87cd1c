// A table as it came: column names and cells of text, each column in one pool. A cell costs its
// text and one offset.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rfm::data {

class TextColumn {
 public:
  void append(std::string_view cell) {
    pool_.append(cell);
    ends_.push_back(pool_.size());
  }

  std::size_t size() const { return ends_.size(); }

  std::string_view operator[](std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(pool_).substr(begin, ends_[row] - begin);
  }

 private:
  std::string pool_;
  std::vector<std::size_t> ends_;
};

struct TextTable {
  std::vector<std::string> names;
  std::vector<TextColumn> columns;  // as many as names, all of one length
  std::vector<std::size_t>
      lines;  // the line each row begins at; empty when the table came from no file

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

}  // namespace rfm::data
