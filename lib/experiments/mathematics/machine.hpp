// The library's machine for the studies: tables of xtensor in, answers, M and each round out.
#pragma once
#include <functional>
#include <string>

#include "experiments/mathematics/linear.hpp"
#include "rfm/core/machine/options.hpp"
#include "rfm/core/model/bytes.hpp"

namespace rfm::experiments {

struct MachineOptions {
  KernelId kernel = KernelId::laplace;
  double bandwidth = 10;
  int depth = 1;  // hidden layers of a network kernel
  double ridge = 1e-3;
  std::size_t rounds = 0;  // updates of M
  Metric metric = Metric::full;
  MetricScale scale = MetricScale::largest;
};

// After a round: what the machine says.
class MachineRound {
 public:
  virtual ~MachineRound() = default;
  virtual std::size_t round() const = 0;
  virtual Matrix answers(const Matrix& z) const = 0;  // (n, c)
  virtual Matrix metric() const = 0;                  // M (d, d); with it R
  virtual Vector diagonal() const = 0;                // diag M (d), all that a diagonal machine has
  virtual Matrix alpha() const = 0;                   // (n, c)
};

// Fits x (n, d), y (n, c) in double precision, calling visit after every round. Throws
// std::runtime_error with the status's words when it cannot be done.
void fit_rounds(const Matrix& x, const Matrix& y, const MachineOptions& options,
                const std::function<void(const MachineRound&)>& visit);

// Answers at z of the last round.
Matrix fitted(const Matrix& x, const Matrix& y, const MachineOptions& options, const Matrix& z);

}  // namespace rfm::experiments
