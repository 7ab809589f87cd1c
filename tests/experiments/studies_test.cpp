// Every study in its quick form shows what it claims; the same seed gives the same report; the
// files it writes are whole.
#include "experiments/studies/study.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <stdexcept>

#include "tests/experiments/folders.hpp"

BOOST_AUTO_TEST_SUITE(studies)

namespace experiments = rfm::experiments;

const experiments::Study& study_named(const std::string& name) {
  for (const experiments::Study& study : experiments::studies())
    if (study.name == name) return study;
  throw std::invalid_argument(name);
}

// Runs it and checks the number of claims, so that none is lost, and each of them.
experiments::Report shown(const std::string& name, std::size_t claims) {
  const experiments::Settings quick{true, 1};
  experiments::Report report = experiments::run_study(study_named(name), quick);
  BOOST_TEST(report.claims.size() == claims);
  BOOST_TEST(!report.tables.empty());
  for (const experiments::Claim& claim : report.claims)
    BOOST_TEST(claim.holds(), claim.words << ": " << claim.ours << " is not in " << claim.least
                                          << " to " << claim.most);
  return report;
}

BOOST_AUTO_TEST_CASE(low_rank) { shown("low-rank", 2); }
BOOST_AUTO_TEST_CASE(figure_10) { shown("figure-10", 5); }
BOOST_AUTO_TEST_CASE(figure_14) { shown("figure-14", 4); }
BOOST_AUTO_TEST_CASE(rademacher) { shown("rademacher", 5); }
BOOST_AUTO_TEST_CASE(hermite) { shown("hermite", 4); }
BOOST_AUTO_TEST_CASE(ansatz) { shown("ansatz", 6); }
BOOST_AUTO_TEST_CASE(grokking) { BOOST_TEST(shown("grokking", 4).pictures.size() == 3u); }
BOOST_AUTO_TEST_CASE(lottery) { shown("lottery", 1); }
BOOST_AUTO_TEST_CASE(simplicity) { shown("simplicity", 5); }
BOOST_AUTO_TEST_CASE(spurious) { shown("spurious", 4); }
BOOST_AUTO_TEST_CASE(random_features) { shown("random-features", 8); }
BOOST_AUTO_TEST_CASE(nngp) { shown("nngp", 3); }
BOOST_AUTO_TEST_CASE(tangent) { shown("tangent", 3); }
BOOST_AUTO_TEST_CASE(scale) { shown("scale", 3); }
BOOST_AUTO_TEST_CASE(descent) { shown("descent", 3); }
BOOST_AUTO_TEST_CASE(alignment) { shown("alignment", 4); }
BOOST_AUTO_TEST_CASE(words) { shown("words", 2); }

BOOST_AUTO_TEST_CASE(names_are_different_and_all_are_tested_above) {
  std::set<std::string> names;
  for (const experiments::Study& study : experiments::studies()) names.insert(study.name);
  BOOST_TEST(names.size() == experiments::studies().size());
  BOOST_TEST(names.size() == 17u);
}

BOOST_AUTO_TEST_CASE(the_seed_decides_everything) {
  const experiments::Study& study = study_named("alignment");
  const std::string first = json_of(experiments::run_study(study, {true, 1}));
  BOOST_TEST(first == json_of(experiments::run_study(study, {true, 1})));
  BOOST_TEST(first != json_of(experiments::run_study(study, {true, 2})));
}

BOOST_AUTO_TEST_CASE(files) {
  experiments::Report report;
  report.study = "trial";
  report.tables = {{"numbers", {"a", "b"}, {{"1", "x, \"y\""}}}};
  report.plots = {{"curve", "title", "x", "y", {{"one", {1, 10}, {0.1, 0.2}}}, true, false}};
  report.pictures = {{"picture", "m", 2, 2, {0, 1, 0.5, 0}}};
  report.claims = {{"two", 2, 3, 4, "3.5"}};
  const folders::Temporary folder("report");
  BOOST_TEST(experiments::write_report(report, folder.path() + "/deep/er").ok());
  const auto text = [&](const std::string& name) {
    std::ifstream file(folder.path() + "/deep/er/" + name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  BOOST_TEST(text("numbers.csv") == "a,b\n1,\"x, \"\"y\"\"\"\n");
  for (const char* name : {"curve.svg", "picture.svg"}) {
    BOOST_TEST(text(name).rfind("<svg", 0) == 0u);
    BOOST_TEST(text(name).find("</svg>") != std::string::npos);
    BOOST_TEST(text(name).find("nan") == std::string::npos);
  }
  BOOST_TEST(text("claims.json").find("\"holds\": false") != std::string::npos);
  BOOST_TEST(text_of(report).find("FAILS  two: 2, published 3.5 (expected 3 to 4)") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
