// Fuzzes the way of a table: bytes in any charset and shape, guessed columns, typed table, fitted
// encoding, features.
#include <string_view>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"

namespace {

void expect(bool sound) {
  if (!sound) __builtin_trap();
}

void use(const rfm::data::TextTable& text) {
  rfm::data::Plan plan;
  rfm::data::Table table;
  if (!plan_table(text, {}, plan).ok() || !make_table(text, plan, table).ok()) return;
  rfm::data::FittedEncoding fitted;
  if (!fit_encoding(table, rfm::data::all_rows(table.rows), {}, fitted).ok()) return;
  const rfm::data::Encoder<float> encoder(fitted);
  if (!encoder.ok()) return;
  const auto typed = encode_table(encoder.encoding(), text, table, rfm::data::all_rows(table.rows));
  rfm::data::EncodedTable<float> read;
  expect(encode_labelled_text(encoder.encoding(), text, read).ok());
  expect(typed.n == read.n && typed.d == read.d && typed.x == read.x && typed.y == read.y);
  for (const float x : read.x) expect(x - x == 0);
  for (const float y : typed.y) expect(y - y == 0);
}

void read(const rfm::data::CsvOptions& options, std::string_view csv) {
  rfm::data::TextTable text;
  rfm::data::ReadFacts facts;
  if (!read_csv(csv, options, text, &facts).ok()) {
    expect(text.names.empty() && facts.empty());
    return;
  }
  expect(text.names.size() == text.columns.size() && text.rows() > 0);
  expect(text.lines.size() == text.rows());
  for (const auto& column : text.columns) expect(column.size() == text.rows());
  for (std::size_t k = 0; k < text.names.size(); ++k) expect(text.find(text.names[k]) == k);
  expect(facts.empty() || !reading_sentence(facts).empty());
  use(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view csv(reinterpret_cast<const char*>(data), size);
  read({}, csv);
  // The last byte chooses what is said beforehand.
  if (size == 0) return 0;
  const unsigned chosen = data[size - 1];
  rfm::data::CsvOptions options;
  options.charset = static_cast<rfm::data::Charset>(chosen & 3);
  options.delimiter = ",;\t\0"[chosen >> 2 & 3];
  if ((chosen >> 4 & 3) < 3) options.header = chosen >> 4 & 3;
  options.decimal = ".,\0\0"[chosen >> 6 & 3];
  read(options, csv);
  return 0;
}
