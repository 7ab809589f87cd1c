#include "rfm/data/order.hpp"

#include <algorithm>

namespace rfm::data {

// Runs of 1, 2, 4, ... indices are merged in pairs.
void sort_indices(std::vector<std::size_t>& indices, Before before, const void* keys) {
  const std::size_t n = indices.size();
  std::vector<std::size_t> merged(n);
  for (std::size_t run = 1; run < n; run *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * run) {
      const std::size_t middle = std::min(begin + run, n), end = std::min(middle + run, n);
      std::size_t left = begin, right = middle;
      for (std::size_t k = begin; k < end; ++k) {
        const bool take_left =
            right == end || (left < middle && !before(keys, indices[right], indices[left]));
        merged[k] = indices[take_left ? left++ : right++];
      }
    }
    indices.swap(merged);
  }
}

void sort_indices(std::vector<std::size_t>& indices) {
  sort_indices(indices, [](std::size_t a, std::size_t b) { return a < b; });
}

void sort_numbers(std::vector<double>& numbers) {
  const std::vector<double> keys = numbers;
  const auto less = [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; };
  std::size_t place = 0;
  for (const std::size_t k : ascending(keys.size(), less)) numbers[place++] = keys[k];
}

}  // namespace rfm::data
