#include "rfm/data/shrink/points.hpp"

#include <algorithm>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/algebra/symmetric.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

constexpr double ridge_share = 1e-5;      // of the largest diagonal entry of the kernel
constexpr double first_jitter = 1e-13;    // of the largest diagonal entry of the system
constexpr double rounding_share = 1e-10;  // of the largest k(u, u): what is left is rounding

// A (packed rows) += K'K for K (n, p) by columns with stride `stride`.
void add_gram(const std::vector<double>& columns, std::size_t stride, std::size_t n, std::size_t p,
              std::vector<double>& a) {
  constexpr std::size_t together = 8;
  std::vector<double> rows(array_size<double>(together, p));
  for (std::size_t i = 0; i < n; i += together) {
    const std::size_t count = n - i < together ? n - i : together;
    for (std::size_t l = 0; l < together; ++l)
      for (std::size_t j = 0; j < p; ++j)
        rows[l * p + j] = l < count ? columns[j * stride + i + l] : 0;
    for (std::size_t j = 0; j < p; ++j) {
      double* row = &a[packed_row(j)];
      for (std::size_t l = 0; l < together; ++l)
        add_multiple(rows[l * p + j], &rows[l * p], j + 1, row);
    }
  }
}

}  // namespace

Points Points::chosen(const std::vector<std::size_t>& which) const {
  Points points(which.size(), r);
  for (std::size_t i = 0; i < which.size(); ++i)
    for (std::size_t k = 0; k < r; ++k) points.at(i, k) = at(which[i], k);
  return points;
}

Points Points::with(const Points& more) const {
  Points points(n + more.n, r);
  for (std::size_t i = 0; i < points.n; ++i)
    for (std::size_t k = 0; k < r; ++k) points.at(i, k) = i < n ? at(i, k) : more.at(i - n, k);
  return points;
}

std::vector<double> kernel_columns(const Kernel<double>& kernel, const Points& a, const Points& b) {
  const std::size_t stride = padded(a.n);
  std::vector<double> columns(array_size<double>(b.n, stride)), tile(panel * panel);
  for (std::size_t j = 0; j < b.n; j += panel) {
    const std::size_t count = b.n - j < panel ? b.n - j : panel;
    for (std::size_t i = 0; i < a.n; i += panel) {
      kernel.functions->values(kernel.parameters, a.panels.data() + i * a.r,
                               b.panels.data() + j * b.r, a.r, count, tile.data());
      for (std::size_t k = 0; k < count; ++k)
        for (std::size_t l = 0; l < panel; ++l)
          columns[(j + k) * stride + i + l] = tile[k * panel + l];
    }
  }
  return columns;
}

std::vector<double> expansion_values(const Kernel<double>& kernel, const Points& centres,
                                     const std::vector<double>& alpha, std::size_t c,
                                     const Points& at) {
  const std::size_t stride = padded(at.n), weights = padded(centres.n);
  std::vector<double> f(array_size<double>(c, stride)), tile(panel * panel);
  for (std::size_t i = 0; i < at.n; i += panel)
    for (std::size_t j = 0; j < centres.n; j += panel) {
      const std::size_t count = centres.n - j < panel ? centres.n - j : panel;
      kernel.functions->values(kernel.parameters, at.panels.data() + i * at.r,
                               centres.panels.data() + j * at.r, at.r, count, tile.data());
      for (std::size_t o = 0; o < c; ++o)
        for (std::size_t k = 0; k < count; ++k)
          add_multiple(alpha[o * weights + j + k], &tile[k * panel], panel, &f[o * stride + i]);
    }
  return f;
}

std::vector<std::size_t> greedy_landmarks(const Kernel<double>& kernel, const Points& points,
                                          std::size_t p) {
  Model<double> model;
  model.kernel = kernel;
  model.n = points.n;
  model.r = points.r;
  model.centres = points.panels.data();
  const std::size_t most = std::min({p, points.n, most_pivots});
  std::vector<double> left(choose_landmarks_scratch(points.n, most, points.r));
  std::vector<std::size_t> landmarks(most);
  landmarks.resize(choose_landmarks(model, most, landmarks.data(), left.data(), rounding_share));
  if (landmarks.size() < most_pivots) return landmarks;
  const Points first = points.chosen({landmarks[0]});
  const double largest = kernel_columns(kernel, first, first)[0];
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < points.n; ++i)
    if (left[i] > rounding_share * largest) rest.push_back(i);
  sort_indices(rest, [&left](std::size_t a, std::size_t b) { return left[a] > left[b]; });
  rest.resize(std::min(rest.size(), p - landmarks.size()));
  landmarks.insert(landmarks.end(), rest.begin(), rest.end());
  return landmarks;
}

std::vector<double> repeating_weights(const Kernel<double>& kernel, const Points& landmarks,
                                      const Points& at, std::size_t n, const std::vector<double>& f,
                                      std::size_t c) {
  const std::size_t p = landmarks.n, stride = padded(at.n), weights = padded(p);
  const std::vector<double> columns = kernel_columns(kernel, at, landmarks);
  const std::vector<double> own = kernel_columns(kernel, landmarks, landmarks);
  double largest = 0;
  for (std::size_t j = 0; j < p; ++j)
    largest = own[j * weights + j] > largest ? own[j * weights + j] : largest;
  std::vector<double> a(packed_size(p));
  add_gram(columns, stride, n, p, a);
  double top = 0;
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t k = 0; k <= j; ++k)
      a[packed_row(j) + k] += ridge_share * largest * own[k * weights + j];
    top = a[packed_row(j) + j] > top ? a[packed_row(j) + j] : top;
  }
  std::vector<double> numbers(triangle_size(p));
  const Triangle<double> system{numbers.data(), p};
  double jitter = first_jitter;
  while (jitter < 1e-3) {
    for (std::size_t j = 0; j < p; ++j)
      for (std::size_t k = 0; k <= j; ++k)
        system.at(j, k) = a[packed_row(j) + k] + (j == k ? jitter * top : 0);
    jitter *= 100;
    if (factor(system, 0.0, nullptr) != p) continue;
    std::vector<double> alpha(array_size<double>(c, weights));
    for (std::size_t o = 0; o < c; ++o)
      for (std::size_t j = 0; j < p; ++j)
        for (std::size_t i = 0; i < n; ++i)
          alpha[o * weights + j] += columns[j * stride + i] * f[o * stride + i];
    substitute(system, alpha.data(), weights, c, nullptr);
    return alpha;
  }
  return {};
}

}  // namespace rfm::data
