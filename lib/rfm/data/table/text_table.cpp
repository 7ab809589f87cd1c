#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

const TextTable& with_rows(const TextTable& text, const std::vector<std::size_t>& rows,
                           TextTable& kept) {
  if (rows.size() == text.rows()) return text;
  kept = {};
  kept.names = text.names;
  kept.separator = text.separator;
  kept.decimal = text.decimal;
  kept.columns.resize(text.columns.size());
  for (std::size_t k = 0; k < text.columns.size(); ++k)
    kept.columns[k].append(text.columns[k], rows);
  for (const std::size_t row : rows) kept.lines.push_back(text.line(row));
  return kept;
}

ColumnIndex::ColumnIndex(const TextTable& text) {
  for (std::size_t k = 0; k < text.names.size(); ++k) places_.emplace(text.names[k], k);
}

std::size_t ColumnIndex::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? TextTable::nowhere : found->second;
}

}  // namespace rfm::data
