#include "rfm/data/table/labels.hpp"

#include <algorithm>

#include "rfm/core/cells/cell.hpp"
#include "rfm/core/cells/fold.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

Text trimmed_text(std::string_view cell) { return trimmed({cell.data(), cell.size()}); }

// The number that a label is, a word for yes or no being 1 or 0: so that "y", "1" and "1.0" are one
// class whichever is met first. False for other words.
bool label_number(std::string_view label, double& value) {
  if (parse_number(label, value)) return true;
  const int meaning = truth(trimmed_text(label));
  value = meaning;
  return meaning >= 0;
}

}  // namespace

bool label_before(std::string_view a, std::string_view b) {
  double x = 0, y = 0;
  const bool a_number = parse_number(a, x), b_number = parse_number(b, y);
  if (a_number && b_number && x != y) return x < y;
  if (a_number != b_number) return a_number;
  return a < b;
}

bool same_label(std::string_view a, std::string_view b) {
  double x = 0, y = 0;
  return a == b || (label_number(a, x) && label_number(b, y) && x == y);
}

Labels::Labels(const std::vector<std::string>& names, bool folded)
    : names_(names), folded_(folded) {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    remember(static_cast<uint32_t>(k));
    if (spellings_.add(names_[k]) == class_of_.size())
      class_of_.push_back(static_cast<uint32_t>(k));
  }
}

uint32_t Labels::find(std::string_view cell) {
  const Text inner = trimmed_text(cell);
  const std::string_view name(inner.data, inner.size);
  if (const uint32_t met = spellings_.add(name); met < class_of_.size()) return class_of_[met];
  double number = 0;
  uint32_t found = unknown;
  if (label_number(name, number))
    if (const auto same = by_number_.find(number); same != by_number_.end()) found = same->second;
  for (std::size_t k = 0; folded_ && found == unknown && k < names_.size(); ++k)
    if (compare_folded({names_[k].data(), names_[k].size()}, inner) == 0)
      found = static_cast<uint32_t>(k);
  class_of_.push_back(found);
  return found;
}

// The first class that is this number keeps it.
void Labels::remember(uint32_t index) {
  double number = 0;
  if (label_number(names_[index], number)) by_number_.emplace(number, index);
}

uint32_t Labels::find_or_add(std::string_view cell) {
  const uint32_t found = find(cell);
  if (found != unknown) return found;
  const Text inner = trimmed_text(cell);
  names_.emplace_back(inner.data, inner.size);
  const auto added = static_cast<uint32_t>(names_.size() - 1);
  class_of_[spellings_.find(names_.back())] = added;
  remember(added);
  return added;
}

std::vector<uint32_t> Labels::sort() {
  const std::vector<std::size_t> order =
      ascending(names_.size(),
                [&](std::size_t a, std::size_t b) { return label_before(names_[a], names_[b]); });
  std::vector<uint32_t> place(names_.size());
  std::vector<std::string> sorted;
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<uint32_t>(k);
    sorted.push_back(names_[order[k]]);
  }
  names_ = std::move(sorted);
  for (uint32_t& index : class_of_) index = index == unknown ? unknown : place[index];
  for (auto& [number, index] : by_number_) index = place[index];
  return place;
}

}  // namespace rfm::data
