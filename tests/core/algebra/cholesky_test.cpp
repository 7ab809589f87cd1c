// The factor, the solves and the diagonal of the inverse against LAPACK, at every size around the
// panels.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/base/random.hpp"
#include "tests/core/fitted.hpp"

using Types = boost::mpl::list<float, double>;

namespace {

// A positive definite matrix: B B' + n/4 I, B uniform.
xt::xtensor<double, 2> positive_definite(size_t n, uint64_t seed) {
  rfm::Random random(seed);
  xt::xtensor<double, 2> b = xt::zeros<double>({n, n});
  for (double& cell : b) cell = 2 * random.unit() - 1;
  xt::xtensor<double, 2> a = xt::linalg::dot(b, xt::transpose(b));
  for (size_t i = 0; i < n; ++i) a(i, i) += 0.25 * static_cast<double>(n);
  return a;
}

template <class T>
struct Packed {
  std::vector<T> numbers;
  rfm::Triangle<T> triangle;
  explicit Packed(const xt::xtensor<double, 2>& a)
      : numbers(rfm::triangle_size(a.shape(0)), T(-1e30)) {
    triangle = {numbers.data(), a.shape(0)};
    for (size_t i = 0; i < triangle.n; ++i)
      for (size_t j = 0; j <= i; ++j) triangle.at(i, j) = static_cast<T>(a(i, j));
  }
};

const size_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 129};

}  // namespace

BOOST_AUTO_TEST_SUITE(cholesky)

BOOST_AUTO_TEST_CASE(a_triangle_is_exactly_half_a_square) {
  for (size_t n : sizes) {
    std::vector<int> seen(n * (n + 1) / 2, 0);
    std::vector<float> numbers(rfm::triangle_size(n));
    rfm::Triangle<float> t{numbers.data(), n};
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j <= i; ++j) {
        const auto index = static_cast<size_t>(&t.at(i, j) - numbers.data());
        BOOST_REQUIRE_LT(index, seen.size());
        seen[index] += 1;
      }
    for (int times : seen) BOOST_REQUIRE_EQUAL(times, 1);
    BOOST_TEST(rfm::triangle_size(n) == n * (n + 1) / 2 + rfm::triangle_slack);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(factor_agrees_with_lapack, T, Types) {
  for (size_t n : sizes) {
    const auto a = positive_definite(n, n);
    const auto l = xt::linalg::cholesky(a);
    Packed<T> ours(a);
    BOOST_REQUIRE_EQUAL(rfm::factor(ours.triangle, T(0), nullptr), n);
    const double bound =
        4 * static_cast<double>(n) * rfm_test::epsilon<T> * l(n - 1, n - 1) + 1e-300;
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j <= i; ++j) {
        const double value = static_cast<double>(ours.triangle.at(i, j));
        BOOST_REQUIRE_SMALL((i == j ? 1 / value : value) - l(i, j),
                            bound + bound * std::fabs(l(i, j)));
      }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(solve_leaves_a_residual_of_rounding, T, Types) {
  for (size_t n : sizes)
    for (size_t c : {1u, 3u}) {
      const auto a = positive_definite(n, n + 1);
      Packed<T> ours(a);
      BOOST_REQUIRE_EQUAL(rfm::factor(ours.triangle, T(0), nullptr), n);
      const size_t stride = rfm::padded(n);
      std::vector<T> x(stride * c, T(0)), b;
      rfm::Random random(3);
      for (size_t o = 0; o < c; ++o)
        for (size_t i = 0; i < n; ++i) x[o * stride + i] = static_cast<T>(2 * random.unit() - 1);
      b = x;
      rfm::substitute(ours.triangle, x.data(), stride, c, nullptr);
      for (size_t o = 0; o < c; ++o) {
        double largest = 0, size = 0;
        for (size_t i = 0; i < n; ++i) {
          double residual = static_cast<double>(b[o * stride + i]), row = 0;
          for (size_t j = 0; j < n; ++j) {
            residual -= a(i, j) * static_cast<double>(x[o * stride + j]);
            row += std::fabs(a(i, j) * static_cast<double>(x[o * stride + j]));
          }
          largest = std::max(largest, std::fabs(residual));
          size = std::max(size, row + 1);
        }
        BOOST_TEST(largest <= 3 * static_cast<double>(n) * rfm_test::epsilon<T> * size);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(inverse_diagonal_agrees_with_lapack, T, Types) {
  for (size_t n : sizes) {
    const auto a = positive_definite(n, n + 2);
    const auto inverse = xt::linalg::inv(a);
    Packed<T> ours(a);
    BOOST_REQUIRE_EQUAL(rfm::factor(ours.triangle, T(0), nullptr), n);
    std::vector<T> strip(rfm::panel * rfm::padded(n), T(1e30)), diagonal(n);
    rfm::inverse_diagonal(ours.triangle, strip.data(), diagonal.data());
    for (size_t i = 0; i < n; ++i)
      BOOST_TEST(std::fabs(static_cast<double>(diagonal[i]) - inverse(i, i)) <=
                 100 * static_cast<double>(n) * rfm_test::epsilon<T> * inverse(i, i));
  }
}

BOOST_AUTO_TEST_CASE(an_indefinite_matrix_names_its_row) {
  for (size_t bad : {0u, 5u, 16u, 39u}) {
    auto a = positive_definite(40, 9);
    a(bad, bad) = -1;
    Packed<double> ours(a);
    BOOST_TEST(rfm::factor(ours.triangle, 0.0, nullptr) == bad);
  }
}

BOOST_AUTO_TEST_SUITE_END()
