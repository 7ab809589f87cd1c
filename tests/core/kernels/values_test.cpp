// Values of kernels: their formulas in long double, symmetry, positive definiteness, and where
// families meet.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/kernels/cases.hpp"

using namespace rfm_test;

namespace {

using Point = std::vector<long double>;

template <class T>
Point point(const std::vector<T>& points, size_t i) {
  Point coordinates;
  for (size_t k = 0; k < points.size() / panel; ++k)
    coordinates.push_back(static_cast<long double>(points[k * panel + i]));
  return coordinates;
}

long double dot(const Point& u, const Point& v) {
  long double sum = 0;
  for (size_t k = 0; k < u.size(); ++k) sum += u[k] * v[k];
  return sum;
}

// The formula of the network kernels as the literature has it: Q and S, beta = b^2 / |u||v|.
long double network_value(const Case& c, const Point& u, const Point& v) {
  const long double pi = std::acos(-1.0L);
  const long double norms = std::sqrt(dot(u, u) * dot(v, v));
  const long double beta = static_cast<long double>(c.parameters.bias * c.parameters.bias) / norms;
  long double S = std::clamp(dot(u, v) / norms, -1.0L, 1.0L), Q = S + beta;
  for (int layer = 0; layer < c.parameters.depth; ++layer) {
    const long double k0 = 1 - std::acos(S) / pi;
    Q = Q * k0 + beta;
    S = S * k0 + std::sqrt(1 - S * S) / pi;
    Q += S;
  }
  return norms * (c.id == KernelId::ntk ? Q : S);
}

// |u - v|_p^q in bandwidths
long double growth(const Case& c, const Point& u, const Point& v) {
  const auto p = static_cast<long double>(c.p());
  long double powers = 0;
  for (size_t k = 0; k < u.size(); ++k) powers += std::pow(std::fabs(u[k] - v[k]), p);
  return std::pow(std::pow(powers, 1 / p) / static_cast<long double>(c.parameters.bandwidth),
                  static_cast<long double>(c.parameters.exponent));
}

long double anchored_value(const Case& c, const Point& u, const Point& v) {
  const Point origin(u.size(), 0);
  return 1 + (growth(c, u, origin) + growth(c, v, origin) - growth(c, u, v)) / 2;
}

long double formula(const Case& c, const Point& u, const Point& v) {
  if (c.network()) return network_value(c, u, v);
  if (c.anchored()) return anchored_value(c, u, v);
  const long double L = static_cast<long double>(c.parameters.bandwidth);
  long double squares = 0, powers = 0;
  for (size_t k = 0; k < u.size(); ++k) {
    squares += (u[k] - v[k]) * (u[k] - v[k]);
    powers += std::pow(std::fabs(u[k] - v[k]), static_cast<long double>(c.p()));
  }
  const long double D = std::sqrt(squares);
  const long double r3 = std::sqrt(3.0L) * D / L, r5 = std::sqrt(5.0L) * D / L;
  switch (c.id) {
    case KernelId::laplace:
      return std::exp(-D / L);
    case KernelId::gaussian:
      return std::exp(-squares / (2 * L * L));
    case KernelId::matern32:
      return (1 + r3) * std::exp(-r3);
    case KernelId::matern52:
      return (1 + r5 + r5 * r5 / 3) * std::exp(-r5);
    default:
      return std::exp(-std::pow(std::pow(powers, 1 / static_cast<long double>(c.p())) / L,
                                static_cast<long double>(c.parameters.exponent)));
  }
}

// Largest difference from the formula, in units of epsilon and of the largest value.
template <class T>
double formula_error(const Case& c) {
  const auto u = random_panel<T>(5, 1), v = random_panel<T>(5, 2);
  const auto got = values(c.kernel<T>(), u, v);
  double worst = 0;
  for (size_t column = 0; column < panel; ++column)
    for (size_t lane = 0; lane < panel; ++lane) {
      const long double wanted = formula(c, point(u, lane), point(v, column));
      const long double error = static_cast<long double>(got[column * panel + lane]) - wanted;
      worst = std::max(worst,
                       static_cast<double>(std::fabs(error) / std::max(1.0L, std::fabs(wanted))));
    }
  return worst / static_cast<double>(std::numeric_limits<T>::epsilon());
}

// Smallest pivot of the Gram matrix of random points in the square [-1, 1]^2, relative to its
// largest entry.
double smallest_pivot(const rfm::Kernel<double>& kernel) {
  constexpr size_t n = 2 * panel;
  const std::vector<double> halves[2] = {random_panel<double>(2, 8), random_panel<double>(2, 9)};
  std::vector<double> a(n * n);
  for (size_t block = 0; block < 4; ++block) {
    const auto tile = values(kernel, halves[block / 2], halves[block % 2]);
    for (size_t pair = 0; pair < panel * panel; ++pair)
      a[(block / 2 * panel + pair % panel) * n + block % 2 * panel + pair / panel] = tile[pair];
  }
  const double scale = largest(a);
  double smallest = scale;
  for (size_t j = 0; j < n; ++j) {
    a[j * n + j] += 1e-10 * scale;
    for (size_t k = 0; k < j; ++k) a[j * n + j] -= a[j * n + k] * a[j * n + k];
    smallest = std::min(smallest, a[j * n + j]);
    if (!(a[j * n + j] > 0)) return smallest / scale;
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (size_t i = j + 1; i < n; ++i) {
      for (size_t k = 0; k < j; ++k) a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  return smallest / scale;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kernels)

BOOST_AUTO_TEST_CASE_TEMPLATE(values_follow_the_formulas, T, Scalars) {
  for (const Case& c : distance_cases())
    BOOST_TEST(formula_error<T>(c) < 8, c << ": " << formula_error<T>(c));
  for (const Case& c : anchored_cases())
    BOOST_TEST(formula_error<T>(c) < 8, c << ": " << formula_error<T>(c));
  for (const Case& c : network_cases())
    BOOST_TEST(formula_error<T>(c) < 16, c << ": " << formula_error<T>(c));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(kernels_are_symmetric_to_the_last_bit, T, Scalars) {
  const auto u = random_panel<T>(6, 21), v = random_panel<T>(6, 22);
  for (const Case& c : all_cases()) {
    const auto there = values(c.kernel<T>(), u, v), back = values(c.kernel<T>(), v, u);
    size_t different = 0;
    for (size_t i = 0; i < panel; ++i)
      for (size_t j = 0; j < panel; ++j)
        different += there[j * panel + i] == back[i * panel + j] ? 0 : 1;
    BOOST_TEST(different == 0u, c);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_point_is_as_similar_to_itself_as_can_be, T, Scalars) {
  const auto u = random_panel<T>(6, 31);
  for (const Case& c : all_cases()) {
    const auto own = values(c.kernel<T>(), u, u);
    for (size_t i = 0; i < panel; ++i) {
      const T value = own[i * panel + i];
      if (c.anchored()) {  // 1 + |u|^q
        const long double wanted = formula(c, point(u, i), point(u, i));
        BOOST_TEST(std::fabs(static_cast<double>(static_cast<long double>(value) / wanted - 1)) <
                       8 * static_cast<double>(std::numeric_limits<T>::epsilon()),
                   c);
        continue;
      }
      if (!c.network()) {
        BOOST_TEST(value == T(1), c);
        continue;
      }
      // |u|^2 for the NNGP; for the NTK as often as there are layers, and b^2 at each
      const long double norm = dot(point(u, i), point(u, i));
      const double bias = c.parameters.bias * c.parameters.bias, layers = c.parameters.depth + 1;
      const double wanted =
          static_cast<double>(norm) * (c.id == KernelId::ntk ? layers : 1) + bias * layers;
      BOOST_TEST(std::fabs(static_cast<double>(value) / wanted - 1) <
                     8 * static_cast<double>(std::numeric_limits<T>::epsilon()),
                 c);
    }
  }
}

BOOST_AUTO_TEST_CASE(gram_matrices_are_positive_definite) {
  for (const Case& c : all_cases()) {
    const double pivot = smallest_pivot(c.kernel<double>());
    BOOST_TEST(pivot > 0, c << ": " << pivot);
  }
  // and would not all be: q > p lies outside the family that is
  BOOST_TEST(smallest_pivot(rfm::lpq<double, 100>(2, 2)) < 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(families_meet_where_their_formulas_do, T, Scalars) {
  const auto u = random_panel<T>(5, 81), v = random_panel<T>(5, 82);
  const T L = T(2.5);
  const auto close = [&](const rfm::Kernel<T>& a, const rfm::Kernel<T>& b) {
    const auto left = values(a, u, v), right = values(b, u, v);
    const std::vector<double> wanted(right.begin(), right.end());
    return relative_difference(left, wanted) <
           8 * static_cast<double>(std::numeric_limits<T>::epsilon());
  };
  BOOST_TEST(close(rfm::lpq<T, 200>(1, L), rfm::laplace<T>(L)));
  BOOST_TEST(close(rfm::lpq<T, 200>(2, L * std::sqrt(T(2))), rfm::gaussian<T>(L)));
  BOOST_TEST(!close(rfm::lpq<T, 175>(1, L), rfm::laplace<T>(L)));
  // With q = p = 2 the field is a plane: 1 + u.v
  const auto plane = values(rfm::brownian<T, 200>(2), u, v);
  for (size_t i = 0; i < panel; ++i)
    BOOST_TEST(std::fabs(static_cast<double>(plane[i * panel + i]) -
                         static_cast<double>(1 + dot(point(u, i), point(v, i)))) <
               32 * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

BOOST_AUTO_TEST_SUITE_END()
