#include "rfm/data/table/column_facts.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

struct Runs {
  std::size_t distinct = 0, rarest = 0, commonest = 0;
};

template <class T>
Runs runs_of(const std::vector<T>& values) {
  const std::vector<std::size_t> order =
      ascending(values.size(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  Runs runs;
  for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
    while (end < values.size() && values[order[end]] == values[order[begin]]) ++end;
    const std::size_t length = end - begin;
    runs.rarest = runs.distinct == 0 ? length : std::min(runs.rarest, length);
    runs.commonest = std::max(runs.commonest, length);
    ++runs.distinct;
  }
  return runs;
}

bool is_whole(double x) {
  return x > -9007199254740992.0 && x < 9007199254740992.0 &&
         static_cast<double>(static_cast<long long>(x)) == x;
}

}  // namespace

ColumnFacts facts_of(const TextColumn& cells) {
  ColumnFacts facts;
  facts.rows = cells.size();
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
  bool yes = false, no = false, other = false;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    const Text inner = trimmed({cell.data(), cell.size()});
    if (is_missing(inner)) {
      ++facts.missing;
      continue;
    }
    double x = 0;
    const bool number = parse_number(cell, x);
    const int truth_value = number ? (x == 0 ? 0 : x == 1 ? 1 : -1) : truth(inner);
    (truth_value < 0 ? other : truth_value == 0 ? no : yes) = true;
    if (number) {
      facts.least = numbers.empty() || x < facts.least ? x : facts.least;
      facts.largest = numbers.empty() || x > facts.largest ? x : facts.largest;
      numbers.push_back(x);
    } else {
      if (texts.empty()) facts.first_text = row;
      texts.emplace_back(inner.data, inner.size);
    }
    if (facts.example.empty()) facts.example.assign(inner.data, inner.size);
  }
  facts.numbers = numbers.size();
  facts.truths = yes && no && !other;
  facts.whole = std::all_of(numbers.begin(), numbers.end(), is_whole);
  const Runs runs = runs_of(numbers);
  facts.distinct_numbers = runs.distinct;
  facts.rarest = runs.rarest;
  facts.commonest = runs.commonest;
  facts.distinct = facts.distinct_numbers + runs_of(texts).distinct;
  return facts;
}

}  // namespace rfm::data
