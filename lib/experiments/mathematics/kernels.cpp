#include "experiments/mathematics/kernels.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/mathematics/random_numbers.hpp"

namespace rfm::experiments {
namespace {

// out_ij = value(x_i, z_j), given as pointers to d coordinates.
template <class Value>
Matrix each_pair(const Matrix& x, const Matrix& z, Value value) {
  auto out = Matrix::from_shape({x.shape(0), z.shape(0)});
  const std::size_t d = x.shape(1);
  for (std::size_t i = 0; i < x.shape(0); ++i)
    for (std::size_t j = 0; j < z.shape(0); ++j)
      out(i, j) = value(x.data() + i * d, z.data() + j * d, d);
  return out;
}

double square_norm(const double* x, std::size_t d) {
  double sum = 0;
  for (std::size_t k = 0; k < d; ++k) sum += x[k] * x[k];
  return sum;
}

// kappa0(S) = 1 - acos(S)/pi,  kappa1(S) = S kappa0(S) + sqrt(1 - S^2)/pi.  A layer:
//     P <- P kappa0(S) + |x||z| kappa1(S),  S <- kappa1(S);   NNGP = |x||z| S,  NTK = P
Matrix network_kernel(const Matrix& x, const Matrix& z, int depth, bool tangent) {
  const Matrix inner = times_transposed(x, z);
  Matrix out = inner;
  const std::size_t d = x.shape(1);
  for (std::size_t i = 0; i < x.shape(0); ++i)
    for (std::size_t j = 0; j < z.shape(0); ++j) {
      const double norms =
          std::sqrt(square_norm(x.data() + i * d, d) * square_norm(z.data() + j * d, d));
      double S = norms > 0 ? std::min(1.0, std::max(-1.0, inner(i, j) / norms)) : 0,
             P = inner(i, j);
      for (int layer = 0; layer < depth; ++layer) {
        const double kappa0 = 1 - std::acos(S) / pi;
        const double kappa1 = std::min(1.0, S * kappa0 + std::sqrt(1 - S * S) / pi);
        P = P * kappa0 + norms * kappa1;
        S = kappa1;
      }
      out(i, j) = tangent ? P : norms * S;
    }
  return out;
}

}  // namespace

Matrix square_distances(const Matrix& x, const Matrix& z) {
  return each_pair(x, z, [](const double* a, const double* b, std::size_t d) {
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
  });
}

Matrix laplace_kernel(const Matrix& x, const Matrix& z, double L) {
  Matrix out = square_distances(x, z);
  for (double& s : out) s = std::exp(-std::sqrt(s) / L);
  return out;
}

Matrix gaussian_kernel(const Matrix& x, const Matrix& z, double L) {
  Matrix out = square_distances(x, z);
  for (double& s : out) s = std::exp(-s / (2 * L * L));
  return out;
}

Matrix product_laplace_kernel(const Matrix& x, const Matrix& z, double L) {
  return each_pair(x, z, [L](const double* a, const double* b, std::size_t d) {
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += std::abs(a[k] - b[k]);
    return std::exp(-sum / L);
  });
}

Matrix cauchy_kernel(const Matrix& x, const Matrix& z, double L) {
  return each_pair(x, z, [L](const double* a, const double* b, std::size_t d) {
    double product = 1;
    for (std::size_t k = 0; k < d; ++k) product /= 1 + (a[k] - b[k]) * (a[k] - b[k]) / (L * L);
    return product;
  });
}

Matrix gaussian_process_kernel(const Matrix& x, const Matrix& z, int depth) {
  return network_kernel(x, z, depth, false);
}

Matrix tangent_kernel(const Matrix& x, const Matrix& z, int depth) {
  return network_kernel(x, z, depth, true);
}

Matrix symmetric_root(const Matrix& m) {
  const Spectrum s = spectrum(m);
  Matrix scaled = s.vectors;
  for (std::size_t i = 0; i < m.shape(0); ++i)
    for (std::size_t k = 0; k < m.shape(0); ++k)
      scaled(i, k) *= std::sqrt(std::max(0.0, s.values(k)));
  return times_transposed(scaled, s.vectors);
}

}  // namespace rfm::experiments
