// The headers of the device examples are what the program exports today from the models beside
// them.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(device_headers)

BOOST_DATA_TEST_CASE(are_what_export_writes, boost::unit_test::data::make({"motion", "houses"}),
                     name) {
  const Folder folder;
  const std::string stem = std::string(RFM_SOURCE_DIR) + "/tests/examples/devices/" + name;
  const std::string committed = read_file(stem + ".h");
  const Run run = rfm_run(folder, {"export", stem + ".rfm", "--c", "header.h", "--name", name});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  BOOST_REQUIRE(!committed.empty());
  BOOST_TEST(folder.read("header.h") == committed);
}

BOOST_AUTO_TEST_CASE(so_is_the_one_in_integers) {
  const Folder folder;
  const std::string stem = std::string(RFM_SOURCE_DIR) + "/tests/examples/devices/motion";
  const std::string committed = read_file(stem + "_integers.h");
  const Run run =
      rfm_run(folder, {"export", stem + ".rfm", "--c", "motion_integers.h", "--int8", "--quiet"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  BOOST_REQUIRE(!committed.empty());
  BOOST_TEST(folder.read("motion_integers.h") == committed);
}

BOOST_AUTO_TEST_SUITE_END()
