// Rows in blocks are the rows at once: features, counts, and the first strange cell.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"

BOOST_AUTO_TEST_SUITE(blocks)

using namespace rfm::data;

BOOST_AUTO_TEST_CASE(blocks_of_any_size_add_up_to_the_whole) {
  TextTable text, strange;
  BOOST_TEST_REQUIRE(read_csv("a,b,y\n1,red,1\n2,blue,2\n3,red,3\n4,green,4\n", {}, text).ok());
  BOOST_TEST_REQUIRE(
      read_csv("b,a\nred,1\nblue,x\npink,2\n,3\nred,\ngold,y\nred,7\n", {}, strange).ok());
  Plan plan;
  Table table;
  PlanOptions options;
  options.categorical = {"b"};
  BOOST_TEST_REQUIRE(plan_table(text, options, plan).ok());
  BOOST_TEST_REQUIRE(make_table(text, plan, table).ok());
  FittedEncoding fitted;
  BOOST_TEST_REQUIRE(fit_encoding(table, all_rows(table.rows), {}, fitted).ok());
  const Encoder<float> encoder(fitted);
  EncodedTable<float> whole;
  BOOST_TEST_REQUIRE(encode_text(encoder.encoding(), strange, whole).ok());
  const auto said = strange_cells(encoder.encoding(), whole.counts);
  BOOST_TEST(said.size() == 2u);
  TableEncoder<float> blocks;
  BOOST_TEST_REQUIRE(blocks.look(encoder.encoding(), strange).ok());
  for (std::size_t block = 1; block <= 8; ++block) {
    std::vector<float> x;
    std::vector<CellCounts> counts;
    for (std::size_t first = 0; first < strange.rows(); first += block) {
      const std::size_t count = std::min(block, strange.rows() - first);
      const EncodedTable<float> part = blocks.encode(first, count);
      x.insert(x.end(), part.x.begin(), part.x.end());
      add_counts(part.counts, 0, counts);
    }
    BOOST_TEST(x == whole.x, boost::test_tools::per_element());
    BOOST_TEST(strange_cells(encoder.encoding(), counts) == said, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()
