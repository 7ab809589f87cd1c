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

namespace {

// The same table from a first piece and pieces of so many bytes behind it.
TextTable in_pieces(std::string_view bytes, std::size_t first, std::size_t each,
                    rfm::data::Findings& facts) {
  rfm::data::CsvReader reader({});
  TextTable all;
  for (std::size_t at = 0, size = first; at < bytes.size(); at += size, size = each) {
    TextTable next;
    const std::string_view piece = bytes.substr(at, size);
    const Outcome outcome = reader.read(piece, at + size >= bytes.size(), next);
    BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
    all.names = next.names;
    all.columns.resize(next.columns.size());
    for (std::size_t row = 0; row < next.rows(); ++row)
      for (std::size_t k = 0; k < next.columns.size(); ++k)
        all.columns[k].append(next.columns[k][row]);
    all.lines.insert(all.lines.end(), next.lines.begin(), next.lines.end());
  }
  facts = reader.findings();
  return all;
}

std::string utf16(std::string_view ascii) {
  std::string bytes = "\xFF\xFE";
  for (const char c : ascii) {
    bytes += c;
    bytes += '\0';
  }
  return bytes;
}

void reads_in_pieces(const std::string& bytes) {
  TextTable whole;
  rfm::data::Findings facts, told;
  const Outcome outcome = rfm::data::read_csv(bytes, {}, whole, &facts);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  for (const std::size_t each : {2U, 6U, 26U, 300U}) {
    const TextTable parts = in_pieces(bytes, 300, each, told);
    BOOST_TEST(parts.names == whole.names, boost::test_tools::per_element());
    BOOST_TEST(parts.lines == whole.lines, boost::test_tools::per_element());
    for (std::size_t k = 0; k < whole.columns.size(); ++k)
      for (std::size_t row = 0; row < whole.rows(); ++row)
        BOOST_TEST(parts.columns[k][row] == whole.columns[k][row]);
    BOOST_TEST(reading_sentence(told) == reading_sentence(facts));
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_table_in_pieces_is_the_table) {
  std::string csv = "A title\n\nname;\"number; one\";note\r\n";
  for (std::size_t i = 0; i < 40; ++i)
    csv += "n" + std::to_string(i) + ";" + std::to_string(i * 7 % 11) + "." + std::to_string(i) +
           (i % 5 == 0   ? ";\"two\nlines; \"\"and\"\" more\"\r\n"
            : i % 7 == 0 ? "\n"
                         : ";x\r\n");
  csv += "n41;3\nTotal of all\n";
  reads_in_pieces(csv);
  reads_in_pieces(utf16(csv));
  reads_in_pieces(
      "Stra\xDF"
      "e;" +
      csv.substr(csv.find("name")));
  reads_in_pieces("\xEF\xBB\xBF" + csv.substr(csv.find("name")));
}

BOOST_AUTO_TEST_CASE(trouble_in_a_later_piece_has_its_line) {
  std::string csv = "a,b\n";
  for (std::size_t i = 0; i < 30; ++i) csv += std::to_string(i) + ",1\n";
  const auto trouble = [&csv](const std::string& more) {
    rfm::data::CsvReader reader({});
    TextTable table;
    BOOST_TEST_REQUIRE(reader.read(csv, false, table).ok());
    BOOST_TEST(table.rows() == 30u);
    return reader.read(more, true, table);
  };
  BOOST_TEST(trouble("1,2,3\n").words == "line 32: 3 cells, but the header has 2");
  BOOST_TEST(trouble("1,2\nStra\xDF"
                     "e,3\n")
                 .words.find("line 33, byte 5: this is not UTF-8") == 0u);
  BOOST_TEST(trouble("1,2\n3,\"4\n").words.find("line 33, column 2: the quote") == 0u);
}

BOOST_AUTO_TEST_CASE(a_quote_that_is_never_closed_ends_before_memory_does) {
  rfm::data::CsvReader reader({});
  TextTable table;
  BOOST_TEST_REQUIRE(reader.read("a,b\n1,2\n3,\"", false, table).ok());
  const std::string lines(std::size_t{1} << 20, '\n');
  std::size_t taken = 0;
  while (taken < 40 && reader.read(lines, false, table).ok()) ++taken;
  BOOST_TEST(taken < 20u);
}

BOOST_AUTO_TEST_SUITE_END()
