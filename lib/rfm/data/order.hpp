// Orders as lists of indices, by one merge sort for every kind of key: what the standard library compiles for
// each use of its own would be a good part of a small module. O(n log n) comparisons, n indices of memory.
#pragma once
#include <cstddef>
#include <vector>

namespace rfm::data {

using Before = bool (*)(const void* keys, std::size_t a, std::size_t b);

// Brings the indices into ascending order of their keys; equals stay as they stand.
void sort_indices(std::vector<std::size_t>& indices, Before before, const void* keys);

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
  for (std::size_t k = 0; k < n; ++k) indices[k] = k;
  sort_indices(indices, less);
  return indices;
}

// The indices themselves.
void sort_indices(std::vector<std::size_t>& indices);

void sort_numbers(std::vector<double>& numbers);

}  // namespace rfm::data
