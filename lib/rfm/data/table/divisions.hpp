// Which rows belong together and which come first, where the user has said so: what every division
// into rows to learn from and rows to be judged by must respect. O(n log n).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/outcome.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

struct Divisions {
  std::vector<uint32_t> groups;  // (rows) a number for each group, or nothing
  std::vector<uint32_t> times;   // (rows) ranks, equal where the times are, or nothing

  bool all_alike() const;  // there are groups or times, but one alone
  Divisions chosen(const std::vector<std::size_t>& rows) const;
};

// Of the columns with these names, empty where there is none. A row whose group is missing is a
// group of its own. Times are numbers or dates, as the plan of the table has it. Fails on a missing
// or strange time, and where all rows are of one group or time.
Outcome read_divisions(const TextTable& text, const Plan& plan, const std::string& groups,
                       const std::string& time, Divisions& divisions);

}  // namespace rfm::data
