// Which rows of a table count, and the plan of what its columns are: what everything that learns
// from a table, or describes it, begins with.
#pragma once
#include "rfm/data/findings.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct Prepared {
  const TextTable* text = nullptr;  // the rows that count: the table that was given, or `kept`
  Plan plan;
  TextTable kept;
};

// Rows of weight 0 go first, so that whatever stands in them nothing changes; then those without a
// target, and a last row of totals. What is left is planned. `text` must outlive `prepared`, which
// stays where it is.
Outcome prepare_table(const TextTable& text, const PlanOptions& options, Prepared& prepared);

}  // namespace rfm::data
