// Matrices for tests of the core's linear algebra: random packed ones, measures of error computed
// in double, and the same matrix as an xtensor.
#pragma once
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>

#include "rfm/core/algebra/symmetric.hpp"
#include "rfm/core/base/random.hpp"

namespace rfm_test {

using Scalars = std::tuple<float, double>;

// Numbers uniform in [-1, 1).
template <class T>
std::vector<T> uniform_numbers(size_t count, uint64_t seed) {
  rfm::Random random(seed);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(2.0 * random.unit() - 1.0);
  return numbers;
}

// root' root, packed, for root (rank, d), each entry summed in double.
template <class T>
std::vector<T> packed_product(const std::vector<T>& root, size_t rank, size_t d) {
  std::vector<T> m(rfm::packed_size(d));
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (size_t k = 0; k < rank; ++k)
        sum += static_cast<double>(root[k * d + i]) * static_cast<double>(root[k * d + j]);
      m[rfm::packed_index(i, j)] = static_cast<T>(sum);
    }
  return m;
}

template <class T>
std::vector<T> packed_diagonal(const std::vector<T>& diagonal) {
  std::vector<T> m(rfm::packed_size(diagonal.size()), T(0));
  for (size_t i = 0; i < diagonal.size(); ++i) m[rfm::packed_index(i, i)] = diagonal[i];
  return m;
}

template <class T>
xt::xtensor<double, 2> full(const std::vector<T>& m, size_t d) {
  xt::xtensor<double, 2> a(std::array<size_t, 2>{d, d});
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) a(i, j) = static_cast<double>(m[rfm::packed_index(i, j)]);
  return a;
}

template <class T>
double largest_difference(const std::vector<T>& a, const std::vector<T>& b) {
  double largest = a.size() == b.size() ? 0 : HUGE_VAL;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    largest = std::fmax(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

template <class T>
double largest_entry(const std::vector<T>& m) {
  double largest = 0;
  for (T entry : m) largest = std::fmax(largest, std::fabs(static_cast<double>(entry)));
  return largest;
}

template <class T>
bool all_finite(const std::vector<T>& values) {
  for (T value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace rfm_test
