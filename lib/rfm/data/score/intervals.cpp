#include "rfm/data/score/intervals.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace rfm::data {

std::vector<double> residual_quantiles(std::vector<double> residuals) {
  if (residuals.empty()) return {};
  const std::size_t n = residuals.size();
  for (double& r : residuals) r = r < 0 ? -r : r;
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
  encoding.residuals = residuals.size();
}

}  // namespace rfm::data
