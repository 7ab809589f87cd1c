// Text columns -> what each column is and what it is for, with the reason in a sentence. Every
// guess can be changed in the plan before make_table carries it out. One pass over the cells,
// O(cells log rows) at worst.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rfm/data/findings.hpp"
#include "rfm/data/notation/dates.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/table.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

enum class Role : uint32_t { feature, target, weight, ignored };

// "feature", "target", "weight", "ignored".
using rfm::word;
const char* word(DateOrder order);  // "dmy", "mdy"
const char* word(Role role);
const char* word(Task task);

struct ColumnPlan {
  std::string name;
  ColumnKind kind = ColumnKind::number;
  Role role = Role::feature;
  std::string reason;        // why this kind and this role, for people
  std::size_t missing = 0;   // cells that are missing
  std::size_t distinct = 0;  // different cells, missing ones left out
  std::size_t numbers = 0;   // cells that are numbers
  std::size_t odd_line =
      0;  // where the first cell stands that is neither a number nor missing, 0 when there is none
  double least = 0, largest = 0;  // of the numbers
  ColumnNotation notation{};      // how its cells are read
};

struct Plan {
  Task task = Task::regression;
  std::string task_reason;
  std::vector<ColumnPlan> columns;  // as in the text table
  Findings findings;                // about the cells; prepare_table adds those about rows
};

struct PlanOptions {
  std::string target;        // empty: the last column
  std::string weights;       // a column of weights, positive or 0 (without_weightless); empty: none
  std::string groups;        // rows with the same cell here are never on two sides of a division
  std::string time;          // rows are judged by what was learned from earlier ones alone
  std::optional<Task> task;  // found out when not given
  std::vector<std::string> only;  // use these features and no others; empty: all that are useful
  std::vector<std::string> drop;  // never use these
  std::vector<std::string> categorical;  // these are categories, whatever they look like
  std::vector<std::string> numeric;      // these are numbers, and what is not a number is missing
  std::vector<std::string> missing;      // cells of these words are missing
  bool keep_totals = false;              // a last row of totals is a row like others
  std::vector<std::string> dates;        // these are dates, and what is not a date is missing
  std::optional<DateOrder> date_order;   // where no cell of a column decides it
};

// The column to predict: the one that was asked for, else the last.
std::string target_name(const TextTable& text, const PlanOptions& options);

// Fails on names that are not columns, and when a column is named for two purposes.
Outcome plan_table(const TextTable& text, const PlanOptions& options, Plan& plan);

// Fails, naming the place, on a missing or unusable target or weight, fewer than two rows, no
// feature, one class.
Outcome make_table(const TextTable& text, const Plan& plan, Table& table);

// One column typed as `kind`; cells that cannot be read as that are missing. Of categories that
// differ in letter case and blanks alone the commonest spelling stands for all where they are
// folded.
Column make_column(const std::string& name, const TextColumn& cells, ColumnKind kind,
                   const ColumnNotation& how = {});

}  // namespace rfm::data
