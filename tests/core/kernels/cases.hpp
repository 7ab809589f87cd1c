// Every kernel with parameters that reach each of its paths, and its functions over whole panels:
// what the tests of kernels share.
#pragma once
#include <algorithm>
#include <cmath>
#include <ostream>
#include <tuple>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/core/kernels/any_kernel.hpp"

namespace rfm_test {

using rfm::KernelId;
using rfm::panel;
using Scalars = std::tuple<float, double>;

// A kernel by number and double parameters; converts to either type.
struct Case {
  KernelId id;
  rfm::KernelParameters<double> parameters;

  template <class T>
  rfm::Kernel<T> kernel() const {
    const auto& p = parameters;
    return rfm::any_kernel<T>(id, {static_cast<T>(p.bandwidth), static_cast<T>(p.exponent),
                                   static_cast<T>(p.bias), p.depth});
  }
  bool network() const { return id == KernelId::nngp || id == KernelId::ntk; }
  bool anchored() const { return id >= KernelId::brownian100 && id <= KernelId::brownian200; }
  double p() const {
    if (anchored())
      return 1 + 0.5 * (static_cast<int>(id) - static_cast<int>(KernelId::brownian100));
    return 1 + 0.25 * (static_cast<int>(id) - static_cast<int>(KernelId::lpq100));
  }
};

inline std::ostream& operator<<(std::ostream& out, const Case& c) {
  const auto& p = c.parameters;
  return out << "kernel " << static_cast<int>(c.id) << ", L " << p.bandwidth << ", q " << p.exponent
             << ", b " << p.bias << ", " << p.depth << " layers";
}

inline std::vector<Case> distance_cases() {
  std::vector<Case> cases{{KernelId::laplace, {2, 1, 0, 0}},
                          {KernelId::gaussian, {1.7, 2, 0, 0}},
                          {KernelId::matern32, {2.3, 1, 0, 0}},
                          {KernelId::matern52, {2.1, 1, 0, 0}}};
  for (KernelId id :
       {KernelId::lpq100, KernelId::lpq125, KernelId::lpq150, KernelId::lpq175, KernelId::lpq200}) {
    const double p = Case{id, {}}.p();
    for (double q : {p, p / 2, 0.7, 0.9 * p}) cases.push_back({id, {2.7, q, 0, 0}});
  }
  return cases;
}

inline std::vector<Case> anchored_cases() {
  std::vector<Case> cases;
  for (KernelId id : {KernelId::brownian100, KernelId::brownian150, KernelId::brownian200}) {
    const double p = Case{id, {}}.p();
    for (double q : {p, p / 2, 0.7, 0.9 * p}) cases.push_back({id, {1, q, 0, 0}});
    cases.push_back({id, {2.7, 0.8, 0, 0}});  // as shrinking scales it
  }
  return cases;
}

inline std::vector<Case> network_cases() {
  std::vector<Case> cases;
  for (int32_t hidden = 1; hidden <= 5; ++hidden) {
    cases.push_back({KernelId::nngp, {1, 1, 0, hidden}});
    cases.push_back({KernelId::ntk, {1, 1, 0, hidden}});
    cases.push_back({KernelId::ntk, {1, 1, 0.6, hidden}});
  }
  return cases;
}

inline std::vector<Case> all_cases() {
  std::vector<Case> cases = distance_cases();
  for (const Case& c : network_cases()) cases.push_back(c);
  for (const Case& c : anchored_cases()) cases.push_back(c);
  return cases;
}

// Sixteen points of r coordinates as a panel.
template <class T>
std::vector<T> random_panel(size_t r, uint64_t seed) {
  rfm::Random random(seed);
  std::vector<T> points(panel * r);
  for (T& number : points) number = static_cast<T>(2 * random.unit() - 1);
  return points;
}

template <class T>
std::vector<T> values(const rfm::Kernel<T>& kernel, const std::vector<T>& u,
                      const std::vector<T>& v) {
  std::vector<T> out(panel * panel);
  kernel.functions->values(kernel.parameters, u.data(), v.data(), u.size() / panel, panel,
                           out.data());
  return out;
}

template <class T>
struct Slopes {
  std::vector<T> toward, own;
};

template <class T>
Slopes<T> slopes(const rfm::Kernel<T>& kernel, const std::vector<T>& u, const std::vector<T>& v) {
  Slopes<T> s{std::vector<T>(panel * panel), std::vector<T>(panel * panel, T(0))};
  T* own = kernel.functions->push_own != nullptr ? s.own.data() : nullptr;
  kernel.functions->slopes(kernel.parameters, u.data(), v.data(), u.size() / panel, panel,
                           s.toward.data(), own);
  return s;
}

// grad_u sum over v of alpha_v k(u, v), one vector a lane, composed as the AGOP does it.
template <class T>
std::vector<T> gradients(const rfm::Kernel<T>& kernel, const std::vector<T>& u,
                         const std::vector<T>& v, const std::vector<T>& alpha) {
  const size_t r = u.size() / panel;
  Slopes<T> s = slopes(kernel, u, v);
  std::vector<T> sum(u.size(), T(0)), own_sums(panel, T(0));
  for (size_t column = 0; column < panel; ++column)
    for (size_t lane = 0; lane < panel; ++lane) {
      const size_t pair = column * panel + lane;
      s.toward[pair] *= alpha[column];
      own_sums[lane] += alpha[column] * s.own[pair];
    }
  if (kernel.functions->push_own != nullptr)
    kernel.functions->push_own(u.data(), r, own_sums.data(), sum.data());
  kernel.functions->push(kernel.parameters, u.data(), v.data(), r, panel, s.toward.data(),
                         sum.data());
  return sum;
}

template <class T>
double largest(const std::vector<T>& numbers) {
  double most = 0;
  for (T number : numbers) most = std::max(most, std::fabs(static_cast<double>(number)));
  return most;
}

template <class T>
double relative_difference(const std::vector<T>& got, const std::vector<double>& wanted) {
  double most = 0;
  for (size_t i = 0; i < got.size(); ++i)
    most = std::max(most, std::fabs(static_cast<double>(got[i]) - wanted[i]));
  return most / largest(wanted);
}

}  // namespace rfm_test
