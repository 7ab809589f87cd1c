#include "rfm/data/read/shape.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// Lines that are looked at, and how much of the text at most.
constexpr std::size_t sampled_lines = 100, sampled_bytes = std::size_t{1} << 20;

struct Line {
  std::size_t begin = 0, number = 1;
  bool comment = false;
  std::vector<std::string_view> cells;  // without blanks and quotes at their ends
  std::size_t filled = 0, extent = 0;   // cells that are not empty; the last of them counted from 1

  std::size_t size() const { return cells.size(); }
};

// Lines as a separator cuts them, lenient: whatever stands in them is no error here.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin, std::size_t number, char separator)
      : text_(text), at_(begin), number_(number), separator_(separator) {}

  bool more() const { return at_ < text_.size(); }
  std::size_t at() const { return at_; }

  Line read() {
    Line line;
    line.begin = at_;
    line.number = number_;
    line.comment = text_[at_] == '#';
    bool last = false;
    while (!last) {
      const std::size_t end = end_of_cell(line.comment);
      add(text_.substr(at_, end - at_), line);
      last = end == text_.size() || text_[end] == '\n';
      at_ = std::min(end + 1, text_.size());
    }
    ++number_;
    return line;
  }

 private:
  std::size_t end_of_cell(bool comment) {
    std::size_t k = at_;
    while (k < text_.size() && text_[k] == ' ' && separator_ != ' ') ++k;
    const bool opened = !comment && k < text_.size() && text_[k] == '"';
    bool quoted = opened;
    for (k += quoted ? 1 : 0; k < text_.size(); ++k) {
      if (quoted) {
        number_ += text_[k] == '\n' ? 1 : 0;
        quoted = text_[k] != '"';
      } else if (opened && text_[k] == '"' && text_[k - 1] == '"') {
        quoted = true;  // written twice: it belongs to the cell
      } else if (text_[k] == separator_ || text_[k] == '\n') {
        break;
      }
    }
    return k;
  }

  static void add(std::string_view cell, Line& line) {
    Text inner = trimmed({cell.data(), cell.size()});
    if (inner.size > 1 && inner.data[0] == '"' && inner.data[inner.size - 1] == '"')
      inner = trimmed({inner.data + 1, inner.size - 2});
    line.cells.emplace_back(inner.data, inner.size);
    if (inner.size == 0) return;
    ++line.filled;
    line.extent = line.cells.size();
  }

  std::string_view text_;
  std::size_t at_, number_;
  char separator_;
};

// The first lines that are not empty. The last of them may end behind the sampled bytes: a line
// that is cut off has too few cells.
std::vector<Line> sample(std::string_view text, const Shape& from, char separator) {
  std::vector<Line> lines;
  Scanner scanner(text, from.begin, from.line, separator);
  while (scanner.more() && scanner.at() < from.begin + sampled_bytes &&
         lines.size() < sampled_lines) {
    Line line = scanner.read();
    if (line.size() > 1 || line.filled > 0) lines.push_back(std::move(line));
  }
  return lines;
}

// The number of cells that the most lines have, more than one, and how many have it.
struct Cut {
  std::size_t cells = 1, lines = 0;
};

Cut cut_of(const std::vector<Line>& lines) {
  Cut best;
  for (const Line& one : lines) {
    if (one.comment || one.size() < 2) continue;
    const auto same = std::count_if(lines.begin(), lines.end(), [&](const Line& line) {
      return !line.comment && line.size() == one.size();
    });
    if (static_cast<std::size_t>(same) > best.lines)
      best = {one.size(), static_cast<std::size_t>(same)};
  }
  return best;
}

// Whether names that are numbers are names all the same.
bool count_up(const std::vector<double>& names) {
  if (names.size() < 2) return false;
  const double step = names[1] - names[0];
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool small = names[k] < 1e9 && names[k] > -1e9;
    if (!small || names[k] != static_cast<double>(static_cast<int>(names[k]))) return false;
    if (k > 0 && names[k] - names[k - 1] != step) return false;
  }
  return names.size() == 2 ? step == 1 : step > 0;
}

bool is_year(double x) {
  return x >= 1900 && x <= 2100 && x == static_cast<double>(static_cast<int>(x));
}

enum class Looks { unknown, names, data };

// What a line is beside those that follow it.
Looks looks_of(const std::vector<Line>& lines, std::size_t at, std::size_t width) {
  std::vector<double> named;
  bool years = true, years_below = true;
  for (std::size_t k = 0; k < std::min(width, lines[at].size()); ++k) {
    std::size_t numbers = 0, present = 0;
    bool all_years = true;
    double x = 0;
    for (std::size_t i = at + 1; i < lines.size(); ++i) {
      if (lines[i].comment || lines[i].size() < width) continue;
      const std::string_view cell = lines[i].cells[k];
      if (is_missing({cell.data(), cell.size()})) continue;
      ++present;
      if (!is_number_in_any_form(cell, x)) continue;
      ++numbers;
      all_years = all_years && is_year(x);
    }
    if (numbers == 0 || 10 * numbers < 9 * present) continue;
    const std::string_view own = lines[at].cells[k];
    if (is_missing({own.data(), own.size()})) continue;
    if (!is_number_in_any_form(own, x)) return Looks::names;
    named.push_back(x);
    years = years && is_year(x);
    years_below = years_below && all_years;
  }
  if (named.empty()) return Looks::unknown;
  return count_up(named) || (years && !years_below) ? Looks::names : Looks::data;
}

// A first line such as "sep=;".
void take_said_separator(std::string_view text, Shape& shape, bool& said) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Text first = [&] {
    Text line{text.data(), end};
    if (line.size > 0 && line.data[line.size - 1] == '\r') --line.size;
    if (line.size > 1 && line.data[0] == '"' && line.data[line.size - 1] == '"')
      line = {line.data + 1, line.size - 2};
    return line;
  }();
  said = first.size == 5 && same_word({first.data, 4}, "sep=") && first.data[4] != '"';
  if (!said) return;
  shape.separator = first.data[4];
  shape.begin = std::min(end + 1, text.size());
  shape.line = 2;
}

std::vector<Line> find_separator(std::string_view text, Shape& shape) {
  std::vector<Line> lines;
  Cut best;
  for (const char candidate : {',', ';', '\t', '|'}) {
    std::vector<Line> cut = sample(text, shape, candidate);
    const Cut found = cut_of(cut);
    const bool better =
        found.lines > best.lines || (found.lines == best.lines && found.cells > best.cells);
    if (!better && candidate != ',') continue;
    best = found;
    shape.separator = candidate;
    lines = std::move(cut);
  }
  return lines;
}

// Cells of a row. Cells that every line leaves empty at the end do not count.
std::size_t width_of(const std::vector<Line>& lines) {
  const Cut cut = cut_of(lines);
  const auto alone =
      static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const Line& line) {
        return !line.comment && line.size() == 1;
      }));
  if (cut.lines == 0 || (cut.lines == 1 && alone > 2)) return 1;
  std::size_t extent = 1;
  for (const Line& line : lines)
    if (!line.comment && line.size() == cut.cells) extent = std::max(extent, line.extent);
  return extent;
}

bool begins_table(const Line& line, std::size_t width) {
  if (line.comment || line.size() < width) return false;
  if (width == 1) return true;
  return line.extent > 1 && (2 * line.filled >= width || line.extent >= width);
}

Outcome other_width(const Line& header, const Line& line, std::size_t width) {
  return refusal("line %: %, but the header has %",
                 {line.number, count_of(width, "cell"), header.extent}, line.number,
                 header.extent + 1);
}

// Settles where the table begins among the lines.
Outcome find_begin(const std::vector<Line>& lines, const CsvOptions& options, std::size_t& at,
                   Shape& shape) {
  while (at < lines.size() && !begins_table(lines[at], shape.width)) ++at;
  if (at == lines.size()) at = 0;
  // A title may hold more separators than the table.
  if (at + 1 < lines.size() && lines[at].size() > shape.width && lines[at].extent > shape.width &&
      begins_table(lines[at + 1], shape.width) &&
      looks_of(lines, at + 1, shape.width) == Looks::names)
    ++at;
  if (options.header == no_header) {
    shape.header = false;
    return {};
  }
  const Looks looks = looks_of(lines, at, shape.width);
  if (at > 0 && looks != Looks::names && lines[at - 1].comment &&
      lines[at - 1].size() == shape.width) {
    --at;
    return {};
  }
  if (looks != Looks::data) return {};
  if (at > 0 && !lines[at - 1].comment && lines[at - 1].filled > 1)
    return other_width(lines[at - 1], lines[at], shape.width);
  shape.header = false;
  return {};
}

}  // namespace

Outcome find_shape(std::string_view text, const CsvOptions& options, Shape& shape) {
  bool said = false;
  take_said_separator(text, shape, said);
  if (options.delimiter != 0) shape.separator = options.delimiter;
  std::vector<Line> lines = said || options.delimiter != 0 ? sample(text, shape, shape.separator)
                                                           : find_separator(text, shape);
  if (lines.empty()) return {};
  shape.width = width_of(lines);
  std::size_t at = 0;
  if (options.header != header_found && options.header != no_header) {
    while (at < lines.size() && lines[at].number < options.header) ++at;
    if (at == lines.size())
      return refusal("there is no header on line %", {options.header}, options.header);
    std::vector<Line> below(lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end());
    below[0].comment = false;
    shape.width = std::max(std::min(width_of(below), below[0].size()), below[0].extent);
  } else if (Outcome outcome = find_begin(lines, options, at, shape); !outcome.ok()) {
    return outcome;
  }
  // A first line with more names than the rows have cells: they are short.
  if (shape.header) shape.width = std::max(shape.width, lines[at].extent);
  shape.begin = lines[at].begin;
  shape.line = lines[at].number;
  for (std::size_t k = 0; k < at; ++k) {
    std::size_t& first = lines[k].comment ? shape.first_comment : shape.first_title;
    if (++(lines[k].comment ? shape.comments : shape.titles) == 1) first = lines[k].number;
  }
  return {};
}

}  // namespace rfm::data
