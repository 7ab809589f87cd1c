// rfm train --solver: each way to the last fit gives nearly the answers of the direct one, and says
// what it took.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(solver)

using Json = nlohmann::json;

BOOST_AUTO_TEST_CASE(every_solver_gives_the_answers_of_the_direct_one) {
  Folder folder;
  folder.write("houses.csv", houses(120, 1));
  std::vector<std::string> words = settled("houses.csv", "price");
  words.insert(words.end(), {"--test", "0.25", "--json", "--solver"});
  double direct = 0;
  for (const char* name : {"direct", "landmarks", "eigenpro"}) {
    BOOST_TEST_CONTEXT(name) {
      words.push_back(name);
      const Run run = rfm_run(folder, words);
      words.pop_back();
      BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
      const Json json = Json::parse(run.out);
      // The old method's word stands for what took its place.
      const std::string meant = std::string(name) == "eigenpro" ? "landmarks" : name;
      BOOST_TEST(json["solver"] == meant);
      BOOST_TEST(json["fit_bytes"].get<std::size_t>() > 1000u);
      BOOST_TEST(contains(run.err, "solver " + meant + ": the last fit took "), run.err);
      const double r2 = json["test"]["r2"];
      if (direct == 0) direct = r2;
      BOOST_TEST(std::abs(r2 - direct) < 0.002);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_small_table_is_solved_directly_without_a_word_about_it) {
  Folder folder;
  folder.write("houses.csv", houses(60, 1));
  const Run run = rfm_run(folder, settled("houses.csv", "price"));
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(!contains(run.err, "solver"), run.err);
}

BOOST_AUTO_TEST_CASE(an_unknown_solver_is_refused) {
  Folder folder;
  folder.write("houses.csv", houses(60, 1));
  std::vector<std::string> words = settled("houses.csv", "price");
  words.insert(words.end(), {"--solver", "magic"});
  const Run run = rfm_run(folder, words);
  BOOST_TEST(run.code == 2);
  BOOST_TEST(contains(run.err, "--solver"), run.err);
}

BOOST_AUTO_TEST_SUITE_END()
