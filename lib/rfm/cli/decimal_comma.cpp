#include "rfm/cli/decimal_comma.hpp"

#include <algorithm>
#include <string>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

bool needs_points(const data::TextColumn& cells) {
  bool found = false;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const Text inner = trimmed({cells[row].data(), cells[row].size()});
    double x = 0;
    if (data::has_decimal_comma({inner.data, inner.size})) {
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
      if (data::has_decimal_comma(cell)) {
        cell.erase(std::remove(cell.begin(), cell.end(), '.'), cell.end());
        std::replace(cell.begin(), cell.end(), ',', '.');
      }
      with_points.append(cell);
    }
    column = std::move(with_points);
  }
}

}  // namespace rfm::cli
