// Gradients of kernels: central differences, kinks without slope, and points where formulas divide
// by zero.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/kernels/cases.hpp"

using namespace rfm_test;

namespace {

template <class T>
using Points = std::vector<T>;

// d/du_k of sum alpha k(u_lane, v) by central differences of the compiled values themselves, in
// double.
std::vector<double> differences(const rfm::Kernel<double>& kernel, const std::vector<double>& u,
                                const std::vector<double>& v, const std::vector<double>& alpha) {
  const double h = 1e-5;
  std::vector<double> result(u.size());
  for (size_t k = 0; k < u.size() / panel; ++k) {
    std::vector<double> right = u, left = u;
    for (size_t lane = 0; lane < panel; ++lane) {
      right[k * panel + lane] += h;
      left[k * panel + lane] -= h;
    }
    const auto above = values(kernel, right, v), below = values(kernel, left, v);
    for (size_t column = 0; column < panel; ++column)
      for (size_t lane = 0; lane < panel; ++lane) {
        const size_t pair = column * panel + lane;
        result[k * panel + lane] += alpha[column] * (above[pair] - below[pair]) / (2 * h);
      }
  }
  return result;
}

template <class T>
bool all_finite(const std::vector<T>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](T x) { return std::isfinite(x); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kernels)

BOOST_AUTO_TEST_CASE(gradients_are_the_values_differences) {
  const auto u = random_panel<double>(4, 11), v = random_panel<double>(4, 12),
             alpha = random_panel<double>(1, 13);
  for (const Case& c : all_cases()) {
    const auto kernel = c.kernel<double>();
    const double error =
        relative_difference(gradients(kernel, u, v, alpha), differences(kernel, u, v, alpha));
    BOOST_TEST(error < 1e-6, c << ": " << error);
  }
}

BOOST_AUTO_TEST_CASE(gradients_in_float_are_those_in_double) {
  const auto u = random_panel<float>(4, 11), v = random_panel<float>(4, 12),
             alpha = random_panel<float>(1, 13);
  const std::vector<double> u2(u.begin(), u.end()), v2(v.begin(), v.end()),
      alpha2(alpha.begin(), alpha.end());
  for (const Case& c : all_cases()) {
    const auto wanted = gradients(c.kernel<double>(), u2, v2, alpha2);
    const double error = relative_difference(gradients(c.kernel<float>(), u, v, alpha), wanted);
    BOOST_TEST(error < 1e-5, c << ": " << error);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(coinciding_points_pull_nowhere, T, Scalars) {
  const auto u = random_panel<T>(3, 41);
  for (const Case& c : distance_cases()) {
    const auto kernel = c.kernel<T>();
    const Slopes<T> s = slopes(kernel, u, u);
    const bool smooth =
        c.id == KernelId::gaussian || c.id == KernelId::matern32 || c.id == KernelId::matern52;
    for (size_t i = 0; i < panel; ++i) {
      const size_t pair = i * panel + i;
      if (kernel.functions->push_own != nullptr) BOOST_TEST(s.own[pair] == -s.toward[pair], c);
      if (!smooth) BOOST_TEST(s.toward[pair] == T(0), c);
    }
  }
  for (const Case& c : anchored_cases()) {
    const Slopes<T> s = slopes(c.kernel<T>(), u, u);
    for (size_t i = 0; i < panel; ++i) {
      BOOST_TEST(s.toward[i * panel + i] == T(0), c);
      BOOST_TEST(s.own[i * panel + i] > T(0), c);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_coordinates_pull_nowhere, T, Scalars) {
  auto u = random_panel<T>(3, 42), v = random_panel<T>(3, 43);
  std::copy(u.begin(), u.begin() + panel, v.begin());
  for (size_t i = 1; i < panel; ++i) v[i] = u[i] = u[0];  // the first coordinate is constant
  const auto alpha = random_panel<T>(1, 44);
  for (const Case& c : distance_cases()) {
    const auto kernel = c.kernel<T>();
    if (kernel.functions->push_own != nullptr) continue;
    const auto g = gradients(kernel, u, v, alpha);
    for (size_t lane = 0; lane < panel; ++lane) {
      BOOST_TEST(g[lane] == T(0), c);
      BOOST_TEST(g[panel + lane] != T(0), c);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(padding_and_far_points_stay_finite, T, Scalars) {
  const std::vector<T> padding(panel * 3, T(0)), near = random_panel<T>(3, 51);
  std::vector<T> far = near, tiny = near;
  for (T& x : far) x *= std::sqrt(std::numeric_limits<T>::max()) * T(10);  // its square overflows
  for (T& x : tiny) x *= std::numeric_limits<T>::min();
  for (const Case& c : all_cases()) {
    const auto kernel = c.kernel<T>();
    for (const Points<T>* v :
         std::initializer_list<const Points<T>*>{&padding, &near, &tiny, &far}) {
      if (v == &far && (c.network() || c.anchored())) continue;  // grow with the norms
      for (const Points<T>* u : {&padding, v}) {
        const Slopes<T> s = slopes(kernel, *u, *v);
        BOOST_TEST(all_finite(values(kernel, *u, *v)), c);
        BOOST_TEST(all_finite(s.toward), c);
        BOOST_TEST(all_finite(s.own), c);
      }
    }
    if (c.network()) {
      BOOST_TEST(largest(values(kernel, padding, near)) == 0, c);
      BOOST_TEST(largest(slopes(kernel, padding, near).toward) == 0, c);
      BOOST_TEST(largest(slopes(kernel, near, padding).own) == 0, c);
    } else if (c.anchored()) {
      BOOST_TEST(values(kernel, padding, near)[0] == T(1), c);
      BOOST_TEST(largest(slopes(kernel, padding, near).own) == 0, c);
    } else {
      BOOST_TEST(values(kernel, padding, far)[0] == T(0), c);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(opposite_and_parallel_points_stay_finite, T, Scalars) {
  const std::vector<T> u = random_panel<T>(3, 61);
  std::vector<T> opposite = u, longer = u;
  for (T& x : opposite) x *= T(-3);
  for (T& x : longer) x *= T(1e4);
  for (const Case& c : network_cases()) {
    for (const Points<T>* v : std::initializer_list<const Points<T>*>{&u, &opposite, &longer}) {
      const Slopes<T> s = slopes(c.kernel<T>(), u, *v);
      BOOST_TEST(all_finite(values(c.kernel<T>(), u, *v)), c);
      BOOST_TEST(largest(s.toward) < 1e4, c);
      BOOST_TEST(largest(s.own) < 1e8, c);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
