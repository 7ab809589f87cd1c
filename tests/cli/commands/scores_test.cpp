// A score is said together with what it is worth, in every place where it is said.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "rfm/core/base/random.hpp"
#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(scores)

namespace {

using Json = nlohmann::json;

std::string noise(int rows) {
  rfm::Random random(4);
  std::string csv = "a,b,y\n";
  for (int i = 0; i < rows; ++i)
    csv += std::to_string(random.unit()) + "," + std::to_string(random.unit()) + "," +
           std::to_string(random.unit()) + "\n";
  return csv;
}

// Few rows are "ill", and their sign is weak.
std::string rare(int rows) {
  rfm::Random random(6);
  std::string csv = "x,z,state\n";
  for (int i = 0; i < rows; ++i) {
    const double x = random.unit(), z = random.unit();
    const bool ill = random.unit() < (x > 0.7 ? 0.35 : 0.03);
    csv += std::to_string(x) + "," + std::to_string(z) + "," + (ill ? "ill" : "well") + "\n";
  }
  return csv;
}

struct Tables {
  Folder folder;
  Tables() {
    folder.write("houses.csv", houses(120, 1));
    folder.write("noise.csv", noise(150));
    folder.write("rare.csv", rare(300));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(training_says_what_a_score_is_worth, Tables) {
  const Run good = rfm_run(folder, settled("houses.csv", "price"));
  BOOST_REQUIRE_MESSAGE(good.code == 0, good.err);
  BOOST_TEST(contains(good.out, " \u00b1 "), good.out);
  BOOST_TEST(contains(good.out, "; errors "), good.out);
  BOOST_TEST(contains(good.out, " % smaller than those of always answering "), good.out);
  const Run bad = rfm_run(folder, settled("noise.csv", "y"));
  BOOST_TEST(contains(bad.out, "; predicts no better than always answering 0."), bad.out);
}

BOOST_FIXTURE_TEST_CASE(evaluate_and_inspect_say_it_too, Tables) {
  BOOST_REQUIRE(rfm_run(folder, settled("rare.csv", "state")).code == 0);
  const Run judged = rfm_run(folder, {"evaluate", "rare.rfm", "rare.csv"});
  BOOST_TEST(contains(judged.out, "always answering 'well' (accuracy "), judged.out);
  BOOST_TEST(contains(judged.out, "balanced accuracy "), judged.out);
  BOOST_TEST(contains(judged.err, "recall of classes: ill "), judged.err);
  const Json json =
      Json::parse(rfm_run(folder, {"evaluate", "rare.rfm", "rare.csv", "--json"}).out);
  BOOST_TEST(json["test"]["baseline"]["answer"] == "well");
  BOOST_TEST(json["test"]["recall"].size() == 2u);
  BOOST_TEST(contains(rfm_run(folder, {"inspect", "rare.rfm"}).out, "always answering 'well'"));
  const Json facts = Json::parse(rfm_run(folder, {"inspect", "rare.rfm", "--json"}).out);
  const Json& scores = facts["history"]["cross_validated"];
  BOOST_TEST(scores["folds"] == 5);
  BOOST_TEST(scores["spread"]["accuracy"].get<double>() > 0);
  BOOST_TEST(contains(scores["baseline"]["words"].get<std::string>(), "always answering 'well'"));
}

BOOST_FIXTURE_TEST_CASE(a_cost_a_recall_and_balance_find_the_rare_class, Tables) {
  const auto recall_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = settled("rare.csv", "state");
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("--json");
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    return Json::parse(run.out)["cross_validated"]["recall"][0].get<double>();
  };
  const double plain = recall_with({});
  BOOST_TEST(recall_with({"--class-weight", "balanced"}) > plain + 0.2);
  BOOST_TEST(recall_with({"--cost", "10"}) > plain + 0.2);
  BOOST_TEST(recall_with({"--recall", "0.8"}) >= 0.8);
  const Run said = rfm_run(folder, {"predict", "rare.rfm", "rare.csv", "--probabilities"});
  bool careful = false;  // an answer against the larger probability
  for (const std::string& line : lines_of(said.out))
    careful = careful || (line.rfind("ill,0.", 0) == 0 && line < "ill,0.5");
  BOOST_TEST(careful);
}

BOOST_FIXTURE_TEST_CASE(decisions_that_make_no_sense_are_refused, Tables) {
  const auto said = [&](const std::string& table, const std::string& target,
                        const std::vector<std::string>& more) {
    std::vector<std::string> words = settled(table, target);
    words.insert(words.end(), more.begin(), more.end());
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code != 0);
    return run.err;
  };
  BOOST_TEST(contains(said("houses.csv", "price", {"--cost", "3"}),
                      "class-weight, cost and recall need classes"));
  BOOST_TEST(contains(said("rare.csv", "state", {"--cost", "3", "--recall", "0.5"}),
                      "only one of class-weight, cost and recall"));
  BOOST_TEST(contains(said("rare.csv", "state", {"--positive", "ill"}),
                      "--positive: goes with cost or recall"));
  BOOST_TEST(contains(said("rare.csv", "state", {"--cost", "3", "--positive", "il"}),
                      "positive: no class is called 'il'"));
}

BOOST_AUTO_TEST_SUITE_END()
