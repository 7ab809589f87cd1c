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
  BOOST_TEST_REQUIRE(rows.left_out.size() == 1u);
  BOOST_TEST((rows.left_out[0].what == rfm::data::Finding::untargeted));
  BOOST_TEST(sentence_of(rows.left_out[0]) == "1 row without a target left out");
  BOOST_TEST(encode_labelled_text(encoder.encoding(), table_of("x,y\n1,\n2,?\n"), rows).words ==
             "no row has a target 'y'");
}

// Classes in letter case and blanks of any kind are one where training had both, and for new rows.
BOOST_AUTO_TEST_CASE(classes_are_scored_in_any_spelling_that_training_folded) {
  std::string csv = "x,y\n";
  for (int row = 0; row < 40; ++row)
    csv += std::to_string(row * 7 % 40) + (row * 7 % 40 < 20 ? ",low\n" : ",high\n");
  const TextTable plain = table_of(csv), spelled = table_of(csv + "1,Low\n39,High\n");
  const TextTable rows = table_of("x,y\n2,LOW\n35,hIgh\n3,low\n");
  const rfm::data::Trained trained = trained_on(spelled);
  BOOST_TEST(trained.encoding.classes == (std::vector<std::string>{"high", "low"}),
             boost::test_tools::per_element());
  const rfm::data::Encoder<float> encoder(trained.encoding);
  rfm::data::EncodedTable<float> encoded;
  BOOST_TEST(encode_labelled_text(encoder.encoding(), rows, encoded).ok());
  BOOST_TEST(encoded.labels == (std::vector<uint32_t>{1, 0, 1}), boost::test_tools::per_element());
  // As with categories: where training had one spelling, another is another class.
  const rfm::data::Encoder<float> strict(trained_on(plain).encoding);
  BOOST_TEST(encode_labelled_text(strict.encoding(), rows, encoded).words ==
             "line 2: the target 'y' is 'LOW', no class of the model");
}

BOOST_AUTO_TEST_SUITE_END()
