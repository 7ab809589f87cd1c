// Shuffling a column costs what the column is worth on rows not seen, columns that tell the same
// count as one, effects have the shape of the truth, and the curve of learning foretells more rows.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/base/random.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(held_out)

using namespace rfm::data;

namespace {

// y = 2 a + b b, a twin of a, and a column of noise; classes are y above 1.2.
TextTable table_of(std::size_t n, bool classes, double noise = 0.2) {
  TextTable table;
  table.names = {"a", "twin", "b", "nothing", "y"};
  table.columns.resize(5);
  rfm::Random random(5);
  for (std::size_t i = 0; i < n; ++i) {
    const double a = random.unit(), b = 2 * random.unit() - 1;
    const double y = 2 * a + b * b + noise * (random.unit() - 0.5);
    table.columns[0].append(std::to_string(a));
    table.columns[1].append(std::to_string(a + 0.1 * random.unit()));
    table.columns[2].append(std::to_string(b));
    table.columns[3].append(std::to_string(random.unit()));
    table.columns[4].append(classes ? (y > 1.2 ? "high" : "low") : std::to_string(y));
  }
  return table;
}

Trained trained(const TextTable& table, TrainOptions options = {}) {
  options.search.effort = 0.1;
  Trained result;
  const Outcome outcome = train<float>(table, options, result);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return result;
}

const PermutedColumns& of(const Trained& trained, const std::string& name) {
  const auto& all = trained.held_out.permuted;
  const auto found = std::find_if(all.begin(), all.end(), [&](const PermutedColumns& permuted) {
    return std::count(permuted.columns.begin(), permuted.columns.end(), name) > 0;
  });
  BOOST_TEST_REQUIRE((found != all.end()), name);
  return *found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(columns_are_worth_what_they_tell) {
  for (const bool classes : {false, true}) {
    const Trained result = trained(table_of(200, classes));
    const PermutedColumns &first = of(result, "a"), &second = of(result, "b"),
                          &none = of(result, "nothing");
    BOOST_TEST(first.columns.size() == 2u);  // with its twin
    BOOST_TEST(&first == &of(result, "twin"));
    BOOST_TEST(first.fall > (classes ? 2 : 3) * second.fall);
    BOOST_TEST(second.fall > 2 * std::fabs(none.fall));
    BOOST_TEST(std::fabs(none.fall) < 0.03);
    BOOST_TEST(first.spread > 0);
    BOOST_TEST(result.held_out.permuted[0].fall == first.fall);
  }
}

BOOST_AUTO_TEST_CASE(a_shuffled_column_that_is_all_costs_twice_the_variance) {
  const Trained result = trained(table_of(300, false, 0.0));
  // Shuffled answers err by the difference of two independent draws.
  TextTable one = table_of(300, false, 0.0);
  TrainOptions options;
  options.plan.only = {"a", "twin", "b"};
  const Trained alone = trained(one, options);
  double sum = 0;
  for (const PermutedColumns& permuted : alone.held_out.permuted) sum += permuted.fall;
  BOOST_TEST(sum > 1.7);
  BOOST_TEST(sum < 2.3);
}

BOOST_AUTO_TEST_CASE(effects_have_the_shape_of_the_truth) {
  const Trained result = trained(table_of(300, false));
  bool seen = false;
  for (const Dependence& effect : result.dependences) {
    if (effect.column != "b") continue;
    seen = true;
    BOOST_TEST_REQUIRE(effect.numbers.size() == effect.answers.size());
    const auto lowest = std::min_element(effect.answers.begin(), effect.answers.end());
    const double where = effect.numbers[static_cast<std::size_t>(lowest - effect.answers.begin())];
    BOOST_TEST(std::fabs(where) < 0.25);
    BOOST_TEST(effect.answers.front() > *lowest + 0.6);
    BOOST_TEST(effect.answers.back() > *lowest + 0.6);
  }
  BOOST_TEST(seen);
}

BOOST_AUTO_TEST_CASE(probabilities_of_an_effect_add_up_to_one) {
  const Trained result = trained(table_of(150, true));
  BOOST_TEST_REQUIRE(!result.dependences.empty());
  const Dependence& effect = result.dependences[0];
  for (std::size_t k = 0; k < effect.numbers.size(); ++k)
    BOOST_TEST(std::fabs(effect.answers[2 * k] + effect.answers[2 * k + 1] - 1) < 1e-5);
}

BOOST_AUTO_TEST_CASE(learning_goes_on_with_more_rows_and_foretells_them) {
  const Trained small = trained(table_of(120, false, 0.05)),
                large = trained(table_of(240, false, 0.05));
  const auto& curve = small.held_out.learning;
  BOOST_TEST_REQUIRE(curve.size() == 3u);
  BOOST_TEST(curve[0].rows < curve[1].rows);
  BOOST_TEST(curve[0].error > curve[2].error);
  BOOST_TEST(small.held_out.twice < 0.9);
  const double foretold = curve[2].error * small.held_out.twice;
  BOOST_TEST(large.held_out.learning[2].error < 2 * foretold);
  BOOST_TEST(large.held_out.learning[2].error > foretold / 2);
}

BOOST_AUTO_TEST_CASE(the_curve_goes_on_as_its_points_say) {
  std::vector<LearnedFrom> curve;
  for (const std::size_t rows : {50u, 100u, 200u})
    curve.push_back({rows, 0.1 + 4.0 / static_cast<double>(rows)});
  BOOST_TEST(std::fabs(error_left_by_twice(curve) - 0.11 / 0.12) < 1e-9);
  for (LearnedFrom& point : curve) point.error = 0.3;
  BOOST_TEST(error_left_by_twice(curve) == 1.0);
  curve.pop_back();
  BOOST_TEST(error_left_by_twice(curve) == 1.0);
}

BOOST_AUTO_TEST_CASE(probabilities_are_counted_in_tenths) {
  const std::vector<Reliability> bins =
      reliability({0.95, 0.05, 0.97, 0.03, 0.35, 0.65, 0.38, 0.62, 0.5, 0.5}, {0, 0, 1, 0, 0}, 2);
  BOOST_TEST_REQUIRE(bins.size() == 3u);
  BOOST_TEST(bins[0].rows == 1u);
  BOOST_TEST(bins[1].rows == 2u);
  BOOST_TEST(bins[1].right == 0.5);
  BOOST_TEST(bins[2].right == 1.0);
  BOOST_TEST(std::fabs(bins[2].said - 0.96) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
