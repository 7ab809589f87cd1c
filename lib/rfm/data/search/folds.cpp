#include "rfm/data/search/folds.hpp"

#include <algorithm>
#include <set>

#include "rfm/core/base/random.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
std::vector<std::size_t> fair_order(const SearchData& data, uint64_t seed) {
  std::vector<std::size_t> order = shuffled(data.n, seed);
  if (data.labels == nullptr) return order;
  // Row j of a class with n_k rows stands at (j + 1/2) / n_k of the way.
  std::vector<double> met(data.c + 1, 0.0), size(data.c + 1, 0.0), place(data.n);
  for (std::size_t i = 0; i < data.n; ++i) size[data.labels[i]] += 1;
  for (const std::size_t i : order) place[i] = (met[data.labels[i]]++ + 0.5) / size[data.labels[i]];
  sort_indices(order, [&](std::size_t a, std::size_t b) { return place[a] < place[b]; });
  return order;
}

Folds make_folds(const SearchData& data, const std::vector<std::size_t>& order, std::size_t m,
                 std::size_t k, std::size_t ways, uint64_t seed) {
  Folds result;
  result.each = k;
  result.rows.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(m));
  std::sort(result.rows.begin(), result.rows.end());
  std::vector<uint32_t> labels;
  for (std::size_t i = 0; data.labels != nullptr && i < m; ++i)
    labels.push_back(data.labels[result.rows[i]]);
  const auto of_rows = [&](const uint32_t* all) {
    std::vector<uint32_t> values;
    for (const std::size_t row : result.rows) values.push_back(all[row]);
    return values;
  };
  if (data.times != nullptr) {
    result.forward = true;
    result.ways.push_back(time_blocks_of(of_rows(data.times), static_cast<uint32_t>(k + 1)));
    result.each = std::max(*std::max_element(result.ways[0].begin(), result.ways[0].end()), 1u);
    return result;
  }
  if (data.groups != nullptr) {
    const std::vector<uint32_t> groups = of_rows(data.groups);
    result.each = std::min(k, std::set<uint32_t>(groups.begin(), groups.end()).size());
    for (std::size_t way = 0; way < ways; ++way)
      result.ways.push_back(
          group_folds_of(groups, static_cast<uint32_t>(result.each), random_bits(seed, way)));
    return result;
  }
  for (std::size_t way = 0; way < ways; ++way) {
    const uint64_t way_seed = random_bits(seed, way);
    result.ways.push_back(labels.empty()
                              ? folds_of(m, static_cast<uint32_t>(k), way_seed)
                              : stratified_folds_of(labels, static_cast<uint32_t>(k), way_seed));
  }
  return result;
}

}  // namespace rfm::data
