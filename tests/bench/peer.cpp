// Compiled with -O3 -march=native -ffast-math, so that its exponentials and square roots are
// vectors too.
#include "tests/bench/peer.hpp"

#include <cmath>
#include <xtensor-blas/xblas.hpp>
#include <xtensor-blas/xlapack.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xtensor.hpp>

extern "C" {
void openblas_set_num_threads(int threads);
char* openblas_get_config();
}

namespace rfm_bench {

std::string peer_in_words() { return openblas_get_config(); }

void set_peer_threads(int threads) { openblas_set_num_threads(threads); }

bool peer_cholesky(float* a, int n) {
  return cxxlapack::potrf<xt::blas_index_t>('L', n, a, n) == 0;
}
bool peer_cholesky(double* a, int n) {
  return cxxlapack::potrf<xt::blas_index_t>('L', n, a, n) == 0;
}

namespace {

using Matrix = xt::xtensor<float, 2>;
using Vector = xt::xtensor<float, 1>;

Matrix shaped(size_t rows, size_t columns) { return Matrix(std::array<size_t, 2>{rows, columns}); }

// Row norms under M: sum_k a_k (a M)_k.
Vector norms(const Matrix& a, const Matrix& am) {
  Vector sums(std::array<size_t, 1>{a.shape(0)});
  for (size_t i = 0; i < a.shape(0); ++i) {
    float sum = 0;
    for (size_t k = 0; k < a.shape(1); ++k) sum += a(i, k) * am(i, k);
    sums(i) = sum;
  }
  return sums;
}

// distances (a, b) under M, from am = a M, with b's norms.
void find_distances(const Matrix& am, const Vector& a_norms, const Matrix& b, const Vector& b_norms,
                    Matrix& out) {
  xt::blas::gemm(am, b, out, false, true, -2.0f, 0.0f);
  const size_t columns = out.shape(1);
  for (size_t i = 0; i < out.shape(0); ++i) {
    float* row = &out(i, 0);
    const float norm = a_norms(i);
    for (size_t j = 0; j < columns; ++j)
      row[j] = std::sqrt(std::fmax(row[j] + norm + b_norms(j), 0.0f));
  }
}

void laplace(const Matrix& distances, float L, Matrix& out) {
  const float* from = distances.data();
  float* to = out.data();
  const float rate = -1 / L;
  for (size_t i = 0; i < distances.size(); ++i) to[i] = std::exp(from[i] * rate);
}

}  // namespace

struct PeerMachine::State {
  Matrix x, y, m, xm, alpha;  // alpha (c, n)
  Vector x_norms;
  float L = 1;

  void transform() {
    xt::blas::gemm(x, m, xm);
    x_norms = norms(x, xm);
  }
  void solve(Matrix& k, float ridge) {
    const auto n = static_cast<xt::blas_index_t>(x.shape(0));
    for (size_t i = 0; i < x.shape(0); ++i) k(i, i) += ridge;
    for (size_t i = 0; i < x.shape(0); ++i)
      for (size_t o = 0; o < y.shape(1); ++o) alpha(o, i) = y(i, o);
    cxxlapack::potrf<xt::blas_index_t>('L', n, k.data(), n);
    cxxlapack::potrs<xt::blas_index_t>('L', n, static_cast<xt::blas_index_t>(alpha.shape(0)),
                                       k.data(), n, alpha.data(), n);
  }
  // distances become slopes k / (L D).
  void learn(Matrix& distances) {
    const size_t n = x.shape(0), d = x.shape(1), c = y.shape(1);
    float* slopes = distances.data();
    for (size_t i = 0; i < n * n; ++i)
      slopes[i] = slopes[i] < 1e-5f ? 0 : std::exp(-slopes[i] / L) / (slopes[i] * L);
    Matrix gradients = shaped(n * c, d), scaled = shaped(n, d), sums = shaped(n, c),
           columns = shaped(n, c);
    for (size_t i = 0; i < n; ++i)
      for (size_t o = 0; o < c; ++o) columns(i, o) = alpha(o, i);
    xt::blas::gemm(distances, columns, sums);
    Matrix part = shaped(n, d);
    for (size_t o = 0; o < c; ++o) {
      for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < d; ++k) scaled(i, k) = alpha(o, i) * xm(i, k);
      xt::blas::gemm(distances, scaled, part);
      for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < d; ++k) gradients(o * n + i, k) = part(i, k) - sums(i, o) * xm(i, k);
    }
    xt::blas::gemm(gradients, gradients, m, true, false);
    float largest = 0;
    for (size_t i = 0; i < d * d; ++i) largest = std::fmax(largest, m.data()[i]);
    for (size_t i = 0; i < d * d; ++i) m.data()[i] /= largest;
  }
};

PeerMachine::PeerMachine(const float* x, const float* y, size_t n, size_t d, size_t c)
    : state_(std::make_unique<State>()) {
  state_->x = shaped(n, d);
  state_->y = shaped(n, c);
  std::copy(x, x + n * d, state_->x.data());
  std::copy(y, y + n * c, state_->y.data());
  state_->xm = shaped(n, d);
  state_->alpha = shaped(c, n);
}
PeerMachine::~PeerMachine() = default;

void PeerMachine::fit(size_t rounds, float L, float ridge) {
  State& s = *state_;
  const size_t n = s.x.shape(0), d = s.x.shape(1);
  s.L = L;
  s.m = shaped(d, d);
  for (size_t i = 0; i < d * d; ++i) s.m.data()[i] = i % (d + 1) == 0 ? 1.0f : 0.0f;
  Matrix distances = shaped(n, n), k = shaped(n, n);
  for (size_t round = 0; round <= rounds; ++round) {
    s.transform();
    find_distances(s.xm, s.x_norms, s.x, s.x_norms, distances);
    laplace(distances, L, k);
    s.solve(k, ridge);
    if (round < rounds) s.learn(distances);
  }
}

void PeerMachine::predict(const float* z, size_t rows, float* out) const {
  const State& s = *state_;
  Matrix points = shaped(rows, s.x.shape(1)), zm = shaped(rows, s.x.shape(1)),
         k = shaped(rows, s.x.shape(0));
  std::copy(z, z + points.size(), points.data());
  xt::blas::gemm(points, s.m, zm);
  find_distances(zm, norms(points, zm), s.x, s.x_norms, k);
  laplace(k, s.L, k);
  Matrix answers = shaped(rows, s.alpha.shape(0));
  xt::blas::gemm(k, s.alpha, answers, false, true);
  std::copy(answers.begin(), answers.end(), out);
}

}  // namespace rfm_bench
