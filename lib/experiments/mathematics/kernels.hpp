// Kernel matrices written as the paper has them, for the studies that look at the matrix itself.
// O(n m d).
#pragma once
#include "experiments/mathematics/linear.hpp"

namespace rfm::experiments {

// (n, m): (x_i - z_j)' M (x_i - z_j), from differences of rows projected by the root of M that is
// given.
Matrix square_distances(const Matrix& x, const Matrix& z);

// exp(-D / L) and exp(-D^2 / (2 L^2)).
Matrix laplace_kernel(const Matrix& x, const Matrix& z, double L);
Matrix gaussian_kernel(const Matrix& x, const Matrix& z, double L);
// exp(-|x - z|_1 / L) and prod 1 / (1 + (x_k - z_k)^2 / L^2).
Matrix product_laplace_kernel(const Matrix& x, const Matrix& z, double L);
Matrix cauchy_kernel(const Matrix& x, const Matrix& z, double L);

// Networks of infinite width with so many hidden ReLU layers: at random weights, and their
// tangents.
Matrix gaussian_process_kernel(const Matrix& x, const Matrix& z, int depth);
Matrix tangent_kernel(const Matrix& x, const Matrix& z, int depth);

// R with R R = M, symmetric; rows of x R have the kernel of M. Negative eigenvalues count as 0.
Matrix symmetric_root(const Matrix& m);

}  // namespace rfm::experiments
