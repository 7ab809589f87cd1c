#include "experiments/mathematics/linear.hpp"

#include <cmath>
#include <xtensor-blas/xblas.hpp>
#include <xtensor-blas/xlinalg.hpp>

namespace rfm::experiments {
namespace {

template <class T>
MatrixOf<T> product(const MatrixOf<T>& a, const MatrixOf<T>& b, bool turn_a, bool turn_b) {
  auto out =
      MatrixOf<T>::from_shape({turn_a ? a.shape(1) : a.shape(0), turn_b ? b.shape(0) : b.shape(1)});
  if (out.size() > 0) xt::blas::gemm(a, b, out, turn_a, turn_b, T(1), T(0));
  return out;
}

double mean_of(const Matrix& a) {
  double sum = 0;
  for (const double x : a) sum += x;
  return sum / static_cast<double>(a.size());
}

}  // namespace

template <class T>
MatrixOf<T> times(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  return product(a, b, false, false);
}
template <class T>
MatrixOf<T> times_transposed(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  return product(a, b, false, true);
}
template <class T>
MatrixOf<T> transposed_times(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  return product(a, b, true, false);
}
template MatrixOf<float> times(const MatrixOf<float>&, const MatrixOf<float>&);
template MatrixOf<double> times(const MatrixOf<double>&, const MatrixOf<double>&);
template MatrixOf<float> times_transposed(const MatrixOf<float>&, const MatrixOf<float>&);
template MatrixOf<double> times_transposed(const MatrixOf<double>&, const MatrixOf<double>&);
template MatrixOf<float> transposed_times(const MatrixOf<float>&, const MatrixOf<float>&);
template MatrixOf<double> transposed_times(const MatrixOf<double>&, const MatrixOf<double>&);

Matrix solve(Matrix k, const Matrix& y, double ridge) {
  for (std::size_t i = 0; i < k.shape(0); ++i) k(i, i) += ridge;
  return xt::linalg::solve(k, y);
}

Spectrum spectrum(const Matrix& symmetric) {
  auto [values, vectors] = xt::linalg::eigh(symmetric);
  return {values, vectors};
}

double cosine(const Matrix& a, const Matrix& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a.flat(i), y = b.flat(i);
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

double correlation(const Matrix& a, const Matrix& b) {
  return cosine(a - mean_of(a), b - mean_of(b));
}

double mean_square(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(a.flat(i) - b.flat(i), 2);
  return sum / static_cast<double>(a.size());
}

double r2(const Matrix& answers, const Matrix& y) {
  double mean = mean_of(y), spread = 0;
  for (const double value : y) spread += (value - mean) * (value - mean);
  return 1 - mean_square(answers, y) * static_cast<double>(y.size()) / spread;
}

double same_class(const Matrix& answers, const Matrix& one_hot) {
  const auto largest = [](const Matrix& a, std::size_t i) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < a.shape(1); ++k)
      if (a(i, k) > a(i, best)) best = k;
    return best;
  };
  std::size_t right = 0;
  for (std::size_t i = 0; i < answers.shape(0); ++i)
    right += largest(answers, i) == largest(one_hot, i) ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(answers.shape(0));
}

Matrix diagonal_of(const Matrix& square) {
  auto out = Matrix::from_shape({square.shape(0), 1});
  for (std::size_t i = 0; i < square.shape(0); ++i) out(i, 0) = square(i, i);
  return out;
}

}  // namespace rfm::experiments
