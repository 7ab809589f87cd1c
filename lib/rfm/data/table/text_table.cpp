#include "rfm/data/table/text_table.hpp"

#include "rfm/data/text/numbers.hpp"

namespace rfm::data {

const TextTable& without_weightless(const TextTable& text, const std::string& weights,
                                    TextTable& kept) {
  const std::size_t column = text.find(weights);
  if (column == TextTable::nowhere) return text;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < text.rows(); ++row) {
    double weight = 0;
    if (!parse_number(text.columns[column][row], weight) || weight != 0) rows.push_back(row);
  }
  if (rows.size() == text.rows()) return text;
  kept.names = text.names;
  kept.columns.resize(text.columns.size());
  for (std::size_t k = 0; k < text.columns.size(); ++k)
    kept.columns[k].append(text.columns[k], rows);
  for (const std::size_t row : rows) kept.lines.push_back(text.line(row));
  return kept;
}

}  // namespace rfm::data
