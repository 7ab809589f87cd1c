#include "rfm/data/notation/dates.hpp"

#include <algorithm>

namespace rfm::data {
namespace {

// Columns whose first cells are no dates are not looked at further.
constexpr std::size_t tried_cells = 20;

// The cells read in one form.
DateFacts read_all(const TextColumn& cells, ColumnNotation how, DateForm form, std::size_t most) {
  DateFacts facts;
  facts.form = how.date = form;
  for (std::size_t row = 0, tried = 0; row < cells.size() && tried < most; ++row) {
    Moment moment;
    const CellNote note = read_moment(how, cells[row], moment);
    if (note == CellNote::missing) continue;
    ++tried;
    if (note == CellNote::read) {
      ++facts.read;
    } else if (facts.first_other == TextTable::nowhere) {
      facts.first_other = row;
    }
  }
  return facts;
}

// 4.5.2024 is not: who writes points writes the day first.
void count_either(const TextColumn& cells, DateFacts& facts) {
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const Text text = trimmed_wide(ColumnNotation::text(cells[row]));
    const std::size_t mark = cells[row].find_first_of("-/.");
    if (mark == std::string_view::npos || cells[row][mark] == '.') continue;
    Moment day_first, month_first;
    if (read_date(text, {false, false}, day_first) && read_date(text, {true, false}, month_first) &&
        seconds_of(day_first) != seconds_of(month_first) && ++facts.either == 1)
      facts.first_either = row;
  }
}

bool named_like_a_time(std::string_view name) {
  std::string lower;
  for (const char c : name) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const char* part : {"date", "time", "stamp", "unix", "epoch", "datum", "zeit", "fecha"})
    if (lower.find(part) != std::string::npos) return true;
  const std::string_view end =
      std::string_view(lower).substr(std::max<std::size_t>(lower.size(), 3) - 3);
  return lower == "when" || lower == "ts" || end == "_at" || end == "_ts";
}

}  // namespace

CellNote read_moment(const ColumnNotation& how, std::string_view cell, Moment& moment) {
  return rfm::read_moment(how.date, how.missing_words(),
                          Cell<double>{ColumnNotation::text(cell), 0, 0}, moment);
}

DateFacts date_facts(const TextColumn& cells, const ColumnNotation& how,
                     std::optional<DateOrder> said) {
  const auto all = static_cast<std::size_t>(-1);
  const DateForm day_form{false, false}, month_form{true, false};
  if (read_all(cells, how, day_form, tried_cells).read == 0 &&
      read_all(cells, how, month_form, tried_cells).read == 0)
    return {};
  const DateFacts by_day = read_all(cells, how, day_form, all),
                  by_month = read_all(cells, how, month_form, all);
  if (by_day.read != by_month.read) return by_day.read > by_month.read ? by_day : by_month;
  if (said.has_value()) return *said == DateOrder::mdy ? by_month : by_day;
  DateFacts facts = by_day;
  count_either(cells, facts);
  return facts;
}

DateFacts number_date_facts(const TextColumn& cells, const ColumnNotation& how,
                            std::string_view name, double least, double largest,
                            std::size_t distinct, bool asked) {
  const bool named = asked || named_like_a_time(name);
  if (least >= 19000101 && largest <= 20991231 && (named || distinct >= 3)) {
    DateFacts facts = read_all(cells, how, {}, cells.size());
    if (facts.read > 0 && facts.first_other == TextTable::nowhere) return facts;
  }
  constexpr double from_1980 = 315532800, to_2099 = 4102444800;
  if (asked || (named && least >= from_1980 && largest < to_2099))
    return read_all(cells, how, {false, true}, cells.size());
  return {};
}

std::string date_text(int32_t day) {
  const detail::Calendar at = detail::calendar_of(day);
  std::string text;
  for (const int32_t number : {10000 + at.year, 100 + at.month, 101 + at.of_month})
    text += (text.empty() ? "" : "-") + std::to_string(number).substr(1);
  return text;
}

}  // namespace rfm::data
