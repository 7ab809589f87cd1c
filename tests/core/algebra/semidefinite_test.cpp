// Roots of semi-definite matrices: backward error, rank, singular and scaled input, never a NaN;
// the sandwich R' E R.
#include "rfm/core/algebra/semidefinite.hpp"

#include <boost/test/unit_test.hpp>
#include <xtensor-blas/xlinalg.hpp>

#include "tests/core/matrices.hpp"

using namespace rfm_test;

namespace {

template <class T>
struct Factor {
  size_t rank;
  std::vector<T> root;

  Factor(const std::vector<T>& m, size_t d) : rank(0), root(d * d, T(-77)) {
    std::vector<T> remaining(rfm::semidefinite_factor_scratch(d));
    rank = rfm::semidefinite_factor(m.data(), d, root.data(), remaining.data());
    root.resize(rank * d);
  }
};

// max |m - root' root| in units of d, epsilon and the largest entry of m.
template <class T>
double backward_error(const std::vector<T>& m, const std::vector<T>& root, size_t rank, size_t d) {
  const double unit =
      static_cast<double>(rfm::rounding_share<T>(d)) * std::fmax(largest_entry(m), 1e-300);
  return largest_difference(m, packed_product(root, rank, d)) / unit;
}

template <class T>
std::vector<T> symmetric_root(const std::vector<T>& m, size_t d) {
  std::vector<T> root(d * d, T(-77)), scratch(rfm::symmetric_root_scratch(d), T(-77));
  rfm::symmetric_root(m.data(), d, root.data(), scratch.data());
  return root;
}

template <class T>
std::vector<T> scaled(std::vector<T> m, T factor) {
  for (T& entry : m) entry *= factor;
  return m;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(semidefinite)

BOOST_AUTO_TEST_CASE_TEMPLATE(the_factor_multiplies_back_and_has_the_rank_of_the_matrix, T,
                              Scalars) {
  for (size_t d : {1u, 2u, 5u, 16u, 33u, 80u})
    for (size_t rank : {1u, 2u, 4u, 30u}) {
      if (rank > d) continue;
      const std::vector<T> m = packed_product(uniform_numbers<T>(rank * d, 10 * d + rank), rank, d);
      const Factor<T> factor(m, d);
      BOOST_TEST_CONTEXT("d = " << d << ", rank = " << rank) {
        BOOST_TEST(factor.rank == rank);
        BOOST_TEST(backward_error(m, factor.root, factor.rank, d) <= 2);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_hilbert_matrix_loses_rank_but_not_accuracy, T, Scalars) {
  const size_t d = 30;
  std::vector<T> m(rfm::packed_size(d));
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) m[rfm::packed_index(i, j)] = T(1) / static_cast<T>(i + j + 1);
  const Factor<T> factor(m, d);
  BOOST_TEST(factor.rank < d);
  BOOST_TEST(factor.rank > 3);
  BOOST_TEST(backward_error(m, factor.root, factor.rank, d) <= 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(distances_under_the_metric_are_distances_of_projected_points, T,
                              Scalars) {
  const size_t d = 12, rank = 3;
  const std::vector<T> m = packed_product(uniform_numbers<T>(rank * d, 21), rank, d);
  const Factor<T> factor(m, d);
  const std::vector<T> full_root = symmetric_root(m, d);
  const std::vector<T> difference = uniform_numbers<T>(d, 22);
  const auto squared_length = [&](const std::vector<T>& root, size_t rows) {
    double sum = 0;
    for (size_t k = 0; k < rows; ++k) {
      double u = 0;
      for (size_t j = 0; j < d; ++j)
        u += static_cast<double>(root[k * d + j]) * static_cast<double>(difference[j]);
      sum += u * u;
    }
    return sum;
  };
  double expected = 0;
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j)
      expected += static_cast<double>(difference[i]) *
                  static_cast<double>(m[rfm::packed_index(i, j)]) *
                  static_cast<double>(difference[j]);
  const double tolerance = 200 * static_cast<double>(rfm::machine_epsilon<T>);
  BOOST_TEST(std::fabs(squared_length(factor.root, factor.rank) - expected) < tolerance);
  BOOST_TEST(std::fabs(squared_length(full_root, d) - expected) < tolerance);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_zero_matrix_has_rank_zero, T, Scalars) {
  const std::vector<T> zero(rfm::packed_size(7), T(0));
  BOOST_TEST(Factor<T>(zero, 7).rank == 0u);
  BOOST_TEST(Factor<T>(std::vector<T>{T(0)}, 1).rank == 0u);
  BOOST_TEST(largest_entry(symmetric_root(zero, 7)) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(pivots_descend_and_ties_go_to_the_lowest_column, T, Scalars) {
  const Factor<T> factor(packed_diagonal<T>({T(4), T(9), T(0), T(9)}), 4);
  const std::vector<T> expected{0, 3, 0, 0, /**/ 0, 0, 0, 3, /**/ 2, 0, 0, 0};
  BOOST_TEST(factor.rank == 3u);
  BOOST_TEST(factor.root == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(below_its_pivot_a_column_is_exactly_zero, T, Scalars) {
  const size_t d = 33;
  const Factor<T> factor(packed_product(uniform_numbers<T>(d * d, 41), d, d), d);
  BOOST_REQUIRE(factor.rank > 25u);
  std::vector<bool> pivoted(d, false);
  for (size_t k = factor.rank;
       k-- > 0;) {  // going up, each row reaches one column more: that of its pivot
    size_t new_columns = 0;
    for (size_t j = 0; j < d; ++j)
      if (factor.root[k * d + j] != T(0) && !pivoted[j]) {
        pivoted[j] = true;
        ++new_columns;
      }
    BOOST_TEST(new_columns == (k + 1 == factor.rank ? d - factor.rank + 1 : 1u));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(directions_at_rounding_level_are_absent_from_the_symmetric_root, T,
                              Scalars) {
  const size_t d = 16;
  const std::vector<T> v = uniform_numbers<T>(d, 51);
  const std::vector<T> root = symmetric_root(packed_product(v, 1, d), d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 1; j < d;
         ++j)  // the root maps v_j e_0 - v_0 e_j, which v does not see, to nothing
      BOOST_TEST(std::fabs(static_cast<double>(root[i * d] * v[j] - root[i * d + j] * v[0])) <=
                 50 * static_cast<double>(rfm::machine_epsilon<T>));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_caller_may_drop_small_directions, T, Scalars) {
  const std::vector<T> m = packed_diagonal<T>({T(1), T(1e-3), T(1e-5)});
  std::vector<T> root(9), remaining(3);
  BOOST_TEST(rfm::semidefinite_factor(m.data(), 3, T(1e-4), root.data(), remaining.data()) == 2u);
  BOOST_TEST(rfm::semidefinite_factor(m.data(), 3, T(1e-2), root.data(), remaining.data()) == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(roots_work_at_every_scale, T, Scalars) {
  const size_t d = 14, rank = 6;
  const std::vector<T> m = packed_product(uniform_numbers<T>(rank * d, 31), rank, d);
  for (T scale : {T(1e-30), T(1e30)}) {
    const std::vector<T> other = scaled(m, scale);
    const Factor<T> factor(other, d);
    BOOST_TEST(factor.rank == rank);
    BOOST_TEST(backward_error(other, factor.root, factor.rank, d) <= 2);
    BOOST_TEST(backward_error(other, symmetric_root(other, d), d, d) <= 4);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_finite_matrix_gives_a_nan, T, Scalars) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const size_t d = 1 + seed % 20;
    std::vector<T> m = scaled(uniform_numbers<T>(rfm::packed_size(d), seed), T(1e30));
    for (size_t i = 0; i < d;
         ++i)  // far from semi-definite: diagonals of every size beside large entries
      m[rfm::packed_index(i, i)] *=
          static_cast<T>(std::pow(10.0, -static_cast<double>((i * seed) % 40)));
    BOOST_TEST(all_finite(Factor<T>(m, d).root));
    BOOST_TEST(all_finite(symmetric_root(m, d)));
    std::vector<T> root(d * d), remaining(d);  // even with every positive pivot taken
    rfm::semidefinite_factor(m.data(), d, T(0), root.data(), remaining.data());
    BOOST_TEST(all_finite(root));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_tiny_pivot_beside_huge_entries_gives_no_infinity, T, Scalars) {
  const bool single = sizeof(T) == sizeof(float);
  const T tiny = single ? T(1e-36) : static_cast<T>(1e-300),
          huge = single ? T(1e30) : static_cast<T>(1e300);
  const std::vector<T> m{-huge, huge, tiny, -huge, huge, tiny};
  const Factor<T> factor(m, 3);
  BOOST_TEST(factor.rank >= 1u);
  BOOST_TEST(all_finite(factor.root));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_symmetric_root_is_symmetric_and_its_square_is_the_matrix, T,
                              Scalars) {
  for (size_t d : {1u, 2u, 7u, 40u})
    for (size_t rank : {1u, 3u, 40u}) {
      const std::vector<T> m = packed_product(uniform_numbers<T>(rank * d, d + rank), rank, d);
      const std::vector<T> root = symmetric_root(m, d);
      for (size_t i = 0; i < d; ++i)
        for (size_t j = 0; j < i; ++j) BOOST_TEST(root[i * d + j] == root[j * d + i]);
      BOOST_TEST(backward_error(m, root, d, d) <= 4);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_symmetric_root_is_that_of_lapack, T, Scalars) {
  const size_t d = 9;
  const std::vector<T> m = packed_product(uniform_numbers<T>(20 * d, 77), 20, d);
  const auto spectrum = xt::linalg::eigh(full(m, d));
  const auto& values = std::get<0>(spectrum);
  const auto& vectors = std::get<1>(spectrum);
  const std::vector<T> root = symmetric_root(m, d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) {
      double expected = 0;
      for (size_t k = 0; k < d; ++k)
        expected += std::sqrt(values(k)) * vectors(i, k) * vectors(j, k);
      BOOST_TEST(std::fabs(static_cast<double>(root[i * d + j]) - expected) <
                 500 * static_cast<double>(rfm::machine_epsilon<T>));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(negative_eigenvalues_count_as_zero_in_the_symmetric_root, T,
                              Scalars) {
  const std::vector<T> root = symmetric_root(packed_diagonal<T>({T(4), T(-9), T(1)}), 3);
  const std::vector<T> expected{2, 0, 0, 0, 0, 0, 0, 0, 1};
  BOOST_TEST(largest_difference(root, expected) <=
             4 * static_cast<double>(rfm::machine_epsilon<T>));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_sandwich_is_the_triple_product, T, Scalars) {
  for (size_t d : {1u, 3u, 15u, 16u, 17u, 37u})
    for (size_t r : {1u, 2u, 16u, 21u}) {
      const std::vector<T> e = uniform_numbers<T>(rfm::packed_size(r), r),
                           root = uniform_numbers<T>(r * d, d);
      const T canary = T(-12345);
      std::vector<T> m(rfm::packed_size(d) + 1, canary),
          scratch(rfm::sandwich_scratch(r) + 1, canary);
      rfm::sandwich(e.data(), r, root.data(), d, m.data(), scratch.data());
      BOOST_TEST((m.back() == canary && scratch.back() == canary));
      double worst = 0;
      for (size_t i = 0; i < d; ++i)
        for (size_t j = 0; j <= i; ++j) {
          double sum = -static_cast<double>(m[rfm::packed_index(i, j)]);
          for (size_t a = 0; a < r; ++a)
            for (size_t b = 0; b < r; ++b)
              sum += static_cast<double>(root[a * d + i]) *
                     static_cast<double>(e[rfm::packed_index(a, b)]) *
                     static_cast<double>(root[b * d + j]);
          worst = std::fmax(worst, std::fabs(sum));
        }
      const double size = static_cast<double>(r);
      BOOST_TEST(worst <= 4 * size * size * static_cast<double>(rfm::machine_epsilon<T>));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(unpacking_works_in_place, T, Scalars) {
  const size_t d = 6;
  std::vector<T> m = uniform_numbers<T>(rfm::packed_size(d), 2), square = m;
  square.resize(d * d);
  rfm::unpack(square.data(), d, square.data());
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) BOOST_TEST(square[i * d + j] == m[rfm::packed_index(i, j)]);
}

BOOST_AUTO_TEST_SUITE_END()
