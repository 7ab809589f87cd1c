// --safe-cells: names that a spreadsheet would take for formulas are text in every CSV.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace {

struct Given {
  Folder folder;

  Given() {
    std::string csv = "=size,+colour,@answer\n";
    for (int k = 0; k < 40; ++k)
      csv += std::to_string(k * k % 41) +
             (k % 2 == 0 ? ",-1,=cmd(1)\n" : ",\"a,b\",\"-x,\"\"y\"\"\"\n");
    folder.write("table.csv", csv);
    std::vector<std::string> words = settled("table.csv", "@answer");
    words.insert(words.end(), {"-o", "model.rfm", "--quiet"});
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    folder.write("rows.csv", "=size,+colour\n1,-1\n2,\"a,b\"\n");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(safe_cells, Given)

BOOST_AUTO_TEST_CASE(names_begin_with_a_mark_and_numbers_do_not) {
  const std::vector<std::string> words{"predict", "model.rfm", "rows.csv", "--explain",
                                       "--probabilities"};
  const Run plain = rfm_run(folder, words);
  std::vector<std::string> wary = words;
  wary.push_back("--safe-cells");
  const Run safe = rfm_run(folder, wary);
  BOOST_REQUIRE_MESSAGE(plain.code == 0 && safe.code == 0, plain.err + safe.err);
  const std::vector<std::string> before = lines_of(plain.out), after = lines_of(safe.out);
  BOOST_REQUIRE(before.size() == 3u && after.size() == 3u);
  BOOST_TEST(before[0].rfind("@answer,", 0) == 0u, before[0]);
  BOOST_TEST(after[0].rfind("'@answer,", 0) == 0u, after[0]);
  BOOST_TEST(before[1].rfind("=cmd(1),", 0) == 0u, before[1]);
  BOOST_TEST(after[1].rfind("'=cmd(1),", 0) == 0u, after[1]);
  BOOST_TEST(after[2].rfind("\"'-x,\"\"y\"\"\",", 0) == 0u, after[2]);
  for (const char* name : {"=size", "+colour"}) {
    BOOST_TEST(contains(before[1], std::string(",") + name + ","), before[1]);
    BOOST_TEST(contains(after[1], std::string(",'") + name + ","), after[1]);
  }
  BOOST_TEST(!contains(after[1], "'-0"), after[1]);  // a push is a number
  BOOST_TEST(contains(plain.out + ",", ",-0."), plain.out);
}

BOOST_AUTO_TEST_CASE(the_matrix_has_such_names_too) {
  const Run plain = rfm_run(folder, {"inspect", "model.rfm", "--matrix", "-"});
  const Run safe = rfm_run(folder, {"inspect", "model.rfm", "--matrix", "-", "--safe-cells"});
  BOOST_TEST(plain.out.rfind("=size,", 0) == 0u, plain.out);
  BOOST_TEST(safe.out.rfind("'=size,", 0) == 0u, safe.out);
}

// Two classes named as numbers are not text.
BOOST_AUTO_TEST_CASE(classes_that_are_numbers_stay_numbers) {
  std::string csv = "x,y\n";
  for (int k = 0; k < 40; ++k)
    csv += std::to_string(k % 5 + k % 2) + (k % 2 == 0 ? ",-1\n" : ",+1\n");
  folder.write("signs.csv", csv);
  BOOST_REQUIRE(rfm_run(folder, settled("signs.csv", "y")).code == 0);
  const Run safe = rfm_run(folder, {"predict", "signs.rfm", "signs.csv", "--safe-cells"});
  BOOST_TEST(safe.code == 0, safe.err);
  BOOST_TEST(contains(safe.out, "\n-1"), safe.out);
  BOOST_TEST(!contains(safe.out, "'"), safe.out);
}

BOOST_AUTO_TEST_SUITE_END()
