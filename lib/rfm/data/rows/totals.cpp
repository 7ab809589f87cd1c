#include "rfm/data/rows/totals.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "rfm/data/notation/notation.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t least_rows = 4;
constexpr double exact = 1e-6, rounded = 0.01;  // of the sum: written in full, or from other digits

Text trimmed_cell(std::string_view cell) { return trimmed_wide({cell.data(), cell.size()}); }

bool is_total_word(Text text) {
  while (text.size > 0 && text.data[text.size - 1] == ':') --text.size;
  constexpr const char* words[] = {
      "total",  "totals",      "grand total", "sum",          "sums",    "subtotal",      "summe",
      "gesamt", "gesamtsumme", "insgesamt",   "suma",         "totale",  "total general", "average",
      "mean",   "avg",         "mittelwert",  "durchschnitt", "moyenne", "somme"};
  for (const char* word : words)
    if (same_word(text, word)) return true;
  return false;
}

double distance(double a, double b) { return a > b ? a - b : b - a; }
double size_of(double a) { return a > 0 ? a : -a; }

struct Above {
  double sum = 0;
  std::size_t count = 0;
};

// Of the first so many rows.
Above above_last(const TextColumn& cells, const ColumnNotation& how, std::size_t rows) {
  Above above;
  for (std::size_t row = 0; row < rows; ++row) {
    CellNote note{};
    const double x = read_cell(how, cells[row], note);
    if (note != CellNote::read) continue;
    above.sum += x;
    ++above.count;
  }
  return above;
}

// What the last row has of numbers and texts.
struct LastRow {
  std::size_t sums = 0, means = 0, others = 0;  // numbers that are those of the rows above, or not
  std::size_t texts = 0;                        // cells that are no numbers
  bool labelled = false;                        // the first text is a word for totals
};

// Compares the last row with the first so many.
LastRow look_at(const TextTable& text, const Plan& plan, std::size_t rows, double by) {
  LastRow last;
  const std::size_t row = text.rows() - 1;
  for (std::size_t k = 0; k < text.columns.size(); ++k) {
    const ColumnPlan& column = plan.columns[k];
    const TextColumn& cells = text.columns[k];
    const Text cell = trimmed_cell(cells[row]);
    if (column.notation.is_missing(cells[row])) continue;
    CellNote note{};
    const double x = read_cell(column.notation, cells[row], note);
    if (note != CellNote::read) {
      last.labelled = last.labelled || (++last.texts == 1 && is_total_word(cell));
      continue;
    }
    const bool numeric = 10 * (column.numbers + 1) >= 9 * (text.rows() - column.missing);
    // A sum of numbers of one sign is beyond each of them.
    if (!numeric || (!last.labelled && x != column.largest && x != column.least)) {
      ++last.others;
      continue;
    }
    const Above above = above_last(cells, column.notation, rows);
    const double limit = by * size_of(x);
    const double mean = above.sum / static_cast<double>(above.count == 0 ? 1 : above.count);
    if (above.count > 1 && x != 0 && distance(above.sum, x) <= limit) {
      ++last.sums;
    } else if (above.count > 1 && x != 0 && distance(mean, x) <= limit) {
      ++last.means;
    } else {
      ++last.others;
    }
  }
  return last;
}

// Whether the first text of a row is a word for totals.
bool begins_with_total(const TextTable& text, const Plan& plan, std::size_t row) {
  for (std::size_t k = 0; k < text.columns.size(); ++k) {
    const std::string_view cell = text.columns[k][row];
    CellNote note{};
    (void)read_cell(plan.columns[k].notation, cell, note);
    if (note == CellNote::unreadable) return is_total_word(trimmed_cell(cell));
  }
  return false;
}

}  // namespace

bool ends_in_totals(const TextTable& text, const Plan& plan) {
  if (text.rows() < least_rows) return false;
  // Sums may stand above averages: both are of what is above them all.
  std::size_t rows = text.rows() - 1;
  while (rows > least_rows && begins_with_total(text, plan, rows - 1)) --rows;
  const LastRow close = look_at(text, plan, rows, rounded);
  if (close.labelled)
    return close.sums + close.means > 0 || (close.texts == 1 && close.others == 0);
  if (close.sums < 2) return false;
  const LastRow last = look_at(text, plan, rows, exact);
  return last.sums >= 2 && last.sums > last.others && last.texts == 0;
}

std::size_t rows_of_totals(const TextTable& text, const PlanOptions& options) {
  TextTable rest;
  const TextTable* rows = &text;
  Plan plan;
  while (plan_table(*rows, options, plan).ok() && ends_in_totals(*rows, plan)) {
    std::vector<std::size_t> others(rows->rows() - 1);
    for (std::size_t row = 0; row < others.size(); ++row) others[row] = row;
    TextTable fewer;
    with_rows(*rows, others, fewer);
    rest = std::move(fewer);
    rows = &rest;
  }
  return text.rows() - rows->rows();
}

}  // namespace rfm::data
