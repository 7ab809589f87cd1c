// Tables of rfm_table.h: columns as they are given, or read from CSV.
#include "rfm/c_table/object.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/sentence.hpp"

using namespace rfm;
using c_table::carry_out;

struct rfm_table {
  data::TextTable text;
  data::CsvOptions reading;
  c_table::Words words;
};

namespace {

// Adds a column of that name, or says why it cannot be one of this table.
data::Outcome add_column(rfm_table& table, std::string_view name, data::TextColumn column) {
  data::TextTable& text = table.text;
  if (text.find(name) != data::TextTable::nowhere)
    return data::refusal("there is a column '%' already", {name});
  if (!text.columns.empty() && column.size() != text.rows())
    return data::refusal("column '%' has % cells, the others have %",
                         {name, std::to_string(column.size()), std::to_string(text.rows())});
  text.names.reserve(text.names.size() + 1);
  text.columns.reserve(text.columns.size() + 1);
  std::string own(name);
  column.spell();
  text.names.push_back(std::move(own));
  text.columns.push_back(std::move(column));
  text.decimal = table.reading.decimal;
  text.lines.clear();
  return {};
}

struct ReadingOption {
  std::string_view word;
  data::Outcome (*read)(std::string_view text, data::CsvOptions& options);
};
constexpr ReadingOption reading_options[] = {{"charset", data::read_charset},
                                             {"separator", data::read_separator},
                                             {"header", data::read_header},
                                             {"decimal", data::read_decimal}};

}  // namespace

const data::TextTable& c_table::cells_of(const rfm_table& table) { return table.text; }

extern "C" {

rfm_table* rfm_table_new(void) { return new (std::nothrow) rfm_table; }

void rfm_table_free(rfm_table* table) { delete table; }

rfm_status rfm_table_set(rfm_table* table, const char* option, const char* value) {
  return carry_out(
      table,
      [&] {
        for (const ReadingOption& one : reading_options) {
          if (one.word != option) continue;
          const data::Outcome outcome = one.read(value, table->reading);
          return outcome.ok() ? outcome : data::refusal("%: %", {option, outcome.words});
        }
        return data::refusal("there is no option '%' of reading", {option});
      },
      option, value);
}

rfm_status rfm_table_read_csv(rfm_table* table, const char* csv, size_t size) {
  return carry_out(
      table,
      [&] {
        data::Findings facts;
        data::Outcome outcome = read_csv({csv, size}, table->reading, table->text, &facts);
        if (outcome.ok()) table->words.set(reading_sentence(facts));
        return outcome;
      },
      csv);
}

rfm_status rfm_table_add_text(rfm_table* table, const char* name, const char* const* cells,
                              size_t rows) {
  return carry_out(
      table,
      [&] {
        data::TextColumn column;
        for (size_t i = 0; i < rows; ++i) column.append(cells[i] == nullptr ? "" : cells[i]);
        return add_column(*table, name, std::move(column));
      },
      name, cells);
}

rfm_status rfm_table_add_numbers(rfm_table* table, const char* name, const double* numbers,
                                 size_t rows, ptrdiff_t stride) {
  return carry_out(
      table,
      [&] {
        std::vector<double> column(rows);
        for (size_t i = 0; i < rows; ++i) column[i] = numbers[static_cast<ptrdiff_t>(i) * stride];
        return add_column(*table, name, data::TextColumn(std::move(column)));
      },
      name, numbers);
}

size_t rfm_table_rows(const rfm_table* table) { return table == nullptr ? 0 : table->text.rows(); }

size_t rfm_table_columns(const rfm_table* table) {
  return table == nullptr ? 0 : table->text.columns.size();
}

const char* rfm_table_words(const rfm_table* table) { return c_table::words_of(table); }

}  // extern "C"
