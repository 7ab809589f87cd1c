// The eigen-solver against LAPACK's eigh and against what eigenvectors are; effective rank and
// explained shares.
#include "rfm/core/algebra/eigen.hpp"

#include <boost/test/unit_test.hpp>
#include <xtensor-blas/xlinalg.hpp>

#include "tests/core/matrices.hpp"

using namespace rfm_test;

namespace {

template <class T>
struct Spectrum {
  size_t d;
  std::vector<T> values, vectors, scratch;

  Spectrum(const std::vector<T>& m, size_t rows)
      : d(rows), values(rows), vectors(rows * rows), scratch(rfm::eigen_scratch(rows), T(-77)) {
    rfm::eigen(m.data(), d, values.data(), vectors.data(), scratch.data());
  }

  double value(size_t k) const { return static_cast<double>(values[k]); }
  double component(size_t k, size_t j) const { return static_cast<double>(vectors[k * d + j]); }
};

template <class T>
double epsilon() {
  return static_cast<double>(rfm::machine_epsilon<T>);
}

template <class T>
double largest_value(const Spectrum<T>& s) {
  return std::fmax(std::fabs(s.value(0)), std::fabs(s.value(s.d - 1)));
}

// max |V V' - I| in units of epsilon.
template <class T>
double skewness(const Spectrum<T>& s) {
  double worst = 0;
  for (size_t k = 0; k < s.d; ++k)
    for (size_t l = 0; l <= k; ++l) {
      double product = k == l ? -1.0 : 0.0;
      for (size_t j = 0; j < s.d; ++j) product += s.component(k, j) * s.component(l, j);
      worst = std::fmax(worst, std::fabs(product));
    }
  return worst / epsilon<T>();
}

// max |V' diag(l) V - M| in units of epsilon and of the largest |l|.
template <class T>
double reconstruction_error(const Spectrum<T>& s, const std::vector<T>& m) {
  double worst = 0;
  for (size_t i = 0; i < s.d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = -static_cast<double>(m[rfm::packed_index(i, j)]);
      for (size_t k = 0; k < s.d; ++k) sum += s.value(k) * s.component(k, i) * s.component(k, j);
      worst = std::fmax(worst, std::fabs(sum));
    }
  return worst / epsilon<T>() /
         std::fmax(largest_value(s), static_cast<double>(rfm::smallest_normal<T>));
}

// max |l - LAPACK's l| in the same units.
template <class T>
double distance_from_lapack(const Spectrum<T>& s, const std::vector<T>& m) {
  const xt::xtensor<double, 1> ascending = std::get<0>(xt::linalg::eigh(full(m, s.d)));
  double worst = 0;
  for (size_t k = 0; k < s.d; ++k)
    worst = std::fmax(worst, std::fabs(s.value(k) - ascending(s.d - 1 - k)));
  return worst / epsilon<T>() /
         std::fmax(largest_value(s), static_cast<double>(rfm::smallest_normal<T>));
}

template <class T>
void check_rules(const Spectrum<T>& s) {
  for (size_t k = 0; k < s.d; ++k) {
    if (k > 0) BOOST_TEST(s.value(k) <= s.value(k - 1));
    size_t peak = 0;
    for (size_t j = 1; j < s.d; ++j)
      if (std::fabs(s.component(k, j)) > std::fabs(s.component(k, peak))) peak = j;
    BOOST_TEST(s.component(k, peak) > 0);
  }
}

template <class T>
void check_decomposition(const std::vector<T>& m, size_t d) {
  BOOST_TEST_CONTEXT("d = " << d) {
    const Spectrum<T> s(m, d);
    const double dimension = static_cast<double>(d);
    BOOST_TEST(skewness(s) <= 10 + dimension);
    BOOST_TEST(reconstruction_error(s, m) <= 10 + dimension);
    BOOST_TEST(distance_from_lapack(s, m) <= 10 + dimension);
    check_rules(s);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spectra)

BOOST_AUTO_TEST_CASE_TEMPLATE(agrees_with_lapack_on_random_matrices, T, Scalars) {
  for (size_t d : {1u, 2u, 3u, 4u, 5u, 8u, 16u, 17u, 40u, 97u})
    for (uint64_t seed = 0; seed < 5; ++seed)
      check_decomposition(uniform_numbers<T>(rfm::packed_size(d), 100 * d + seed), d);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(agrees_with_lapack_on_semidefinite_matrices_of_low_rank, T, Scalars) {
  for (size_t d : {3u, 20u, 60u})
    for (size_t rank : {1u, 2u, 3u})
      check_decomposition(packed_product(uniform_numbers<T>(rank * d, d + rank), rank, d), d);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(repeated_eigenvalues_have_orthogonal_vectors, T, Scalars) {
  const size_t d = 12;
  const std::vector<T> values{3, 3, 3, 3, 1, 1, 1, 0, 0, -2, -2, -2};
  const Spectrum<T> frame(uniform_numbers<T>(rfm::packed_size(d), 5), d);
  std::vector<T> m(rfm::packed_size(d));
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j)
      for (size_t k = 0; k < d; ++k)
        m[rfm::packed_index(i, j)] +=
            values[k] * frame.vectors[k * d + i] * frame.vectors[k * d + j];
  check_decomposition(m, d);
  const Spectrum<T> s(m, d);
  for (size_t k = 0; k < d; ++k)
    BOOST_TEST(std::fabs(s.value(k) - static_cast<double>(values[k])) <= 50 * epsilon<T>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_diagonal_matrix_gives_its_entries_and_exact_axes, T, Scalars) {
  const std::vector<T> diagonal{T(0.25), T(7), T(-3), T(7), T(0), T(1e-6)};
  const std::vector<size_t> axes{1, 3, 0, 5, 4, 2};  // descending, equal ones by index
  const Spectrum<T> s(packed_diagonal(diagonal), 6);
  for (size_t k = 0; k < 6; ++k) {
    BOOST_TEST(s.values[k] == diagonal[axes[k]]);
    for (size_t j = 0; j < 6; ++j) BOOST_TEST(s.component(k, j) == (j == axes[k] ? 1.0 : 0.0));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_zero_matrix_has_zero_values_and_the_axes, T, Scalars) {
  const Spectrum<T> s(std::vector<T>(rfm::packed_size(9), T(0)), 9);
  for (size_t k = 0; k < 9; ++k) {
    BOOST_TEST(s.value(k) == 0);
    for (size_t j = 0; j < 9; ++j) BOOST_TEST(s.component(k, j) == (j == k ? 1.0 : 0.0));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_number_is_its_own_eigenvalue, T, Scalars) {
  const Spectrum<T> s({T(-5)}, 1);
  BOOST_TEST(s.value(0) == -5);
  BOOST_TEST(s.component(0, 0) == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rank_one_matrix_gives_back_its_vector, T, Scalars) {
  const size_t d = 25;
  const std::vector<T> v = uniform_numbers<T>(d, 3);
  const Spectrum<T> s(packed_product(v, 1, d), d);
  double squares = 0, along = 0;
  for (size_t j = 0; j < d; ++j) {
    squares += static_cast<double>(v[j]) * static_cast<double>(v[j]);
    along += static_cast<double>(v[j]) * s.component(0, j);
  }
  BOOST_TEST(std::fabs(s.value(0) - squares) <= 20 * epsilon<T>() * squares);
  BOOST_TEST(std::fabs(std::fabs(along) - std::sqrt(squares)) <=
             20 * epsilon<T>() * std::sqrt(squares));
  for (size_t k = 1; k < d; ++k) BOOST_TEST(std::fabs(s.value(k)) <= 20 * epsilon<T>() * squares);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tridiagonal_and_zero_diagonal_matrices_converge, T, Scalars) {
  for (size_t d : {2u, 3u, 10u, 51u}) {
    const size_t middle = d / 2;
    std::vector<T> path(rfm::packed_size(d), T(0)), wilkinson(rfm::packed_size(d), T(0));
    for (size_t i = 0; i < d; ++i) {
      wilkinson[rfm::packed_index(i, i)] = static_cast<T>(i > middle ? i - middle : middle - i);
      if (i > 0) path[rfm::packed_index(i, i - 1)] = wilkinson[rfm::packed_index(i, i - 1)] = T(1);
    }
    check_decomposition(path, d);
    check_decomposition(wilkinson, d);
    check_decomposition(std::vector<T>(rfm::packed_size(d), T(1)), d);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_scale_of_the_entries_does_not_matter, T, Scalars) {
  const size_t d = 20;
  const std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 8);
  const Spectrum<T> expected(m, d);
  std::vector<int> powers{-100, 100, -20};
  if (sizeof(T) == sizeof(double)) powers.insert(powers.end(), {-1000, 1000});
  for (int power : powers) {
    const T factor = static_cast<T>(std::ldexp(1.0, power));
    std::vector<T> scaled = m;
    for (T& entry : scaled) entry *= factor;
    const Spectrum<T> s(scaled, d);
    BOOST_TEST(s.vectors == expected.vectors);
    for (size_t k = 0; k < d; ++k) BOOST_TEST(s.values[k] == expected.values[k] * factor);
  }
  for (T factor : {T(1e-30), T(1e30)}) {
    std::vector<T> scaled = m;
    for (T& entry : scaled) entry *= factor;
    check_decomposition(scaled, d);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(widely_graded_entries_keep_the_error_beside_the_largest, T, Scalars) {
  const size_t d = 30;
  std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 9);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j)
      m[rfm::packed_index(i, j)] *= static_cast<T>(std::pow(10.0, -static_cast<double>(i + j) / 2));
  check_decomposition(m, d);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(couplings_whose_squares_underflow_do_no_harm, T, Scalars) {
  const size_t d = 12;
  const T tiny = sizeof(T) == sizeof(float) ? T(2e-22) : static_cast<T>(2e-161);
  std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 14);
  for (T& entry : m) entry *= tiny;
  for (size_t i = 0; i < d; ++i) m[rfm::packed_index(i, i)] = static_cast<T>(i % 3);
  check_decomposition(m, d);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(three_hundred_columns_stay_at_rounding_level, T, Scalars) {
  const size_t d = 300;
  const std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 1);
  const Spectrum<T> s(m, d);
  BOOST_TEST(skewness(s) <= 100);
  BOOST_TEST(reconstruction_error(s, m) <= 100);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_same_matrix_gives_the_same_bits_and_touches_only_its_memory, T,
                              Scalars) {
  const size_t d = 13;
  const std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 4);
  const Spectrum<T> expected(m, d);
  const T canary = T(-12345);
  std::vector<T> values(d + 1, canary), vectors(d * d + 1, canary),
      scratch(rfm::eigen_scratch(d) + 1, canary);
  std::vector<T> kept = m;
  rfm::eigen(kept.data(), d, values.data(), vectors.data(), scratch.data());
  BOOST_TEST((values.back() == canary && vectors.back() == canary && scratch.back() == canary));
  values.pop_back();
  vectors.pop_back();
  BOOST_TEST(kept == m);
  BOOST_TEST(values == expected.values);
  BOOST_TEST(vectors == expected.vectors);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(numbers_that_are_not_finite_do_not_hang_it, T, Scalars) {
  std::vector<T> m = uniform_numbers<T>(rfm::packed_size(6), 4);
  m[7] = static_cast<T>(NAN);
  const Spectrum<T> with_nan(m, 6);
  BOOST_TEST(!all_finite(with_nan.values));
  m[7] = static_cast<T>(INFINITY);
  const Spectrum<T> with_infinity(m, 6);
  BOOST_TEST(!all_finite(with_infinity.values));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(effective_rank_counts_equal_directions, T, Scalars) {
  for (T scale : {T(1), T(1e-30), T(1e30)}) {
    const std::vector<T> four{
        scale, scale, scale, scale, T(0), T(0), -scale * rfm::machine_epsilon<T>};
    const std::vector<T> uneven{T(3) * scale, scale};
    BOOST_TEST(rfm::effective_rank(four.data(), four.size()) == T(4));
    BOOST_TEST(std::fabs(static_cast<double>(rfm::effective_rank(uneven.data(), 2)) - 1.6) < 1e-6);
  }
  const std::vector<T> zeros(3, T(0));
  BOOST_TEST(rfm::effective_rank(zeros.data(), 3) == T(0));
}

BOOST_AUTO_TEST_CASE(sizes_of_impossible_matrices_saturate) {
  static_assert(rfm::packed_size(0) == 0 && rfm::packed_size(1) == 1 && rfm::packed_size(4) == 10);
  static_assert(rfm::packed_size(5) == 15 && rfm::eigen_scratch(5) == 10);
  BOOST_TEST(rfm::packed_size(SIZE_MAX) == SIZE_MAX);
  BOOST_TEST(rfm::packed_size(SIZE_MAX - 1) == SIZE_MAX);
  BOOST_TEST(rfm::square_size(SIZE_MAX / 2) == SIZE_MAX);
}

BOOST_AUTO_TEST_SUITE_END()
