// End to end on small tables: what a person gets who has a CSV and gives one command.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace {

using Json = nlohmann::json;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

struct Houses {
  Folder folder;
  Houses() {
    folder.write("houses.csv", houses(120, 1));
    folder.write("sold.csv", houses(60, 2));
    folder.write("new.csv", without_target(houses(60, 2)));
  }
};

struct Flowers {
  Folder folder;
  Flowers() {
    folder.write("flowers.csv", flowers(120, 1));
    folder.write("seen.csv", flowers(60, 2));
    folder.write("new.csv", without_target(flowers(60, 2)));
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(golden)

BOOST_FIXTURE_TEST_CASE(one_command_gives_a_good_regression, Houses) {
  const Run train = rfm_run(
      folder, {"train", "houses.csv", "--target", "price", "--test-file", "sold.csv", "--json"});
  BOOST_REQUIRE_MESSAGE(train.code == 0, train.err);
  const Json json = Json::parse(train.out);
  BOOST_TEST(json["test"]["r2"].get<double>() > 0.9);
  BOOST_TEST(json["test"]["rows"] == 60);
  BOOST_TEST(json["importances"][0]["column"] == "area");
  BOOST_TEST(folder.has("houses.rfm"));
  const Run evaluate = rfm_run(folder, {"evaluate", "houses.rfm", "sold.csv", "--json"});
  BOOST_REQUIRE_MESSAGE(evaluate.code == 0, evaluate.err);
  const Json scores = Json::parse(evaluate.out)["test"];
  for (const char* name : {"r2", "rmse", "mae"})
    BOOST_TEST(scores[name].get<double>() == json["test"][name].get<double>(), name);
}

BOOST_FIXTURE_TEST_CASE(answers_keep_the_order_of_rows_and_their_bounds_hold_them, Houses) {
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  const Run run =
      rfm_run(folder, {"predict", "houses.rfm", "new.csv", "--interval", "0.9", "--explain"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const std::vector<std::string> lines = lines_of(run.out),
                                 truth = lines_of(folder.read("sold.csv"));
  BOOST_REQUIRE(lines.size() == truth.size());
  BOOST_TEST(lines[0] == "price,low,high,column_1,push_1,column_2,push_2,column_3,push_3");
  double error = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = cells_of(lines[i]);
    BOOST_REQUIRE(cells.size() == 9u);
    BOOST_TEST(number(cells[1]) < number(cells[0]));
    BOOST_TEST(number(cells[0]) < number(cells[2]));
    BOOST_TEST(std::fabs(number(cells[4])) >= std::fabs(number(cells[6])));
    error += std::fabs(number(cells[0]) - number(cells_of(truth[i]).back()));
  }
  BOOST_TEST(error / 60 < 40.0);
}

BOOST_FIXTURE_TEST_CASE(novelty_is_a_column_and_old_models_have_none, Houses) {
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  folder.write("strange.csv",
               "area,rooms,age,town,garden\n100,3,20,north,yes\n9000,3,20,north,yes\n");
  const Run run = rfm_run(folder, {"predict", "houses.rfm", "strange.csv", "--novelty"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const std::vector<std::string> lines = lines_of(run.out);
  BOOST_TEST(lines[0] == "price,novelty");
  BOOST_TEST(number(cells_of(lines[1])[1]) < 1.0);
  BOOST_TEST(cells_of(lines[2])[1] == "1");
  const std::string old = RFM_SOURCE_DIR "/tests/fuzz/corpus/model/regression.rfm";
  const Run refused = rfm_run(folder, {"predict", old, "strange.csv", "--novelty"});
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(contains(refused.err, "written before novelty was kept; train it again"), refused.err);
}

BOOST_FIXTURE_TEST_CASE(pushes_add_up_to_the_difference_from_the_average_row, Flowers) {
  folder.write("line.csv",
               "x,y\n-1,-2\n1,2.25\n2,4\n-2,-4\n3,6\n-3,-6\n0.5,1\n-0.5,-1\n1.5,3.25\n-1.5,-3\n");
  folder.write("ask.csv", "x\n2.5\n0\n");
  BOOST_REQUIRE(rfm_run(folder, {"train", "line.csv", "--kernel", "gaussian", "--bandwidth", "3",
                                 "--ridge", "0.001", "--rounds", "0", "--metric", "diagonal"})
                    .code == 0);
  const Run run = rfm_run(folder, {"predict", "line.rfm", "ask.csv", "--explain"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const std::vector<std::string> away = cells_of(lines_of(run.out)[1]),
                                 average = cells_of(lines_of(run.out)[2]);
  BOOST_TEST(away[1] == "x");
  BOOST_TEST(std::fabs(number(away[2]) - (number(away[0]) - number(average[0]))) <
             0.01 * number(away[0]));
  BOOST_TEST(number(average[2]) == 0.0);
}

BOOST_FIXTURE_TEST_CASE(one_command_gives_good_classes_with_probabilities, Flowers) {
  const Run train =
      rfm_run(folder, {"train", "flowers.csv", "--target", "species", "--test", "0.25", "--json"});
  BOOST_REQUIRE_MESSAGE(train.code == 0, train.err);
  const Json json = Json::parse(train.out);
  BOOST_TEST(json["test"]["accuracy"].get<double>() > 0.85);
  BOOST_TEST(json["test"]["log_loss"].get<double>() < 0.5);
  BOOST_TEST(json["classes"] == Json({"iris", "rose", "tulip"}));
  const Run run = rfm_run(folder, {"predict", "flowers.rfm", "new.csv", "--probabilities"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const std::vector<std::string> lines = lines_of(run.out),
                                 truth = lines_of(folder.read("seen.csv"));
  BOOST_REQUIRE(lines.size() == truth.size());
  BOOST_TEST(lines[0] == "species,probability_iris,probability_rose,probability_tulip");
  int right = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = cells_of(lines[i]);
    BOOST_TEST(std::fabs(number(cells[1]) + number(cells[2]) + number(cells[3]) - 1) < 1e-5);
    right += cells[0] == cells_of(truth[i]).back() ? 1 : 0;
  }
  BOOST_TEST(right > 51);
}

// Recorded once; with --portable the same digits come out on every machine and from every compiler.
BOOST_FIXTURE_TEST_CASE(portable_answers_have_the_recorded_digits, Houses) {
  std::vector<std::string> words = settled("houses.csv", "price");
  words.push_back("--portable");
  BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  const Run run = rfm_run(folder, {"predict", "houses.rfm", "new.csv", "--portable", "--interval",
                                   "0.9", "--digits", "full"});
  const std::vector<std::string> lines = lines_of(run.out);
  BOOST_REQUIRE(lines.size() > 4u);
  const std::vector<std::string> recorded{"471.1459,433.2229,509.0689",
                                          "234.89546,196.97246,272.81845",
                                          "190.09532,152.17232,228.01833"};
  for (std::size_t k = 0; k < recorded.size(); ++k) BOOST_TEST(lines[k + 1] == recorded[k]);
}

BOOST_FIXTURE_TEST_CASE(a_quick_search_ends_with_one_machine, Houses) {
  const auto members = [this](const char* effort) {
    const Run train = rfm_run(folder, {"train", "houses.csv", "--target", "price", "--effort",
                                       effort, "--json", "-o", "one.rfm"});
    BOOST_TEST(train.code == 0, train.err);
    const Json told = Json::parse(train.out);
    return told.contains("members") ? told["members"].size() : 1;
  };
  BOOST_TEST(members("usual") > 1u);
  BOOST_TEST(members("quick") == 1u);
}

BOOST_FIXTURE_TEST_CASE(an_ensemble_is_one_file_whose_members_are_averaged, Houses) {
  const Run train = rfm_run(folder, {"train", "houses.csv", "--target", "price", "--members", "3",
                                     "--kernel", "laplace", "--metric", "diagonal", "--json"});
  BOOST_REQUIRE_MESSAGE(train.code == 0, train.err);
  BOOST_TEST(Json::parse(train.out)["members"].size() == 3u);
  BOOST_TEST(Json::parse(train.out)["ensemble"] == Json::parse(train.out)["members"]);
  const Run inspect = rfm_run(folder, {"inspect", "houses.rfm", "--json"});
  BOOST_TEST(Json::parse(inspect.out)["members"] == 3);
  const Run evaluate = rfm_run(folder, {"evaluate", "houses.rfm", "sold.csv", "--json"});
  BOOST_REQUIRE_MESSAGE(evaluate.code == 0, evaluate.err);
  BOOST_TEST(Json::parse(evaluate.out)["test"]["r2"].get<double>() > 0.9);
}

BOOST_FIXTURE_TEST_CASE(a_float64_model_answers_like_a_float32_one, Houses) {
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  const std::vector<std::string> narrow =
      lines_of(rfm_run(folder, {"predict", "houses.rfm", "new.csv"}).out);
  std::vector<std::string> words = settled("houses.csv", "price");
  words.push_back("--float64");
  BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  const std::vector<std::string> wide =
      lines_of(rfm_run(folder, {"predict", "houses.rfm", "new.csv"}).out);
  BOOST_REQUIRE(narrow.size() == wide.size());
  for (std::size_t i = 1; i < wide.size(); ++i)
    BOOST_TEST(std::fabs(number(narrow[i]) - number(wide[i])) < 1e-3 * number(wide[i]));
}

// It is reported and left out; a table to predict may have it, filled or not, or lack it.
BOOST_AUTO_TEST_CASE(a_column_with_every_cell_missing_is_left_out) {
  const Folder folder;
  folder.write("gaps.csv", "a,gone,y\n1,,1.5\n2,NA,3.5\n3,?,4\n4,,5.5\n5,,6\n6,nan,8\n");
  folder.write("filled.csv", "a,gone\n1.5,7\n4,text\n");
  folder.write("without.csv", "a\n1.5\n4\n");
  const Run trained = rfm_run(folder, settled("gaps.csv", "y"));
  BOOST_REQUIRE(trained.code == 0);
  BOOST_TEST(contains(trained.err, "gone (every cell is missing)"), trained.err);
  const std::string answers = rfm_run(folder, {"predict", "gaps.rfm", "without.csv"}).out;
  BOOST_TEST(lines_of(answers).size() == 3u);
  BOOST_TEST(rfm_run(folder, {"predict", "gaps.rfm", "filled.csv"}).out == answers);
}

BOOST_AUTO_TEST_CASE(cells_that_are_no_numbers_are_told) {
  const Folder folder;
  std::string csv = "few,many,y\n";
  for (int row = 0; row < 40; ++row) {
    const std::string x = std::to_string(row * row % 97) + ".5";
    csv += (row == 7 ? "n/k" : x) + "," + (row % 4 == 1 ? "low " + std::to_string(row % 20) : x) +
           "," + x + "\n";
  }
  folder.write("mixed.csv", csv);
  const Run trained = rfm_run(folder, settled("mixed.csv", "y"));
  BOOST_REQUIRE(trained.code == 0);
  BOOST_TEST(contains(trained.err,
                      "column 'few': 1 cell that is no number, taken as missing, first on line 9"),
             trained.err);
  BOOST_TEST(contains(trained.err,
                      "column 'many': a category, since 10 cells are no numbers, first on line 3"),
             trained.err);
}

// What stands in it does not matter, not even a missing target.
BOOST_AUTO_TEST_CASE(a_row_of_weight_zero_is_not_there) {
  const Folder folder;
  const std::string head = "a,b,w,y\n", first = "1,0,1,2\n2,1,1,3.5\n3,0,2,1\n4,2,1,5.5\n";
  const std::string rest = "5,1,1,2.25\n6,7,1,8\n7,2,1,9\n";
  folder.write("with.csv", head + first + "900,text,0,\n" + rest);
  folder.write("without.csv", head + first + rest);
  folder.write("ask.csv", "a,b\n1.5,0\n9,2\n");
  for (const char* table : {"with.csv", "without.csv"}) {
    std::vector<std::string> words = settled(table, "y");
    words.insert(words.end(), {"--weights", "w"});
    BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  }
  const std::string answers = rfm_run(folder, {"predict", "without.rfm", "ask.csv"}).out;
  BOOST_TEST(lines_of(answers).size() == 3u);
  BOOST_TEST(rfm_run(folder, {"predict", "with.rfm", "ask.csv"}).out == answers);
}

// All corners of a cube, so that repeating two opposite ones changes neither means nor spreads.
BOOST_AUTO_TEST_CASE(a_row_of_weight_three_counts_like_three_rows) {
  const Folder folder;
  std::string once = "a,b,c,w,y\n", often = "a,b,c,y\n";
  for (int corner = 0; corner < 8; ++corner) {
    const std::string x = std::string(corner & 1 ? "1," : "-1,") + (corner & 2 ? "1," : "-1,") +
                          (corner & 4 ? "1," : "-1,");
    const std::string y = std::to_string(corner * corner) + ".5\n";
    const bool heavy = corner == 0 || corner == 7;
    once += x + (heavy ? "3," : "1,") + y;
    for (int copy = 0; copy < (heavy ? 3 : 1); ++copy) often += x + y;
  }
  folder.write("once.csv", once);
  folder.write("often.csv", often);
  folder.write("ask.csv", "a,b,c\n1,1,0.5\n-1,0,0\n");
  std::vector<std::string> words = settled("once.csv", "y");
  words.insert(words.end(), {"--weights", "w"});
  BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  BOOST_REQUIRE(rfm_run(folder, settled("often.csv", "y")).code == 0);
  const std::vector<std::string> weighted =
      lines_of(rfm_run(folder, {"predict", "once.rfm", "ask.csv"}).out);
  const std::vector<std::string> repeated =
      lines_of(rfm_run(folder, {"predict", "often.rfm", "ask.csv"}).out);
  BOOST_REQUIRE(weighted.size() == 3u);
  for (std::size_t i = 1; i < 3; ++i)
    BOOST_TEST(std::fabs(number(weighted[i]) - number(repeated[i])) < 0.05,
               weighted[i] << " and " << repeated[i]);
}

BOOST_AUTO_TEST_SUITE_END()
