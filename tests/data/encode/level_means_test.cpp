// Categories by means of the target: the means themselves, what training rows and held-out rows see
// of them, and that nothing is learned from a target that is noise.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/encode/level_means.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/search/fold_fit.hpp"
#include "rfm/data/search/folds.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(means_of_the_target)

namespace {

using namespace rfm::data;

TextTable read(const std::string& csv) {
  TextTable text;
  const Outcome outcome = read_csv(csv, {}, text);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return text;
}

Trained trained_on(const TextTable& text, const TextTable* test = nullptr) {
  TrainOptions options;
  options.test = test;
  options.search.wishes.kernel = rfm::KernelId::laplace;
  options.search.wishes.metric = rfm::Metric::diagonal;
  options.search.wishes.rounds = 1;
  options.search.effort = 0.2;
  Trained trained;
  const Outcome outcome = train<float>(text, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return trained;
}

double noise(rfm::Random& random) { return random.unit() + random.unit() + random.unit() - 1.5; }

// (n, 1) rows of a town each and their targets: `signal` times what the town is, and noise.
std::string towns(std::size_t n, std::size_t levels, double signal) {
  rfm::Random random(17);
  std::vector<double> worth;
  for (std::size_t k = 0; k < levels; ++k) worth.push_back(noise(random));
  std::string csv = "town,x,y\n";
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t town = random.below(levels);
    csv += "t" + std::to_string(town) + "," + std::to_string(random.unit()) + "," +
           std::to_string(signal * worth[town] + noise(random)) + "\n";
  }
  return csv;
}

// The encoding of all rows, and the table made of them.
FittedEncoding fitted_to(const TextTable& text, Table& table) {
  Plan plan;
  FittedEncoding fitted;
  BOOST_TEST_REQUIRE(plan_table(text, {}, plan).ok());
  BOOST_TEST_REQUIRE(make_table(text, plan, table).ok());
  BOOST_TEST_REQUIRE(fit_encoding(table, all_rows(table.rows), {}, fitted).ok());
  return fitted;
}

}  // namespace

// Two levels of two rows, one row without a level. With B = 1/2 ((1 + 3)^2 + (-2 - 2)^2) = 16 and
// n = 4: s^2 = (18 - 16) / (4 - 2) = 1, t^2 = (16 - 2) / 4 = 3.5, m = 1 / 3.5.
BOOST_AUTO_TEST_CASE(means_are_drawn_towards_that_of_all) {
  MeanColumn column;
  column.levels = 2;
  column.level = {0, 0, 1, 1, 2};
  const double m = 1 / 3.5;
  CodedTargets targets;
  targets.y = {1, 3, -2, -2, 7};
  std::vector<double> means = level_means(column, targets);
  BOOST_TEST_REQUIRE(means.size() == 2u);
  BOOST_TEST(means[0] == 4 / (2 + m), boost::test_tools::tolerance(1e-15));
  BOOST_TEST(means[1] == -4 / (2 + m), boost::test_tools::tolerance(1e-15));
  // Weights count relative to each other.
  targets.weights = {8, 8, 8, 8, 1};
  means = level_means(column, targets);
  BOOST_TEST(means[0] == 4 / (2 + m), boost::test_tools::tolerance(1e-15));
  // Levels that differ no more than their rows do vanish: n rows of the mean are added.
  targets.weights.clear();
  targets.y = {1, -1, 1.5, -1, 0};
  means = level_means(column, targets);
  BOOST_TEST(means[1] == 0.5 / (2 + 4), boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_row_takes_the_mean_of_other_parts_alone) {
  MeanColumn column;
  column.levels = 1;
  column.level = {0, 0, 0, 0, 1};
  const std::vector<uint32_t> part = {3, 3, 4, no_part, 3};
  for (const double own : {5.0, 500.0}) {
    // The targets of its own part and of held-out rows may be anything of this size.
    const std::vector<double> y = {own, 2, 8, -1000, 9};
    const MeansOfOthers<double> means(column, y.data(), nullptr, 1, part);
    double ratio = 0, held = 0, without = -1;
    means.write(0, &ratio);
    means.write(3, &held);
    means.write(4, &without);
    const double m = 8 / ratio - 1;  // 8 / (1 + m)
    BOOST_TEST(m >= 0.1 - 1e-12);
    BOOST_TEST(held == (own + 10) / (3 + m), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(without == 0);
  }
}

// In the model a level is the mean over all training rows; a training row's feature is not that.
BOOST_AUTO_TEST_CASE(new_rows_take_the_mean_of_all_and_unseen_ones_the_average) {
  const TextTable text = read(towns(900, 90, 2) + "NA,0.5,1\n,0.5,2\n");
  Table table;
  const FittedEncoding fitted = fitted_to(text, table);
  BOOST_TEST(fitted.columns[0].categories.size() == 90u);
  BOOST_TEST(fitted.columns[0].level_means.size() == 91u);
  BOOST_TEST(fitted.features() == 2u);
  const Encoder<float> encoder(fitted);
  BOOST_TEST_REQUIRE(encoder.ok());
  const auto& e = encoder.encoding();
  EncodedTable<float> rows = encode_table(e, text, table, all_rows(table.rows)), read_rows;
  BOOST_TEST_REQUIRE(encode_text(e, text, read_rows).ok());
  BOOST_TEST(rows.x == read_rows.x);
  take_means_of_others(rows, 1);
  std::size_t same = 0;
  for (std::size_t i = 0; i < rows.n; ++i) same += rows.x[2 * i] == read_rows.x[2 * i] ? 1 : 0;
  BOOST_TEST(same < rows.n / 20);
  BOOST_TEST(read_rows.x[2 * 900] == static_cast<float>(fitted.columns[0].level_means[90]));
  EncodedTable<float> again = encode_table(e, text, table, all_rows(table.rows));
  take_means_of_others(again, 1);
  BOOST_TEST(again.x == rows.x);
  take_means_of_others(again, 2);
  BOOST_TEST(again.x != rows.x);
  EncodedTable<float> unseen;
  BOOST_TEST_REQUIRE(encode_text(e, read("town,x\natlantis,0.5\n"), unseen).ok());
  BOOST_TEST(unseen.x[0] == 0);
  BOOST_TEST(unseen.counts[0].unseen == 1u);
}

BOOST_AUTO_TEST_CASE(few_levels_keep_a_feature_each) {
  const TextTable text = read(towns(900, 60, 2));
  Table table;
  const FittedEncoding fitted = fitted_to(text, table);
  BOOST_TEST(fitted.columns[0].level_means.empty());
  BOOST_TEST(fitted.features() == 61u);
}

BOOST_AUTO_TEST_CASE(noise_in_a_thousand_levels_scores_nothing,
                     *boost::unit_test::label("many_fits")) {
  const double r2 = trained_on(read(towns(3000, 1000, 0))).cross_validated.regression.r2;
  BOOST_TEST(r2 < 0.02);
  BOOST_TEST(r2 > -0.02);
}

// A thousand towns of three rows that tell a third of the variance: rows whose means hold their own
// target, or that of a row held out, seem to know it.
BOOST_AUTO_TEST_CASE(what_is_cross_validated_holds_for_new_rows,
                     *boost::unit_test::label("many_fits")) {
  const TextTable all = read(towns(9000, 1000, 0.7));
  TextTable learned = all, fresh = all;
  std::vector<std::size_t> first(3000), rest(6000);
  std::iota(first.begin(), first.end(), std::size_t{0});
  std::iota(rest.begin(), rest.end(), std::size_t{3000});
  for (std::size_t k = 0; k < all.columns.size(); ++k) {
    learned.columns[k] = fresh.columns[k] = TextColumn();
    learned.columns[k].append(all.columns[k], first);
    fresh.columns[k].append(all.columns[k], rest);
  }
  const Trained trained = trained_on(learned, &fresh);
  const double expected = trained.cross_validated.regression.r2, found = trained.test.regression.r2;
  BOOST_TEST(found > 0.14);
  BOOST_TEST(std::fabs(expected - found) < 0.05, expected << " but " << found);
}

// Whatever the targets of the rows that a fold holds out are, its answers to them are the same.
BOOST_AUTO_TEST_CASE(a_fold_sees_no_target_that_it_holds_out) {
  constexpr std::size_t n = 300, levels = 30;
  rfm::Random random(9);
  std::vector<MeanColumn> means(1);
  means[0].levels = levels;
  std::vector<float> x, y;
  for (std::size_t i = 0; i < n; ++i) {
    means[0].level.push_back(static_cast<uint32_t>(random.below(levels)));
    x.insert(x.end(), {0, static_cast<float>(noise(random))});
    y.push_back(static_cast<float>(means[0].level[i] % 3 + noise(random)));
  }
  SearchData data;
  data.x = x.data();
  data.y = y.data();
  data.n = n;
  data.d = 2;
  data.means = &means;
  const Folds folds = make_folds(data, fair_order(data, 1), 200, 5, 1, 1);
  Choice choice;
  choice.metric = rfm::Metric::identity;
  const auto answers = [&] {
    std::vector<float> outputs(200);
    for (std::size_t i = 0; i < n; ++i) x[2 * i] = y[i];  // what must not be used
    FoldFit fit{data, folds, 0, choice, 1, nullptr, outputs.data(), nullptr, true, nullptr, {}};
    Bench bench;
    fit.run(bench, nullptr);
    BOOST_TEST_REQUIRE(fit.losses.size() == 1u);
    return outputs;
  };
  const std::vector<float> before = answers();
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.holds_out(0, i)) y[folds.rows[i]] += static_cast<float>(100 * noise(random));
  BOOST_TEST(answers() == before, boost::test_tools::per_element());
  BOOST_TEST(before != std::vector<float>(200));
}

BOOST_AUTO_TEST_CASE(what_towns_are_worth_is_learned) {
  const Trained trained = trained_on(read(towns(3000, 200, 3)));
  BOOST_TEST(trained.cross_validated.regression.r2 > 0.85);  // noise alone leaves 0.9
  BOOST_TEST(trained.importances[0].name == "town");
  BOOST_TEST(trained.importances[0].share > 0.9);
}

BOOST_AUTO_TEST_CASE(classes_have_a_mean_for_each_output) {
  rfm::Random random(5);
  std::string csv = "town,x,y\n", uncertain = csv;
  const char* classes[] = {"low", "mid", "high"};
  for (std::size_t i = 0; i < 1500; ++i) {
    const std::size_t town = random.below(100);
    const std::string begin =
        "t" + std::to_string(town) + "," + std::to_string(random.unit()) + ",";
    csv += begin + classes[random.unit() < 0.1 ? 0 : town * 7 % 3] + "\n";
    uncertain += begin + classes[random.below(3)] + "\n";
  }
  const Trained trained = trained_on(read(csv));
  BOOST_TEST(trained.encoding.features() == 3u);
  BOOST_TEST(trained.cross_validated.classification.accuracy > 0.85);
  BOOST_TEST(trained_on(read(uncertain)).cross_validated.classification.accuracy < 0.4);
}

BOOST_AUTO_TEST_SUITE_END()
