// A row without a target is left out and counted, in training, in test rows and in scoring.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(missing_targets)

namespace {

using rfm::data::TextTable;

TextTable table_of(const std::string& csv) {
  TextTable table;
  const rfm::data::Outcome outcome = read_csv(csv, {}, table);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return table;
}

// y = 2 x, and after each row of `gaps` one more without a target.
std::string doubled(int rows, int gaps) {
  std::string csv = "x,y\n";
  for (int x = 0; x < rows; ++x) {
    csv +=
        std::to_string(x * x % 37) + "." + std::to_string(x) + "," + std::to_string(2 * x) + ".5\n";
    if (x < gaps) csv += x % 2 == 0 ? "7,\n" : "8,NA\n";
  }
  return csv;
}

rfm::data::Trained trained_on(const TextTable& table, const TextTable* test = nullptr) {
  rfm::data::TrainOptions options;
  options.test = test;
  options.test_name = " of 'july.csv'";
  rfm::data::Trained trained;
  const rfm::data::Outcome outcome = rfm::data::train<float>(table, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return trained;
}

bool has(const std::vector<std::string>& notes, const std::string& note) {
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

}  // namespace

BOOST_AUTO_TEST_CASE(training_goes_on_without_them) {
  const TextTable clean = table_of(doubled(20, 0)), gaps = table_of(doubled(20, 2));
  const rfm::data::Trained all = trained_on(clean), some = trained_on(gaps, &gaps);
  BOOST_TEST(some.rows == 20u);
  BOOST_TEST(has(some.notes, "2 rows without a target left out"));
  BOOST_TEST(has(some.notes, "in the test rows of 'july.csv': 2 rows without a target left out"));
  BOOST_TEST(some.test.rows == 20u);

  BOOST_TEST(some.encoding.target_mean == all.encoding.target_mean);
  rfm::data::Trained none;
  BOOST_TEST(rfm::data::train<float>(table_of("x,y\n1,\n2,NA\n"), {}, none).words ==
             "no row has a target 'y'");
}

BOOST_AUTO_TEST_CASE(scoring_goes_on_without_them) {
  const rfm::data::Trained trained = trained_on(table_of(doubled(20, 0)));
  const rfm::data::Encoder<float> encoder(trained.encoding);
  rfm::data::EncodedTable<float> rows;
  BOOST_TEST(encode_labelled_text(encoder.encoding(), table_of("x,y\n1,2\n2,\n3,6\n"), rows).ok());
  BOOST_TEST(rows.n == 2u);
  BOOST_TEST(rows.untargeted == 1u);
  BOOST_TEST(rfm::data::untargeted_rows(rows.untargeted) == "1 row without a target left out");
  BOOST_TEST(encode_labelled_text(encoder.encoding(), table_of("x,y\n1,\n2,?\n"), rows).words ==
             "no row has a target 'y'");
}

BOOST_AUTO_TEST_SUITE_END()
