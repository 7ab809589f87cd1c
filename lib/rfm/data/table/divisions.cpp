#include "rfm/data/table/divisions.hpp"

#include <algorithm>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/notation/dates.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

std::string_view trimmed_cell(std::string_view cell) {
  const Text inner = trimmed({cell.data(), cell.size()});
  return {inner.data, inner.size};
}

bool missing(std::string_view cell) { return is_missing(trimmed({cell.data(), cell.size()})); }

template <class Key>
std::vector<uint32_t> ranks_of(const std::vector<Key>& keys) {
  const std::vector<std::size_t> order =
      ascending(keys.size(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::vector<uint32_t> ranks(keys.size());
  uint32_t rank = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && keys[order[k - 1]] < keys[order[k]]) ++rank;
    ranks[order[k]] = rank;
  }
  return ranks;
}

Outcome read_groups(const TextColumn& cells, const std::string& name,
                    std::vector<uint32_t>& groups) {
  Dictionary names;
  uint32_t lone = 0;
  for (std::size_t row = 0; row < cells.size(); ++row)
    if (!missing(cells[row])) names.add(trimmed_cell(cells[row]));
  const auto known = static_cast<uint32_t>(names.texts().size());
  for (std::size_t row = 0; row < cells.size(); ++row)
    groups.push_back(missing(cells[row]) ? known + lone++ : names.find(trimmed_cell(cells[row])));
  if (known + lone < 2) return refusal("all rows are of one group of '%'", {name});
  return {};
}

// Dates as seconds, else numbers, as the column is read.
Outcome read_times(const TextTable& text, const ColumnPlan& column, std::vector<uint32_t>& times) {
  const std::size_t k = text.find(column.name);
  const TextColumn& cells = text.columns[k];
  const bool dates = column.kind == ColumnKind::date;
  std::vector<double> moments(cells.size());
  for (std::size_t row = 0; row < cells.size(); ++row) {
    CellNote note{};
    Moment moment;
    if (dates) {
      note = read_moment(column.notation, cells[row], moment);
      moments[row] = static_cast<double>(seconds_of(moment));
    } else {
      moments[row] = read_cell(column.notation, cells[row], note);
    }
    if (note != CellNote::read)
      return refusal("line %: the time '%' is '%': times are numbers or dates throughout",
                     {text.line(row), column.name, trimmed_cell(cells[row]).substr(0, 40)},
                     text.line(row), k + 1);
  }
  times = ranks_of(moments);
  if (*std::max_element(times.begin(), times.end()) == 0)
    return refusal("all rows are of one time of '%'", {column.name});
  return {};
}

std::vector<uint32_t> chosen_of(const std::vector<uint32_t>& all,
                                const std::vector<std::size_t>& rows) {
  std::vector<uint32_t> chosen;
  for (const std::size_t row : rows)
    if (!all.empty()) chosen.push_back(all[row]);
  return chosen;
}

}  // namespace

Divisions Divisions::chosen(const std::vector<std::size_t>& rows) const {
  return {chosen_of(groups, rows), chosen_of(times, rows)};
}

bool Divisions::all_alike() const {
  const std::vector<uint32_t>& all = groups.empty() ? times : groups;
  return !all.empty() &&
         std::count(all.begin(), all.end(), all[0]) == static_cast<std::ptrdiff_t>(all.size());
}

Outcome read_divisions(const TextTable& text, const Plan& plan, const std::string& groups,
                       const std::string& time, Divisions& divisions) {
  divisions = {};
  if (!groups.empty())
    return read_groups(text.columns[text.find(groups)], groups, divisions.groups);
  if (!time.empty()) return read_times(text, plan.columns[text.find(time)], divisions.times);
  return {};
}

}  // namespace rfm::data
