#include "rfm/data/search/split.hpp"

#include <algorithm>
#include <utility>

#include "rfm/core/base/random.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

std::size_t rounded_share(std::size_t n, double share) {
  const double wanted = share * static_cast<double>(n) + 0.5;
  if (!(wanted >= 1)) return 0;
  return wanted >= static_cast<double>(n) ? n : static_cast<std::size_t>(wanted);
}

std::size_t test_rows(std::size_t n, double share) {
  if (n < 2) return 0;
  return std::clamp<std::size_t>(rounded_share(n, share), 1, n - 1);
}

Split split_by(const std::vector<bool>& tested) {
  Split split;
  for (std::size_t row = 0; row < tested.size(); ++row)
    (tested[row] ? split.test : split.train).push_back(row);
  return split;
}

uint32_t classes_of(const std::vector<uint32_t>& labels) {
  return labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1;
}

// Test rows of each class: its exact share rounded down, then one more for the largest remainders
// until the total is right; one row of a class always stays in training.
std::vector<std::size_t> quotas(const std::vector<std::size_t>& sizes, double share,
                                std::size_t total) {
  std::vector<std::size_t> quota(sizes.size());
  std::vector<double> remainders(sizes.size());
  std::vector<std::size_t> order;
  std::size_t given = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double exact = share * static_cast<double>(sizes[k]);
    const std::size_t most = sizes[k] == 0 ? 0 : sizes[k] - 1;
    quota[k] = std::min(exact >= 1 ? static_cast<std::size_t>(exact) : 0, most);
    given += quota[k];
    remainders[k] = static_cast<double>(quota[k]) - exact;
    if (quota[k] < most) order.push_back(k);
  }
  sort_indices(order, [&](std::size_t a, std::size_t b) { return remainders[a] < remainders[b]; });
  for (const std::size_t k : order) {
    if (given >= total) break;
    ++quota[k];
    ++given;
  }
  return quota;
}

}  // namespace

std::vector<std::size_t> all_rows(std::size_t n) {
  std::vector<std::size_t> rows(n);
  for (std::size_t k = 0; k < n; ++k) rows[k] = k;
  return rows;
}

// Fisher and Yates.
std::vector<std::size_t> shuffled(std::size_t n, uint64_t seed) {
  std::vector<std::size_t> rows = all_rows(n);
  Random random(seed);
  for (std::size_t k = n; k > 1; --k)
    std::swap(rows[k - 1], rows[static_cast<std::size_t>(random.below(k))]);
  return rows;
}

Split holdout(std::size_t n, double share, uint64_t seed) {
  const std::vector<std::size_t> order = shuffled(n, seed);
  std::vector<bool> tested(n, false);
  for (std::size_t k = 0; k < test_rows(n, share); ++k) tested[order[k]] = true;
  return split_by(tested);
}

Split stratified_holdout(const std::vector<uint32_t>& labels, double share, uint64_t seed) {
  std::vector<std::size_t> sizes(classes_of(labels), 0);
  for (const uint32_t label : labels) ++sizes[label];
  std::vector<std::size_t> quota = quotas(sizes, share, test_rows(labels.size(), share));
  std::vector<bool> tested(labels.size(), false);
  for (const std::size_t row : shuffled(labels.size(), seed)) {
    if (quota[labels[row]] == 0) continue;
    --quota[labels[row]];
    tested[row] = true;
  }
  return split_by(tested);
}

std::vector<uint32_t> folds_of(std::size_t n, uint32_t folds, uint64_t seed) {
  return stratified_folds_of(std::vector<uint32_t>(n, 0), folds, seed);
}

// Dealt like cards: class after class, the shuffled rows of a class go to the folds in turn.
std::vector<uint32_t> stratified_folds_of(const std::vector<uint32_t>& labels, uint32_t folds,
                                          uint64_t seed) {
  std::vector<std::size_t> order = shuffled(labels.size(), seed);
  sort_indices(order, [&](std::size_t a, std::size_t b) { return labels[a] < labels[b]; });
  std::vector<uint32_t> fold(labels.size(), 0);
  for (std::size_t k = 0; k < order.size(); ++k)
    fold[order[k]] = folds == 0 ? 0 : static_cast<uint32_t>(k % folds);
  return fold;
}

namespace {

// The rows of each group, the groups in an order that the seed decides.
std::vector<std::vector<std::size_t>> shuffled_groups(const std::vector<uint32_t>& groups,
                                                      uint64_t seed) {
  std::vector<std::vector<std::size_t>> met(classes_of(groups)), all;
  for (std::size_t row = 0; row < groups.size(); ++row) met[groups[row]].push_back(row);
  for (const std::size_t g : shuffled(met.size(), seed))
    if (!met[g].empty()) all.push_back(std::move(met[g]));
  return all;
}

}  // namespace

// Large groups first, each to the fold that has the fewest rows. Groups of about one size, within a
// factor of two, come as they were shuffled, so that seeds differ.
std::vector<uint32_t> group_folds_of(const std::vector<uint32_t>& groups, uint32_t folds,
                                     uint64_t seed) {
  const std::vector<std::vector<std::size_t>> all = shuffled_groups(groups, seed);
  const auto magnitude = [&](std::size_t g) {
    std::size_t bits = 0;
    for (std::size_t size = all[g].size(); size > 0; size /= 2) ++bits;
    return bits;
  };
  const std::vector<std::size_t> order = ascending(
      all.size(), [&](std::size_t a, std::size_t b) { return magnitude(a) > magnitude(b); });
  std::vector<std::size_t> rows(folds, 0);
  std::vector<uint32_t> fold(groups.size(), 0);
  for (const std::size_t g : order) {
    const auto least = std::min_element(rows.begin(), rows.end());
    *least += all[g].size();
    for (const std::size_t row : all[g]) fold[row] = static_cast<uint32_t>(least - rows.begin());
  }
  return fold;
}

std::vector<uint32_t> time_blocks_of(const std::vector<uint32_t>& times, uint32_t blocks) {
  const std::vector<std::size_t> order =
      ascending(times.size(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  std::vector<uint32_t> block(times.size(), 0);
  std::size_t before = 0;  // the equal part that the rows of this time and of the last begin in
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && times[order[end]] == times[order[begin]]) ++end;
    const std::size_t part = begin * blocks / order.size();
    uint32_t here = begin == 0 ? 0 : block[order[begin - 1]];
    if (part > before) ++here;
    before = part;
    for (std::size_t k = begin; k < end; ++k) block[order[k]] = here;
  }
  return block;
}

Split grouped_holdout(const std::vector<uint32_t>& groups, double share, uint64_t seed) {
  const std::vector<std::vector<std::size_t>> all = shuffled_groups(groups, seed);
  const std::size_t wanted = test_rows(groups.size(), share);
  std::vector<bool> tested(groups.size(), false);
  std::size_t taken = 0;
  for (std::size_t g = 0; g + 1 < all.size(); ++g) {
    const std::size_t with = taken + all[g].size();
    // A group that overshoots by more than is lacking is passed over, unless there is none yet.
    if (taken > 0 && with > wanted && with - wanted > wanted - std::min(taken, wanted)) continue;
    for (const std::size_t row : all[g]) tested[row] = true;
    taken = with;
    if (taken >= wanted) break;
  }
  return split_by(tested);
}

Split latest_holdout(const std::vector<uint32_t>& times, double share) {
  const std::vector<std::size_t> order =
      ascending(times.size(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  const std::size_t wanted = test_rows(times.size(), share);
  const uint32_t first = std::max(times[order[times.size() - wanted]], times[order[0]] + 1);
  std::vector<bool> tested(times.size(), false);
  for (std::size_t row = 0; row < times.size(); ++row) tested[row] = times[row] >= first;
  return split_by(tested);
}

}  // namespace rfm::data
