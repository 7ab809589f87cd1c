// Columns are recognised for what they are, with a reason; every guess can be changed; what cannot
// be used is refused with its place.
#include "rfm/data/table/plan.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/table/guess.hpp"
#include "rfm/data/table/labels.hpp"

BOOST_AUTO_TEST_SUITE(plan)

namespace {

using namespace rfm::data;
using rfm::ColumnKind;
using rfm::Task;

TextTable table_of(const std::vector<std::pair<std::string, std::vector<std::string>>>& columns) {
  TextTable text;
  for (const auto& [name, cells] : columns) {
    text.names.push_back(name);
    text.columns.emplace_back();
    for (const std::string& cell : cells) text.columns.back().append(cell);
  }
  return text;
}

std::vector<std::string> repeated(std::size_t n, const std::vector<std::string>& cells) {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < n; ++k) all.push_back(cells[k % cells.size()]);
  return all;
}

std::vector<std::string> counted(std::size_t n, int from, int step = 1,
                                 const std::string& before = "") {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < n; ++k)
    all.push_back(before + std::to_string(from + step * static_cast<int>(k)));
  return all;
}

// The plan of one column, beside another and a target it has nothing to do with.
ColumnPlan planned(const std::string& name, const std::vector<std::string>& cells,
                   PlanOptions options = {}) {
  Plan plan;
  const TextTable text = table_of({{name, cells},
                                   {"other", repeated(cells.size(), {"3", "4", "5", "6"})},
                                   {"target", repeated(cells.size(), {"1.5", "2.5", "7"})}});
  const Outcome outcome = plan_table(text, options, plan);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return plan.columns[0];
}

void check(const ColumnPlan& column, ColumnKind kind, Role role, const std::string& reason) {
  BOOST_TEST(word(column.kind) == word(kind), column.reason);
  BOOST_TEST(word(column.role) == word(role), column.reason);
  BOOST_TEST(column.reason.find(reason) != std::string::npos, column.reason);
}

Task guessed_task(const std::vector<std::string>& target) {
  Plan plan;
  const Outcome outcome =
      plan_table(table_of({{"x", counted(target.size(), 5, 3)}, {"y", target}}), {}, plan);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return plan.task;
}

Outcome made(const std::string& csv, PlanOptions options, Table& table) {
  TextTable text;
  Outcome outcome = read_csv(csv, {}, text);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  Plan plan;
  outcome = plan_table(text, options, plan);
  return outcome.ok() ? make_table(text, plan, table) : outcome;
}

void refused(const std::string& csv, const PlanOptions& options, const std::string& words,
             std::size_t line = 0) {
  Table table;
  const Outcome outcome = made(csv, options, table);
  BOOST_TEST(outcome.words.find(words) != std::string::npos, outcome.words);
  BOOST_TEST(outcome.line == line, outcome.words);
  BOOST_TEST(table.rows == 0u);
}

PlanOptions target(const std::string& name) {
  PlanOptions options;
  options.target = name;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_CASE(kinds_of_columns) {
  check(planned("size", repeated(30, {"1", "2.5", "-3e2"})), ColumnKind::number, Role::feature,
        "3 different numbers");
  check(planned("rooms", repeated(30, {"2", "3"})), ColumnKind::number, Role::feature,
        "2 different numbers");
  check(planned("flag", repeated(30, {"0", "1", "1.0"})), ColumnKind::yes_no, Role::feature,
        "yes and no");
  check(planned("flag", repeated(30, {"Yes", "no", "?"})), ColumnKind::yes_no, Role::feature,
        "yes and no");
  check(planned("flag", repeated(30, {"t", "F"})), ColumnKind::yes_no, Role::feature, "yes and no");
  check(planned("sex", repeated(30, {"f", "m"})), ColumnKind::category, Role::feature,
        "2 different texts");
  check(planned("only yes", repeated(30, {"yes", ""})), ColumnKind::category, Role::feature,
        "1 different text");
  check(planned("colour", repeated(30, {"red", "green", "NA"})), ColumnKind::category,
        Role::feature, "2 different texts");
}

BOOST_AUTO_TEST_CASE(words_for_missing_cells) {
  const ColumnPlan column =
      planned("x", {"1", "", "NA", "n/a", "NaN", "nan", "NULL", "?", "-", "#N/A", " ", "2"});
  BOOST_TEST(column.missing == 10u);
  BOOST_TEST(column.distinct == 2u);
  check(column, ColumnKind::number, Role::feature, "number");
}

BOOST_AUTO_TEST_CASE(columns_that_tell_nothing_are_left_out_and_say_why) {
  check(planned("unit", repeated(30, {"kg"})), ColumnKind::category, Role::ignored,
        "constant: every cell is 'kg'");
  check(planned("zero", repeated(30, {"0"})), ColumnKind::number, Role::ignored, "constant");
  check(planned("gone", repeated(30, {"", "?"})), ColumnKind::number, Role::ignored,
        "every cell is missing");
  check(planned("line", counted(30, 1)), ColumnKind::number, Role::ignored, "counts the rows");
  check(planned("PassengerId", counted(30, 892, 3)), ColumnKind::number, Role::ignored,
        "named as one");
  check(planned("name", counted(30, 0, 1, "person ")), ColumnKind::category, Role::ignored,
        "no two cells are alike");
  std::vector<std::string> texts = counted(300, 0, 1, "word ");
  texts[1] = texts[0];
  check(planned("review", texts), ColumnKind::category, Role::ignored, "free text");
  check(planned("when", counted(30, 10, 1, "2024-05-")), ColumnKind::category, Role::ignored,
        "fewer than 90 % of the cells are dates");
  check(planned("at", counted(5, 10, 1, "12:")), ColumnKind::number, Role::feature,
        "5 different numbers");
  check(planned("price", counted(30, 10, 1, "1,")), ColumnKind::number, Role::feature,
        "30 different numbers");
  check(planned("year", counted(30, 1990)), ColumnKind::number, Role::feature,
        "30 different numbers");
  check(planned("name", counted(5, 0, 1, "person ")), ColumnKind::category, Role::feature,
        "5 different texts");
  for (const char* name : {"id", "ID", "customer_id", "customerID", "Unnamed: 0", "index"})
    BOOST_TEST(named_identifier(name), name);
  for (const char* name : {"humid", "acid", "paid", "Id", "width", "identity"})
    BOOST_TEST(named_identifier(name) == (name[0] == 'I'), name);
}

BOOST_AUTO_TEST_CASE(text_among_numbers_is_reported_with_its_line) {
  std::vector<std::string> cells = counted(1000, 0, 7);
  cells[400] = "low";
  const ColumnPlan mostly = planned("x", cells);
  check(mostly, ColumnKind::number, Role::feature,
        "999 of 1000 cells are numbers; the others, the first 'low' in line 401");
  BOOST_TEST(mostly.odd_line == 401u);
  check(planned("x", repeated(1000, {"1", "2", "low"})), ColumnKind::category, Role::feature,
        "text among numbers, first 'low' in line 3");
}

BOOST_AUTO_TEST_CASE(wishes_overrule_guesses) {
  PlanOptions options;
  options.categorical = {"x"};
  check(planned("x", repeated(30, {"1", "2"}), options), ColumnKind::category, Role::feature,
        "as asked");
  options = {};
  options.numeric = {"x"};
  check(planned("x", repeated(30, {"1", "low"}), options), ColumnKind::number, Role::feature,
        "as asked");
  options = {};
  options.drop = {"x"};
  check(planned("x", repeated(30, {"1", "2"}), options), ColumnKind::number, Role::ignored,
        "as asked");
  options = {};
  options.only = {"x"};
  check(planned("x", counted(30, 0), options), ColumnKind::number, Role::feature,
        "though it looks like an identifier");
}

BOOST_AUTO_TEST_CASE(tasks_are_recognised_from_the_target) {
  BOOST_TEST((guessed_task(repeated(30, {"a", "b", "c"})) == Task::classification));
  BOOST_TEST((guessed_task(repeated(30, {"0", "1"})) == Task::classification));
  BOOST_TEST((guessed_task(repeated(30, {"-1", "1"})) == Task::classification));
  BOOST_TEST((guessed_task(repeated(30, {"1", "2", "3.0"})) == Task::classification));
  BOOST_TEST((guessed_task(repeated(60, {"1", "2", "3", "4", "5", "7"})) == Task::classification));
  BOOST_TEST((guessed_task(repeated(260, counted(26, 0))) == Task::classification));
  BOOST_TEST((guessed_task(repeated(260, counted(26, 1))) == Task::regression));
  BOOST_TEST((guessed_task(repeated(60, {"3", "4", "5", "6", "7", "8"})) == Task::regression));
  BOOST_TEST((guessed_task(repeated(30, {"0", "2", "4"})) == Task::regression));
  BOOST_TEST((guessed_task(repeated(30, {"0.5", "1", "2"})) == Task::regression));
  BOOST_TEST((guessed_task(repeated(60, counted(28, 1))) == Task::regression));
  BOOST_TEST((guessed_task(counted(15, 1)) == Task::regression));
}

BOOST_AUTO_TEST_CASE(a_table_holds_the_typed_cells) {
  Table table;
  PlanOptions options = target("grade");
  options.weights = "w";
  const Outcome outcome = made(
      "size,colour,grade,w,flag\n1,red,10,1,yes\n,blue,2,2,no\n3,?,10.0,1,\nx,red,2,1,no\n5,red,10,"
      "1,1\n"
      "6,red,2,1,0\n7,red,2,1,0\n8,red,2,1,0\n9,red,2,1,0\n10,red,2,1,0\n11,red,2,1,0\n",
      options, table);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  BOOST_TEST((table.task == Task::classification));
  BOOST_TEST(table.features.size() == 3u);
  BOOST_TEST(table.features[0].numbers[2] == 3.0);
  BOOST_TEST(std::isnan(table.features[0].numbers[1]));
  BOOST_TEST(std::isnan(table.features[0].numbers[3]));
  BOOST_TEST(table.features[1].categories[table.features[1].codes[1]] == "blue");
  BOOST_TEST(table.features[1].codes[2] == missing_code);
  BOOST_TEST(table.features[2].numbers[0] == 1.0);
  BOOST_TEST(std::isnan(table.features[2].numbers[2]));
  BOOST_TEST(table.classes == (std::vector<std::string>{"2", "10"}),
             boost::test_tools::per_element());
  BOOST_TEST(table.labels[2] == 1u);
  BOOST_TEST(table.weights[1] == 2.0);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_learned_from_is_refused_with_its_place) {
  refused("a,b\n1,2\n3,4\n", target("c"), "no column 'c'; there are a, b");
  refused("a,b\n1,2\n", {}, "one row", 2);
  refused("a,b\n1,x\n3,\n5,y\n", {}, "line 3: the target 'b' is missing; that row cannot be used",
          3);
  refused("a,b\n1,x\n3,\n5,y\n7,?\n", {}, "missing; 2 rows cannot be used", 3);
  refused("a,b\n1,x\n3,x\n", {}, "one class only, 'x'");
  refused("a,b\n1,x\n3,y\n4,z\n", {}, "a class of its own");
  PlanOptions options;
  options.task = Task::regression;
  refused("a,b\n1,1.5\n2,2.5\n3,low\n", options, "line 4: the target 'b' is 'low', not a number",
          4);
  refused("a,b\n1,1.5\n2,?\n3,3\n", options, "line 3: the target 'b' is missing", 3);
  refused("a,b\n7,1.5\n7,2.5\n", {}, "no column is left");
  options = target("b");
  options.weights = "w";
  refused("a,w,b\n1,1,1.5\n2,0,2.5\n3,1,4\n", options,
          "line 3: the weight 'w' is '0', not a positive number", 3);
  options.weights = "b";
  refused("a,b\n1,2\n3,4\n", options, "both target and weight");
  options = {};
  options.drop = {"z"};
  refused("a,b\n1,2\n3,4\n", options, "no column 'z'");
  options.drop = {"b"};
  refused("a,b\n1,2\n3,4\n", options, "cannot be dropped");
}

BOOST_AUTO_TEST_CASE(labels_are_ordered_and_found_in_other_spellings) {
  Labels labels;
  for (const char* name : {"b", "10", "a", "2", "-1"}) (void)labels.find_or_add(name);
  labels.sort();
  BOOST_TEST(labels.names() == (std::vector<std::string>{"-1", "2", "10", "a", "b"}),
             boost::test_tools::per_element());
  BOOST_TEST(labels.find("2.0") == 1u);
  BOOST_TEST(labels.find(" 1e1 ") == 2u);
  BOOST_TEST(labels.find("A") == Labels::unknown);
  Labels truths({"no", "yes"});
  BOOST_TEST(truths.find("TRUE") == 1u);
  BOOST_TEST(truths.find("0") == 0u);
}

// "7/2" is no number of the unit "/2"; "7/h" is one of the unit "/h".
BOOST_AUTO_TEST_CASE(a_fraction_is_no_unit) {
  std::vector<std::string> fractions, rates;
  for (int k = 0; k < 40; ++k) {
    fractions.push_back(std::to_string(11 + k) + "/2");
    rates.push_back(std::to_string(11 + k) + "/h");
  }
  BOOST_TEST((planned("a", fractions).kind != ColumnKind::number));
  BOOST_TEST((planned("a", rates).kind == ColumnKind::number));
}

BOOST_AUTO_TEST_SUITE_END()
