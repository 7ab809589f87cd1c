#include "rfm/data/table/identifiers.hpp"

#include <algorithm>
#include <string_view>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/data/table/guess.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

constexpr double sure = 3;  // standard deviations of what chance does

bool named(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The rows in the order that a column of numbers counts them in.
std::vector<std::size_t> rows_by(const TextColumn& cells, const ColumnNotation& how) {
  std::vector<double> numbers;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    CellNote note{};
    numbers.push_back(read_cell(how, cells[row], note));
  }
  return ascending(numbers.size(),
                   [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
}

// Whether neighbours in this order are more alike than chance makes them: von Neumann's ratio of
// the mean square of successive differences to the variance, which is 2 for any order.
bool follows(const std::vector<double>& y) {
  const auto n = static_cast<double>(y.size());
  double mean = 0, spread = 0, steps = 0;
  for (const double value : y) mean += value / n;
  for (const double value : y) spread += (value - mean) * (value - mean);
  for (std::size_t k = 1; k < y.size(); ++k) steps += (y[k] - y[k - 1]) * (y[k] - y[k - 1]);
  return steps < spread * (2 - sure * 2 * rounded_square_root((n - 2) / (n * n - 1)));
}

// The same of classes: how often neighbours agree.
bool follows(const std::vector<std::string_view>& labels) {
  Dictionary classes;
  std::vector<double> counts;
  for (const std::string_view label : labels) {
    const std::size_t number = classes.add(label);
    counts.resize(classes.texts().size());
    ++counts[number];
  }
  const auto n = static_cast<double>(labels.size());
  double chance = 0, agreed = 0;
  for (const double count : counts) chance += count * count / (n * n);
  for (std::size_t k = 1; k < labels.size(); ++k) agreed += labels[k] == labels[k - 1] ? 1 : 0;
  return agreed - (n - 1) * chance > sure * rounded_square_root((n - 1) * chance * (1 - chance));
}

bool target_follows(const TextTable& text, std::size_t counter, std::size_t target,
                    const Plan& plan, const std::vector<ReadColumn>& read) {
  std::vector<double> numbers;
  std::vector<std::string_view> labels;
  for (const std::size_t row : rows_by(text.columns[counter], read[counter].how)) {
    const std::string_view cell = text.columns[target][row];
    CellNote note{};
    const double x = read_cell(plan.columns[target].notation, cell, note);
    if (note == CellNote::missing) continue;
    if (note == CellNote::read) numbers.push_back(x);
    labels.push_back(cell);
  }
  if (labels.size() < identifier_rows) return false;
  return plan.task == Task::regression && numbers.size() == labels.size() ? follows(numbers)
                                                                          : follows(labels);
}

bool is_counter(const ReadColumn& read) {
  const ColumnFacts& facts = read.facts;
  return facts.rows >= identifier_rows && facts.sequence() && !read.codes &&
         (facts.least == 0 || facts.least == 1);
}

// Whether the file has names, and this column, its first, is the one without: an index that another
// program wrote.
bool is_index(const TextTable& text, std::size_t k) {
  return k == 0 && text.names.size() > 1 && text.names[0] == "column_1" &&
         text.names[1] != "column_2";
}

}  // namespace

void settle_counters(const TextTable& text, const PlanOptions& options,
                     const std::vector<ReadColumn>& read, Plan& plan) {
  const auto is_target = [](const ColumnPlan& column) { return column.role == Role::target; };
  const auto target = static_cast<std::size_t>(
      std::find_if(plan.columns.begin(), plan.columns.end(), is_target) - plan.columns.begin());
  for (std::size_t k = 0; k < plan.columns.size(); ++k) {
    ColumnPlan& column = plan.columns[k];
    if (column.role != Role::feature || !is_counter(read[k]) ||
        named(options.numeric, column.name) || named(options.categorical, column.name))
      continue;
    if (named(options.only, column.name)) {
      column.reason = "used as asked, though it looks like an identifier: it counts the rows";
      continue;
    }
    if (!is_index(text, k) && target_follows(text, k, target, plan, read)) {
      plan.findings.push_back({Finding::counter, 0, read[k].facts.rows, {}, column.name});
    } else {
      column.role = Role::ignored;
      column.reason = is_index(text, k) ? "an identifier: it counts the rows and has no name"
                                        : "an identifier: it counts the rows, and the target does "
                                          "not follow it";
      column.reason += "; --numeric uses it";
    }
  }
  for (const ColumnPlan& column : plan.columns)
    if (column.role == Role::feature) return;
  for (std::size_t k = 0; k < plan.columns.size(); ++k) {
    ColumnPlan& column = plan.columns[k];
    const ColumnFacts& facts = read[k].facts;
    if (column.role != Role::ignored || column.kind != ColumnKind::number || facts.distinct < 2 ||
        named(options.drop, column.name) || !options.only.empty())
      continue;
    column.role = Role::feature;
    column.reason = "the only column to learn from";
    plan.findings.push_back({Finding::only_predictor, 0, facts.rows, {}, column.name});
    return;
  }
}

}  // namespace rfm::data
