// Seeded normal, uniform, Cauchy and Laplace variables and tables of them, on top of the library's
// counter-based stream.
#pragma once
#include <cmath>

#include "experiments/mathematics/linear.hpp"
#include "rfm/core/base/random.hpp"

namespace rfm::experiments {

constexpr double pi = 3.14159265358979323846;

class RandomNumbers {
 public:
  explicit RandomNumbers(uint64_t seed, uint64_t purpose = 0) : bits_(seed, purpose) {}

  double uniform(double least = 0, double most = 1) {
    return least + (most - least) * bits_.unit();
  }
  // Box and Muller, the cosine only.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - bits_.unit()));
    return radius * std::cos(2 * pi * bits_.unit());
  }
  double cauchy() { return std::tan(pi * (bits_.unit() - 0.5)); }
  double laplace() {
    const double u = bits_.unit() - 0.5;
    return (u < 0 ? 1 : -1) * std::log(1 - 2 * std::abs(u));
  }
  double sign() { return bits_.below(2) == 0 ? -1 : 1; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits_.below(n)); }

  // (n, d) of draw().
  template <class Draw>
  Matrix table(std::size_t n, std::size_t d, Draw draw) {
    auto out = Matrix::from_shape({n, d});
    for (double& x : out) x = draw();
    return out;
  }
  Matrix normals(std::size_t n, std::size_t d, double deviation = 1) {
    return table(n, d, [&] { return deviation * normal(); });
  }

 private:
  Random bits_;
};

}  // namespace rfm::experiments
