// Dense linear algebra of the studies, by BLAS and LAPACK through xtensor-blas; compiled once, in
// linear.cpp.
#pragma once
#include <cstddef>
#include <xtensor/xtensor.hpp>

namespace rfm::experiments {

template <class T>
using MatrixOf = xt::xtensor<T, 2>;
using Matrix = MatrixOf<double>;
using Vector = xt::xtensor<double, 1>;

// a b, a b', a' b.
template <class T>
MatrixOf<T> times(const MatrixOf<T>& a, const MatrixOf<T>& b);
template <class T>
MatrixOf<T> times_transposed(const MatrixOf<T>& a, const MatrixOf<T>& b);
template <class T>
MatrixOf<T> transposed_times(const MatrixOf<T>& a, const MatrixOf<T>& b);

// (k + ridge I)^-1 y for a symmetric k. O(n^3).
Matrix solve(Matrix k, const Matrix& y, double ridge);

// Of a symmetric matrix, eigenvalues ascending, vectors as columns.
struct Spectrum {
  Vector values;
  Matrix vectors;
};
Spectrum spectrum(const Matrix& symmetric);

// sum_ij a_ij b_ij / (|a| |b|).
double cosine(const Matrix& a, const Matrix& b);

// The same of the parts that differ from their means: Pearson's correlation of all entries.
double correlation(const Matrix& a, const Matrix& b);

double mean_square(const Matrix& a, const Matrix& b);
// 1 - (squared error) / (squared distance from the mean of y).
double r2(const Matrix& answers, const Matrix& y);
// Share of rows whose largest entry is in the same place.
double same_class(const Matrix& answers, const Matrix& one_hot);

Matrix diagonal_of(const Matrix& square);  // (n, 1)

}  // namespace rfm::experiments
