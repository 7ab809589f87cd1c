// Fuzzes the way of a table: bytes in any charset and shape, guessed columns, typed table, fitted
// encoding, features; and the reader of dates by itself.
#include <algorithm>
#include <string>
#include <string_view>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/search/split.hpp"

namespace {

void expect(bool sound) {
  if (!sound) __builtin_trap();
}

void use(const rfm::data::TextTable& given) {
  rfm::data::Prepared prepared;
  rfm::data::Table table;
  rfm::data::PlanOptions options;
  if (given.rows() % 2 == 0 && given.names.size() > 1) options.dates = {given.names[0]};
  if (!prepare_table(given, options, prepared).ok()) return;
  const rfm::data::TextTable& text = *prepared.text;
  for (const rfm::data::Fact& fact : prepared.plan.findings) expect(!sentence_of(fact).empty());
  if (!make_table(text, prepared.plan, table).ok()) return;
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

// A moment of the calendar, or nothing; what is written of its day reads back as that day.
void read_dates(std::string_view text) {
  for (const rfm::DateForm form : {rfm::DateForm{false, false}, {true, false}, {false, true}}) {
    rfm::Moment moment, again;
    const rfm::Text inner = rfm::trimmed({text.data(), text.size()});
    if (!rfm::read_date(inner, form, moment)) continue;
    expect(moment.day >= rfm::first_day && moment.day <= rfm::last_day);
    expect(moment.second >= 0 && moment.second < rfm::day_seconds);
    const std::string day = rfm::data::date_text(moment.day);
    expect(rfm::read_date({day.data(), day.size()}, form, again));
    expect(again.day == moment.day && again.second == 0);
  }
}

void read(const rfm::data::CsvOptions& options, std::string_view csv) {
  rfm::data::TextTable text;
  rfm::data::Findings facts;
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

// In pieces it is refused too, or is a table of as many columns in each.
void read_in_pieces(std::string_view csv, std::size_t first) {
  rfm::data::CsvReader reader({});
  rfm::data::TextTable text;
  std::size_t width = 0;
  for (std::size_t at = 0, size = first; at < csv.size(); at += size, size = 6) {
    if (!reader.read(csv.substr(at, size), at + size >= csv.size(), text).ok()) return;
    expect(width == 0 || text.names.size() == width);
    width = text.names.size();
    for (const auto& column : text.columns) expect(column.size() == text.rows());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view csv(reinterpret_cast<const char*>(data), size);
  read({}, csv);
  for (std::size_t begin = 0, end = 0; begin < size; begin = end + 1) {
    end = std::min(csv.find_first_of(",;\n", begin), size);
    read_dates(csv.substr(begin, end - begin));
  }
  // The last byte chooses what is said beforehand.
  if (size == 0) return 0;
  const unsigned chosen = data[size - 1];
  read_in_pieces(csv, 2 + 2 * (chosen % 128));
  rfm::data::CsvOptions options;
  options.charset = static_cast<rfm::data::Charset>(chosen & 3);
  options.delimiter = ",;\t\0"[chosen >> 2 & 3];
  if ((chosen >> 4 & 3) < 3) options.header = chosen >> 4 & 3;
  options.decimal = ".,\0\0"[chosen >> 6 & 3];
  read(options, csv);
  return 0;
}
