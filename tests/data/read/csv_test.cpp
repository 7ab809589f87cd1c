// CSV text becomes a table or a refusal that names the place; no text, however hostile, does
// anything else.
#include "rfm/data/read/csv.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <memory>
#include <string>

#include "rfm/core/base/random.hpp"
#include "rfm/data/read/shape.hpp"

BOOST_AUTO_TEST_SUITE(csv)

namespace {

using rfm::data::Outcome;
using rfm::data::TextTable;

TextTable table_of(std::string_view text, rfm::data::CsvOptions options = {}) {
  TextTable table;
  const Outcome outcome = rfm::data::read_csv(text, options, table);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return table;
}

void refused(std::string_view text, std::size_t line, std::size_t column, const std::string& words,
             rfm::data::CsvOptions options = {}) {
  TextTable table;
  table.names = {"kept"};
  const Outcome outcome = rfm::data::read_csv(text, options, table);
  BOOST_TEST(outcome.line == line, outcome.words);
  BOOST_TEST(outcome.column == column, outcome.words);
  BOOST_TEST(outcome.words.find(words) != std::string::npos, outcome.words);
  BOOST_TEST(table.names.size() == 1u);
}

}  // namespace

BOOST_AUTO_TEST_CASE(cells_arrive_in_their_columns) {
  const TextTable table = table_of("a,b,c\n1,x,\n2,, z \n");
  BOOST_TEST(table.names == (std::vector<std::string>{"a", "b", "c"}),
             boost::test_tools::per_element());
  BOOST_TEST(table.rows() == 2u);
  BOOST_TEST(table.columns[0][1] == "2");
  BOOST_TEST(table.columns[1][0] == "x");
  BOOST_TEST(table.columns[1][1] == "");
  BOOST_TEST(table.columns[2][1] == "z");
  BOOST_TEST(table.find("c") == 2u);
  BOOST_TEST(table.find("d") == TextTable::nowhere);
}

BOOST_AUTO_TEST_CASE(quotes_line_ends_and_byte_order_marks) {
  const TextTable table = table_of(
      "\xEF\xBB\xBFname,\"of, it\"\r\n\"two\nlines\",\"a \"\"word\"\"\"\r\n\r\nlast, \"x\" ");
  BOOST_TEST(table.names[0] == "name");
  BOOST_TEST(table.names[1] == "of, it");
  BOOST_TEST(table.rows() == 2u);
  BOOST_TEST(table.columns[0][0] == "two\nlines");
  BOOST_TEST(table.columns[1][0] == "a \"word\"");
  BOOST_TEST(table.columns[1][1] == "x");
  BOOST_TEST(table.line(0) == 2u);
  BOOST_TEST(table.line(1) == 5u);
}

BOOST_AUTO_TEST_CASE(the_delimiter_is_found) {
  const auto detect_delimiter = [](std::string_view text) {
    rfm::data::Shape shape;
    BOOST_TEST(find_shape(text, {}, shape).ok());
    return shape.separator;
  };
  BOOST_TEST(detect_delimiter("a,b\n1,2\n") == ',');
  BOOST_TEST(detect_delimiter("a;b\n1,5;2,5\n3,1;4,1\n") == ';');
  BOOST_TEST(detect_delimiter("a\tb c\n1\t2, 3\n") == '\t');
  BOOST_TEST(detect_delimiter("a|b\n\"1,2\"|3\n") == '|');
  BOOST_TEST(detect_delimiter("a;b;c\n1;2\n") == ';');
  BOOST_TEST(detect_delimiter("alone\n1\n") == ',');
  BOOST_TEST(table_of("a,b;c\n1,2;3\n", {';', 1, {}, 0}).names[0] == "a,b");
}

BOOST_AUTO_TEST_CASE(tables_without_names_and_with_one_column) {
  const TextTable bare = table_of("1,2\n3,4\n", {0, rfm::data::no_header, {}, 0});
  BOOST_TEST(bare.rows() == 2u);
  BOOST_TEST(bare.names[1] == "column_2");
  BOOST_TEST(bare.line(0) == 1u);
  BOOST_TEST(table_of(",a\n0,1\n").names[0] == "column_1");
  const TextTable single = table_of("x\n1\n\n3\n");
  BOOST_TEST(single.rows() == 3u);
  BOOST_TEST(single.columns[0][1] == "");
}

BOOST_AUTO_TEST_CASE(doubtful_text_is_refused_with_its_place) {
  refused("", 0, 0, "empty");
  refused("\n\n", 0, 0, "empty");
  refused("a,b\n", 2, 0, "no row");
  refused("a,b\n1,5,3\n4,5,6\n", 2, 3, "3 cells, but the header has 2");
  refused("a,b\n1,2,3\n", 2, 3, "3 cells");
  refused("a,b\n1,\"2\n3,4\n", 2, 2, "never closed");
  refused("a,b\n1,\"2\"3\n", 2, 2, "behind a closing quote");
  refused("a,b\n1,5\" pipe\n", 2, 2, "a quote inside a cell");
  refused("a,b\n\"x\ny\",2\n3,\"4\"5\n", 4, 2, "behind a closing quote");
  refused("a,b\n1,\xFF\n", 2, 3, "not UTF-8", {0, 1, rfm::data::Charset::utf8, 0});
  refused("a,b\n1,\x81\n", 2, 3, "neither UTF-8 nor Windows-1252");
  refused(std::string_view("a,b\n1,\0\n", 8), 2, 3, "zero byte");
}

BOOST_AUTO_TEST_CASE(bad_utf8_is_noticed) {
  for (const char* bad : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF4\x90\x80\x80", "\xF0\x80\x80\x80", "\xE2\x82", "\xF5\x80\x80\x80"}) {
    refused("a,b\n1," + std::string(bad) + "\n", 2, 3, "UTF-8",
            {0, rfm::data::header_found, rfm::data::Charset::utf8, 0});
  }
  const TextTable table = table_of("naïve,€,𝄞\n\xED\x9F\xBF,\xEE\x80\x80,\xF4\x8F\xBF\xBF\n");
  BOOST_TEST(table.names[2] == "𝄞");
}

BOOST_AUTO_TEST_CASE(any_bytes_end_in_a_table_or_in_words) {
  const std::string alphabet = "a1,;\t|\"\"\n\n\r ?\xC3\xA9\xEF\xBB\xBF";
  rfm::Random random(3);
  std::size_t tables = 0;
  for (int k = 0; k < 20000; ++k) {
    const std::size_t size = random.below(40);
    // A buffer of exactly this size, so that sanitizers notice reading one byte too far.
    const std::unique_ptr<char[]> text(new char[size]);
    for (std::size_t i = 0; i < size; ++i) text[i] = alphabet[random.below(alphabet.size())];
    TextTable table;
    const Outcome outcome = rfm::data::read_csv({text.get(), size}, {}, table);
    if (!outcome.ok()) continue;
    ++tables;
    BOOST_TEST(table.rows() > 0u);
    BOOST_TEST(table.lines.size() == table.rows());
    for (const auto& column : table.columns) BOOST_TEST(column.size() == table.rows());
  }
  BOOST_TEST(tables > 20u);
}

BOOST_AUTO_TEST_SUITE_END()
