#include "rfm/data/text/nearest.hpp"

#include <algorithm>
#include <numeric>

#include "rfm/core/cells/cell.hpp"

namespace rfm::data {
namespace {

// Without blanks around it, and A to Z small.
std::string folded(std::string_view word) {
  const Text inner = trimmed({word.data(), word.size()});
  std::string small(inner.size > 0 ? inner.data : "", inner.size);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

}  // namespace

std::size_t letters_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = corner + (a[i] == b[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t near = 2;
  const std::string wanted = folded(word);
  std::size_t best = near + 1;
  std::string nearest;
  for (const std::string& name : names) {
    const std::string other = folded(name);
    const std::size_t longer = std::max(wanted.size(), other.size());
    if (longer - std::min(wanted.size(), other.size()) > near) continue;
    const std::size_t distance = letters_between(wanted, other);
    if (distance >= best || 2 * distance >= std::max<std::size_t>(wanted.size(), 1)) continue;
    best = distance;
    nearest = name;
  }
  return nearest;
}

}  // namespace rfm::data
