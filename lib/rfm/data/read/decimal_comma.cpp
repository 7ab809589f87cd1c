#include "rfm/data/read/decimal_comma.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

std::string_view inner_text(std::string_view cell) {
  const Text inner = trimmed({cell.data(), cell.size()});
  return {inner.data, inner.size};
}

// Whether every point stands before a group of three digits, and there is one.
bool has_groups(std::string_view cell) {
  return cell.find('.') != std::string_view::npos && has_decimal_comma(std::string(cell) + ",0");
}

// Whether the column is numbers once commas are decimal, and some cell must be rewritten for that.
bool needs_points(const TextColumn& cells, bool certain) {
  bool found = false;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = inner_text(cells[row]);
    double x = 0;
    if (has_decimal_comma(cell) || (certain && has_groups(cell))) {
      found = true;
    } else if (!is_missing({cell.data(), cell.size()}) && !parse_number(cell, x)) {
      return false;
    }
  }
  return found;
}

}  // namespace

bool is_number_in_any_form(std::string_view cell) {
  double x = 0;
  return parse_number(cell, x) || has_decimal_comma(inner_text(cell));
}

std::size_t read_decimal_commas(TextTable& table, bool certain) {
  std::size_t changed = 0;
  for (TextColumn& column : table.columns) {
    if (!needs_points(column, certain)) continue;
    ++changed;
    TextColumn with_points;
    for (std::size_t row = 0; row < column.size(); ++row) {
      std::string cell(inner_text(column[row]));
      if (has_decimal_comma(cell) || (certain && has_groups(cell))) {
        cell.erase(std::remove(cell.begin(), cell.end(), '.'), cell.end());
        std::replace(cell.begin(), cell.end(), ',', '.');
      }
      with_points.append(cell);
    }
    column = std::move(with_points);
  }
  return changed;
}

}  // namespace rfm::data
