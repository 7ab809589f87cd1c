#include "tables.hpp"

#include <utility>

#include "outbox.hpp"
#include "rfm/data/read/csv.hpp"

namespace rfm::wasm {

const TextTable& spelled(TextTable& table) {
  for (data::TextColumn& column : table.columns) column.spell();
  return table;
}

RFM_WASM_EXPORT(table_new) TextTable* table_new() { return new TextTable; }

RFM_WASM_EXPORT(table_free) void table_free(const TextTable* table) { delete table; }

// `delimiter` and `decimal` 0 and `header` -1: found out; else `header` is the line of the names, 0
// when there is none.
RFM_WASM_EXPORT(table_csv)
int table_csv(TextTable* table, const char* csv, std::size_t size, int delimiter, int header,
              int decimal) {
  data::CsvOptions options;
  options.delimiter = static_cast<char>(delimiter);
  options.header = header < 0 ? data::header_found : static_cast<std::size_t>(header);
  options.decimal = static_cast<char>(decimal);
  const data::Outcome outcome = data::read_csv({csv, size}, options, *table, &table->reading);
  return outcome.ok() ? done : refuse(outcome);
}

// Cells end in a zero byte each.
RFM_WASM_EXPORT(table_add_text)
int table_add_text(TextTable* table, const char* name, std::size_t name_size, const char* cells,
                   std::size_t size) {
  data::TextColumn column;
  std::string_view rest(cells, size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\0');
    column.append(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  table->names.emplace_back(name, name_size);
  table->columns.push_back(std::move(column));
  return done;
}

// Every `stride`-th number from `numbers`.
RFM_WASM_EXPORT(table_add_numbers)
int table_add_numbers(TextTable* table, const char* name, std::size_t name_size,
                      const double* numbers, std::size_t rows, std::size_t stride) {
  std::vector<double> cells(rows);
  for (std::size_t row = 0; row < rows; ++row) cells[row] = numbers[row * stride];
  table->names.emplace_back(name, name_size);
  table->columns.emplace_back(std::move(cells));
  return done;
}

}  // namespace rfm::wasm
