#include "tables.hpp"

#include <utility>

#include "outbox.hpp"
#include "rfm/data/text/csv.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::wasm {

using data::TextTable;

std::size_t RawTable::find(std::string_view name) const {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return k;
  return TextTable::nowhere;
}

std::string text_of(const RawColumn& column, std::size_t row) {
  if (!column.is_numbers) return std::string(column.text[row]);
  const double number = column.numbers[row];
  return number == number ? data::format_number(number) : std::string();
}

TextTable text_table(const RawTable& table) {
  TextTable text;
  text.names = table.names;
  text.lines = table.lines;
  for (const RawColumn& column : table.columns) {
    text.columns.push_back(column.text);
    for (std::size_t row = 0; column.is_numbers && row < column.size(); ++row)
      text.columns.back().append(text_of(column, row));
  }
  return text;
}

RFM_WASM_EXPORT(table_new) RawTable* table_new() { return new RawTable; }

RFM_WASM_EXPORT(table_free) void table_free(const RawTable* table) { delete table; }

// `delimiter` 0: found out.
RFM_WASM_EXPORT(table_csv)
int table_csv(RawTable* table, const char* csv, std::size_t size, int delimiter, int header) {
  TextTable text;
  data::CsvOptions options;
  options.delimiter = static_cast<char>(delimiter);
  options.header = header != 0;
  if (data::Outcome outcome = data::read_csv({csv, size}, options, text); !outcome.ok())
    return refuse(outcome);
  table->names = std::move(text.names);
  table->lines = std::move(text.lines);
  for (data::TextColumn& column : text.columns) {
    table->columns.emplace_back();
    table->columns.back().text = std::move(column);
  }
  return done;
}

// Cells end in a zero byte each.
RFM_WASM_EXPORT(table_add_text)
int table_add_text(RawTable* table, const char* name, std::size_t name_size, const char* cells,
                   std::size_t size) {
  RawColumn column;
  std::string_view rest(cells, size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\0');
    column.text.append(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  table->names.emplace_back(name, name_size);
  table->columns.push_back(std::move(column));
  return done;
}

// Every `stride`-th number from `numbers`.
RFM_WASM_EXPORT(table_add_numbers)
int table_add_numbers(RawTable* table, const char* name, std::size_t name_size,
                      const double* numbers, std::size_t rows, std::size_t stride) {
  RawColumn column;
  column.is_numbers = true;
  column.numbers.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) column.numbers[row] = numbers[row * stride];
  table->names.emplace_back(name, name_size);
  table->columns.push_back(std::move(column));
  return done;
}

}  // namespace rfm::wasm
