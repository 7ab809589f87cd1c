// Every engine against the plain loops: the same bits where nothing is fused, rounding where it is;
// the same bits for any number of workers.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/base/limits.hpp"
#include "rfm/core/base/random.hpp"
#include "tests/simd/engines.hpp"

using Types = boost::mpl::list<float, double>;

namespace {

// A positive definite matrix with eigenvalues between about 1 and 3, and a pattern behind its end.
template <class T>
struct Matrix {
  std::vector<T> numbers;
  rfm::Triangle<T> triangle;

  explicit Matrix(size_t n) : numbers(rfm::triangle_size(n) + guard, pattern) {
    triangle = {numbers.data(), n};
    rfm::Random random(n);
    const double spread = 1 / std::sqrt(static_cast<double>(n));
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j <= i; ++j)
        triangle.at(i, j) = static_cast<T>((2 * random.unit() - 1) * spread + (i == j ? 2 : 0));
  }
  Matrix(const Matrix& other) : numbers(other.numbers) {
    triangle = {numbers.data(), other.triangle.n};
  }

  size_t size() const { return triangle.n * (triangle.n + 1) / 2; }
  bool intact() const {
    for (size_t i = size() + rfm::triangle_slack; i < numbers.size(); ++i)
      if (numbers[i] != pattern) return false;
    return true;
  }

  static constexpr T pattern = T(-77);
  static constexpr size_t guard = 64;
};

// Infinite where a number is none.
template <class T>
double largest_gap(const T* a, const T* b, size_t count) {
  double gap = 0;
  for (size_t i = 0; i < count; ++i) {
    const double here = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (std::isnan(here)) return HUGE_VAL;
    if (here > gap) gap = here;
  }
  return gap;
}

// Nothing fused: not a bit differs. Fused: sums of n products of numbers up to `scale`, each a
// rounding apart.
template <class T>
void check_same(const rfm_test::NamedEngine<T>& named, const T* ours, const T* plain, size_t count,
                size_t n, double scale) {
  if (!named.fused) {
    BOOST_REQUIRE_MESSAGE(std::memcmp(ours, plain, count * sizeof(T)) == 0,
                          named.name << ", n = " << n);
  } else {
    BOOST_REQUIRE_LE(
        largest_gap(ours, plain, count),
        scale * static_cast<double>(n + 16) * static_cast<double>(rfm::machine_epsilon<T>));
  }
}

std::vector<size_t> sizes() {
  std::vector<size_t> all;
  for (size_t n = 1; n <= 70; ++n) all.push_back(n);
  for (size_t n : {100u, 127u, 128u, 129u, 160u, 191u, 255u, 256u, 257u, 289u, 300u, 417u})
    all.push_back(n);
  return all;
}

// Tasks from the last to the first, handed to workers in turn.
struct Backwards {
  explicit Backwards(size_t workers) : executor{this, run, workers} {}
  static void run(void* context, size_t tasks, void (*task)(void*, size_t, size_t),
                  void* argument) {
    const size_t workers = static_cast<Backwards*>(context)->executor.workers;
    for (size_t i = tasks; i-- > 0;) task(argument, i, i % workers);
  }
  rfm::Executor executor;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(linear_algebra)

BOOST_AUTO_TEST_CASE_TEMPLATE(factors, T, Types) {
  for (size_t n : sizes()) {
    const Matrix<T> a(n);
    Matrix<T> plain(a);
    BOOST_REQUIRE_EQUAL(rfm::factor(plain.triangle, T(0), nullptr), n);
    for (const auto& named : rfm_test::engines<T>()) {
      Matrix<T> ours(a);
      BOOST_REQUIRE_EQUAL(named.engine->factor(ours.triangle, T(0), nullptr), n);
      check_same(named, ours.numbers.data(), plain.numbers.data(), a.size(), n, 4);
      BOOST_REQUIRE(ours.intact());
    }
  }
}

// Large matrices are taken in wider blocks: the leading rows are those of the leading matrix's
// factor, to the bit, and the products of the last row give back the matrix.
BOOST_AUTO_TEST_CASE(wide_blocks_change_nothing) {
  const size_t n = 3085, leading = 600;
  const Matrix<float> a(n);
  Matrix<float> small(leading), ours(a);
  for (size_t i = 0; i < leading; ++i)
    for (size_t j = 0; j <= i; ++j) small.triangle.at(i, j) = a.triangle.at(i, j);
  const auto named = rfm_test::engines<float>().back();
  const Backwards workers(2);
  BOOST_REQUIRE_EQUAL(named.engine->factor(ours.triangle, 0, &workers.executor), n);
  BOOST_REQUIRE_EQUAL(named.engine->factor(small.triangle, 0, nullptr), leading);
  for (size_t i = 0; i + 16 < leading; ++i)
    for (size_t j = 0; j <= i; ++j)
      BOOST_REQUIRE_EQUAL(ours.triangle.at(i, j), small.triangle.at(i, j));

  const auto factor = [&](size_t i, size_t j) {
    const double stored = static_cast<double>(ours.triangle.at(i, j));
    return i == j ? 1 / stored : stored;
  };
  for (size_t j = 0; j < n; ++j) {
    double product = 0;
    for (size_t k = 0; k <= j; ++k) product += factor(n - 1, k) * factor(j, k);
    BOOST_REQUIRE_SMALL(product - static_cast<double>(a.triangle.at(n - 1, j)), 1e-5);
  }
  BOOST_REQUIRE(ours.intact());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_bad_pivot_is_named, T, Types) {
  for (size_t n : {1u, 16u, 40u, 200u, 300u})
    for (size_t bad : {size_t{0}, n / 3, n / 2, n - 1}) {
      Matrix<T> a(n);
      a.triangle.at(bad, bad) = T(-1);
      for (const auto& named : rfm_test::engines<T>()) {
        Matrix<T> ours(a);
        BOOST_TEST(named.engine->factor(ours.triangle, T(0), nullptr) == bad);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(solutions, T, Types) {
  for (size_t n : sizes())
    for (size_t c : {1u, 2u, 3u, 4u, 7u}) {
      Matrix<T> a(n);
      BOOST_REQUIRE_EQUAL(rfm::factor(a.triangle, T(0), nullptr), n);
      const size_t stride = rfm::padded(n);
      std::vector<T> b(stride * c, T(0));
      rfm::Random random(c);
      for (size_t o = 0; o < c; ++o)
        for (size_t i = 0; i < n; ++i) b[o * stride + i] = static_cast<T>(2 * random.unit() - 1);
      std::vector<T> plain(b);
      rfm::substitute(a.triangle, plain.data(), stride, c, nullptr);
      for (const auto& named : rfm_test::engines<T>()) {
        std::vector<T> ours(b);
        named.engine->substitute(a.triangle, ours.data(), stride, c, nullptr);
        check_same(named, ours.data(), plain.data(), ours.size(), n, 4);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(any_number_of_workers, T, Types) {
  for (size_t n : {15u, 129u, 300u, 417u}) {
    const Matrix<T> a(n);
    const size_t c = 5, stride = rfm::padded(n);
    for (const auto& named : rfm_test::engines<T>()) {
      Matrix<T> alone(a);
      BOOST_REQUIRE_EQUAL(named.engine->factor(alone.triangle, T(0), nullptr), n);
      std::vector<T> x(stride * c, T(0));
      for (size_t o = 0; o < c; ++o)
        for (size_t i = 0; i < n; ++i) x[o * stride + i] = static_cast<T>(i % (o + 3));
      const std::vector<T> b(x);
      named.engine->substitute(alone.triangle, x.data(), stride, c, nullptr);
      for (size_t workers : {2u, 7u}) {
        const Backwards pool(workers);
        Matrix<T> ours(a);
        BOOST_REQUIRE_EQUAL(named.engine->factor(ours.triangle, T(0), &pool.executor), n);
        BOOST_TEST(std::memcmp(ours.numbers.data(), alone.numbers.data(), a.size() * sizeof(T)) ==
                   0);
        std::vector<T> solved(b);
        named.engine->substitute(ours.triangle, solved.data(), stride, c, &pool.executor);
        BOOST_TEST(std::memcmp(solved.data(), x.data(), x.size() * sizeof(T)) == 0);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
