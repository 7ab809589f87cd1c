#include "rfm/data/labels.hpp"

#include <algorithm>

#include "rfm/core/cell.hpp"
#include "rfm/data/number_text.hpp"

namespace rfm::data {
namespace {

Text trimmed_text(std::string_view cell) { return trimmed({cell.data(), cell.size()}); }

}  // namespace

bool label_before(std::string_view a, std::string_view b) {
  double x = 0, y = 0;
  const bool a_number = parse_number(a, x), b_number = parse_number(b, y);
  if (a_number && b_number && x != y) return x < y;
  if (a_number != b_number) return a_number;
  return a < b;
}

bool same_label(std::string_view a, std::string_view b) {
  if (a == b) return true;
  double x = 0, y = 0;
  if (parse_number(a, x) && parse_number(b, y)) return x == y;
  const Text first = trimmed_text(a), second = trimmed_text(b);
  return truth(first) >= 0 && truth(first) == truth(second);
}

Labels::Labels(const std::vector<std::string>& names) : names_(names) {
  for (std::size_t k = 0; k < names_.size(); ++k) known_.emplace(names_[k], static_cast<uint32_t>(k));
}

uint32_t Labels::find(std::string_view cell) {
  const Text inner = trimmed_text(cell);
  const std::string name(inner.data, inner.size);
  if (const auto met = known_.find(name); met != known_.end()) return met->second;
  uint32_t found = unknown;
  for (std::size_t k = 0; k < names_.size() && found == unknown; ++k) {
    if (same_label(names_[k], name)) found = static_cast<uint32_t>(k);
  }
  known_.emplace(name, found);
  return found;
}

uint32_t Labels::find_or_add(std::string_view cell) {
  const uint32_t found = find(cell);
  if (found != unknown) return found;
  const Text inner = trimmed_text(cell);
  names_.emplace_back(inner.data, inner.size);
  known_[names_.back()] = static_cast<uint32_t>(names_.size() - 1);
  return static_cast<uint32_t>(names_.size() - 1);
}

std::vector<uint32_t> Labels::sort() {
  std::vector<uint32_t> order(names_.size()), place(names_.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<uint32_t>(k);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return label_before(names_[a], names_[b]); });
  std::vector<std::string> sorted;
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<uint32_t>(k);
    sorted.push_back(names_[order[k]]);
  }
  names_ = std::move(sorted);
  for (auto& [name, index] : known_) index = index == unknown ? unknown : place[index];
  return place;
}

}  // namespace rfm::data
