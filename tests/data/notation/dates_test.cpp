// Columns of dates as people have them, in tests/tables: what each cell is understood to be, and
// what is said where the column does not decide.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/table/plan.hpp"

BOOST_AUTO_TEST_SUITE(dates)

namespace {

using namespace rfm::data;
using rfm::ColumnKind;

struct Planned {
  TextTable text;
  Plan plan;
};

Planned planned_text(const std::string& csv, const PlanOptions& options = {}) {
  Planned planned;
  Outcome outcome = read_csv(csv, {}, planned.text);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  outcome = plan_table(planned.text, options, planned.plan);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return planned;
}

Planned planned(const std::string& name, const PlanOptions& options = {}) {
  std::ifstream file(std::string(RFM_TABLES) + "/" + name, std::ios::binary);
  BOOST_TEST_REQUIRE(file.good(), name);
  return planned_text({std::istreambuf_iterator<char>(file), {}}, options);
}

// "2024-04-26 52205|...": the day and, unless it is 0, the second of each cell; ? where it is
// missing.
std::string drawn(const Planned& planned, std::size_t k) {
  const ColumnPlan& plan = planned.plan.columns[k];
  BOOST_TEST(word(plan.kind) == std::string("date"), plan.name << ": " << plan.reason);
  const Column column = make_column(plan.name, planned.text.columns[k], plan.kind, plan.notation);
  std::string words;
  for (const double x : column.numbers) {
    rfm::Moment moment;
    words += words.empty() ? "" : "|";
    if (!(x == x && rfm::moment_of(static_cast<int64_t>(x), moment))) {
      words += "?";
      continue;
    }
    words += date_text(moment.day);
    if (moment.second > 0) words += " " + std::to_string(moment.second);
  }
  return words;
}

std::string kind_of(const Planned& planned, std::size_t k) {
  return word(planned.plan.columns[k].kind);
}

PlanOptions with_dates(const std::string& name) {
  PlanOptions options;
  options.dates = {name};
  return options;
}

PlanOptions in_order(DateOrder order) {
  PlanOptions options;
  options.date_order = order;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_CASE(as_people_write_them) {
  for (const auto& [name, cells] : std::vector<std::pair<std::string, std::string>>{
           {"dates_iso_offsets.csv",
            "2024-04-26 52205|2024-04-26 52260|2024-04-27|2024-04-27 53100|?"},
           {"dates_american.csv", "2024-01-02|2024-01-13|2024-02-05 49500|2023-12-31"},
           {"dates_german.csv", "2024-03-01|2024-03-02 30600|2024-02-28|2024-03-07"},
           {"dates_month_names.csv", "2023-01-01|2023-02-01|2023-03-01|2023-04-01|2023-05-01"},
           {"dates_unix_seconds.csv", "2024-04-26 52205|2024-04-26 52206|2023-04-27 52205"},
           {"dates_eight_digits.csv", "2024-04-26|2024-02-29|2023-12-31"}}) {
    const Planned found = planned(name);
    BOOST_TEST(drawn(found, 0) == cells, name);
    BOOST_TEST(word(found.plan.columns[0].role) == "feature", name);
    for (const Fact& fact : found.plan.findings)
      BOOST_TEST(fact.column != found.text.names[0], name << ": " << sentence_of(fact));
    for (std::size_t k = 1; k < found.text.names.size(); ++k)
      BOOST_TEST(kind_of(found, k) != "date", name << " " << found.text.names[k]);
  }
}

BOOST_AUTO_TEST_CASE(what_no_cell_decides_is_said_and_can_be_said) {
  const Planned found = planned("dates_either_way.csv");
  BOOST_TEST(drawn(found, 0) == "2024-02-01|2024-04-03|2024-06-05|2024-12-11");
  BOOST_TEST_REQUIRE(found.plan.findings.size() == 1u);
  const Fact& fact = found.plan.findings[0];
  BOOST_TEST((fact.what == Finding::either_order && fact.line == 2 && fact.count == 4u));
  BOOST_TEST(option_of(fact.what) == std::string("date-order"));
  BOOST_TEST(sentence_of(fact) ==
             "column 'day': 4 dates such as '01/02/24', first on line 2, are read with the day "
             "first; --date-order mdy reads the month first");
  const Planned said = planned("dates_either_way.csv", in_order(DateOrder::mdy));
  BOOST_TEST(drawn(said, 0) == "2024-01-02|2024-03-04|2024-05-06|2024-11-12");
  BOOST_TEST(said.plan.findings.empty());
  BOOST_TEST(planned("dates_either_way.csv", in_order(DateOrder::dmy)).plan.findings.empty());
  // A column that decides it is not asked.
  BOOST_TEST(drawn(planned("dates_american.csv", in_order(DateOrder::dmy)), 0) ==
             "2024-01-02|2024-01-13|2024-02-05 49500|2023-12-31");
}

BOOST_AUTO_TEST_CASE(a_few_other_cells_are_missing_and_said) {
  const Planned found = planned("dates_and_strangers.csv");
  BOOST_TEST(drawn(found, 0).substr(99) == "2024-01-10|?");
  BOOST_TEST_REQUIRE(found.plan.findings.size() == 1u);
  BOOST_TEST((found.plan.findings[0].what == Finding::no_dates));
  BOOST_TEST(sentence_of(found.plan.findings[0]) ==
             "column 'due': 1 cell that is no date, taken as missing, first on line 12");
}

BOOST_AUTO_TEST_CASE(what_is_no_date_stays_what_it_was) {
  const Planned found = planned("dates_that_are_none.csv");
  const char* kinds[] = {"category", "category", "number", "number", "category", "category"};
  for (std::size_t k = 0; k < 6; ++k)
    BOOST_TEST(kind_of(found, k) == kinds[k], found.text.names[k]);
}

BOOST_AUTO_TEST_CASE(numbers_need_a_name_or_a_range) {
  const std::string seconds = "1714141805,1\n1714141806,2\n1682605805,3\n";
  for (const char* name : {"time", "Timestamp", "ts", "updated_at", "unix", "Erstellzeit", "when"})
    BOOST_TEST(kind_of(planned_text(std::string(name) + ",y\n" + seconds), 0) == "date", name);
  for (const char* name : {"phone", "id", "mass", "attendance"})
    BOOST_TEST(kind_of(planned_text(std::string(name) + ",y\n" + seconds), 0) == "number", name);
  BOOST_TEST(kind_of(planned_text("time,y\n14,1\n15,2\n17,3\n"), 0) == "number");
  BOOST_TEST(drawn(planned_text("x,y\n" + seconds, with_dates("x")), 0) ==
             "2024-04-26 52205|2024-04-26 52206|2023-04-27 52205");
  BOOST_TEST(kind_of(planned_text("n,y\n20240101,1\n20240102,2\n20240102,3\n"), 0) == "number");
  BOOST_TEST(kind_of(planned_text("date,y\n20240101,1\n20240102,2\n20240102,3\n"), 0) == "date");
}

BOOST_AUTO_TEST_CASE(a_kind_can_be_asked_for) {
  PlanOptions options;
  options.categorical = {"started"};
  BOOST_TEST(kind_of(planned("dates_iso_offsets.csv", options), 0) == "category");
  options.dates = {"started"};
  const Planned found = planned("dates_iso_offsets.csv");
  Plan plan;
  BOOST_TEST(plan_table(found.text, options, plan).words ==
             "column 'started' cannot be a date and something else");
}

// Identifiers and free text are left out for having no two cells alike; dates are not.
BOOST_AUTO_TEST_CASE(dates_may_all_differ_and_a_target_may_be_none) {
  std::string csv = "when,y\n";
  for (int k = 0; k < 27; ++k)
    csv += "2024-05-" + std::to_string(k + 1) + "," + std::to_string(k * k % 7) + ".5\n";
  Planned found = planned_text(csv);
  BOOST_TEST(word(found.plan.columns[0].role) == "feature", found.plan.columns[0].reason);
  PlanOptions options;
  options.target = "when";
  found = planned_text(csv, options);
  BOOST_TEST(found.plan.task_reason.find("a date is no target") != std::string::npos,
             found.plan.task_reason);
}

// From one digit on, with a sign, a fraction, and no word too many.
BOOST_AUTO_TEST_CASE(seconds_since_1970) {
  const rfm::DateForm seconds{false, true};
  const auto day_of = [&](const std::string& text) {
    rfm::Moment moment{-1, -1};
    return rfm::read_date({text.data(), text.size()}, seconds, moment) ? moment.day : -9;
  };
  const int32_t first = day_of("0");
  BOOST_TEST(first == 0);
  BOOST_TEST(day_of("7") == first);
  BOOST_TEST(day_of("-7") == first - 1);
  BOOST_TEST(day_of("86400.25") == first + 1);
  for (const char* none : {"", "-", "7.", "123456789012", "7s"}) BOOST_TEST(day_of(none) == -9);
}

BOOST_AUTO_TEST_SUITE_END()
