// Tables as people have them, in tests/tables: what every column is taken for, what its first cells
// mean, and what is said.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/text/numbers.hpp"

BOOST_AUTO_TEST_SUITE(understood_tables)

namespace {

using namespace rfm::data;

// What is understood: a line a column with its kind and its first cells, then the findings.
std::string understood(const std::string& name, const PlanOptions& options = {},
                       const CsvOptions& reading = {}) {
  constexpr std::size_t shown = 4;
  std::ifstream file(std::string(RFM_TABLES) + "/" + name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  TextTable table;
  Findings found;
  Outcome outcome = read_csv(bytes, reading, table, &found);
  Prepared prepared;
  if (outcome.ok()) outcome = prepare_table(table, options, prepared);
  if (!outcome.ok()) return outcome.words;
  std::string text = reading_sentence(found);
  if (!text.empty()) text += "\n";
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    const ColumnPlan& column = prepared.plan.columns[k];
    text += column.name + ", ";
    if (column.role == Role::ignored) {
      text += "left out: " + column.reason + "\n";
      continue;
    }
    text += word(column.kind) + std::string(":");
    const Column cells =
        make_column(column.name, prepared.text->columns[k], column.kind, column.notation);
    for (std::size_t row = 0; row < std::min(shown, prepared.text->rows()); ++row) {
      const bool category = column.kind == rfm::ColumnKind::category;
      text += " " + (!category                          ? format_number(cells.numbers[row])
                     : cells.codes[row] == missing_code ? std::string("?")
                                                        : cells.categories[cells.codes[row]]);
    }
    text += "\n";
  }
  for (const std::string& words : sentences_of(prepared.plan.findings)) text += words + "\n";
  return text;
}

void understands(const std::string& name, const std::string& expected,
                 const PlanOptions& options = {}, const CsvOptions& reading = {}) {
  BOOST_TEST_CONTEXT(name) BOOST_TEST(understood(name, options, reading) == expected);
}

}  // namespace

BOOST_AUTO_TEST_CASE(marks_between_thousands_are_decided_by_the_column) {
  understands(
      "thousands_apostrophes.csv",
      "read as ;-separated\n"
      "size, number: 1234567.89 2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands(
      "thousands_commas.csv",
      "size, number: 1234567.89 2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands(
      "thousands_indian.csv",
      "size, number: 1234567.89 2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands("thousands_no_break.csv",
              "read as ;-separated\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "columns 'size', 'price': numbers with decimal commas\n");
  understands("thousands_points.csv",
              "read as ;-separated\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "columns 'size', 'price': numbers with decimal commas\n");
  understands("thousands_spaces.csv",
              "read as ;-separated\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "columns 'size', 'price': numbers with decimal commas\n");
  understands(
      "thousands_thin.csv",
      "size, number: 1234567.89 2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands("quoted_commas.csv",
              "size, number: 19125 999 2500 12000\n"
              "rooms, number: 1 2 3 4\n"
              "price, number: 0 310 150 460\n"
              "column 'size': numbers with marks between thousands, or with signs of another kind\n"
              "column 'size': 8 numbers such as '19,125', first on line 2, are read with a decimal "
              "point; --decimal , reads the comma as decimal\n");
  understands("ambiguous_points.csv",
              "read as ;-separated\n"
              "size, number: 19.125 999 2.5 12\n"
              "rooms, number: 1 2 3 4\n"
              "price, number: 0 310 150 460\n"
              "column 'size': 8 numbers such as '19.125', first on line 2, are read with a decimal "
              "point; --decimal , reads the comma as decimal\n");
  understands("ambiguous_follow.csv",
              "read as ;-separated\n"
              "size, number: 19125 999 2500 12000\n"
              "rooms, number: 1 2 3 4\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "columns 'size', 'price': numbers with decimal commas\n");
}

BOOST_AUTO_TEST_CASE(currencies_units_and_scales) {
  understands("dollars.csv",
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with the unit '$'\n");
  understands("euros_behind.csv",
              "read as ;-separated\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with decimal commas and the unit '€'\n"
              "column 'price': numbers with decimal commas\n");
  understands("euros_1252.csv",
              "read as ;-separated Windows-1252\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with decimal commas and the unit '€'\n"
              "column 'price': numbers with decimal commas\n");
  understands("currency_codes.csv",
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with the unit 'CHF'\n");
  understands("percent.csv",
              "size, number: 61.73 0.12 49.38 0.6\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with the unit '%'\n");
  understands("one_unit.csv",
              "size, number: 1234.6 2.5 987.7 12\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with the unit 'kg'\n");
  understands("scales.csv",
              "size, number: 1230000 2500 990000 12000\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with words such as k and M that multiply\n");
  understands("mio_euros.csv",
              "read as ;-separated\n"
              "size, number: 1235000 3000 988000 12000\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': numbers with decimal commas, the unit '€' and words such as k and M "
              "that multiply\n"
              "column 'price': numbers with decimal commas\n");
  understands("mixed_units.csv",
              "size, left out: numbers in mixed units\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': left out, its units are mixed: kg (line 2), lb (line 3); write them "
              "in one unit, or --categorical takes the cells as text\n");
  understands("mixed_currencies.csv",
              "size, left out: numbers in mixed units\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': left out, its units are mixed: $ (line 2), € (line 3); write them in "
              "one unit, or --categorical takes the cells as text\n");
  understands("percent_and_shares.csv",
              "size, left out: numbers in mixed units\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': left out, its units are mixed: % (line 2), none (line 3); write them "
              "in one unit, or --categorical takes the cells as text\n");
}

BOOST_AUTO_TEST_CASE(signs_times_and_codes) {
  understands(
      "accounting.csv",
      "size, number: 1234567.89 -2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands(
      "minus_behind.csv",
      "size, number: 1234567.89 -2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands(
      "unicode_minus.csv",
      "size, number: 1234567.89 -2500 987654.5 12000.25\n"
      "town, category: York Hull Leeds York\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'size': numbers with marks between thousands, or with signs of another kind\n");
  understands("durations.csv",
              "time, number: 64567 2500 87654 12000\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'time': numbers with hours and minutes, read as seconds\n");
  understands("times.csv",
              "at, number: 24960 2460 37200 12000\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'at': numbers with hours and minutes, read as seconds\n");
  understands("half_days.csv",
              "at, number: 28560 49260 40800 15600\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'at': numbers with hours and minutes, read as seconds\n");
  understands("lap_times.csv",
              "lap, number: 3367.5 2500.1 4854.3 1200.2\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'lap': numbers with minutes and seconds, read as seconds\n");
  understands("codes.csv",
              "zip, category: 10115 01234 00501 01234\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'zip': codes, since 10 begin with a zero, first on line 3; --numeric takes "
              "them as numbers\n");
  understands("short_codes.csv",
              "agent, category: 9 007 42 007\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'agent': codes, since 6 begin with a zero, first on line 3; --numeric takes "
              "them as numbers\n");
}

BOOST_AUTO_TEST_CASE(words_for_missing_cells) {
  understands("missing_words.csv",
              "size, number: 0 nan 15 nan\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': 'n.a.' in 1 cell is missing\n"
              "column 'size': '<NA>' in 1 cell is missing\n"
              "column 'size': '\\N' in 1 cell is missing\n"
              "column 'size': 'missing' in 1 cell is missing\n"
              "column 'size': '(blank)' in 1 cell is missing\n"
              "column 'size': '#NV' in 1 cell is missing\n");
  understands("missing_categories.csv",
              "size, number: 0 7.5 15 22.5\n"
              "garage, category: ? attached ? detached\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'garage': 'None' in 3 cells is missing\n"
              "column 'garage': 'unknown' in 3 cells is missing\n");
  understands("missing_targets.csv",
              "size, number: 0 8.5 22.5 31\n"
              "town, category: York Hull York Hull\n"
              "price, number: 0.5 31.5 46.5 30.5\n"
              "2 rows without a target left out\n"
              "column 'price': 'k.A.' in 2 cells is missing\n");
  understands("repeated_word.csv",
              "size, number: 1 nan 16 23.5\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'size': 'broken' in 5 cells is missing\n");
}

BOOST_AUTO_TEST_CASE(rows_and_columns_that_count) {
  understands("folded_towns.csv",
              "town, category: YORK YORK YORK Hull\n"
              "size, number: 0 8.5 17 22.5\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "column 'town': 4 spellings that differ in letter case or blanks alone count as one, "
              "such as 'Hull' and 'hull'; --categorical keeps them apart\n");
  understands("folded_classes.csv",
              "petal, number: 1.5 5.25 2.5 6.5\n"
              "species, category: rose tulip rose tulip\n"
              "column 'species': 4 spellings that differ in letter case or blanks alone count as "
              "one, such as 'Rose' and 'rose'; --categorical keeps them apart\n");
  understands("totals.csv",
              "town, category: York Hull Leeds York\n"
              "size, number: 0 8.5 17 22.5\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "line 14 is left out: it has the totals of the rows above; --keep-totals keeps it\n");
  understands("totals_unnamed.csv",
              "size, number: 0 8.5 17 22.5\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "line 14 is left out: it has the totals of the rows above; --keep-totals keeps it\n");
  understands("averages.csv",
              "read as ;-separated\n"
              "town, category: York Hull Leeds York\n"
              "size, number: 0.5 8.5 16.5 21.5\n"
              "price, number: 0.5 31.5 15.5 46.5\n"
              "line 15 is left out: it has the totals of the rows above; --keep-totals keeps it\n"
              "line 14 is left out: it has the totals of the rows above; --keep-totals keeps it\n"
              "columns 'size', 'price': numbers with decimal commas\n");
  understands("counter.csv",
              "day, number: 1 2 3 4\n"
              "town, category: York Hull Leeds York\n"
              "price, number: 0.5 1.5 4.5 9.5\n"
              "column 'day': counts the rows, and is used since the target follows it; --drop "
              "leaves it out\n");
  understands("row_numbers.csv",
              "nr, left out: an identifier: it counts the rows, and the target does not follow it; "
              "--numeric uses it\n"
              "size, number: 1234567.89 2500 987654.5 12000.25\n"
              "price, number: 0.5 31.5 15.5 46.5\n");
  understands(
      "only_id.csv",
      "id, number: 100 101 102 103\n"
      "price, number: 0.5 31.5 15.5 46.5\n"
      "column 'id': looks like an identifier, and is used since there is no other column\n");
}

BOOST_AUTO_TEST_CASE(what_was_decided_can_be_said) {
  PlanOptions options;
  options.numeric = {"zip"};
  understands("codes.csv",
              "zip, number: 10115 1234 501 1234\ntown, category: York Hull Leeds York\n"
              "price, number: 0.5 31.5 15.5 46.5\n",
              options);
  options = {};
  options.categorical = {"species"};
  understands("folded_classes.csv",
              "petal, number: 1.5 5.25 2.5 6.5\n"
              "species, category: Rose tulip rose Tulip\n",
              options);
  options.categorical = {"town"};
  understands("folded_towns.csv",
              "town, category: York YORK york Hull\nsize, number: 0 8.5 17 22.5\n"
              "price, number: 0.5 31.5 15.5 46.5\n",
              options);
  options = {};
  options.keep_totals = true;
  BOOST_TEST(understood("totals_unnamed.csv", options).find("left out") == std::string::npos);
  options = {};
  options.missing = {"2500", "hull"};
  BOOST_TEST(understood("dollars.csv", options)
                 .find("size, number: 1234567.89 nan 987654.5 12000.25\n"
                       "town, category: York ? Leeds York\n") == 0);
  CsvOptions commas;
  commas.decimal = ',';
  understands("ambiguous_points.csv",
              "read as ;-separated\nsize, number: 19125 999 2500 12000\nrooms, number: 1 2 3 4\n"
              "price, number: 0 310 150 460\ncolumn 'size': numbers with decimal commas\n",
              {}, commas);
  understands("quoted_commas.csv",
              "size, number: 19.125 999 2.5 12\nrooms, number: 1 2 3 4\n"
              "price, number: 0 310 150 460\ncolumn 'size': numbers with decimal commas\n",
              {}, commas);
}

BOOST_AUTO_TEST_SUITE_END()
