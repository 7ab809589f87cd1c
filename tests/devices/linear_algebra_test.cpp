// Cholesky on the device: the factor times its transpose is the matrix, solving undoes multiplying,
// a matrix that is not positive definite is found.
#include <string.h>

#include "rfm/core/algebra/cholesky.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t n = 37;

// A(i, j) = 1 / (1 + |i - j|), n on the diagonal: positive definite.
float entry(size_t i, size_t j) {
  const size_t apart = i > j ? i - j : j - i;
  return apart == 0 ? static_cast<float>(n) / 8.0f : 1.0f / static_cast<float>(1 + apart);
}

rfm::Triangle<float> filled() {
  const rfm::Triangle<float> a{reinterpret_cast<float*>(device::shared), n};
  static_assert(rfm::triangle_size(n) * sizeof(float) <= device::shared_bytes);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) a.at(i, j) = entry(i, j);
  return a;
}

// (L L')(i, j); the diagonal of the factor holds reciprocals.
float product(rfm::Triangle<float> l, size_t i, size_t j) {
  float sum = 0;
  for (size_t k = 0; k <= j; ++k) {
    const float left = k == i ? 1.0f / l.at(i, k) : l.at(i, k);
    const float right = k == j ? 1.0f / l.at(j, k) : l.at(j, k);
    sum += left * right;
  }
  return sum;
}

}  // namespace

DEVICE_CASE(cholesky_factor_is_a_root) {
  const auto l = filled();
  CHECK(rfm::factor(l, 0.0f, nullptr) == n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) CHECK(device::near(product(l, i, j), entry(i, j), 1e-5f));
}

DEVICE_CASE(cholesky_solves) {
  const auto l = filled();
  CHECK(rfm::factor(l, 0.0f, nullptr) == n);
  float b[48] = {};
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) b[i] += entry(i, j) * static_cast<float>(j % 5);
  rfm::substitute(l, b, 48, 1, nullptr);
  for (size_t j = 0; j < n; ++j) CHECK(device::near(b[j], static_cast<float>(j % 5), 2e-4f));
}

DEVICE_CASE(cholesky_names_the_bad_pivot) {
  const auto l = filled();
  l.at(20, 20) = 0.01f;
  CHECK(rfm::factor(l, 0.0f, nullptr) == 20);
}

DEVICE_CASE(square_roots_are_correctly_rounded) {
  CHECK(rfm::rounded_square_root(2.0f) == 1.41421356f);
  CHECK(rfm::rounded_square_root(1.5e-39f) == 3.8729837e-20f);  // of a subnormal number
  CHECK(rfm::rounded_square_root(2.0) == 1.4142135623730951);
  CHECK(rfm::rounded_square_root(9.0f) == 3.0f);
}
