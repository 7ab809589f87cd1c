#include "rfm/cli/decimal_comma.hpp"

#include <algorithm>
#include <string>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// -1234,5 or 1.234,5: digits, in groups of three behind points or without any, one comma, digits.
bool has_decimal_comma(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 == cell.size()) return false;
  const std::string_view decimals = cell.substr(comma + 1);
  if (!std::all_of(decimals.begin(), decimals.end(), is_digit)) return false;
  const bool grouped = cell.substr(0, comma).find('.') != std::string_view::npos;
  for (std::size_t i = 0; i < comma; ++i) {
    const bool mark = grouped && i > 0 && (comma - i) % 4 == 0;
    if (mark ? cell[i] != '.' : !is_digit(cell[i])) return false;
  }
  return true;
}

bool needs_points(const data::TextColumn& cells) {
  bool found = false;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const Text inner = trimmed({cells[row].data(), cells[row].size()});
    double x = 0;
    if (has_decimal_comma({inner.data, inner.size})) {
      found = true;
    } else if (!is_missing(inner) && !data::parse_number(cells[row], x)) {
      return false;
    }
  }
  return found;
}

}  // namespace

void read_decimal_commas(data::TextTable& table) {
  for (data::TextColumn& column : table.columns) {
    if (!needs_points(column)) continue;
    data::TextColumn with_points;
    for (std::size_t row = 0; row < column.size(); ++row) {
      const Text inner = trimmed({column[row].data(), column[row].size()});
      std::string cell(inner.data, inner.size);
      if (has_decimal_comma(cell)) {
        cell.erase(std::remove(cell.begin(), cell.end(), '.'), cell.end());
        std::replace(cell.begin(), cell.end(), ',', '.');
      }
      with_points.append(cell);
    }
    column = std::move(with_points);
  }
}

}  // namespace rfm::cli
