// The automatic choice on tables that barely are tables: few rows, one column, one member in a
// class, one value.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/data/search/tables.hpp"

using rfm::Status;
using rfm::data::SearchOptions;
using rfm::data::SearchResult;

BOOST_AUTO_TEST_SUITE(search_small)

namespace {

SearchResult searched(const SearchTable& table) {
  SearchResult result;
  SearchOptions options;
  options.effort = 0.1;
  BOOST_TEST_REQUIRE((rfm::data::search(table.data(), options, result) == Status::ok));
  BOOST_TEST(!result.leaders.empty());
  BOOST_TEST(std::isfinite(result.score));
  BOOST_TEST(result.best.bandwidth > 0);
  BOOST_TEST(result.best.ridge > 0);
  BOOST_TEST(result.outputs.size() == table.n * table.c);
  for (const float output : result.outputs) BOOST_TEST(std::isfinite(output));
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(two_to_ten_rows_are_enough_for_a_choice) {
  for (std::size_t n = 2; n <= 10; ++n) {
    SearchTable table = even_columns(n, 3, n);
    for (std::size_t i = 0; i < n; ++i) table.y[i] = table.x[i * 3];
    searched(table);
  }
}

BOOST_AUTO_TEST_CASE(one_column_is_enough) {
  SearchTable table = even_columns(60, 1, 2);
  for (std::size_t i = 0; i < table.n; ++i) table.y[i] = table.x[i] * table.x[i];
  BOOST_TEST(searched(table).score < 0.05);
}

BOOST_AUTO_TEST_CASE(columns_that_never_change_are_no_obstacle) {
  SearchTable table = even_columns(40, 2, 3);
  for (float& x : table.x) x = 1;
  for (std::size_t i = 0; i < table.n; ++i) table.y[i] = i % 2 == 0 ? 1.0F : -1.0F;
  searched(table);
}

BOOST_AUTO_TEST_CASE(a_target_that_never_changes_is_predicted_without_error) {
  const SearchResult result = searched(even_columns(40, 3, 4));
  BOOST_TEST(result.score == 0);
  BOOST_TEST(result.best.rounds == 0u);
}

BOOST_AUTO_TEST_CASE(equal_rows_with_different_targets_are_no_obstacle) {
  SearchTable table = even_columns(30, 2, 5);
  for (std::size_t i = 15; i < 30; ++i)
    for (std::size_t k = 0; k < 2; ++k) table.x[i * 2 + k] = table.x[(i - 15) * 2 + k];
  for (std::size_t i = 0; i < 30; ++i) table.y[i] = i < 15 ? 1.0F : -1.0F;
  BOOST_TEST(searched(table).score < 1.3);
}

BOOST_AUTO_TEST_CASE(a_class_of_one_member_is_no_obstacle) {
  SearchTable table = even_columns(30, 2, 6);
  std::vector<uint32_t> labels(30, 0);
  labels[7] = 1;
  make_classes(table, labels);
  searched(table);
}

BOOST_AUTO_TEST_CASE(two_classes_apart_are_told_apart) {
  SearchTable table = even_columns(80, 2, 7);
  std::vector<uint32_t> labels(80);
  for (std::size_t i = 0; i < 80; ++i) labels[i] = table.x[i * 2] > 0 ? 1 : 0;
  make_classes(table, labels);
  BOOST_TEST(searched(table).score < 0.3);  // half of the rows wrong would be 0.5 and more
}

BOOST_AUTO_TEST_CASE(weights_decide_between_rows_that_disagree) {
  SearchTable table = even_columns(60, 2, 8);
  std::vector<float> weights(60);
  for (std::size_t i = 0; i < 60; ++i) {
    table.y[i] = i % 3 == 0 ? 5.0F : table.x[i * 2];
    weights[i] = i % 3 == 0 ? 1e-4F : 1.0F;
  }
  SearchResult weighted, plain;
  SearchOptions options;
  options.effort = 0.1;
  rfm::data::SearchData data = table.data();
  BOOST_TEST_REQUIRE((rfm::data::search(data, options, plain) == Status::ok));
  data.weights = weights.data();
  BOOST_TEST_REQUIRE((rfm::data::search(data, options, weighted) == Status::ok));
  BOOST_TEST(weighted.score < 0.05);
  BOOST_TEST(plain.score > 1);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_searched_is_refused) {
  SearchTable table = even_columns(10, 2, 9);
  SearchResult result;
  rfm::data::SearchData data = table.data();
  data.n = 1;
  BOOST_TEST((rfm::data::search(data, {}, result) == Status::empty));
  data = table.data();
  data.x = nullptr;
  BOOST_TEST((rfm::data::search(data, {}, result) == Status::null_pointer));
  table.x[3] = std::nanf("");
  BOOST_TEST((rfm::data::search(table.data(), {}, result) == Status::not_finite));
  BOOST_TEST(result.leaders.empty());
}

BOOST_AUTO_TEST_SUITE_END()
