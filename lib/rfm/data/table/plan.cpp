#include "rfm/data/table/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/table/guess.hpp"
#include "rfm/data/table/identifiers.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/table/read_columns.hpp"
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
  for (const auto* names :
       {&options.only, &options.drop, &options.categorical, &options.numeric, &options.dates}) {
    for (const std::string& name : *names) {
      if (text.find(name) == TextTable::nowhere) return unknown_column(text, name);
    }
  }
  if (text.find(target) == TextTable::nowhere) return unknown_column(text, target);
  for (const std::string* name : {&options.weights, &options.groups, &options.time})
    if (!name->empty() && text.find(*name) == TextTable::nowhere)
      return unknown_column(text, *name);
  if (!options.groups.empty() && !options.time.empty())
    return failure("rows are divided by groups or by time, not by both");
  for (const std::string* name : {&options.groups, &options.time})
    if (*name == target) return refusal("column '%' is the target and divides no rows", {target});
  if (options.weights == target)
    return refusal("column '%' cannot be both target and weight", {target});
  if (contains(options.drop, target))
    return refusal("column '%' is the target and cannot be dropped", {target});
  for (const std::string& name : options.categorical) {
    if (contains(options.numeric, name))
      return refusal("column '%' cannot be both category and number", {name});
  }
  for (const std::string& name : options.dates) {
    if (contains(options.numeric, name) || contains(options.categorical, name))
      return refusal("column '%' cannot be a date and something else", {name});
  }
  return {};
}

void apply_wishes(const PlanOptions& options, ColumnPlan& column) {
  const bool wanted = contains(options.only, column.name);
  const bool divides = column.name == options.groups || column.name == options.time;
  if (contains(options.drop, column.name) || (!options.only.empty() && !wanted)) {
    column.role = Role::ignored;
    column.reason = "left out as asked";
  } else if (contains(options.categorical, column.name)) {
    column.kind = ColumnKind::category;
    column.role = Role::feature;
    column.reason = sentence("a category as asked, % different cells", {column.distinct});
    column.notation.spelled = false;
  } else if (contains(options.numeric, column.name)) {
    column.kind = ColumnKind::number;
    column.role = Role::feature;
    column.reason = "a number as asked";
  } else if (divides && !wanted) {
    column.role = Role::ignored;
    column.reason = "it divides the rows, as asked";
  } else if (contains(options.dates, column.name)) {
    column.role = Role::feature;
    column.reason = "a date as asked";
  } else if (wanted && column.role == Role::ignored) {
    column.role = Role::feature;
    column.reason = sentence("used as asked, though it looks like %", {column.reason});
  }
}

// How many rows lack an answer and what to do about it.
std::string missing_rows(const TextColumn& cells, const ColumnNotation& how) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < cells.size(); ++row) count += how.is_missing(cells[row]) ? 1 : 0;
  return count == 1 ? "; that row cannot be used: take it out"
                    : sentence("; % rows cannot be used: take them out", {count});
}

// Fails on the first row whose cell is missing or no number.
Outcome take_numbers(const TextTable& text, std::size_t column, const char* what, bool positive,
                     const ColumnNotation& how, std::vector<double>& numbers) {
  const TextColumn& cells = text.columns[column];
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    CellNote note{};
    const double x = read_cell(how, cell, note);
    numbers.push_back(x);
    if (note == CellNote::read && (!positive || x > 0)) continue;
    const bool none = note == CellNote::missing;
    const std::string found = none ? "is missing" : sentence("is '%'", {cell.substr(0, 40)});
    return refusal("line %: the % '%' %, not a %number%",
                   {text.line(row), what, text.names[column], found, positive ? "positive " : "",
                    none ? missing_rows(cells, how) : std::string()},
                   text.line(row), column + 1);
  }
  return {};
}

Outcome take_labels(const TextTable& text, std::size_t column, const std::string& reason,
                    const ColumnNotation& how, Table& table) {
  const TextColumn& cells = text.columns[column];
  Column folded;
  if (how.folded) folded = make_column(text.names[column], cells, ColumnKind::category, how);
  Labels labels;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    if (how.is_missing(cell)) {
      return refusal("line %: the target '%' is missing%",
                     {text.line(row), text.names[column], missing_rows(cells, how)}, text.line(row),
                     column + 1);
    }
    table.labels.push_back(
        labels.find_or_add(how.folded ? folded.categories[folded.codes[row]] : cell));
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

const char* word(DateOrder order) { return order == DateOrder::dmy ? "dmy" : "mdy"; }

const char* word(Task task) { return task == Task::regression ? "regression" : "classification"; }

std::string target_name(const TextTable& text, const PlanOptions& options) {
  return options.target.empty() && !text.names.empty() ? text.names.back() : options.target;
}

namespace {

// What there is to say of how a column is read, by what it became; a column of times is used too.
void tell(const TextTable& text, const ReadColumn& read, const ColumnPlan& column, bool times,
          Findings& findings) {
  const auto add = [&](Finding what, std::size_t row, std::size_t count, std::string detail) {
    findings.push_back({what, text.line(row), count, std::move(detail), column.name});
  };
  const ColumnFacts& facts = read.facts;
  if (read.units.size() > 1 && column.role == Role::ignored) {
    std::string units;
    for (const UnitUse& use : read.units)
      units += sentence("%% (line %)", {units.empty() ? "" : ", ",
                                        use.unit.empty() ? "none" : use.unit, text.line(use.row)});
    add(Finding::mixed_units, read.units[0].row, read.units.size(), units);
  }
  if (column.role == Role::ignored && !times) return;
  const bool number = column.kind == ColumnKind::number;
  if (number && column.notation.spelled)
    add(Finding::notation, 0, facts.numbers, words_of(column.notation));
  if (number && read.ambiguous > 0)
    add(Finding::ambiguous, read.mark_row, read.ambiguous,
        std::string(text.columns[text.find(column.name)][read.mark_row]));
  if (read.codes && column.kind == ColumnKind::category)
    add(Finding::codes, facts.first_zero, facts.zeros, {});
  for (const Token& token : facts.words) add(Finding::words, token.row, token.count, token.text);
  if (column.kind == ColumnKind::date) {
    const DateFacts& dates = read.dates;
    if (dates.first_other != TextTable::nowhere)
      add(Finding::no_dates, dates.first_other, facts.present() - dates.read, {});
    if (dates.either > 0)
      add(Finding::either_order, dates.first_either, dates.either,
          std::string(text.columns[text.find(column.name)][dates.first_either]));
    return;
  }
  if (column.odd_line == 0 || facts.numbers == 0) return;
  const std::size_t odd = facts.present() - facts.numbers;
  if (number) add(Finding::no_numbers, facts.first_text, odd, {});
  if (column.kind == ColumnKind::category && facts.numbers > odd && column.role == Role::feature)
    add(Finding::some_text, facts.first_text, odd, {});
}

// Spellings of one level of a category, which differ in letter case and blanks alone: how many
// there are beside the first of each.
Fact spellings(const TextTable& text, std::size_t k, const ColumnPlan& column) {
  Dictionary levels;
  const TextColumn& cells = text.columns[k];
  for (std::size_t row = 0; row < cells.size(); ++row)
    if (!column.notation.is_missing(cells[row])) {
      const Text inner = trimmed({cells[row].data(), cells[row].size()});
      levels.add({inner.data, inner.size});
    }
  const std::vector<std::string>& texts = levels.texts();
  const auto compared = [&](std::size_t a, std::size_t b) {
    return compare_folded(ColumnNotation::text(texts[a]), ColumnNotation::text(texts[b]));
  };
  const std::vector<std::size_t> order =
      ascending(texts.size(), [&](std::size_t a, std::size_t b) { return compared(a, b) < 0; });
  Fact fact{Finding::folded, 0, 0, {}, column.name};
  for (std::size_t j = 1; j < order.size(); ++j)
    if (compared(order[j - 1], order[j]) == 0 && ++fact.count == 1)
      fact.detail = sentence("'%' and '%'", {texts[order[j - 1]], texts[order[j]]});
  return fact;
}

// Folds levels of a category, or classes, where there are such spellings and nobody wants to keep
// them apart.
void fold(const PlanOptions& options, Fact spelled, ColumnPlan& column, Findings& findings) {
  if (spelled.count == 0 || contains(options.categorical, column.name)) return;
  column.notation.folded = true;
  findings.push_back(std::move(spelled));
}

void set_target(const TextTable& text, std::size_t k, const PlanOptions& options,
                const ReadColumn& read, Plan& plan, ColumnPlan& column) {
  column.role = Role::target;
  ColumnFacts facts = read.facts;
  Fact spelled{Finding::folded, 0, 0, {}};
  if (!facts.all_numbers() && !contains(options.categorical, column.name))
    spelled = spellings(text, k, column);
  facts.distinct -= spelled.count;
  guess_task(facts, plan);
  if (options.task.has_value()) {
    plan.task = *options.task;
    plan.task_reason = "as asked";
  }
  if (read.is_date && !read.facts.all_numbers() && !options.task.has_value())
    plan.task_reason += "; a date is no target: write it as a number, such as days";
  column.kind = plan.task == Task::regression ? ColumnKind::number : ColumnKind::category;
  column.reason = plan.task_reason;
  if (plan.task == Task::regression) return;
  column.distinct = facts.distinct;
  fold(options, std::move(spelled), column, plan.findings);
}

}  // namespace

Outcome plan_table(const TextTable& text, const PlanOptions& options, Plan& plan) {
  const std::string target = target_name(text, options);
  if (Outcome outcome = check_names(text, options, target); !outcome.ok()) return outcome;
  Plan result;
  const std::vector<ReadColumn> read = read_columns(text, options);
  for (std::size_t k = 0; k < text.names.size(); ++k) {
    ColumnPlan column = guess_feature(text, k, read[k]);
    if (column.name == target) {
      set_target(text, k, options, read[k], result, column);
    } else if (column.name == options.weights) {
      column.role = Role::weight;
      column.kind = ColumnKind::number;
      column.reason = "weights as asked";
    } else {
      apply_wishes(options, column);
    }
    result.columns.push_back(std::move(column));
  }
  settle_counters(text, options, read, result);
  for (std::size_t k = 0; k < text.names.size(); ++k) {
    ColumnPlan& column = result.columns[k];
    tell(text, read[k], column, column.name == options.time, result.findings);
    if (column.role == Role::feature && column.kind == ColumnKind::category)
      fold(options, spellings(text, k, column), column, result.findings);
  }
  plan = std::move(result);
  return {};
}

namespace {

// Lets the commonest spelling stand for all that are the same when folded.
void merge_folded(Column& column) {
  const std::vector<std::string>& texts = column.categories;
  std::vector<std::size_t> counts(texts.size(), 0);
  for (const uint32_t code : column.codes)
    if (code != missing_code) ++counts[code];
  const auto compared = [&](std::size_t a, std::size_t b) {
    return compare_folded(ColumnNotation::text(texts[a]), ColumnNotation::text(texts[b]));
  };
  const std::vector<std::size_t> order = ascending(texts.size(), [&](std::size_t a, std::size_t b) {
    const int folded = compared(a, b);
    return folded != 0              ? folded < 0
           : counts[a] != counts[b] ? counts[a] > counts[b]
                                    : texts[a] < texts[b];
  });
  std::vector<uint32_t> level(texts.size());
  std::vector<std::string> kept;
  for (std::size_t j = 0; j < order.size(); ++j) {
    if (j == 0 || compared(order[j - 1], order[j]) != 0) kept.push_back(texts[order[j]]);
    level[order[j]] = static_cast<uint32_t>(kept.size() - 1);
  }
  for (uint32_t& code : column.codes) code = code == missing_code ? code : level[code];
  column.categories = std::move(kept);
}

}  // namespace

Column make_column(const std::string& name, const TextColumn& cells, ColumnKind kind,
                   const ColumnNotation& how) {
  Column column;
  column.name = name;
  column.kind = kind;
  column.notation = how;
  Dictionary categories;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    if (kind == ColumnKind::date) {
      Moment moment;
      column.numbers.push_back(read_moment(how, cell, moment) == CellNote::read
                                   ? static_cast<double>(seconds_of(moment))
                                   : missing_number);
    } else if (kind != ColumnKind::category) {
      double x = missing_number;
      if (read_number(how, kind, Cell<double>{{cell.data(), cell.size()}, 0}, x) != CellNote::read)
        x = missing_number;
      column.numbers.push_back(x);
    } else if (how.is_missing(cell)) {
      column.codes.push_back(missing_code);
    } else {
      const Text inner = trimmed({cell.data(), cell.size()});
      column.codes.push_back(categories.add({inner.data, inner.size}));
    }
  }
  column.categories = categories.texts();
  if (how.folded) merge_folded(column);
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
      result.features.push_back(
          make_column(text.names[k], text.columns[k], column.kind, column.notation));
    } else if (column.role == Role::weight) {
      if (!result.weights.empty()) return failure("there are two columns of weights");
      if (Outcome outcome = take_numbers(text, k, "weight", true, column.notation, result.weights);
          !outcome.ok())
        return outcome;
    } else if (column.role == Role::target) {
      if (!result.target_name.empty()) return failure("there are two targets");
      result.target_name = text.names[k];
      result.target_notation = column.notation;
      Outcome outcome =
          plan.task == Task::regression
              ? take_numbers(text, k, "target", false, column.notation, result.targets)
              : take_labels(text, k, column.reason, column.notation, result);
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
