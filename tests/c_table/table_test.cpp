// Columns are refused that cannot stand beside the others, and what was found in a CSV is told.
#include "tests/c_table/tables.hpp"

using namespace rfm_test;

namespace {

std::string words(const Own<rfm_table>& table) { return rfm_table_words(table.get()); }

rfm_status read_into(const Own<rfm_table>& table, const std::string& csv) {
  return rfm_table_read_csv(table.get(), csv.data(), csv.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(table)

BOOST_AUTO_TEST_CASE(columns_that_do_not_fit) {
  const auto table = new_table();
  const double numbers[] = {1, 2, 3};
  const char* const cells[] = {"a", "b", "c"};
  BOOST_REQUIRE(rfm_table_add_numbers(table.get(), "x", numbers, 3, 1) == RFM_OK);
  BOOST_TEST(rfm_table_add_text(table.get(), "x", cells, 3) == RFM_REFUSED);
  BOOST_TEST(words(table) == "there is a column 'x' already");
  BOOST_TEST(rfm_table_add_text(table.get(), "y", cells, 2) == RFM_REFUSED);
  BOOST_TEST(words(table) == "column 'y' has 2 cells, the others have 3");
  BOOST_TEST(rfm_table_columns(table.get()) == 1u);
  BOOST_TEST(rfm_table_add_text(table.get(), "y", cells, 3) == RFM_OK);
  BOOST_TEST(words(table) == "");
  BOOST_TEST(rfm_table_add_text(table.get(), nullptr, cells, 3) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_table_add_numbers(table.get(), "z", nullptr, 3, 1) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_table_add_numbers(nullptr, "z", numbers, 3, 1) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_table_rows(nullptr) == 0u);
}

BOOST_AUTO_TEST_CASE(what_was_found_in_a_csv) {
  const auto table = new_table();
  BOOST_REQUIRE(read_into(table, "a;b\n1,5;2\n2,5;3\n") == RFM_OK);
  BOOST_TEST(words(table).find("read as ;-separated") != std::string::npos, words(table));
  BOOST_TEST(rfm_table_rows(table.get()) == 2u);
  BOOST_TEST(read_into(table, "a,b\n1,\"2\n") == RFM_REFUSED);
  BOOST_TEST(!words(table).empty());
  BOOST_TEST(rfm_table_rows(table.get()) == 2u);  // as before
  BOOST_REQUIRE(read_into(table, "a,b\n1,2\n") == RFM_OK);
  BOOST_TEST(words(table) == "");
}

BOOST_AUTO_TEST_CASE(how_a_csv_is_read) {
  const auto table = new_table();
  BOOST_REQUIRE(rfm_table_set(table.get(), "header", "no") == RFM_OK);
  BOOST_REQUIRE(read_into(table, "1,2\n3,4\n") == RFM_OK);
  BOOST_TEST(rfm_table_rows(table.get()) == 2u);
  BOOST_TEST(rfm_table_set(table.get(), "header", "sometimes") == RFM_REFUSED);
  BOOST_TEST(words(table).rfind("header: ", 0) == 0u, words(table));
  BOOST_TEST(rfm_table_set(table.get(), "colour", "red") == RFM_REFUSED);
  BOOST_TEST(words(table) == "there is no option 'colour' of reading");
}

BOOST_AUTO_TEST_SUITE_END()
