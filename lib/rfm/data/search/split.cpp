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

}  // namespace rfm::data
