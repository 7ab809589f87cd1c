// The C functions of the WebAssembly module, built for this machine, with what JavaScript would not
// hand over.
#include <boost/test/unit_test.hpp>
#include <string>

#include "wasm/cpp/tables.hpp"

using rfm::wasm::TextTable;

extern "C" {
int tell_progress(const char*, std::size_t) { return 0; }
double now() { return 0; }
TextTable* table_new();
void table_free(const TextTable*);
int table_add_text(TextTable*, const char* name, std::size_t, const char* cells, std::size_t);
}

BOOST_AUTO_TEST_SUITE(tables)

namespace {

// The cells of a column with bars behind them.
std::string added(const std::string& cells) {
  TextTable* table = table_new();
  BOOST_TEST(table_add_text(table, "name", 4, cells.data(), cells.size()) == 1);
  std::string drawn;
  for (std::size_t row = 0; row < table->rows(); ++row)
    drawn += std::string(table->columns[0][row]) + '|';
  table_free(table);
  return drawn;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_last_cell_may_lack_its_zero) {
  using namespace std::string_literals;
  BOOST_TEST(added("red\0blue\0"s) == "red|blue|");
  BOOST_TEST(added("red\0blue"s) == "red|blue|");
  BOOST_TEST(added("red"s) == "red|");
  BOOST_TEST(added("\0\0x"s) == "||x|");
  BOOST_TEST(added(""s) == "");
}

BOOST_AUTO_TEST_SUITE_END()
