// What a column of dates becomes: elapsed seconds exactly, the cycles that the training rows show,
// and notes on dates behind them.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(date_features)

namespace {

using namespace rfm::data;
using rfm::CellNote;

struct Fitted {
  TextTable text;
  Table table;
  FittedEncoding encoding;
};

Fitted fitted(const std::vector<std::string>& cells) {
  Fitted made;
  std::string csv = "when,y\n";
  for (std::size_t i = 0; i < cells.size(); ++i)
    csv += cells[i] + "," + std::to_string(i * i % 13) + ".5\n";
  Plan plan;
  PlanOptions options;
  options.dates = {"when"};
  BOOST_TEST_REQUIRE(read_csv(csv, {}, made.text).ok());
  BOOST_TEST_REQUIRE(plan_table(made.text, options, plan).ok());
  BOOST_TEST_REQUIRE(make_table(made.text, plan, made.table).ok());
  const Outcome outcome = fit_encoding(made.table, all_rows(made.table.rows), {}, made.encoding);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return made;
}

// So many dates, each `step` seconds after the last.
std::vector<std::string> spaced(std::size_t count, int64_t step, int64_t from = 1704067200) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < count; ++i)
    cells.push_back(std::to_string(from + static_cast<int64_t>(i) * step));
  return cells;
}

std::string cycles_of(const std::vector<std::string>& cells) {
  const Encoder<float> encoder(fitted(cells).encoding);
  BOOST_TEST_REQUIRE(encoder.ok());
  std::string words;
  for (const std::string& name : feature_names(encoder.encoding())) words += name + "|";
  return words;
}

constexpr int64_t hour = 3600, day = 24 * hour;

}  // namespace

BOOST_AUTO_TEST_CASE(cycles_are_those_that_the_rows_show) {
  BOOST_TEST(cycles_of(spaced(40, hour / 4)) == "when|");
  BOOST_TEST(cycles_of(spaced(100, hour)) == "when|when: day cosine|when: day sine|");
  BOOST_TEST(cycles_of(spaced(20, day)) == "when|when: week cosine|when: week sine|");
  BOOST_TEST(cycles_of(spaced(70, day)) ==
             "when|when: month cosine|when: month sine|when: week cosine|when: week sine|");
  BOOST_TEST(cycles_of(spaced(60, 7 * day)) == "when|when: month cosine|when: month sine|");
  BOOST_TEST(cycles_of({"2020-01-01", "2021-01-01", "2023-01-01", ""}) ==
             "when|when: week cosine|when: week sine|when is missing|");
  BOOST_TEST(cycles_of(spaced(200, 5 * day + 7 * hour)) ==
             "when|when: year cosine|when: year sine|when: month cosine|when: month sine|"
             "when: week cosine|when: week sine|when: day cosine|when: day sine|");
}

// A year of seconds has more digits than a float: what is cast is the difference, not the date.
BOOST_AUTO_TEST_CASE(elapsed_time_is_exact_in_float) {
  const Fitted made = fitted(spaced(3000, 1, 1714141800));
  const Encoder<float> encoder(made.encoding);
  const auto& e = encoder.encoding();
  BOOST_TEST_REQUIRE(e.features == 1u);
  const EncodedTable<float> rows = encode_table(e, made.text, made.table, all_rows(3000));
  for (std::size_t i = 1; i < rows.n; ++i) {
    const float seconds = static_cast<float>(1714141800 + static_cast<int64_t>(i) - 19839 * day);
    BOOST_REQUIRE(rows.x[i] == (seconds - e.mean[0]) * e.factor[0]);
    BOOST_REQUIRE(rows.x[i] > rows.x[i - 1]);
  }
}

BOOST_AUTO_TEST_CASE(cells_as_text_and_as_two_numbers_are_one) {
  const Encoder<float> encoder(fitted(spaced(200, 5 * day + 7 * hour)).encoding);
  const auto& e = encoder.encoding();
  for (const auto& [text, number, second] : {std::tuple("2024-04-26T14:30:05", 19839.0f, 52205.0f),
                                             std::tuple("1969-12-31", -1.0f, 0.0f)}) {
    float x[9], z[9];
    const CellNote note =
        rfm::encode_cell(e, 0, rfm::Cell<float>{{text, std::strlen(text)}, 0, 0}, x);
    BOOST_TEST((note == CellNote::read));
    BOOST_TEST((rfm::encode_cell(e, 0, rfm::Cell<float>{{}, number, second}, z) == note));
    BOOST_TEST(std::memcmp(x, z, sizeof x) == 0);
  }
  float x[9];
  const float nan = std::nanf("");
  for (const auto& [number, second, wanted] :
       {std::tuple(nan, 0.0f, CellNote::missing), std::tuple(0.5f, 0.0f, CellNote::unreadable),
        std::tuple(0.0f, 86400.0f, CellNote::unreadable),
        std::tuple(3e6f, 0.0f, CellNote::unreadable), std::tuple(0.0f, nan, CellNote::unreadable),
        std::tuple(-1e30f, 0.0f, CellNote::unreadable)}) {
    BOOST_TEST((rfm::encode_cell(e, 0, rfm::Cell<float>{{}, number, second}, x) == wanted));
    for (const float feature : x) BOOST_TEST(feature == 0);
  }
}

BOOST_AUTO_TEST_CASE(dates_behind_the_training_rows_are_counted) {
  const Encoder<float> encoder(fitted(spaced(30, day)).encoding);  // to 2024-01-30
  TextTable text;
  text.names = {"when"};
  text.columns.resize(1);
  for (const char* cell :
       {"2024-01-30 23:59", "2024-01-31", "soon", "", "2030-01-01", "2023-01-01"})
    text.columns[0].append(cell);
  EncodedTable<float> rows;
  BOOST_TEST_REQUIRE(encode_text(encoder.encoding(), text, rows).ok());
  BOOST_TEST(rows.counts[0].later == 2u);
  BOOST_TEST(rows.counts[0].unreadable == 1u);
  BOOST_TEST(rows.counts[0].missing == 1u);
  const std::vector<std::string> said = strange_cells(encoder.encoding(), rows.counts);
  BOOST_TEST_REQUIRE(said.size() == 2u);
  BOOST_TEST(said[0] ==
             "column 'when': 1 cell that could not be read, taken as missing, first in row 3");
  BOOST_TEST(said[1] ==
             "column 'when': 2 cells after 2024-01-30, the last day of training, first in row 2");
}

// Unix seconds as numbers of JavaScript have more digits than a float.
BOOST_AUTO_TEST_CASE(a_column_of_numbers_is_read_exactly) {
  const Fitted made = fitted(spaced(50, 1, 1714141800));
  const Encoder<float> encoder(made.encoding);
  std::vector<double> seconds;
  for (int i = 0; i < 50; ++i) seconds.push_back(1714141800.0 + i);
  TextTable numbers;
  numbers.names = {"when"};
  numbers.columns.emplace_back(seconds);
  EncodedTable<float> rows;
  BOOST_TEST_REQUIRE(encode_text(encoder.encoding(), numbers, rows).ok());
  BOOST_TEST((rows.x == encode_table(encoder.encoding(), made.text, made.table, all_rows(50)).x));
}

BOOST_AUTO_TEST_CASE(a_season_is_learned_from_dates_alone) {
  std::string csv = "when,y\n";
  for (int i = 0; i < 300; ++i) {
    const int64_t at = (i * 7919) % 1400;
    rfm::Moment moment;
    BOOST_TEST_REQUIRE(rfm::moment_of((19000 + at) * day, moment));
    rfm::detail::Calendar date = rfm::detail::calendar_of(moment.day);
    const double season = std::cos(2 * 3.14159265358979 * date.of_year / 365);
    csv +=
        date_text(moment.day) + "," + std::to_string(10 + 3 * season + (at % 7 < 2 ? 2 : 0)) + "\n";
  }
  TextTable text;
  BOOST_TEST_REQUIRE(read_csv(csv, {}, text).ok());
  TrainOptions options;
  options.search.wishes.kernel = rfm::KernelId::laplace;
  Trained trained;
  const Outcome outcome = train<float>(text, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  BOOST_TEST(trained.cross_validated.regression.r2 > 0.9);
  BOOST_TEST(trained.importances.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
