// Each warning is given for tables with its fault, and none for forty tables without any.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/data/doubt/warnings.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(warnings)

using namespace rfm::data;

namespace {

using Row = std::vector<std::string>;

struct Rows {
  Row names;
  std::vector<Row> cells;

  TextTable table() const {
    TextTable table;
    table.names = names;
    table.columns.resize(names.size());
    for (const Row& row : cells)
      for (std::size_t k = 0; k < names.size(); ++k) table.columns[k].append(row[k]);
    return table;
  }
};

std::vector<Warning> warned(const Rows& rows, const PlanOptions& plan = {}) {
  TrainOptions options;
  options.plan = plan;
  options.search.effort = 0.1;
  Trained trained;
  const Outcome outcome = train<float>(rows.table(), options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return trained.warnings;
}

void check_only(const std::vector<Warning>& warnings, Doubt doubt, const std::string& part) {
  BOOST_TEST_REQUIRE(warnings.size() == 1u, part << ": " << warnings.size());
  BOOST_TEST((warnings[0].doubt == doubt), warnings[0].words);
  BOOST_TEST(warnings[0].words.find(part) != std::string::npos, warnings[0].words);
}

std::string text(double x, int digits = 4) { return format_rounded(x, digits); }

// Half is noise, half follows from the columns.
Rows plain(std::size_t n, uint64_t seed) {
  rfm::Random random(seed);
  Rows rows{{"a", "b", "c", "y"}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const double a = random.unit(), b = random.unit(), c = random.unit();
    rows.cells.push_back({text(a), text(b), text(c), text(a * b + 0.3 * random.unit())});
  }
  return rows;
}

void sort_by(Rows& rows, std::size_t column) {
  std::stable_sort(rows.cells.begin(), rows.cells.end(), [&](const Row& a, const Row& b) {
    return std::stod(a[column]) < std::stod(b[column]);
  });
}

// Patients whose columns tell who they are.
Rows patients(const std::string& name, std::size_t count, std::size_t each) {
  rfm::Random random(11);
  Rows rows{{name, "a", "b", "value"}, {}};
  for (std::size_t p = 0; p < count; ++p) {
    const double a = random.unit(), b = random.unit(), value = random.unit();
    for (std::size_t k = 0; k < each; ++k)
      rows.cells.push_back({"P" + std::to_string(p), text(a + 0.002 * random.unit(), 6),
                            text(b + 0.002 * random.unit(), 6),
                            text(value + 0.05 * random.unit())});
  }
  rfm::Random order(3);
  for (std::size_t k = rows.cells.size(); k > 1; --k)
    std::swap(rows.cells[k - 1], rows.cells[static_cast<std::size_t>(order.below(k))]);
  return rows;
}

// A table without a fault; the number decides its size, kinds, noise and order.
Rows faultless(std::size_t number) {
  rfm::Random random(100 + number);
  const std::size_t n = 60 + 23 * (number % 9);
  const bool classes = number % 3 == 1, sorted = number % 5 == 2;
  const double noise = 0.1 + 0.15 * static_cast<double>(number % 4);
  Rows rows{{"id", "size", "weight", "town", "grade", "day", "customer", "garden", "y"}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const double size = random.unit(), weight = random.unit() + (number % 2 == 0 ? size : 0);
    const auto town = static_cast<std::size_t>(random.below(3 + number % 12)),
               customer = static_cast<std::size_t>(random.below(number % 4 == 0 ? n : 15));
    const double grade = static_cast<double>(static_cast<int>(7 * size));
    const bool garden = random.below(2) == 1;
    double y = size + 0.5 * weight * weight + 0.1 * static_cast<double>(town % 4) +
               (garden ? 0.2 : 0) + noise * (random.unit() + random.unit() - 1);
    if (!classes && number % 7 == 3) y = rfm::exponential(2 * y);
    const std::string label = y < 0.9 ? "low" : number % 2 == 0 || y < 1.2 ? "mid" : "high";
    rows.cells.push_back({std::to_string(1000 + i), text(size, 3), text(weight, 3),
                          "T" + std::to_string(town), text(grade),
                          std::to_string(1 + random.below(28)), "C" + std::to_string(customer),
                          garden ? "yes" : "no", classes ? label : text(y)});
  }
  if (sorted) sort_by(rows, classes ? 1 : 8);
  if (number % 5 == 4) sort_by(rows, 1);
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_CASE(forty_tables_without_a_fault_are_not_warned_about,
                     *boost::unit_test::label("many_fits")) {
  for (std::size_t number = 0; number < 40; ++number)
    for (const Warning& warning : warned(faultless(number)))
      BOOST_ERROR("table " << number << ": " << warning.words);
}

BOOST_AUTO_TEST_CASE(copies_of_rows_are_seen) {
  for (const std::size_t times : {2u, 5u}) {
    Rows rows = plain(60, times);
    const std::vector<Row> once = rows.cells;
    for (std::size_t k = 1; k < times; ++k)
      rows.cells.insert(rows.cells.end(), once.begin(), once.end());
    check_only(warned(rows), Doubt::duplicates,
               std::to_string(60 * times) + " of " + std::to_string(60 * times) +
                   " rows are copies of others");
  }
  Rows few = plain(100, 9);
  for (std::size_t k = 0; k < 10; ++k) few.cells.push_back(few.cells[k]);
  check_only(warned(few), Doubt::duplicates, "20 of 110 rows");
}

BOOST_AUTO_TEST_CASE(copies_of_one_group_do_no_harm) {
  Rows rows = plain(60, 2);
  rows.names.insert(rows.names.begin(), "sample");
  for (std::size_t i = 0; i < 60; ++i)
    rows.cells[i].insert(rows.cells[i].begin(), "S" + std::to_string(i));
  const std::vector<Row> once = rows.cells;
  rows.cells.insert(rows.cells.end(), once.begin(), once.end());
  PlanOptions plan;
  plan.groups = "sample";
  BOOST_TEST(warned(rows, plan).empty());
}

BOOST_AUTO_TEST_CASE(a_column_that_is_the_answer_is_named_with_the_score_without_it) {
  Rows number = plain(150, 4);
  number.names.insert(number.names.begin(), "tax");
  for (Row& row : number.cells) row.insert(row.begin(), text(0.19 * std::stod(row.back()) + 3, 8));
  check_only(warned(number), Doubt::giveaway, "column 'tax' alone gives the answer away: R2 ");
  Rows words = plain(150, 5);
  words.names.insert(words.names.begin() + 1, "paid");
  for (Row& row : words.cells) {
    row.back() = std::stod(row.back()) > 0.45 ? "rich" : "poor";
    row.insert(row.begin() + 1, row.back() == "rich" ? "in full" : "in part");
  }
  check_only(warned(words), Doubt::giveaway, "column 'paid' alone");
}

BOOST_AUTO_TEST_CASE(neighbours_with_alike_errors_are_an_order_that_matters) {
  Rows rows = plain(200, 6);
  rfm::Random random(8);
  double drift = 0;
  for (Row& row : rows.cells) {
    drift = 0.9 * drift + 0.3 * (random.unit() - 0.5);
    row.back() = text(std::stod(row.back()) + drift);
  }
  check_only(warned(rows), Doubt::order, "errors of neighbours are alike");
}

BOOST_AUTO_TEST_CASE(rows_in_the_order_of_their_time_are_seen) {
  Rows rows{{"day", "x", "level"}, {}};
  rfm::Random random(2);
  double level = 0;
  for (int day = 0; day < 240; ++day) {
    level += random.unit() - 0.5;
    rows.cells.push_back({std::to_string(2 * day + 5), text(random.unit()), text(level)});
  }
  check_only(warned(rows), Doubt::order, "say --time 'day'");
}

BOOST_AUTO_TEST_CASE(groups_that_the_other_columns_tell_are_seen) {
  check_only(warned(patients("patient", 30, 8)), Doubt::groups, "say --groups 'patient'");
  check_only(warned(patients("Store no.", 12, 12)), Doubt::groups, "say --groups 'Store no.'");
  check_only(warned(patients("code", 25, 6)), Doubt::groups, "the 25 values of 'code'");
}

BOOST_AUTO_TEST_CASE(classes_of_few_rows_are_counted) {
  Rows rows = plain(120, 7);
  for (std::size_t i = 0; i < 120; ++i)
    rows.cells[i].back() = i % 20 == 3 ? "rare" : std::stod(rows.cells[i][0]) > 0.5 ? "b" : "a";
  check_only(warned(rows), Doubt::rare_class, "a class of fewer than ten rows");
}

BOOST_AUTO_TEST_SUITE_END()
