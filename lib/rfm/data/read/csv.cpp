#include "rfm/data/read/csv.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/read/charset.hpp"
#include "rfm/data/read/shape.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// A row that is not complete by then waits for no more bytes.
constexpr std::size_t longest_row = std::size_t{16} << 20;

std::string place(std::size_t line, std::size_t column) {
  return sentence("line %, column %: ", {line, column});
}

// One record at a time. Unquoted cells lose the blanks around them, quoted ones keep theirs.
class Reader {
 public:
  explicit Reader(const Shape& shape) : delimiter_(shape.separator), next_line_(shape.line) {}

  // Goes on with this text, which ends the file or ends with a line, perhaps within a cell.
  void turn_to(std::string_view text, bool last) {
    text_ = text;
    last_ = last;
    at_ = 0;
  }

  bool more() const { return at_ < text_.size(); }
  // The text from the last record on when its end has not come; `read` then goes back to its begin.
  bool unfinished() const { return unfinished_; }
  std::string_view rest() const { return text_.substr(at_); }
  std::size_t line() const { return line_; }            // where the record last read began
  std::size_t next_line() const { return next_line_; }  // where the next one begins
  const std::vector<std::string>& cells() const { return cells_; }
  std::size_t count() const { return count_; }

  // An empty line is a record of one empty cell.
  Outcome read() {
    const std::size_t begin = at_;
    line_ = next_line_;
    count_ = 0;
    unfinished_ = false;
    while (true) {
      if (Outcome outcome = read_cell(); !outcome.ok()) return outcome;
      if (unfinished_) {
        at_ = begin;
        next_line_ = line_;
        return {};
      }
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
    unfinished_ = !last_;
    if (unfinished_) return {};
    return failure(place(opened, count_) + "the quote that opens here is never closed", opened,
                   count_);
  }

  Outcome close_quote() {
    for (++at_; at_ < text_.size() && text_[at_] == ' ';) ++at_;
    if (at_end_of_line() || text_[at_] == delimiter_) return {};
    return failure(place(next_line_, count_) + "text behind a closing quote", next_line_, count_);
  }

  std::string_view text_;
  bool last_ = true, unfinished_ = false;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1, next_line_;
  std::vector<std::string> cells_;  // kept between records, so that their memory is
  std::size_t count_ = 0;
};

// The names of the columns; the first that had to be changed, and how many, go into `renamed`.
void take_names(const std::vector<std::string>& cells, std::size_t count, std::size_t width,
                TextTable& table, Fact& renamed) {
  Dictionary written, used;
  for (std::size_t k = 0; k < std::min(count, width); ++k)
    if (!cells[k].empty()) written.add(cells[k]);
  const auto is_used = [&](const std::string& name) {
    return used.find(name) != Dictionary::nowhere;
  };
  const auto is_taken = [&](const std::string& name) {
    return is_used(name) || written.find(name) != Dictionary::nowhere;
  };
  for (std::size_t k = 0; k < width; ++k) {
    const Text inner = k < count ? trimmed({cells[k].data(), cells[k].size()}) : Text{};
    std::string name(inner.size > 0 ? inner.data : "", inner.size);
    const bool named = !name.empty();
    if (!named) name = sentence("column_%", {k + 1});
    const std::string own = name;
    // The second of a name, or one without, gives way to all that are written.
    const bool clash = named ? is_used(name) : is_taken(name);
    for (std::size_t n = 2; clash && is_taken(name); ++n) name = sentence("% (%)", {own, n});
    if (clash && ++renamed.count == 1) renamed.detail = name;
    used.add(name);
    table.names.push_back(std::move(name));
  }
  table.columns.resize(width);
}

// A row that may turn out to be a note.
struct Pending {
  std::vector<std::string> cells;  // those that the line has
  std::size_t line = 0;
};

// Cells up to the last that is not empty, and how many are not.
struct Filled {
  std::size_t extent = 0, count = 0;
  Filled(const std::vector<std::string>& cells, std::size_t count_of_cells) {
    for (std::size_t k = 0; k < count_of_cells; ++k)
      if (!cells[k].empty()) extent = k + 1, ++count;
  }
};

class TableReader {
 public:
  explicit TableReader(const Shape& shape) : reader_(shape), shape_(shape) {}

  // Takes the rows of the next text; what is left of it is the begin of a row.
  Outcome read(std::string_view text, bool last, std::string_view& left) {
    reader_.turn_to(text, last);
    while (reader_.more()) {
      if (Outcome outcome = reader_.read(); !outcome.ok()) return outcome;
      if (reader_.unfinished()) break;
      const bool empty = reader_.count() == 1 && reader_.cells()[0].empty();
      if (empty && (!named_ || shape_.width > 1)) continue;
      if (!named_) {
        named_ = true;
        const std::size_t names = shape_.header ? reader_.count() : 0;
        take_names(reader_.cells(), names, shape_.width, table_, renamed_);
        if (shape_.header) continue;
      }
      if (Outcome outcome = take_row(); !outcome.ok()) return outcome;
    }
    left = reader_.rest();
    return {};
  }

  // Settles what stands behind the last row.
  Outcome end(bool may_be_empty) {
    settle_end();
    if (rows() == 0 && !(may_be_empty && named_))
      return failure("there is no row behind the names of the columns", reader_.next_line());
    return {};
  }

  // The rows since the last call.
  TextTable take() {
    for (std::size_t k = numbers_.size(); k < table_.columns.size(); ++k)
      numbers_.push_back(has_numbers(k));
    taken_ += table_.rows();
    TextTable next;
    next.names = table_.names;
    next.columns.resize(table_.columns.size());
    std::swap(next, table_);
    return next;
  }

  void tell(Findings& facts) const {
    for (const Fact& fact : {notes_, short_rows_, renamed_})
      if (fact.count > 0) facts.push_back(fact);
  }

 private:
  static constexpr std::size_t most_notes = 20;

  Outcome take_row() {
    const std::size_t count = reader_.count(), width = shape_.width;
    const std::vector<std::string>& cells = reader_.cells();
    for (std::size_t k = width; k < count; ++k)
      if (!cells[k].empty())
        return refusal("line %: %, but the header has %",
                       {reader_.line(), count_of(count, "cell"), width}, reader_.line(), k + 1);
    if (width > 1 && (count < width || cells[width - 1].empty())) {
      const Filled filled(cells, std::min(count, width));
      if (count < width || 2 * filled.count <= width) {
        if (pending_.size() == most_notes) flush();
        const auto end = cells.begin() + static_cast<std::ptrdiff_t>(std::min(count, width));
        pending_.push_back({{cells.begin(), end}, reader_.line()});
        return {};
      }
    }
    if (!pending_.empty()) flush();
    append(cells, std::min(count, width), reader_.line());
    return {};
  }

  void append(const std::vector<std::string>& cells, std::size_t count, std::size_t line) {
    for (std::size_t k = 0; k < shape_.width; ++k)
      table_.columns[k].append(k < count ? std::string_view(cells[k]) : std::string_view());
    table_.lines.push_back(line);
    if (count < shape_.width && ++short_rows_.count == 1) short_rows_.line = line;
  }

  void flush() {
    for (const Pending& row : pending_) append(row.cells, row.cells.size(), row.line);
    pending_.clear();
  }

  std::size_t rows() const { return taken_ + table_.rows(); }

  // Whether the first rows of a column are numbers.
  bool has_numbers(std::size_t column) const {
    if (column < numbers_.size()) return numbers_[column];
    constexpr std::size_t enough = 100;
    const TextColumn& cells = table_.columns[column];
    std::size_t numbers = 0, present = 0;
    for (std::size_t row = 0; row < std::min(cells.size(), enough); ++row) {
      const std::string_view cell = cells[row];
      present += is_missing(trimmed({cell.data(), cell.size()})) ? 0 : 1;
      double x = 0;
      numbers += is_number_in_any_form(cell, x) ? 1 : 0;
    }
    return numbers > 0 && 10 * numbers >= 9 * present;
  }

  bool is_note(const Pending& row) const {
    const Filled filled(row.cells, row.cells.size());
    if (filled.extent == 0) return false;
    for (std::size_t k = 0; k < filled.extent; ++k) {
      const std::string& cell = row.cells[k];
      double x = 0;
      const bool text = !is_missing({cell.data(), cell.size()}) && !is_number_in_any_form(cell, x);
      if (text && has_numbers(k)) return true;
    }
    return filled.extent == 1 && !has_numbers(0) &&
           row.cells[0].find_first_of(" :") != std::string::npos;
  }

  // What stands behind the last full row is notes from the first line behind which all are.
  void settle_end() {
    std::size_t keep = pending_.size();
    while (keep > 0 && rows() > 0 && is_note(pending_[keep - 1])) --keep;
    notes_.count = pending_.size() - keep;
    if (notes_.count > 0) notes_.line = pending_[keep].line;
    pending_.resize(keep);
    flush();
  }

  Reader reader_;
  const Shape& shape_;
  TextTable table_;            // rows that were not taken yet
  bool named_ = false;         // the columns have names
  std::size_t taken_ = 0;      // rows
  std::vector<bool> numbers_;  // of each column, once rows were taken
  std::vector<Pending> pending_;
  Fact notes_{Finding::notes, 0, 0, {}}, short_rows_{Finding::short_rows, 0, 0, {}},
      renamed_{Finding::renamed, 0, 0, {}};
};

std::string name_of(Charset charset) {
  return charset == Charset::utf16 ? "UTF-16" : "Windows-1252";
}

}  // namespace

// What is known once the table was found in the text.
class CsvReader::Found {
 public:
  explicit Found(Charset charset) : decoder(charset) {}

  Outcome begin(std::string_view text, const CsvOptions& options) {
    if (Outcome outcome = find_shape(text, options, shape); !outcome.ok()) return outcome;
    if (shape.width == 0)
      return failure("the file is empty: the first line should name the columns");
    reader.emplace(shape);
    return {};
  }

  // What was found before the rows were read.
  void tell(Findings& facts) const {
    if (shape.separator != ',')
      facts.push_back({Finding::separator, 0, 1, std::string(1, shape.separator)});
    if (decoder.charset() != Charset::utf8)
      facts.push_back({Finding::charset, 0, 1, name_of(decoder.charset())});
    if (!shape.header) facts.push_back({Finding::header, 0, 1, {}});
    if (shape.header && shape.line != 1) facts.push_back({Finding::header, shape.line, 1, {}});
    if (shape.comments > 0)
      facts.push_back({Finding::comments, shape.first_comment, shape.comments, {}});
    if (shape.titles > 0) facts.push_back({Finding::titles, shape.first_title, shape.titles, {}});
    reader->tell(facts);
  }

  Decoder decoder;
  Shape shape;
  std::optional<TableReader> reader;
};

CsvReader::CsvReader(const CsvOptions& options)
    : options_(options), found_(std::make_unique<Found>(options.charset)) {}
CsvReader::~CsvReader() = default;

Outcome CsvReader::read(std::string_view bytes, bool last, TextTable& table) {
  if (options_.delimiter == '"' || options_.delimiter == '\n' || options_.delimiter == '\r')
    return failure("a quote or the end of a line cannot separate cells");
  if (!rest_.empty()) bytes = rest_.append(bytes);
  const std::size_t whole = last ? bytes.size() : found_->decoder.whole_lines(bytes);
  std::string_view text, left;
  if (whole > 0 || last) {
    if (Outcome outcome = found_->decoder.decode(bytes.substr(0, whole), text); !outcome.ok())
      return outcome;
    if (!carried_.empty()) text = carried_.append(text);
    if (!found_->reader.has_value()) {
      if (Outcome outcome = found_->begin(text, options_); !outcome.ok()) return outcome;
      text.remove_prefix(found_->shape.begin);
    }
    if (Outcome outcome = found_->reader->read(text, last, left); !outcome.ok()) return outcome;
    if (left.size() > longest_row)
      return failure("a row of more than 16 MB: a quote is open and not closed");
    carried_ = std::string(left);
  }
  rest_ = std::string(bytes.substr(whole));
  table = {};
  if (!found_->reader.has_value()) return {};
  TableReader& reader = *found_->reader;
  if (last)
    if (Outcome outcome = reader.end(options_.may_be_empty); !outcome.ok()) return outcome;
  table = reader.take();
  table.separator = found_->shape.separator;
  table.decimal = options_.decimal;
  return {};
}

Findings CsvReader::findings() const {
  Findings facts;
  if (found_->reader.has_value()) found_->tell(facts);
  return facts;
}

Outcome read_csv(std::string_view bytes, const CsvOptions& options, TextTable& table,
                 Findings* facts) {
  CsvReader reader(options);
  TextTable read;
  if (Outcome outcome = reader.read(bytes, true, read); !outcome.ok()) return outcome;
  table = std::move(read);
  if (facts != nullptr) *facts = reader.findings();
  return {};
}

}  // namespace rfm::data
