// The metric of a large table comes from all of its rows: by the step of a round, and only where it
// answers rows that were held out better.
#include "rfm/data/fit/metric.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/instances.hpp"
#include "tests/data/search/tables.hpp"

BOOST_AUTO_TEST_SUITE(metric_of_all_rows)

namespace {

using rfm::Metric;
using rfm::Model;
using rfm::data::AlignedBytes;
using rfm::data::Choice;
using rfm::data::EncodedTable;
using rfm::data::MetricSource;
using rfm::data::MetricTrial;

// A wave along a direction that lies between the first two of six columns.
EncodedTable<float> waves(std::size_t n, uint64_t seed) {
  const SearchTable table = even_columns(n, 6, seed);
  EncodedTable<float> rows;
  rows.n = n;
  rows.d = 6;
  rows.c = 1;
  rows.x = table.x;
  for (std::size_t i = 0; i < n; ++i)
    rows.y.push_back(std::sin(1.5F * (table.x[i * 6] + table.x[i * 6 + 1])));
  return rows;
}

Choice choice(Metric metric, std::size_t rounds) {
  Choice choice;
  choice.kernel = rfm::KernelId::gaussian;
  choice.metric = metric;
  choice.bandwidth = 2;
  choice.ridge = 0.01;
  choice.rounds = rounds;
  return choice;
}

struct Fitted {
  Fitted(const EncodedTable<float>& rows, const Choice& with) {
    BOOST_TEST_REQUIRE(rfm::data::fit_sample<float>(rows, with, {}, bytes, model).ok());
  }
  AlignedBytes bytes;
  Model<float> model;
};

// M = R'R, all of it.
std::vector<float> metric_of(const Model<float>& model) {
  const std::size_t d = model.d;
  std::vector<float> m(d * d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j) {
      if (model.metric == Metric::diagonal) {
        m[i * d + j] = i == j ? model.root[i] * model.root[i] : 0;
        continue;
      }
      for (std::size_t k = 0; k < model.r; ++k)
        m[i * d + j] += model.root[k * d + i] * model.root[k * d + j];
    }
  return m;
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_is_learned_as_a_round_learns_it) {
  const EncodedTable<float> rows = waves(300, 31);
  for (const Metric metric : {Metric::full, Metric::diagonal}) {
    const Fitted before(rows, choice(metric, 1)), after(rows, choice(metric, 2));
    const MetricSource<float> learned =
        rfm::data::learn_metric<float>(before.model, metric, rows, {});
    const std::vector<float> expected = metric_of(after.model), got = metric_of(learned.model);
    for (std::size_t k = 0; k < expected.size(); ++k)
      BOOST_TEST(std::abs(expected[k] - got[k]) < 1e-3F);
  }
}

BOOST_AUTO_TEST_CASE(a_sample_that_saw_nothing_learns_from_all_rows) {
  const EncodedTable<float> rows = waves(3000, 32);
  const Fitted sample(waves(60, 33), choice(Metric::diagonal, 0));
  MetricSource<float> source;
  source.model = sample.model;
  std::vector<MetricTrial> trials;
  BOOST_TEST_REQUIRE(rfm::data::refine_metric<float>(rows, 0.01, {Metric::diagonal, Metric::full},
                                                     {}, source, trials)
                         .ok());
  BOOST_TEST_REQUIRE(trials.size() > 2u);
  BOOST_TEST((trials[1].taken || trials[2].taken));
  BOOST_TEST(trials.back().error < 0.5 * trials.front().error);
  BOOST_TEST((source.model.metric == Metric::full));
  const std::vector<float> m = metric_of(source.model);
  BOOST_TEST(m[1] > 0.9F);           // the direction: both columns alike
  BOOST_TEST(m[3 * 6 + 3] < 0.05F);  // and no other
  BOOST_TEST(rfm::data::sentence_of(trials).find("learned anew from all rows (full)") == 15u);
}

BOOST_AUTO_TEST_CASE(what_answers_no_better_is_not_taken) {
  EncodedTable<float> rows = waves(400, 34);
  for (float& y : rows.y) y = 0;
  const Fitted sample(waves(60, 35), choice(Metric::diagonal, 1));
  MetricSource<float> source;
  source.model = sample.model;
  std::vector<MetricTrial> trials;
  BOOST_TEST_REQUIRE(
      rfm::data::refine_metric<float>(rows, 0.01, {Metric::diagonal}, {}, source, trials).ok());
  BOOST_TEST(trials.size() == 1u);  // a flat function has no gradients
  BOOST_TEST(source.model.root == sample.model.root);
  BOOST_TEST(rfm::data::sentence_of(trials).empty());
}

BOOST_AUTO_TEST_SUITE_END()
