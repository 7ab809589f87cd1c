// What the system refuses is found before any work or told after it, and nothing is left behind:
// files that may not grow, names that are too long, links that lead nowhere.
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace {

struct Given {
  Folder folder;
  std::string line;

  Given() {
    folder.write("houses.csv", houses(60, 1));
    line = "rfm";
    for (const std::string& word : settled("houses.csv", "price")) line += " " + word;
    line += " --quiet -o ";
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(limits, Given)

BOOST_AUTO_TEST_CASE(a_file_that_may_not_grow_leaves_the_old_one) {
  folder.write("model.rfm", "old");
  const std::vector<std::string> before = folder.names();
  const Run run = rfm_line(folder, "ulimit -f 2; " + line + "model.rfm");
  BOOST_TEST(run.code == 1);
  BOOST_TEST(contains(run.err, "cannot write 'model.rfm': File too large"), run.err);
  BOOST_TEST(folder.read("model.rfm") == "old");
  BOOST_TEST((folder.names() == before));
}

BOOST_AUTO_TEST_CASE(the_longest_name_is_written_and_a_longer_one_refused_before_reading) {
  const std::string longest(255, 'n');
  const Run run = rfm_line(folder, line + longest);
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(folder.read(longest).substr(0, 8) == "RFMmodel");
  BOOST_TEST(folder.names().size() == 2u);
  const Run refused = rfm_run(folder, {"train", "absent.csv", "-o", longest + "n"});
  BOOST_TEST(refused.code == 1);
  BOOST_TEST(contains(refused.err, "File name too long"), refused.err);
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_makes_what_it_names) {
  BOOST_REQUIRE(symlink("absent.rfm", folder.path("link").c_str()) == 0);
  BOOST_REQUIRE(symlink("nowhere/absent.rfm", folder.path("lost").c_str()) == 0);
  BOOST_REQUIRE(symlink("loop", folder.path("loop").c_str()) == 0);
  BOOST_TEST(rfm_line(folder, line + "link").code == 0);
  BOOST_TEST(folder.read("absent.rfm").substr(0, 8) == "RFMmodel");
  for (const char* name : {"lost", "loop"}) {
    const Run run = rfm_run(folder, {"train", "absent.csv", "-o", name});
    BOOST_TEST(run.code == 1);
    BOOST_TEST(contains(run.err, std::string("cannot write '") + name), run.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
