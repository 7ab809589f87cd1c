#include "rfm/data/table/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/table/guess.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/text/nearest.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Outcome unknown_column(const TextTable& text, const std::string& name) {
  if (const std::string meant = nearest_name(name, text.names); !meant.empty())
    return refusal("there is no column '%'; did you mean '%'?", {name, meant});
  std::string words = sentence("there is no column '%'; there are", {name});
  constexpr std::size_t most = 20;
  for (std::size_t k = 0; k < text.names.size() && k < most; ++k)
    words += sentence(k == 0 ? " %" : ", %", {text.names[k]});
  if (text.names.size() > most) words += ", ...";
  return failure(std::move(words));
}

Outcome check_names(const TextTable& text, const PlanOptions& options, const std::string& target) {
  if (text.names.empty()) return failure("the table has no columns");
  for (const auto* names : {&options.only, &options.drop, &options.categorical, &options.numeric}) {
    for (const std::string& name : *names) {
      if (text.find(name) == TextTable::nowhere) return unknown_column(text, name);
    }
  }
  if (text.find(target) == TextTable::nowhere) return unknown_column(text, target);
  if (!options.weights.empty() && text.find(options.weights) == TextTable::nowhere) {
    return unknown_column(text, options.weights);
  }
  if (options.weights == target)
    return refusal("column '%' cannot be both target and weight", {target});
  if (contains(options.drop, target))
    return refusal("column '%' is the target and cannot be dropped", {target});
  for (const std::string& name : options.categorical) {
    if (contains(options.numeric, name))
      return refusal("column '%' cannot be both category and number", {name});
  }
  return {};
}

void apply_wishes(const PlanOptions& options, ColumnPlan& column) {
  const bool wanted = contains(options.only, column.name);
  if (contains(options.drop, column.name) || (!options.only.empty() && !wanted)) {
    column.role = Role::ignored;
    column.reason = "left out as asked";
  } else if (contains(options.categorical, column.name)) {
    column.kind = ColumnKind::category;
    column.role = Role::feature;
    column.reason = sentence("a category as asked, % different cells", {column.distinct});
  } else if (contains(options.numeric, column.name)) {
    column.kind = ColumnKind::number;
    column.role = Role::feature;
    column.reason = "a number as asked";
  } else if (wanted && column.role == Role::ignored) {
    column.role = Role::feature;
    column.reason = sentence("used as asked, though it looks like %", {column.reason});
  }
}

// How many rows lack an answer and what to do about it.
std::string missing_rows(const TextColumn& cells) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    count += is_missing(trimmed({cell.data(), cell.size()})) ? 1 : 0;
  }
  return count == 1 ? "; that row cannot be used: take it out"
                    : sentence("; % rows cannot be used: take them out", {count});
}

// The rows whose cells are missing or no number, told by the first of them.
Outcome check_numbers(const TextTable& text, std::size_t column, const char* what, bool positive) {
  const TextColumn& cells = text.columns[column];
  for (std::size_t row = 0; row < cells.size(); ++row) {
    double x = 0;
    const std::string_view cell = cells[row];
    if (parse_number(cell, x) && (!positive || x > 0)) continue;
    const bool none = is_missing(trimmed({cell.data(), cell.size()}));
    const std::string found = none ? "is missing" : sentence("is '%'", {cell.substr(0, 40)});
    return refusal("line %: the % '%' %, not a %number%",
                   {text.line(row), what, text.names[column], found, positive ? "positive " : "",
                    none ? missing_rows(cells) : std::string()},
                   text.line(row), column + 1);
  }
  return {};
}

Outcome take_numbers(const TextTable& text, std::size_t column, const char* what, bool positive,
                     std::vector<double>& numbers) {
  if (Outcome outcome = check_numbers(text, column, what, positive); !outcome.ok()) return outcome;
  numbers = make_column(text.names[column], text.columns[column], ColumnKind::number).numbers;
  return {};
}

Outcome take_labels(const TextTable& text, std::size_t column, const std::string& reason,
                    Table& table) {
  const TextColumn& cells = text.columns[column];
  Labels labels;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    if (is_missing(trimmed({cell.data(), cell.size()}))) {
      return refusal("line %: the target '%' is missing%",
                     {text.line(row), text.names[column], missing_rows(cells)}, text.line(row),
                     column + 1);
    }
    table.labels.push_back(labels.find_or_add(cell));
  }
  const std::vector<uint32_t> place = labels.sort();
  for (uint32_t& label : table.labels) label = place[label];
  table.classes = labels.names();
  if (table.classes.size() < 2) {
    return refusal("the target '%' has one class only, '%': there is nothing to tell apart",
                   {text.names[column], table.classes[0]}, 0, column + 1);
  }
  if (table.classes.size() == table.labels.size() && table.classes.size() > 2) {
    return refusal("the target '%' has a class of its own in every row (%)",
                   {text.names[column], reason}, 0, column + 1);
  }
  return {};
}

}  // namespace

const char* word(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::number:
      return "number";
    case ColumnKind::yes_no:
      return "yes/no";
    case ColumnKind::category:
      return "category";
  }
  return "unknown";
}

const char* word(Role role) {
  switch (role) {
    case Role::feature:
      return "feature";
    case Role::target:
      return "target";
    case Role::weight:
      return "weight";
    case Role::ignored:
      return "ignored";
  }
  return "unknown";
}

const char* word(Task task) { return task == Task::regression ? "regression" : "classification"; }

std::string target_name(const TextTable& text, const PlanOptions& options) {
  return options.target.empty() && !text.names.empty() ? text.names.back() : options.target;
}

Outcome plan_table(const TextTable& text, const PlanOptions& options, Plan& plan) {
  const std::string target = target_name(text, options);
  if (Outcome outcome = check_names(text, options, target); !outcome.ok()) return outcome;
  Plan result;
  for (std::size_t k = 0; k < text.names.size(); ++k) {
    const ColumnFacts facts = facts_of(text.columns[k]);
    ColumnPlan column = guess_feature(text, k, facts);
    if (column.name == target) {
      column.role = Role::target;
      guess_task(facts, result);
      if (options.task.has_value()) {
        result.task = *options.task;
        result.task_reason = "as asked";
      }
      column.kind = result.task == Task::regression ? ColumnKind::number : ColumnKind::category;
      column.reason = result.task_reason;
    } else if (column.name == options.weights) {
      column.role = Role::weight;
      column.kind = ColumnKind::number;
      column.reason = "weights as asked";
    } else {
      apply_wishes(options, column);
    }
    result.columns.push_back(std::move(column));
  }
  plan = std::move(result);
  return {};
}

Column make_column(const std::string& name, const TextColumn& cells, ColumnKind kind) {
  Column column;
  column.name = name;
  column.kind = kind;
  Dictionary categories;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    const Text inner = trimmed({cell.data(), cell.size()});
    if (kind != ColumnKind::category) {
      double x = missing_number;
      const int yes = kind == ColumnKind::yes_no ? truth(inner) : -1;
      if (yes >= 0) {
        x = yes;
      } else if (parse_number(cell, x) && kind == ColumnKind::yes_no && x != 0 && x != 1) {
        x = missing_number;
      }
      column.numbers.push_back(x);
    } else if (is_missing(inner)) {
      column.codes.push_back(missing_code);
    } else {
      column.codes.push_back(categories.add({inner.data, inner.size}));
    }
  }
  column.categories = categories.texts();
  return column;
}

Outcome make_table(const TextTable& text, const Plan& plan, Table& table) {
  if (plan.columns.size() != text.names.size())
    return failure("the plan was made for another table");
  if (text.rows() < 2)
    return failure("one row is not enough to learn from", text.rows() == 0 ? 0 : text.line(0));
  Table result;
  result.rows = text.rows();
  result.task = plan.task;
  for (std::size_t k = 0; k < text.names.size(); ++k) {
    const ColumnPlan& column = plan.columns[k];
    if (column.role == Role::feature) {
      result.features.push_back(make_column(text.names[k], text.columns[k], column.kind));
    } else if (column.role == Role::weight) {
      if (!result.weights.empty()) return failure("there are two columns of weights");
      if (Outcome outcome = take_numbers(text, k, "weight", true, result.weights); !outcome.ok())
        return outcome;
    } else if (column.role == Role::target) {
      if (!result.target_name.empty()) return failure("there are two targets");
      result.target_name = text.names[k];
      Outcome outcome = plan.task == Task::regression
                            ? take_numbers(text, k, "target", false, result.targets)
                            : take_labels(text, k, column.reason, result);
      if (!outcome.ok()) return outcome;
    }
  }
  if (result.target_name.empty()) return failure("no column is the target");
  if (result.features.empty())
    return failure("no column is left to learn from: all are constant, identifiers or left out");
  table = std::move(result);
  return {};
}

}  // namespace rfm::data
