// Encodings learn from training rows alone and give the same features for text and for numbers.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"

BOOST_AUTO_TEST_SUITE(encoding)

namespace {

using namespace rfm::data;
using rfm::CellNote;
using rfm::ColumnKind;
using rfm::Task;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Column numbers(const std::string& name, std::vector<double> values,
               ColumnKind kind = ColumnKind::number) {
  Column column;
  column.name = name;
  column.kind = kind;
  column.numbers = std::move(values);
  return column;
}

Column texts(const std::string& name, const std::vector<std::string>& cells) {
  TextColumn column;
  for (const std::string& cell : cells) column.append(cell);
  return make_column(name, column, ColumnKind::category);
}

Table regression(std::vector<Column> features, std::vector<double> targets) {
  Table table;
  table.rows = targets.size();
  table.features = std::move(features);
  table.target_name = "y";
  table.targets = std::move(targets);
  return table;
}

FittedEncoding fitted(const Table& table, std::vector<std::size_t> rows = {},
                      EncodingOptions options = {}) {
  FittedEncoding encoding;
  if (rows.empty()) rows = all_rows(table.rows);
  const Outcome outcome = fit_encoding(table, rows, options, encoding);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return encoding;
}

template <class T = double>
Encoder<T> encoder_of(const FittedEncoding& encoding) {
  Encoder<T> encoder(encoding);
  BOOST_TEST_REQUIRE(encoder.ok(), rfm::words(encoder.status()));
  return encoder;
}

rfm::Cell<double> cell(const std::string& text) { return {{text.data(), text.size()}, 0}; }

std::vector<double> row_of(const rfm::Encoding<double>& encoding,
                           const std::vector<std::string>& cells) {
  std::vector<rfm::Cell<double>> raw;
  for (const std::string& text : cells) raw.push_back(cell(text));
  std::vector<double> x(encoding.features);
  (void)rfm::encode_row(encoding, raw.data(), x.data());
  return x;
}

void close(const std::vector<double>& a, const std::vector<double>& b, double by = 1e-12) {
  BOOST_TEST_REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    BOOST_TEST(std::abs(a[k] - b[k]) <= by, a[k] << " is not " << b[k]);
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_centred_scaled_and_filled) {
  const Table table =
      regression({numbers("x", {1, 2, 3, 6, nan}), numbers("z", {2, 4, 2, 4, 2})}, {1, 2, 3, 4, 5});
  const auto encoder = encoder_of(fitted(table));
  const auto& e = encoder.encoding();
  BOOST_TEST(feature_names(e) == (std::vector<std::string>{"x", "x is missing", "z"}),
             boost::test_tools::per_element());
  const double sd = std::sqrt(3.5);
  close(row_of(e, {"6", "3"}), {3 / sd, -0.2, (3 - 2.8) / std::sqrt(0.96)});
  // The median of 1 2 3 6 is 2.5; a missing z, which training never saw, takes the median and no
  // indicator.
  close(row_of(e, {"NA", ""}), {-0.5 / sd, 0.8, (2 - 2.8) / std::sqrt(0.96)});
  TextTable text;
  for (const Column& column : table.features) {
    text.names.push_back(column.name);
    text.columns.emplace_back(column.numbers);
  }
  const EncodedTable<double> encoded = encode_table(e, text, table, all_rows(5));
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += encoded.x[i * 3 + 2] / 5;
    square += encoded.x[i * 3 + 2] * encoded.x[i * 3 + 2] / 5;
  }
  close({mean, square}, {0, 1});
  BOOST_TEST(encoded.counts[0].missing == 1u);
}

BOOST_AUTO_TEST_CASE(only_training_rows_are_learned_from) {
  const Table table = regression({numbers("x", {1, 3, 100, 200}), texts("c", {"a", "b", "c", "d"})},
                                 {1, 3, 50, 60});
  const FittedEncoding encoding = fitted(table, {0, 1});
  BOOST_TEST(encoding.columns[0].mean[0] == 2.0);
  BOOST_TEST(encoding.target_mean == 2.0);
  BOOST_TEST(encoding.columns[1].categories.size() == 2u);
}

BOOST_AUTO_TEST_CASE(categories_become_one_feature_each) {
  const Table table = regression({texts("colour", {"red", "green", "blue", "red"})}, {1, 2, 3, 4});
  const auto encoder = encoder_of(fitted(table));
  const auto& e = encoder.encoding();
  BOOST_TEST(feature_names(e) ==
                 (std::vector<std::string>{"colour = blue", "colour = green", "colour = red"}),
             boost::test_tools::per_element());
  close(row_of(e, {" red "}), {-0.25, -0.25, 0.5});
  close(row_of(e, {"mauve"}), {0, 0, 0});
  close(row_of(e, {"NA"}), {0, 0, 0});
  double x[3];
  BOOST_TEST((rfm::encode_cell(e, 0, cell("mauve"), x) == CellNote::unseen));
  BOOST_TEST((rfm::encode_cell(e, 0, cell(""), x) == CellNote::missing));
  BOOST_TEST((rfm::encode_cell(e, 0, rfm::Cell<double>{{}, 1}, x) == CellNote::read));
  close({x, x + 3}, {-0.25, 0.75, -0.5});
  for (const double index : {-1.0, 3.0, 0.5, 1e300}) {
    BOOST_TEST((rfm::encode_cell(e, 0, rfm::Cell<double>{{}, index}, x) == CellNote::unseen));
  }
}

BOOST_AUTO_TEST_CASE(two_levels_become_one_feature_and_missing_is_a_level) {
  const Table table =
      regression({texts("sex", {"f", "m", "m", "m"}), texts("note", {"", "", "x", ""}),
                  texts("size", {"", "s", "l", "l"})},
                 {1, 2, 3, 4});
  const auto encoder = encoder_of(fitted(table));
  const auto& e = encoder.encoding();
  BOOST_TEST(feature_names(e) == (std::vector<std::string>{"sex = m", "note is missing", "size = l",
                                                           "size = s", "size is missing"}),
             boost::test_tools::per_element());
  const double unit = 1 / std::sqrt(0.1875);
  close(row_of(e, {"m", "x", "?"}), {0.25 * unit, -0.75 * unit, -0.5, -0.25, 0.75});
  close(row_of(e, {"q", "q", "q"}), {0, 0, 0, 0, 0});
  BOOST_TEST(feature_columns(e) == (std::vector<std::size_t>{0, 1, 2, 2, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(yes_and_no_in_any_words) {
  const Table table =
      regression({numbers("flag", {0, 1, 1, nan}, ColumnKind::yes_no)}, {1, 2, 3, 4});
  const auto encoder = encoder_of(fitted(table));
  const auto& e = encoder.encoding();
  for (const char* yes : {"yes", "TRUE", "y", "1", "1.0"})
    close(row_of(e, {yes}), row_of(e, {"t"}));
  for (const char* no : {"No", "false", "0", "0.0"}) close(row_of(e, {no}), row_of(e, {"f"}));
  close(row_of(e, {""}), {0, 0.75});
  double x[2];
  BOOST_TEST((rfm::encode_cell(e, 0, cell("maybe"), x) == CellNote::unreadable));
  BOOST_TEST((rfm::encode_cell(e, 0, cell("2"), x) == CellNote::unreadable));
}

BOOST_AUTO_TEST_CASE(rare_categories_share_a_level) {
  std::vector<std::string> cells;
  for (int k = 0; k < 200; ++k)
    cells.push_back(k < 150 ? std::string(1, static_cast<char>('a' + k % 3))
                            : "rare" + std::to_string(k));
  const Table table = regression({texts("c", cells)}, std::vector<double>(200, 1.0));
  EncodingOptions options;
  options.most_categories = 3;
  const FittedEncoding encoding = fitted(table, {}, options);
  BOOST_TEST(encoding.features() == 4u);
  BOOST_TEST_REQUIRE(encoding.notes.size() == 1u);
  BOOST_TEST(encoding.notes[0].find("50 rare categories of 53 (50 rows)") != std::string::npos,
             encoding.notes[0]);
  const auto encoder = encoder_of(encoding);
  double x[4];
  BOOST_TEST((rfm::encode_cell(encoder.encoding(), 0, cell("rare170"), x) == CellNote::other));
  close({x, x + 4}, {-0.25, -0.25, -0.25, 0.75});
  BOOST_TEST(feature_names(encoder.encoding())[3] == "c is other");
}

BOOST_AUTO_TEST_CASE(columns_without_information_are_dropped_and_named) {
  const Table table = regression(
      {numbers("same", {0.1, 0.1, 0.1}), numbers("gone", {nan, nan, nan}),
       texts("one", {"a", "a", "a"}), numbers("x", {1, 2, 3}), numbers("part", {5, nan, 5})},
      {1, 2, 3});
  const FittedEncoding encoding = fitted(table);
  BOOST_TEST(encoding.columns.size() == 2u);
  BOOST_TEST(encoding.notes.size() == 3u);
  close(row_of(encoder_of(encoding).encoding(), {"2", "NA"}), {0, 0, 2.0 / 3});
  FittedEncoding none;
  BOOST_TEST(!fit_encoding(regression({numbers("same", {1, 1})}, {1, 2}), {0, 1}, {}, none).ok());
  BOOST_TEST(!fit_encoding(regression({numbers("x", {1, 1e200})}, {1, 2}), {0, 1}, {}, none).ok());
}

BOOST_AUTO_TEST_CASE(wild_cells_stay_finite) {
  const Table table = regression(
      {numbers("x", {1e-30, 2e-30, 3e-30}), numbers("z", {1e30, 2e30, 3e30})}, {1, 2, 3});
  const auto encoder = encoder_of<float>(fitted(table));
  for (const float wild : {3e38f, -3e38f, 0.0f, std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()}) {
    const rfm::Cell<float> cells[2] = {{{}, wild}, {{}, wild}};
    float x[2];
    (void)rfm::encode_row(encoder.encoding(), cells, x);
    BOOST_TEST(std::abs(x[0]) <= 1e6f);
    BOOST_TEST(std::abs(x[1]) <= 1e6f);
  }
}

BOOST_AUTO_TEST_CASE(text_and_typed_tables_give_the_same_features) {
  const std::string csv =
      "size,colour,flag,y\n1.1,red,yes,3.5\n2.7,?,no,1.25\nNA,blue,,2\n1e3,red,no,9.75\n-0.3,green,"
      "yes,7\n0."
      "1,red,no,0.5\n";
  TextTable text;
  BOOST_TEST_REQUIRE(read_csv(csv, {}, text).ok());
  Plan plan;
  Table table;
  BOOST_TEST_REQUIRE(plan_table(text, {}, plan).ok());
  BOOST_TEST_REQUIRE(make_table(text, plan, table).ok());
  const auto encoder = encoder_of<float>(fitted(table, {0, 1, 2, 3}));
  const EncodedTable<float> typed = encode_table(encoder.encoding(), text, table, all_rows(6));
  EncodedTable<float> from_text;
  const Outcome outcome = encode_labelled_text(encoder.encoding(), text, from_text);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  BOOST_TEST(from_text.x == typed.x, boost::test_tools::per_element());
  BOOST_TEST(from_text.y == typed.y, boost::test_tools::per_element());
  BOOST_TEST(from_text.targets == typed.targets, boost::test_tools::per_element());
  const auto sentences = strange_cells(encoder.encoding(), from_text.counts);
  BOOST_TEST_REQUIRE(sentences.size() == 1u);
  BOOST_TEST(sentences[0] ==
             "column 'colour': 1 cell of a category that training did not have, taken as average, "
             "first in row 5");
}

BOOST_AUTO_TEST_CASE(tables_that_do_not_fit_the_model_are_refused) {
  Table table = regression({numbers("x", {1, 2, 3})}, {0, 0, 0});
  table.task = Task::classification;
  table.labels = {0, 1, 0};
  table.classes = {"no", "yes"};
  const auto encoder = encoder_of(fitted(table));
  const auto scored = [&](const std::string& csv) {
    TextTable text;
    BOOST_TEST_REQUIRE(read_csv(csv, {}, text).ok());
    EncodedTable<double> encoded;
    return encode_labelled_text(encoder.encoding(), text, encoded);
  };
  BOOST_TEST(scored("other,y,x\n7,yes,1\n8,No,2\n").ok());
  BOOST_TEST(scored("y\nyes\n").words.find("the column 'x'") != std::string::npos);
  BOOST_TEST(scored("x\n1\n").words.find("the target 'y'") != std::string::npos);
  const Outcome outcome = scored("x,y\n1,yes\n2,perhaps\n");
  BOOST_TEST(outcome.line == 3u);
  BOOST_TEST(outcome.words.find("'perhaps', no class of the model") != std::string::npos,
             outcome.words);
}

BOOST_AUTO_TEST_SUITE_END()
