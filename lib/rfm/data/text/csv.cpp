#include "rfm/data/text/csv.hpp"

#include <algorithm>
#include <utility>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/sentence.hpp"
#include "rfm/data/text/utf8.hpp"

namespace rfm::data {
namespace {

std::string place(std::size_t line, std::size_t column) {
  return sentence("line %, column %: ", {line, column});
}

// One record at a time. Unquoted cells lose the blanks around them, quoted ones keep theirs.
class Reader {
 public:
  Reader(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
  }

  bool more() const { return at_ < text_.size(); }
  std::size_t line() const { return line_; }            // where the record last read began
  std::size_t next_line() const { return next_line_; }  // where the next one begins
  const std::vector<std::string>& cells() const { return cells_; }
  std::size_t count() const { return count_; }

  // An empty line is a record of one empty cell.
  Outcome read() {
    line_ = next_line_;
    count_ = 0;
    while (true) {
      if (Outcome outcome = read_cell(); !outcome.ok()) return outcome;
      if (at_ == text_.size()) return {};
      if (text_[at_] == delimiter_) {
        ++at_;
        continue;
      }
      at_ += text_[at_] == '\r' ? 2 : 1;
      ++next_line_;
      return {};
    }
  }

 private:
  bool at_end_of_line() const {
    if (at_ == text_.size() || text_[at_] == '\n') return true;
    return text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
  }

  std::string& new_cell() {
    if (count_ == cells_.size()) cells_.emplace_back();
    cells_[count_].clear();
    return cells_[count_++];
  }

  Outcome read_cell() {
    std::string& cell = new_cell();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] == ' ' && delimiter_ != ' ') ++at_;
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted(cell);
    at_ = begin;
    for (; !at_end_of_line() && text_[at_] != delimiter_; ++at_) {
      if (text_[at_] == '"') {
        return failure(place(next_line_, count_) +
                           "a quote inside a cell that does not begin with one: put the cell in "
                           "quotes and write its own quotes twice",
                       next_line_, count_);
      }
    }
    const Text inner = trimmed({text_.data() + begin, at_ - begin});
    cell.assign(inner.data, inner.size);
    return {};
  }

  Outcome read_quoted(std::string& cell) {
    const std::size_t opened = next_line_;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') return close_quote();
        ++at_;
      } else if (text_[at_] == '\n') {
        ++next_line_;
      }
      cell += text_[at_];
    }
    return failure(place(opened, count_) + "the quote that opens here is never closed", opened,
                   count_);
  }

  Outcome close_quote() {
    for (++at_; at_ < text_.size() && text_[at_] == ' ';) ++at_;
    if (at_end_of_line() || text_[at_] == delimiter_) return {};
    return failure(place(next_line_, count_) + "text behind a closing quote", next_line_, count_);
  }

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1, next_line_ = 1;
  std::vector<std::string> cells_;  // kept between records, so that their memory is
  std::size_t count_ = 0;
};

Outcome check_text(std::string_view text) {
  const std::size_t bad = first_bad_byte(text);
  if (bad == text.size()) return {};
  const std::string_view before = text.substr(0, bad);
  const auto line = static_cast<std::size_t>(1 + std::count(before.begin(), before.end(), '\n'));
  const std::size_t start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const char* trouble =
      text[bad] == 0 ? "a zero byte: this is no text file, or one in UTF-16; save it as UTF-8"
                     : "this is not UTF-8: save the file as UTF-8";
  const std::size_t byte = bad - start + 1;
  return refusal("line %, byte %: %", {line, byte, trouble}, line, byte);
}

Outcome take_names(const Reader& reader, bool header, TextTable& table) {
  table.columns.resize(reader.count());
  for (std::size_t k = 0; k < reader.count(); ++k) {
    const std::string numbered = sentence("column_%", {k + 1});
    const std::string& cell = reader.cells()[k];
    const Text name = trimmed({cell.data(), cell.size()});
    table.names.push_back(header && name.size > 0 ? std::string(name.data, name.size) : numbered);
  }
  const std::vector<std::size_t> order =
      ascending(table.names.size(),
                [&](std::size_t a, std::size_t b) { return table.names[a] < table.names[b]; });
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t a = order[k - 1], b = order[k];
    if (table.names[a] != table.names[b]) continue;
    return refusal("%the name '%' is also that of column %: every column needs a name of its own",
                   {place(reader.line(), b + 1), table.names[b], a + 1}, reader.line(), b + 1);
  }
  return {};
}

Outcome ragged(const Reader& reader, std::size_t expected) {
  const std::size_t column = std::min(reader.count(), expected) + 1;
  return refusal("line %: %, but the first line has %",
                 {reader.line(), count_of(reader.count(), "cell"), expected}, reader.line(),
                 column);
}

}  // namespace

char detect_delimiter(std::string_view text) {
  constexpr std::size_t records = 10;
  char best = ',', widest = ',';
  std::size_t most = 1, widest_first = 1;
  for (const char candidate : {',', ';', '\t', '|'}) {
    Reader reader(text, candidate);
    std::size_t cells = 0;
    bool same = true;
    for (std::size_t k = 0; k < records && reader.more(); ++k) {
      same = reader.read().ok() && same;
      if (reader.count() == 1 && reader.cells()[0].empty()) continue;
      same = same && (cells == 0 || reader.count() == cells);
      if (cells == 0) cells = reader.count();
    }
    if (same && cells > most) best = candidate, most = cells;
    if (cells > widest_first) widest = candidate, widest_first = cells;
  }
  return most > 1 ? best : widest;
}

Outcome read_csv(std::string_view text, const CsvOptions& options, TextTable& table) {
  if (Outcome outcome = check_text(text); !outcome.ok()) return outcome;
  if (options.delimiter == '"' || options.delimiter == '\n' || options.delimiter == '\r') {
    return failure("a quote or the end of a line cannot separate cells");
  }
  Reader reader(text, options.delimiter != 0 ? options.delimiter : detect_delimiter(text));
  TextTable result;
  while (reader.more()) {
    if (Outcome outcome = reader.read(); !outcome.ok()) return outcome;
    const bool empty = reader.count() == 1 && reader.cells()[0].empty();
    if (empty && (result.names.empty() || result.names.size() > 1)) continue;
    if (result.names.empty()) {
      if (Outcome outcome = take_names(reader, options.header, result); !outcome.ok())
        return outcome;
      if (options.header) continue;
    }
    if (reader.count() != result.names.size()) return ragged(reader, result.names.size());
    for (std::size_t k = 0; k < reader.count(); ++k) result.columns[k].append(reader.cells()[k]);
    result.lines.push_back(reader.line());
  }
  if (result.names.empty())
    return failure("the file is empty: the first line should name the columns");
  if (result.rows() == 0)
    return failure("there is no row behind the names of the columns", reader.next_line());
  table = std::move(result);
  return {};
}

}  // namespace rfm::data
