// Merging duplicate rows against a naive merge that compares every pair, and the promise it is made
// for: the merged problem with its ridge divided by the weights predicts what the whole problem
// predicts.
#include "rfm/core/machine/duplicates.hpp"

#include <boost/test/unit_test.hpp>
#include <xtensor-blas/xlinalg.hpp>

#include "tests/core/matrices.hpp"

using namespace rfm_test;

namespace {

template <class T>
struct Table {
  size_t n, d, c;
  std::vector<T> x, y, weights;
};

// Rows on a coarse grid, so that many coincide; `values` values a coordinate, both zeros among
// them.
template <class T>
Table<T> grid_table(size_t n, size_t d, size_t c, uint64_t values, uint64_t seed) {
  Table<T> table{
      n, d, c, std::vector<T>(n * d), uniform_numbers<T>(n * c, seed + 1), std::vector<T>(n)};
  rfm::Random random(seed);
  for (T& cell : table.x) {
    cell = static_cast<T>(random.below(values)) - T(1);
    if (cell == T(0) && random.below(2) == 0) cell = -cell;
  }
  for (T& weight : table.weights) weight = static_cast<T>(0.25 + random.unit());
  return table;
}

// The same by comparing each row with every distinct row before it, sums in double; order receives
// first appearances.
template <class T>
Table<T> naive_merge(const Table<T>& table, std::vector<uint32_t>& order) {
  Table<T> merged{0, table.d, table.c, {}, {}, {}};
  std::vector<double> sums, weights;
  order.clear();
  for (size_t i = 0; i < table.n; ++i) {
    size_t k = 0;
    const auto same = [&](size_t other) {
      for (size_t j = 0; j < table.d; ++j)
        if (table.x[i * table.d + j] != merged.x[other * table.d + j]) return false;
      return true;
    };
    while (k < merged.n && !same(k)) ++k;
    if (k == merged.n) {
      for (size_t j = 0; j < table.d; ++j) merged.x.push_back(table.x[i * table.d + j]);
      sums.resize(sums.size() + table.c);
      weights.push_back(0);
      order.push_back(static_cast<uint32_t>(i));
      ++merged.n;
    }
    const double weight = static_cast<double>(table.weights[i]);
    weights[k] += weight;
    for (size_t o = 0; o < table.c; ++o)
      sums[k * table.c + o] += weight * static_cast<double>(table.y[i * table.c + o]);
  }
  for (size_t k = 0; k < merged.n; ++k) {
    merged.weights.push_back(static_cast<T>(weights[k]));
    for (size_t o = 0; o < table.c; ++o)
      merged.y.push_back(static_cast<T>(sums[k * table.c + o] / weights[k]));
  }
  return merged;
}

template <class T>
Table<T> merge(Table<T> table, std::vector<uint32_t>& order, bool weighted = true) {
  order.assign(table.n, 0);
  table.n = rfm::merge_duplicates(table.x.data(), table.n, table.d, table.y.data(), table.c,
                                  weighted ? table.weights.data() : nullptr, order.data());
  order.resize(table.n);
  table.x.resize(table.n * table.d);
  table.y.resize(table.n * table.c);
  if (weighted) table.weights.resize(table.n);
  return table;
}

// Laplace kernel ridge in double: predictions of rows at `probes` (p,d) after training with ridge /
// weight.
template <class T>
xt::xtensor<double, 1> predictions(const Table<T>& table, const std::vector<T>& probes,
                                   double ridge) {
  const auto kernel = [&](const T* a, const T* b) {
    double squares = 0;
    for (size_t j = 0; j < table.d; ++j)
      squares += std::pow(static_cast<double>(a[j]) - static_cast<double>(b[j]), 2);
    return std::exp(-std::sqrt(squares) / 2);
  };
  xt::xtensor<double, 2> gram(std::array<size_t, 2>{table.n, table.n});
  xt::xtensor<double, 1> y(std::array<size_t, 1>{table.n});
  for (size_t i = 0; i < table.n; ++i) {
    y(i) = static_cast<double>(table.y[i * table.c]);
    for (size_t j = 0; j < table.n; ++j)
      gram(i, j) = kernel(&table.x[i * table.d], &table.x[j * table.d]);
    gram(i, i) += ridge / static_cast<double>(table.weights[i]);
  }
  const xt::xtensor<double, 1> alpha = xt::linalg::solve(gram, y);
  xt::xtensor<double, 1> f = xt::zeros<double>(std::array<size_t, 1>{probes.size() / table.d});
  for (size_t p = 0; p < f.size(); ++p)
    for (size_t i = 0; i < table.n; ++i)
      f(p) += alpha(i) * kernel(&probes[p * table.d], &table.x[i * table.d]);
  return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(duplicates)

BOOST_AUTO_TEST_CASE_TEMPLATE(merging_is_what_comparing_every_pair_gives, T, Scalars) {
  for (size_t n : {0u, 1u, 2u, 3u, 17u, 300u})
    for (size_t d : {1u, 2u, 3u})
      for (size_t c : {1u, 3u}) {
        const Table<T> table = grid_table<T>(n, d, c, 3, 7 * n + d);
        std::vector<uint32_t> order, expected_order;
        const Table<T> expected = naive_merge(table, expected_order), merged = merge(table, order);
        BOOST_TEST(merged.n == expected.n);
        BOOST_TEST(merged.x == expected.x);
        BOOST_TEST(order == expected_order);
        const double rounding =
            static_cast<double>(rfm::machine_epsilon<T>) * static_cast<double>(n);
        BOOST_TEST(largest_difference(merged.y, expected.y) <= rounding);
        BOOST_TEST(largest_difference(merged.weights, expected.weights) <=
                   rounding * static_cast<double>(n));
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(distinct_rows_are_left_alone, T, Scalars) {
  Table<T> table = grid_table<T>(100, 4, 2, 2, 5);
  table.x = uniform_numbers<T>(400, 6);
  std::vector<uint32_t> order;
  const Table<T> merged = merge(table, order);
  BOOST_TEST(merged.n == 100u);
  BOOST_TEST((merged.x == table.x && merged.y == table.y && merged.weights == table.weights));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_rows_become_one, T, Scalars) {
  const size_t n = 64;
  Table<T> table{n, 2, 1, {}, {}, std::vector<T>(n, T(2))};
  for (size_t i = 0; i < n; ++i) {
    table.x.insert(table.x.end(), {T(0.1), i % 2 == 0 ? T(0) : -T(0)});
    table.y.push_back(static_cast<T>(i));
  }
  std::vector<uint32_t> order;
  const Table<T> merged = merge(table, order);
  BOOST_TEST(merged.n == 1u);
  BOOST_TEST(std::fabs(static_cast<double>(merged.y[0]) - 31.5) < 1e-4);
  BOOST_TEST(merged.weights[0] == T(128));
  BOOST_TEST(merge(table, order, false).n == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_targets_keep_their_bits, T, Scalars) {
  const size_t n = 50;
  Table<T> table = grid_table<T>(n, 1, 1, 4, 8);
  for (size_t i = 0; i < n; ++i) table.y[i] = table.x[i] * T(0.1) + T(1e30);
  std::vector<uint32_t> order;
  const Table<T> merged = merge(table, order), unweighted = merge(table, order, false);
  for (size_t k = 0; k < merged.n; ++k) BOOST_TEST(merged.y[k] == merged.x[k] * T(0.1) + T(1e30));
  BOOST_TEST(unweighted.y == merged.y);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_the_first_coordinates_need_differ_in_the_last_bit, T, Scalars) {
  const T next = T(1) + rfm::machine_epsilon<T>;
  const Table<T> table{
      3, 2, 1, {T(1), T(5), next, T(5), T(1), T(5)}, {T(1), T(2), T(3)}, {T(1), T(1), T(1)}};
  std::vector<uint32_t> order;
  const Table<T> merged = merge(table, order);
  BOOST_TEST(merged.n == 2u);
  BOOST_TEST((merged.x == std::vector<T>{T(1), T(5), next, T(5)}));
  BOOST_TEST((merged.y == std::vector<T>{T(2), T(2)}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_merged_problem_predicts_what_the_whole_one_predicts, T, Scalars) {
  const Table<T> table = grid_table<T>(60, 2, 1, 4, 11);
  std::vector<uint32_t> order;
  const Table<T> merged = merge(table, order);
  BOOST_REQUIRE(merged.n < table.n);
  const std::vector<T> probes = uniform_numbers<T>(40, 12);
  const auto whole = predictions(table, probes, 0.1), fewer = predictions(merged, probes, 0.1);
  for (size_t p = 0; p < whole.size(); ++p)
    BOOST_TEST(std::fabs(whole(p) - fewer(p)) <
               1000 * static_cast<double>(rfm::machine_epsilon<T>));
}

BOOST_AUTO_TEST_SUITE_END()
