#include "rfm/data/score/intervals.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t fewest_residuals = 200, parts = 5, usual_percent = 90;
constexpr double worth = 0.98;

// So many residuals of average size are taken to be known of every group of rows.
constexpr double known_before = 20;

// Larger residuals count as one that so many percent are within.
constexpr std::size_t largest_percent = 98;

std::vector<double> sizes_of(std::vector<double> residuals) {
  for (double& r : residuals) r = r < 0 ? -r : r;
  return residuals;
}

// Mean sizes of residuals in groups of rows with similar predictions, against the mean of all:
// values, then factors. Part `held` of the rows is left out. `order` ascends by prediction.
std::vector<double> difficulty_of(const std::vector<std::size_t>& order,
                                  const std::vector<double>& predicted,
                                  const std::vector<double>& sizes, std::size_t held) {
  std::vector<std::size_t> rows;
  double mean = 0;
  for (const std::size_t i : order)
    if (i % parts != held) {
      rows.push_back(i);
      mean += sizes[i];
    }
  const std::size_t n = rows.size();
  mean /= static_cast<double>(n);
  std::vector<double> difficulty(difficulty_points, 0);
  difficulty.resize(difficulty.size() + difficulty_points, 1);
  for (std::size_t group = 0; group < difficulty_points; ++group) {
    const std::size_t first = n * group / difficulty_points,
                      end = n * (group + 1) / difficulty_points;
    const auto count = static_cast<double>(end - first);
    double place = 0, size = known_before * mean;
    for (std::size_t k = first; k < end; ++k) {
      place += predicted[rows[k]] / count;
      size += sizes[rows[k]];
    }
    difficulty[group] = place;
    if (mean > 0) difficulty[difficulty_points + group] = size / (count + known_before) / mean;
  }
  return difficulty;
}

double difficulty_at(const std::vector<double>& difficulty, double value) {
  Encoding<double> encoding;
  encoding.difficulty = difficulty.data();
  return interval_difficulty(encoding, value);
}

}  // namespace

std::vector<double> residual_quantiles(std::vector<double> residuals) {
  if (residuals.empty()) return {};
  const std::size_t n = residuals.size();
  residuals = sizes_of(std::move(residuals));
  std::stable_sort(residuals.begin(), residuals.end());
  std::vector<double> quantiles(interval_points, 0);
  for (std::size_t p = 1; p < interval_points; ++p) {
    const std::size_t rank = ((n + 1) * p + 99) / 100;  // counted from 1
    quantiles[p] = residuals[std::min(rank, n) - 1];
  }
  return quantiles;
}

void set_intervals(const std::vector<double>& residuals, FittedEncoding& encoding) {
  encoding.interval = residual_quantiles(residuals);
  encoding.difficulty.clear();
  encoding.residuals = residuals.size();
}

void set_intervals(const std::vector<double>& predicted, const std::vector<double>& residuals,
                   FittedEncoding& encoding) {
  set_intervals(residuals, encoding);
  const std::size_t n = residuals.size();
  if (n < fewest_residuals) return;
  std::vector<double> sizes = sizes_of(residuals), divided = residuals;
  for (double& size : sizes) size = std::min(size, encoding.interval[largest_percent]);
  const std::vector<std::size_t> order =
      ascending(n, [&](std::size_t a, std::size_t b) { return predicted[a] < predicted[b]; });
  double sum = 0;
  for (std::size_t held = 0; held < parts; ++held) {
    const std::vector<double> others = difficulty_of(order, predicted, sizes, held);
    for (std::size_t i = held; i < n; i += parts) {
      const double here = difficulty_at(others, predicted[i]);
      divided[i] /= here;
      sum += here / static_cast<double>(n);
    }
  }
  std::vector<double> quantiles = residual_quantiles(divided);
  if (!(sum * quantiles[usual_percent] < worth * encoding.interval[usual_percent])) return;
  encoding.interval = std::move(quantiles);
  encoding.difficulty = difficulty_of(order, predicted, sizes, parts);
}

}  // namespace rfm::data
