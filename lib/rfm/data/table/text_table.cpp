#include "rfm/data/table/text_table.hpp"

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

// `text` itself when all rows are wanted(cell of the column), else `kept`, filled with those.
template <class Wanted>
const TextTable& rows_with(const TextTable& text, const std::string& name, TextTable& kept,
                           const Wanted& wanted) {
  const std::size_t column = text.find(name);
  if (column == TextTable::nowhere) return text;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < text.rows(); ++row)
    if (wanted(text.columns[column][row])) rows.push_back(row);
  if (rows.size() == text.rows()) return text;
  kept = {};
  kept.names = text.names;
  kept.columns.resize(text.columns.size());
  for (std::size_t k = 0; k < text.columns.size(); ++k)
    kept.columns[k].append(text.columns[k], rows);
  for (const std::size_t row : rows) kept.lines.push_back(text.line(row));
  return kept;
}

}  // namespace

const TextTable& without_weightless(const TextTable& text, const std::string& weights,
                                    TextTable& kept) {
  return rows_with(text, weights, kept, [](std::string_view cell) {
    double weight = 0;
    return !parse_number(cell, weight) || weight != 0;
  });
}

const TextTable& without_untargeted(const TextTable& text, const std::string& target,
                                    TextTable& kept) {
  return rows_with(text, target, kept, [](std::string_view cell) {
    return !is_missing(trimmed({cell.data(), cell.size()}));
  });
}

}  // namespace rfm::data
