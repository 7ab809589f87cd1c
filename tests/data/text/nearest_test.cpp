// Whoever writes a name almost right is told the right one.
#include "rfm/data/text/nearest.hpp"

#include <boost/test/unit_test.hpp>

#include "rfm/data/table/plan.hpp"

BOOST_AUTO_TEST_SUITE(nearest)

namespace {

using rfm::data::nearest_name;

std::string words_of(const rfm::data::PlanOptions& options) {
  rfm::data::TextTable text;
  text.names = {"Area", "Town", "Price"};
  text.columns.resize(3);
  rfm::data::Plan plan;
  return plan_table(text, options, plan).words;
}

}  // namespace

BOOST_AUTO_TEST_CASE(letter_case_and_few_letters) {
  const std::vector<std::string> names{"Price", "prize", "number of rooms", "x", "y"};
  BOOST_TEST(nearest_name("price", names) == "Price");
  BOOST_TEST(nearest_name(" PRICE ", names) == "Price");
  BOOST_TEST(nearest_name("Prizes", names) == "prize");
  BOOST_TEST(nearest_name("number of roms", names) == "number of rooms");
  BOOST_TEST(nearest_name("rooms", names) == "");
  BOOST_TEST(nearest_name("X", names) == "x");
  BOOST_TEST(nearest_name("z", names) == "");
  BOOST_TEST(nearest_name("", names) == "");
}

BOOST_AUTO_TEST_CASE(every_option_that_names_columns_suggests) {
  const std::string words = "there is no column 'price'; did you mean 'Price'?";
  rfm::data::PlanOptions options;
  options.target = "price";
  BOOST_TEST(words_of(options) == words);
  for (const auto list : {&rfm::data::PlanOptions::drop, &rfm::data::PlanOptions::only,
                          &rfm::data::PlanOptions::categorical, &rfm::data::PlanOptions::numeric}) {
    options = {};
    (options.*list).push_back("price");
    BOOST_TEST(words_of(options) == words);
  }
  options = {};
  options.weights = "price";
  BOOST_TEST(words_of(options) == words);
  options.weights = "weight of all";
  BOOST_TEST(words_of(options) ==
             "there is no column 'weight of all'; there are Area, Town, Price");
}

BOOST_AUTO_TEST_SUITE_END()
