// Orders as lists of indices: one sort for every kind of key, since each that the compiler makes
// anew is 2 KB of a WebAssembly module. O(n log n) comparisons.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace rfm::data {

using Before = bool (*)(const void* keys, std::size_t a, std::size_t b);

// Brings the indices into ascending order of their keys; equals stay as they stand.
inline void sort_indices(std::vector<std::size_t>& indices, Before before, const void* keys) {
  std::stable_sort(indices.begin(), indices.end(),
                   [=](std::size_t a, std::size_t b) { return before(keys, a, b); });
}

template <class Less>
void sort_indices(std::vector<std::size_t>& indices, const Less& less) {
  const Before before = [](const void* keys, std::size_t a, std::size_t b) {
    return (*static_cast<const Less*>(keys))(a, b);
  };
  sort_indices(indices, before, &less);
}

// 0, 1, ..., n - 1 in ascending order of their keys, equals by index.
template <class Less>
std::vector<std::size_t> ascending(std::size_t n, const Less& less) {
  std::vector<std::size_t> indices(n);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  sort_indices(indices, less);
  return indices;
}

}  // namespace rfm::data
