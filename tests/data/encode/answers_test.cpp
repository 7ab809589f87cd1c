// Answers come back: targets and classes survive being coded as outputs, zero means the prior,
// weights count.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/search/split.hpp"

BOOST_AUTO_TEST_SUITE(answers)

namespace {

using namespace rfm::data;
using rfm::Task;

Table table_of(std::vector<double> x, std::vector<double> targets) {
  Table table;
  table.rows = x.size();
  table.features.resize(1);
  table.features[0].name = "x";
  table.features[0].numbers = std::move(x);
  table.target_name = "y";
  table.targets = std::move(targets);
  return table;
}

FittedEncoding fitted(const Table& table) {
  FittedEncoding encoding;
  const Outcome outcome = fit_encoding(table, all_rows(table.rows), {}, encoding);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return encoding;
}

template <class T = double>
Encoder<T> encoder_of(const FittedEncoding& encoding) {
  Encoder<T> encoder(encoding);
  BOOST_TEST_REQUIRE(encoder.ok(), rfm::words(encoder.status()));
  return encoder;
}

void close(const std::vector<double>& a, const std::vector<double>& b, double by) {
  BOOST_TEST_REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    BOOST_TEST(std::abs(a[k] - b[k]) <= by, a[k] << " is not " << b[k]);
}

}  // namespace

BOOST_AUTO_TEST_CASE(targets_come_back) {
  const auto encoder = encoder_of<float>(fitted(table_of({1, 2, 3, 4}, {10, 20, 30, 60})));
  const auto& e = encoder.encoding();
  for (const double target : {10.0, 35.5, -7.0}) {
    float y = 0;
    encode_target(e, target, &y);
    BOOST_TEST(std::abs(static_cast<double>(rfm::decoded_value(e, &y)) - target) < 1e-5);
  }
  BOOST_TEST(rfm::interval_width(e, 0.9f) == 0.0f);
}

BOOST_AUTO_TEST_CASE(class_codes_come_back_and_zero_means_the_prior) {
  for (const std::size_t classes : {2u, 3u, 7u}) {
    Table table = table_of({}, {});
    table.task = Task::classification;
    std::vector<double> x;
    for (std::size_t k = 0; k < classes; ++k) {
      table.classes.push_back(std::string(1, static_cast<char>('a' + k)));
      for (std::size_t i = 0; i <= k; ++i) {
        table.labels.push_back(static_cast<uint32_t>(k));
        x.push_back(static_cast<double>(x.size()));
      }
    }
    table.rows = x.size();
    table.features[0].numbers = x;
    const auto encoder = encoder_of(fitted(table));
    const auto& e = encoder.encoding();
    BOOST_TEST(e.outputs == classes - 1);
    std::vector<double> mean(e.outputs, 0), pi(classes), p(classes), y(e.outputs);
    for (const uint32_t label : table.labels) {
      encode_label(e, label, y.data());
      for (std::size_t j = 0; j < y.size(); ++j) mean[j] += y[j];
      rfm::class_shares(e, y.data(), pi.data());
      std::vector<double> unit(classes, 0);
      unit[label] = 1;
      close(pi, unit, 1e-14);
      rfm::decoded_probabilities(e, y.data(), p.data());
      BOOST_TEST(rfm::likeliest(p.data(), classes) == label);
      BOOST_TEST(p[label] > 0.99);
    }
    close(mean, std::vector<double>(e.outputs, 0), 1e-13);
    rfm::decoded_probabilities(e, mean.data(), p.data());
    close(p, {e.prior, e.prior + classes}, 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(weights_count_in_the_prior_and_the_mean) {
  Table table = table_of({1, 2}, {10, 20});
  table.weights = {1, 3};
  BOOST_TEST(fitted(table).target_mean == 17.5);
  const auto encoder = encoder_of(fitted(table));
  TextTable text;
  text.names = {"x"};
  text.columns.emplace_back(table.features[0].numbers);
  BOOST_TEST(encode_table(encoder.encoding(), text, table, {1}).weights[0] == 3.0);
}

BOOST_AUTO_TEST_SUITE_END()
