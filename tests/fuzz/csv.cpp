// Fuzzes the way of a table: CSV text, guessed columns, typed table, fitted encoding, features.
#include <string_view>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/text/csv.hpp"

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view csv(reinterpret_cast<const char*>(data), size);
  rfm::data::TextTable text;
  const rfm::data::Outcome outcome = read_csv(csv, {}, text);
  if (outcome.ok()) {
    expect(text.names.size() == text.columns.size() && text.rows() > 0);
    use(text);
  } else {
    expect(text.names.empty());
  }
  return 0;
}
