// Files as people have them, in tests/tables: what must be understood in each, and what is said.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/text/numbers.hpp"

BOOST_AUTO_TEST_SUITE(tables)

namespace {

using rfm::data::Charset;
using rfm::data::CsvOptions;
using rfm::data::Findings;
using rfm::data::TextTable;

std::string bytes_of(const std::string& name) {
  std::ifstream file(std::string(RFM_TABLES) + "/" + name, std::ios::binary);
  BOOST_TEST_REQUIRE(file.good(), name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "a|b\n1|2\n": the cells with bars between them, numbers as they are understood.
std::string drawn(const TextTable& table, const rfm::data::Plan& plan) {
  std::ostringstream text;
  for (std::size_t k = 0; k < table.names.size(); ++k) text << (k > 0 ? "|" : "") << table.names[k];
  text << '\n';
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      rfm::CellNote note{};
      const double x = read_cell(plan.columns[k].notation, table.columns[k][row], note);
      text << (k > 0 ? "|" : "");
      if (plan.columns[k].notation.spelled && note == rfm::CellNote::read) {
        text << rfm::data::format_number(x);
      } else {
        text << table.columns[k][row];
      }
    }
    text << '\n';
  }
  return text.str();
}

// `words`: how it was read, and in further lines what was found in the cells.
void reads_text(const std::string& bytes, const std::string& cells, const std::string& words,
                const CsvOptions& options = {}) {
  TextTable table;
  Findings facts;
  const rfm::data::Outcome outcome = read_csv(bytes, options, table, &facts);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  rfm::data::Plan plan;
  rfm::data::PlanOptions numbers;
  numbers.task = rfm::Task::regression;
  BOOST_TEST_REQUIRE(plan_table(table, numbers, plan).ok());
  BOOST_TEST(drawn(table, plan) == cells);
  std::string said = reading_sentence(facts);
  for (const std::string& sentence : sentences_of(plan.findings)) said += "\n" + sentence;
  BOOST_TEST(said == words);
}

void reads(const std::string& name, const std::string& cells, const std::string& words,
           const CsvOptions& options = {}) {
  BOOST_TEST_CONTEXT(name) reads_text(bytes_of(name), cells, words, options);
}

void refuses(const std::string& name, std::size_t line, std::size_t column,
             const std::string& words, const CsvOptions& options = {}) {
  BOOST_TEST_CONTEXT(name) {
    TextTable table;
    const rfm::data::Outcome outcome = read_csv(bytes_of(name), options, table);
    BOOST_TEST(outcome.words == words);
    BOOST_TEST(outcome.line == line);
    BOOST_TEST(outcome.column == column);
  }
}

CsvOptions with_header(std::size_t line) {
  CsvOptions options;
  options.header = line;
  return options;
}

CsvOptions in_charset(Charset charset) {
  CsvOptions options;
  options.charset = charset;
  return options;
}

const std::string towns = "rooms|town|price\n3|York|250.5\n4|Hull|310\n";

}  // namespace

BOOST_AUTO_TEST_CASE(of_the_ordinary_nothing_is_said) {
  reads("plain.csv", towns + "2|Leeds|199\n", "");
  reads("utf8_mark.csv", "rooms|town|price\n3|Köln|250.5\n4|Hull|310\n", "");
  reads("names_with_commas.csv", "size, m2|price \"net\"\n80|250.5\n95|310\n", "");
}

BOOST_AUTO_TEST_CASE(separators_and_decimal_commas) {
  reads("semicolons_decimal_commas.csv",
        "rooms|town|price\n3|York|250.5\n4|Hull|1310.25\n2|Leeds|199\n",
        "read as ;-separated\ncolumn 'price': numbers with decimal commas");
  reads("tabs.tsv", "rooms|town|price\n3|York, north|250.5\n4|Hull|310\n", "read as tab-separated");
  reads("bars.txt", towns, "read as |-separated");
  reads("sep_line.csv", towns, "read as ;-separated, header on line 2");
}

BOOST_AUTO_TEST_CASE(charsets_and_line_ends) {
  const std::string cells = "rooms|town|price\n3|Köln|250.5\n4|Łódź 𝄞|310\n";
  for (const char* name :
       {"utf16_le_mark.txt", "utf16_be_mark.txt", "utf16_le_bare.txt", "utf16_be_bare.txt"}) {
    reads(name, cells, "read as tab-separated UTF-16");
    reads(name, cells, "read as tab-separated UTF-16", in_charset(Charset::utf16));
  }
  const std::string orleans = "rooms|town|price in €\n3|Köln|250.5\n4|Orléans – “sud”|310\n";
  const char* words =
      "read as ;-separated Windows-1252\ncolumn 'price in €': numbers with decimal commas";
  reads("windows_1252.csv", orleans, words);
  reads("windows_1252.csv", orleans, words, in_charset(Charset::windows_1252));
  refuses("windows_1252.csv", 1, 21, "line 1, byte 21: this is not UTF-8: save the file as UTF-8",
          in_charset(Charset::utf8));
  reads("old_mac.csv", "rooms|town|price\n3|York|250.5\n4|Hull, east|310\n", "");
  refuses("damaged_utf8.csv", 4, 3,
          "line 4, byte 3: this is not UTF-8, though most of the file is: it is damaged here; "
          "--charset windows-1252 reads each byte as a character");
}

BOOST_AUTO_TEST_CASE(lines_that_are_no_rows) {
  reads("comments.csv", towns, "read with header on line 4, 3 comment lines above left out");
  reads("hash_is_a_name.csv", "# of rooms|town|price\n3|York|250.5\n4|Hull|310\n", "");
  reads(
      "titles_and_notes.csv", "rooms|town|price\n3|York|250.5\n4|Hull|310.25\n2|Leeds|199\n",
      "read as ;-separated, header on line 4, 2 title lines above left out, 2 notes below left out"
      "\ncolumn 'price': numbers with decimal commas");
  reads("title_with_commas.csv", towns + "2|Leeds|199\n",
        "read with header on line 2, 1 title line above left out");
  reads("last_line_cut_off.csv", towns + "2|Lee|\n",
        "read with 1 short row with missing cells at the end, first on line 4");
}

BOOST_AUTO_TEST_CASE(rows_of_other_lengths) {
  reads("trailing_separators.csv", towns, "");
  reads("trailing_in_rows.csv", towns, "");
  reads("short_rows.csv",
        "rooms|town|price|garden\n3|York|250.5|yes\n4|Hull||\n2|Leeds|199|no\n5|York|300|\n",
        "read with 2 short rows with missing cells at the end, first on line 3");
  refuses("long_row.csv", 3, 4, "line 3: 4 cells, but the header has 3");
  refuses("open_quote.csv", 3, 2, "line 3, column 2: the quote that opens here is never closed");
}

BOOST_AUTO_TEST_CASE(names_of_columns) {
  reads("double_names.csv",
        "price|town|price (3)|column_4|price (2)\n3|York|250.5|1|7\n4|Hull|310|2|8\n",
        "read with 1 column renamed since another has the name, first 'price (3)'");
  reads("pandas_index.csv", "column_1|rooms|price\n0|3|250.5\n1|4|310\n", "");
  reads("years_are_names.csv",
        "country|1990|2000|2010\nFrance|56.7|58.9|62.8\nSpain|38.8|40.6|46.6\n", "");
  reads("numbered_names.csv", "0|1|2\n5.5|6.5|7.5\n8.25|9.5|1.5\n", "");
  const std::string flowers =
      "column_1|column_2|column_3|column_4\n5.1|3.5|1.4|setosa\n4.9|3.0|1.4|setosa\n"
      "6.3|3.3|6.0|virginica\n";
  reads("no_header.csv", flowers, "read with no header");
  reads("no_header.csv", flowers, "read with no header", with_header(rfm::data::no_header));
}

BOOST_AUTO_TEST_CASE(what_is_found_can_be_said) {
  reads("no_header.csv", "5.1|3.5|1.4|setosa\n4.9|3.0|1.4|setosa\n6.3|3.3|6.0|virginica\n", "",
        with_header(1));
  reads("plain.csv", "3|York|250.5\n4|Hull|310\n2|Leeds|199\n",
        "read with header on line 2, 1 title line above left out", with_header(2));
  CsvOptions options;
  options.delimiter = ';';
  options.decimal = ',';
  reads_text("a;b\n19.125;1\n999;2,5\n", "a|b\n19125|1\n999|2.5\n",
             "read as ;-separated\ncolumns 'a', 'b': numbers with decimal commas", options);
  options.decimal = '.';
  reads_text("a;b\nx;1,5\ny;2,5\n", "a|b\nx|1,5\ny|2,5\n", "read as ;-separated", options);
  options = {};
  options.decimal = ',';
  reads_text("a,b\nx,\"1,5\"\ny,2\n", "a|b\nx|1.5\ny|2\n",
             "\ncolumn 'b': numbers with decimal commas", options);
}

BOOST_AUTO_TEST_CASE(options_of_reading_are_read_or_refused) {
  using namespace rfm::data;
  CsvOptions options;
  for (const auto read : {read_charset, read_separator, read_header, read_decimal})
    BOOST_TEST(read("auto", options).ok());
  BOOST_TEST(read_charset("utf-16", options).ok());
  BOOST_TEST((options.charset == Charset::utf16));
  BOOST_TEST(read_separator("tab", options).ok());
  BOOST_TEST(options.delimiter == '\t');
  BOOST_TEST(read_header("no", options).ok());
  BOOST_TEST(options.header == no_header);
  BOOST_TEST(read_header("3", options).ok());
  BOOST_TEST(options.header == 3u);
  BOOST_TEST(read_decimal(",", options).ok());
  BOOST_TEST(options.decimal == ',');
  BOOST_TEST(read_charset("latin", options).words ==
             "'latin' is none of auto, utf-8, utf-16, windows-1252");
  BOOST_TEST(read_separator("ab", options).words ==
             "'ab' is neither auto nor tab nor a single character");
  BOOST_TEST(read_header("0", options).words ==
             "'0' is neither auto nor no nor the number of a line");
  BOOST_TEST(read_decimal("x", options).words == "'x' is neither auto nor . nor ,");
}

BOOST_AUTO_TEST_CASE(a_header_longer_than_a_megabyte_is_read_to_its_end) {
  std::string names, row;
  constexpr std::size_t columns = 150000;
  for (std::size_t k = 0; k < columns; ++k) {
    names += (k > 0 ? ",c" : "c") + std::to_string(k);
    row += k > 0 ? ",1" : "1";
  }
  TextTable table;
  const rfm::data::Outcome outcome = read_csv(names + "\n" + row + "\n" + row + "\n", {}, table);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  BOOST_TEST(table.names.size() == columns);
  BOOST_TEST(table.rows() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
