// A row has the same bits in the model that learned from it and where its cells are read again:
// text that is hard to round, missing cells, categories, yes and no, columns that came as numbers.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(cells)

namespace {

using namespace rfm::data;
using Scalars = boost::mpl::list<float, double>;

// Halfway between two floats, or a hair off, so that rounding to double first goes wrong; the
// smallest and the longest.
const std::vector<std::string> hard = {"0.5000000298023224",
                                       "0.50000002980232238769531250000000000000000001",
                                       "16777217",
                                       "16777217.0000000000000000000000001",
                                       "1e-45",
                                       "0.1",
                                       "-1.00000005960464477539062500000001",
                                       "3.4028235677973366e1",
                                       "0.333333333333333333333333333333333333333333333333",
                                       "9007199254740993",
                                       "7.038531e-26",
                                       "NA"};

// Three columns of numbers with every hard one in its turn (the middle one with a sensible
// spread), a category and yes/no with missing cells.
std::string hard_table() {
  const char* colours[] = {"red", "green", "?", " blue ", "1e3"};
  const char* flags[] = {"yes", "No", "1", "", "false"};
  const char* days[] = {"2024-04-26T14:30:05Z", "26 Apr 1987", "", "2023-12-31 23:59", "never"};
  std::string csv = "wide,narrow,tiny,colour,flag,day,y\n";
  for (std::size_t i = 0; i < 60; ++i) {
    csv += hard[i % hard.size()] + "," + std::to_string(i % 9) + ".0000000298023224,0." +
           std::to_string(1 + i % 7) + "00000002980232239e-" + std::to_string(i % 3) + "," +
           colours[i % 5] + "," + flags[i % 5] + "," + days[i < 59 ? i % 4 : 4] + "," +
           std::to_string(i * i % 23) + ".5\n";
  }
  return csv;
}

TextTable read(const std::string& csv) {
  TextTable text;
  const Outcome outcome = read_csv(csv, {}, text);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return text;
}

template <class T>
std::string bits(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

template <class T>
Trained trained_on(const TextTable& text) {
  TrainOptions options;
  options.search.wishes.kernel = rfm::KernelId::laplace;
  options.search.wishes.metric = rfm::Metric::identity;
  Trained trained;
  const Outcome outcome = train<T>(text, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return trained;
}

// (n, d) the rows that the model keeps, u = x - origin, and what the rows of `text` are when they
// are read for prediction.
template <class T>
void check_rows(const Trained& trained, const TextTable& text) {
  ModelFile<T> file;
  BOOST_TEST_REQUIRE(
      (open_model_file(trained.file.data(), trained.file.size(), true, &file) == rfm::Status::ok));
  const rfm::Model<T>& model = file.model();
  EncodedTable<T> rows;
  BOOST_TEST_REQUIRE(encode_text(file.encoding, text, rows).ok());
  BOOST_TEST_REQUIRE(model.n == rows.n);
  std::vector<T> kept, read;
  for (std::size_t i = 0; i < model.n; ++i)
    for (std::size_t k = 0; k < model.d; ++k) {
      kept.push_back(model.centres[(i / rfm::panel * model.d + k) * rfm::panel + i % rfm::panel]);
      read.push_back(rows.x[i * model.d + k] - model.origin[k]);
    }
  BOOST_TEST((bits(kept) == bits(read)));
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_row_of_text_is_the_same_in_the_model, T, Scalars) {
  const TextTable text = read(hard_table());
  check_rows<T>(trained_on<T>(text), text);
}

// What came as numbers is rounded once too, though its text would round otherwise.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_row_of_numbers_is_the_same_in_the_model, T, Scalars) {
  const double half = 0.5 + 1.0 / (1 << 25), missing = __builtin_nan("");
  std::vector<double> first, second, category;
  TextTable text;
  for (std::size_t i = 0; i < 40; ++i) {
    first.push_back(i % 4 == 0 ? half : i % 4 == 1 ? 0.1 : i % 4 == 2 ? 1 : missing);
    second.push_back(static_cast<double>(i * i % 17) + half);
    category.push_back(static_cast<double>(i % 3) + 0.25);
  }
  text.names = {"first", "second", "category", "y"};
  for (const auto& numbers : {first, second, category, second}) text.columns.emplace_back(numbers);
  TextTable spelled = text;
  for (TextColumn& column : spelled.columns) column.spell();
  TrainOptions options;
  options.plan.categorical = {"category"};
  options.search.wishes.kernel = rfm::KernelId::laplace;
  options.search.wishes.metric = rfm::Metric::identity;
  Trained trained;
  const Outcome outcome = train<T>(spelled, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  check_rows<T>(trained, text);
}

// The text 0.5000000298023224 lies above the middle of two floats, the double nearest to it on it.
BOOST_AUTO_TEST_CASE(text_is_rounded_once) {
  const auto trained = trained_on<float>(read("x,y\n0.5000000298023224,1\n0,2\n0.25,4\n0.75,3\n"));
  ModelFile<float> file;
  BOOST_TEST_REQUIRE(
      (open_model_file(trained.file.data(), trained.file.size(), true, &file) == rfm::Status::ok));
  const auto& e = file.encoding;
  BOOST_TEST(file.model().centres[0] ==
             (0.50000006f - e.mean[0]) * e.factor[0] - file.model().origin[0]);
}

// Numbers from a program name categories by their text.
BOOST_AUTO_TEST_CASE(numbers_may_be_categories) {
  TextTable table;
  table.names = {"code", "x", "y"};
  std::vector<double> codes, x, y;
  for (int i = 0; i < 40; ++i) {
    codes.push_back(i % 3 + 0.5);
    x.push_back(i % 7);
    y.push_back(i % 3 == 1 ? 5 : i % 7);
  }
  for (const auto& column : {codes, x, y}) {
    const TextColumn numbers(column);
    table.columns.emplace_back();
    for (std::size_t i = 0; i < numbers.size(); ++i)
      table.columns.back().append(numbers.spelled(i));
  }
  TrainOptions options;
  options.plan.categorical = {"code"};
  options.search.effort = 0.05;
  Trained trained;
  BOOST_TEST_REQUIRE(train<float>(table, options, trained).ok());
  ModelFile<float> file;
  BOOST_TEST_REQUIRE(
      (open_model_file(trained.file.data(), trained.file.size(), true, &file) == rfm::Status::ok));
  TextTable bare;  // whose numbers have no text yet
  bare.names = {"code", "x"};
  bare.columns = {TextColumn(codes), TextColumn(x)};
  EncodedTable<float> of_text, of_numbers;
  BOOST_TEST_REQUIRE(encode_text(file.encoding, table, of_text).ok());
  BOOST_TEST_REQUIRE(encode_text(file.encoding, bare, of_numbers).ok());
  BOOST_TEST(of_text.x == of_numbers.x);
  BOOST_TEST(of_numbers.counts[0].missing == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
