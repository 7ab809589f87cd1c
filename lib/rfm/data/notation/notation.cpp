#include "rfm/data/notation/notation.hpp"

#include <algorithm>
#include <limits>

#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

std::string_view view(Text text) { return {text.data, text.size}; }
Text text_of(std::string_view words) { return {words.data(), words.size()}; }

template <std::size_t count>
bool is_one_of(std::string_view word, const char* const (&words)[count]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Units that are known to measure the same things differently.
bool is_known_unit(std::string_view unit) {
  constexpr const char* units[] = {
      "%",    "‰",     "mm",  "cm",  "dm",   "m",    "km",  "in",   "inch", "ft",  "yd",
      "mi",   "miles", "mg",  "g",   "kg",   "t",    "lb",  "lbs",  "oz",   "st",  "ml",
      "cl",   "dl",    "l",   "L",   "gal",  "°C",   "°F",  "s",    "ms",   "sec", "min",
      "h",    "hr",    "hrs", "d",   "days", "W",    "kW",  "MW",   "GW",   "J",   "kJ",
      "kcal", "cal",   "kWh", "MWh", "Hz",   "kHz",  "MHz", "GHz",  "KB",   "kB",  "MB",
      "GB",   "TB",    "m2",  "m²",  "sqm",  "sqft", "ha",  "km/h", "kmh",  "mph", "bar",
      "psi",  "Pa",    "kPa", "hPa", "V",    "mV",   "A",   "mA"};
  return is_currency(unit) || is_one_of(unit, units);
}

// Whether text behind a number may be a unit: a short word or two, digits at the end at most.
bool is_unit(std::string_view text) {
  constexpr std::size_t longest = 24;
  if (text.empty() || text.size() > longest) return text.empty();
  const char first = text[0];
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (first == '/' && (text.size() < 2 || !((text[1] | 32) >= 'a' && (text[1] | 32) <= 'z')))
    return false;
  if (!letter && (first & 0x80) == 0 && first != '%' && first != '$' && first != '/' &&
      first != '"' && first != '\'')
    return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == ',' || text[k] == ';' || text[k] == '(') return false;
    if (text[k] >= '0' && text[k] <= '9' && (k + 1 < text.size() || k == 0)) return false;
  }
  return true;
}

// What the marks between the digits of one cell say.
struct Marks {
  std::size_t points = 0, commas = 0, others = 0, colons = 0;
  char definite = 0;    // the decimal mark
  bool either = false;  // a single mark that may be decimal or stand between thousands
};

Marks marks_of(Text body) {
  Marks marks;
  std::size_t last = 0, digits = 0, before = 0;  // digits in front of the last mark, all of them
  bool exponent = false;
  std::size_t end = body.size;
  for (std::size_t k = 0; k < body.size; ++k) {
    const char c = body.data[k];
    if (c >= '0' && c <= '9') {
      ++digits;
    } else if (c == 'e' || c == 'E') {
      exponent = true;
      end = k;
      break;
    } else {
      marks.points += c == '.' ? 1 : 0;
      marks.commas += c == ',' ? 1 : 0;
      marks.colons += c == ':' ? 1 : 0;
      if (c == '.' || c == ',') last = k, before = digits;
      if (c != '.' && c != ',' && c != ':' && (c & 0xC0) != 0x80) ++marks.others;
    }
  }
  if (marks.points + marks.commas == 0) return marks;
  const char mark = body.data[last], other = mark == '.' ? ',' : '.';
  const std::size_t count = mark == '.' ? marks.points : marks.commas;
  const std::size_t behind = end - last - 1;
  if (marks.points > 0 && marks.commas > 0) {
    marks.definite = count == 1 ? mark : 0;
  } else if (count > 1) {
    marks.definite = other;
  } else if (marks.others > 0 || exponent || behind != 3 || before == 0 || before > 3 ||
             body.data[0] == '0') {
    marks.definite = mark;
  } else {
    marks.either = true;
  }
  return marks;
}

class Decider {
 public:
  Decider(const TextColumn& cells, const std::string& words, char decimal)
      : cells_(cells), decimal_(decimal) {
    decision_.notation.words = words;
  }

  Decision decide() {
    for (std::size_t row = 0; row < cells_.size(); ++row) look_at(row);
    ColumnNotation& how = decision_.notation;
    if (10 * clocks_ >= 9 * numbers_ && clocks_ > 0) {
      how.clock = longest_ >= 24 || fraction_ ? Clock::minutes : Clock::hours;
      units_.clear();
    } else {
      settle_decimal();
      settle_unit();
    }
    how.spelled = true;
    decision_.numbers_in_any_unit = numbers_;
    for (std::size_t row = 0; row < cells_.size(); ++row) {
      CellNote note{};
      (void)read_cell(how, cells_[row], note);
      decision_.numbers += note == CellNote::read ? 1 : 0;
    }
    return std::move(decision_);
  }

 private:
  struct Use {
    UnitUse use;
    std::string before, behind;
  };

  void look_at(std::size_t row) {
    const std::string_view cell = cells_[row];
    if (decision_.notation.is_missing(cell)) return;
    ++decision_.present;
    WrittenNumber parts;
    if (!take_apart(text_of(cell), parts)) return;
    if (parts.before.size > 0 && !is_currency(view(parts.before))) return;
    const Marks marks = marks_of(parts.body);
    if (marks.colons > 0) {
      look_at_clock(parts, marks);
      return;
    }
    Text behind = parts.behind;
    scaled_ = take_scale(behind) > 0 || scaled_;
    if (!is_unit(view(behind))) return;
    ++numbers_;
    points_ += marks.definite == '.' ? 1 : 0;
    commas_ += marks.definite == ',' ? 1 : 0;
    if (marks.either && decision_.either++ == 0) decision_.mark_row = row;
    add_unit(parts, behind, row, scaled_units_);
    add_unit(parts, parts.behind, row, units_);
  }

  void look_at_clock(const WrittenNumber& parts, const Marks& marks) {
    if (parts.before.size > 0 || marks.others > 0) return;
    if (parts.behind.size > 0 && !is_half_day(parts.behind)) return;
    ++numbers_;
    ++clocks_;
    if (marks.colons > 1) return;
    std::size_t first = 0;
    for (std::size_t k = 0; k < parts.body.size && parts.body.data[k] != ':'; ++k)
      first = std::min<std::size_t>(10 * first + static_cast<std::size_t>(parts.body.data[k] - '0'),
                                    1000);
    longest_ = std::max(longest_, first);
    fraction_ = fraction_ || marks.points + marks.commas > 0;
  }

  // The unit as one word: that before, then that behind.
  static void add_unit(const WrittenNumber& parts, Text behind, std::size_t row,
                       std::vector<Use>& units) {
    constexpr std::size_t most = 32;
    std::string unit(view(parts.before));
    if (parts.before.size > 0 && behind.size > 0) unit += ' ';
    unit += view(behind);
    const bool zero =
        unit.empty() && std::all_of(parts.body.data, parts.body.data + parts.body.size,
                                    [](char c) { return c == '0' || c == '.' || c == ','; });
    if (zero) return;  // nothing is nothing in any unit
    const auto known = std::find_if(units.begin(), units.end(),
                                    [&](const Use& use) { return use.use.unit == unit; });
    if (known != units.end()) {
      ++known->use.count;
    } else if (units.size() < most) {
      Use& use = units.emplace_back();
      use.use.unit = unit;
      use.use.count = 1;
      use.use.row = row;
      use.before = view(parts.before);
      use.behind = view(behind);
    }
  }

  void settle_decimal() {
    ColumnNotation& how = decision_.notation;
    if (points_ > 0 || commas_ > 0) {
      decision_.definite = commas_ > points_ ? ',' : '.';
      how.decimal = decision_.definite;
    } else if (decision_.either > 0) {
      decision_.ambiguous = true;
      how.decimal = decimal_ != 0 ? decimal_ : '.';
    }
  }

  // The unit that all cells have; with several, those that are known to be different are told.
  void settle_unit() {
    // Scales stand alone or with a currency: classes 1A and 1B are no billions.
    decision_.notation.scaled =
        scaled_ && std::all_of(scaled_units_.begin(), scaled_units_.end(), [](const Use& use) {
          return use.behind.empty() || is_currency(use.behind);
        });
    const std::vector<Use>& units = decision_.notation.scaled ? scaled_units_ : units_;
    std::vector<std::size_t> named;
    bool bare = false, known = true;
    for (std::size_t k = 0; k < units.size(); ++k) {
      const std::string& unit = units[k].use.unit;
      bare = bare || unit.empty();
      if (unit.empty()) continue;
      named.push_back(k);
      known = known && is_known_unit(unit);
    }
    if (named.empty()) return;
    sort_indices(named, [&](std::size_t a, std::size_t b) {
      return units[a].use.count > units[b].use.count;
    });
    const Use& first = units[named[0]];
    const bool shares = first.use.unit == "%" && bare;  // 0.5 is not 50 %
    if ((named.size() > 1 && known) || shares) {
      for (const Use& use : units)
        if (shares || !use.use.unit.empty()) decision_.units.push_back(use.use);
      return;
    }
    // A unit that few cells have may be anything; a currency is one wherever it stands.
    if (2 * first.use.count < numbers_ && !is_currency(first.use.unit)) return;
    decision_.notation.before = first.before;
    decision_.notation.behind = first.behind;
  }

  const TextColumn& cells_;
  char decimal_;
  Decision decision_;
  std::size_t numbers_ = 0, clocks_ = 0, points_ = 0, commas_ = 0;
  std::size_t longest_ = 0;  // the first of two parts of a time
  bool fraction_ = false, scaled_ = false;
  std::vector<Use> units_, scaled_units_;  // behind numbers as they are, and without scales
};

}  // namespace

std::string word_list(const std::vector<std::string>& tokens) {
  std::string words;
  for (const std::string& token : tokens) {
    const Text inner = trimmed_wide(text_of(token));
    if (inner.size > 0 && token.find('\n') == std::string::npos)
      words.append(inner.data, inner.size) += '\n';
  }
  return words;
}

double read_cell(const ColumnNotation& how, std::string_view cell, CellNote& note) {
  double x = 0;
  note = read_number(how, ColumnKind::number, Cell<double>{text_of(cell), 0}, x);
  return note == CellNote::read ? x : std::numeric_limits<double>::quiet_NaN();
}

bool ColumnNotation::is_missing(std::string_view cell) const {
  const Text inner = trimmed_wide(text_of(cell));
  return (plainly ? is_plainly_missing(inner) : rfm::is_missing(inner)) ||
         (!words.empty() && is_among(missing_words(), inner));
}

bool is_currency(std::string_view unit) {
  constexpr const char* units[] = {
      "$",   "€",   "£",   "¥",   "₹",   "₽", "₩",   "₺",   "₪",    "₫",   "฿",   "₴",
      "₦",   "¢",   "US$", "A$",  "AU$", "C$",  "CA$", "R$",  "HK$",  "NZ$", "S$",  "Rs",
      "Rs.", "kr",  "kr.", "Kč",  "zł",  "Fr.", "Ft",  "lei", "USD",  "EUR", "GBP", "CHF",
      "JPY", "CNY", "INR", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK",  "PLN", "CZK", "HUF",
      "RUB", "TRY", "BRL", "MXN", "ZAR", "KRW", "SGD", "HKD", "Euro", "euro"};
  return is_one_of(unit, units);
}

bool is_number_in_any_form(std::string_view cell, double& x) {
  WrittenNumber parts;
  const Text inner = trimmed_wide(text_of(cell));
  if (parse_decimal(inner.data, inner.size, x)) return true;
  if (!take_apart(inner, parts)) return false;
  const Marks marks = marks_of(parts.body);
  Notation how;
  how.decimal = marks.definite == ',' ? ',' : '.';
  if (is_currency(view(parts.before))) how.before = parts.before;
  if (view(parts.behind) == "%" || is_currency(view(parts.behind))) how.behind = parts.behind;
  return parse_written(how, inner, x);
}

bool has_either_point(std::string_view number, bool& decides) {
  if (number.find('.') == std::string_view::npos) return false;
  if (number[0] == '-' || number[0] == '+') number.remove_prefix(1);
  const Marks marks = marks_of(text_of(number));
  decides = marks.definite == '.';
  return marks.either;
}

std::string words_of(const ColumnNotation& how) {
  std::vector<std::string> parts;
  if (how.decimal == ',') parts.emplace_back("decimal commas");
  for (const std::string* unit : {&how.before, &how.behind})
    if (!unit->empty()) parts.push_back("the unit '" + *unit + "'");
  if (how.scaled) parts.emplace_back("words such as k and M that multiply");
  if (how.clock == Clock::hours) parts.emplace_back("hours and minutes, read as seconds");
  if (how.clock == Clock::minutes) parts.emplace_back("minutes and seconds, read as seconds");
  if (parts.empty()) parts.emplace_back("marks between thousands, or with signs of another kind");
  std::string words = "with ";
  for (std::size_t k = 0; k < parts.size(); ++k)
    words += (k == 0 ? "" : k + 1 < parts.size() ? ", " : " and ") + parts[k];
  return words;
}

Decision decide_notation(const TextColumn& cells, const std::string& words, char decimal) {
  return Decider(cells, words, decimal).decide();
}

}  // namespace rfm::data
