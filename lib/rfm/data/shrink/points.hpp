// Few points that stand for many: greedy landmarks, the weights that make them repeat given
// outputs, and the kernel sums both are made of, in double precision. p landmarks of n points cost
// n p kernel values, n p^2 operations and n p numbers of memory.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/kernels/kernel.hpp"
#include "rfm/data/bytes.hpp"

namespace rfm::data {

// n points of r coordinates, in panels.
struct Points {
  std::size_t n = 0, r = 0;
  std::vector<double> panels;

  Points(std::size_t count, std::size_t coordinates)
      : n(count), r(coordinates), panels(array_size<double>(padded(count), coordinates)) {}
  double& at(std::size_t i, std::size_t k) { return panels[panel_index(i, k, r)]; }
  double at(std::size_t i, std::size_t k) const { return panels[panel_index(i, k, r)]; }

  // These points in this order; then those of `more`, of the same coordinates.
  Points chosen(const std::vector<std::size_t>& which) const;
  Points with(const Points& more) const;
};

// K (a.n, b.n) by columns: k(a_i, b_j) at [j * padded(a.n) + i].
std::vector<double> kernel_columns(const Kernel<double>& kernel, const Points& a, const Points& b);

// f (c, padded(at.n)) = sum over centres of alpha (c, padded(n)) k(centre, at).
std::vector<double> expansion_values(const Kernel<double>& kernel, const Points& centres,
                                     const std::vector<double>& alpha, std::size_t c,
                                     const Points& at);

// Up to p indices, the point that the others explain least first, ties to the lowest: pivoted
// Cholesky of the kernel matrix. Ends early when what is left is rounding. Behind the first
// `most_pivots`, whose n p^2 operations would become too many, the points follow of which those
// leave most unexplained.
constexpr std::size_t most_pivots = 512;
std::vector<std::size_t> greedy_landmarks(const Kernel<double>& kernel, const Points& points,
                                          std::size_t p);

// alpha (c, padded(landmarks.n)) that makes the landmarks repeat f (c, padded(at.n)) at the first n
// points `at`:
//     (K'K + lambda K_pp) alpha = K'f,      K = k(at, landmarks)
// with lambda small against the diagonal of k.
// Empty when no jitter makes the system positive definite.
std::vector<double> repeating_weights(const Kernel<double>& kernel, const Points& landmarks,
                                      const Points& at, std::size_t n, const std::vector<double>& f,
                                      std::size_t c);

}  // namespace rfm::data
