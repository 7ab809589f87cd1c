// The peers: LAPACK's Cholesky, and the same recursive feature machine as a careful user of
// xtensor-blas would write it. Distances by the expansion |x|^2 - 2xy + |y|^2, one matrix product,
// kept for the AGOP; Cholesky and solve in place; gradients by one product an output and the AGOP
// by one more.
#pragma once
#include <cstddef>
#include <memory>
#include <string>

namespace rfm_bench {

// Which OpenBLAS, and the processor whose kernels it runs: OPENBLAS_CORETYPE, where it is set, may
// hold it back.
std::string peer_in_words();

// Threads that OpenBLAS may use.
void set_peer_threads(int threads);

// a (n, n) in column order, lower triangle, is factored in place; returns whether that worked.
bool peer_cholesky(float* a, int n);
bool peer_cholesky(double* a, int n);

class PeerMachine {
 public:
  // x (n, d), y (n, c), row by row.
  PeerMachine(const float* x, const float* y, size_t n, size_t d, size_t c);
  ~PeerMachine();
  PeerMachine(const PeerMachine&) = delete;
  PeerMachine& operator=(const PeerMachine&) = delete;

  void fit(size_t rounds, float L, float ridge);
  // out (rows, c)
  void predict(const float* z, size_t rows, float* out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rfm_bench
