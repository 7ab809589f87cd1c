// Columns that number the rows: dropped where their name says so too, or where the target does not
// follow them, and never when no other column is left.
#pragma once
#include <vector>

#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/read_columns.hpp"

namespace rfm::data {

// Settles columns of the plan that count the rows from 0 or 1, and gives the first identifier of
// numbers back when no feature is left. The target's place in the plan is settled.
void settle_counters(const TextTable& text, const PlanOptions& options,
                     const std::vector<ReadColumn>& read, Plan& plan);

}  // namespace rfm::data
