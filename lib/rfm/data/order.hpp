// Orders as lists of indices. O(n log n) comparisons.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace rfm::data {

// 0, 1, ..., n - 1 in ascending order of their keys, equals by index.
template <class Less>
std::vector<std::size_t> ascending(std::size_t n, const Less& less) {
  std::vector<std::size_t> indices(n);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::stable_sort(indices.begin(), indices.end(), less);
  return indices;
}

}  // namespace rfm::data
