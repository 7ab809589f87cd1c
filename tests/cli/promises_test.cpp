// What scripts rely on: the same bytes again, streams, the keys of --json, and the sizes of the
// core.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "rfm/core/rfm.hpp"
#include "tests/cli/program.hpp"

namespace {

using Json = nlohmann::json;

struct Given {
  Folder folder;
  Given() {
    folder.write("houses.csv", houses(60, 1));
    folder.write("flowers.csv", flowers(60, 1));
    folder.write("new.csv", without_target(houses(20, 2)));
  }

  std::string trained(const std::vector<std::string>& more) {
    std::vector<std::string> words{"train",    "houses.csv", "--target", "price",
                                   "--kernel", "lpq",        "-o",       "model.rfm"};
    words.insert(words.end(), more.begin(), more.end());
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    return folder.read("model.rfm");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(promises, Given)

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_bytes_for_any_number_of_threads) {
  const std::string once = trained({"--threads", "1", "--seed", "5"});
  BOOST_TEST((trained({"--threads", "1", "--seed", "5"}) == once), "a second run differs");
  BOOST_TEST((trained({"--threads", "2", "--seed", "5"}) == once), "two threads differ");
  BOOST_TEST((trained({"--threads", "3", "--seed", "5", "--quiet"}) == once),
             "three threads differ");
  BOOST_TEST((trained({"--threads", "1", "--seed", "6"}) != once), "another seed does not");
}

BOOST_AUTO_TEST_CASE(everything_works_through_pipes) {
  const Run train = rfm_run(folder,
                            {"train", "-", "--target", "price", "--kernel", "laplace",
                             "--bandwidth", "8", "--ridge", "0.01", "--rounds", "0", "-o", "-"},
                            folder.read("houses.csv"));
  BOOST_REQUIRE_MESSAGE(train.code == 0, train.err);
  BOOST_TEST(train.out.substr(0, 8) == "RFMmodel");
  const Run by_table = (folder.write("model.rfm", train.out),
                        rfm_run(folder, {"predict", "model.rfm", "-"}, folder.read("new.csv")));
  const Run by_model = rfm_run(folder, {"predict", "-", "new.csv", "-o", "answers.csv"}, train.out);
  BOOST_TEST(by_table.code == 0, by_table.err);
  BOOST_TEST(by_model.out == "");
  BOOST_TEST(folder.read("answers.csv") == by_table.out);
  BOOST_TEST(lines_of(by_table.out).size() == 21u);
}

BOOST_AUTO_TEST_CASE(decimal_commas_are_read_where_cells_are_not_cut_at_commas) {
  std::string points = "size,price\n", commas = "size;price\n";
  for (int i = 0; i < 40; ++i) {
    const std::string size = std::to_string(i * 7 % 40),
                      price = std::to_string(1100 + i * 7 % 40 * 3);
    points += size + ".5," + price + ".25\n";
    commas += size + ",5;1." + price.substr(1) + ",25\n";
  }
  folder.write("points.csv", points);
  folder.write("commas.csv", commas);
  const Run one = rfm_run(folder, settled("points.csv", "price"));
  const Run other = rfm_run(folder, settled("commas.csv", "price"));
  BOOST_TEST(one.code == 0, one.err);
  BOOST_TEST(other.out == one.out);
  const Run there = rfm_run(folder, {"predict", "commas.rfm", "commas.csv"});
  BOOST_TEST(there.code == 0, there.err);
  BOOST_TEST(there.out == rfm_run(folder, {"predict", "points.rfm", "points.csv"}).out);
}

BOOST_AUTO_TEST_CASE(a_wide_table_is_described_in_few_words) {
  std::string table = "y";
  for (int k = 0; k < 30; ++k) table += ",c" + std::to_string(k);
  for (int i = 0; i < 40; ++i) {
    table += "\n" + std::to_string(i * 11 % 40) + ".5";
    for (int k = 0; k < 30; ++k) table += "," + std::to_string((i * (k + 3) * 7 + k) % 41 + 2);
  }
  folder.write("wide.csv", table + "\n");
  const Run run = rfm_run(folder, settled("wide.csv", "y"));
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.err, "c19 (number) and 10 more"), run.err);
  BOOST_TEST(contains(run.err, "20 other columns together"), run.err);
}

BOOST_AUTO_TEST_CASE(words_stay_off_the_standard_output_and_the_last_line_is_the_score) {
  std::vector<std::string> words = settled("houses.csv", "price");
  words.insert(words.end(), {"--test", "0.25"});
  const Run run = rfm_run(folder, words);
  BOOST_REQUIRE(run.code == 0);
  BOOST_REQUIRE(lines_of(run.out).size() == 1u);
  BOOST_TEST(contains(run.out, "R2 "), run.out);
  BOOST_TEST(contains(run.out, "on 15 test rows"), run.out);
  BOOST_TEST(contains(run.err, "id (an identifier"), run.err);
  BOOST_TEST(contains(run.err, "wrote houses.rfm"), run.err);
  BOOST_TEST(!contains(run.err, "\r"), "a progress line although there is no terminal");
  words.push_back("--quiet");
  BOOST_TEST(rfm_run(folder, words).err == "");
}

BOOST_AUTO_TEST_CASE(json_has_the_documented_keys) {
  std::vector<std::string> words = settled("houses.csv", "price");
  words.insert(words.end(), {"--test", "0.25", "--json", "--seed", "9"});
  const Json train = Json::parse(rfm_run(folder, words).out);
  for (const char* key : {"command",    "file",
                          "bytes",      "seconds",
                          "program",    "version",
                          "seed",       "task",
                          "target",     "rows",
                          "train_rows", "fitted_rows",
                          "features",   "outputs",
                          "portable",   "centre_gradients",
                          "chosen",     "cross_validated",
                          "test",       "importances",
                          "columns",    "notes",
                          "search",     "solver",
                          "fit_bytes"})
    BOOST_TEST(train.contains(key), key << " is missing");
  BOOST_TEST(train["seed"] == 9);
  BOOST_TEST(train["chosen"] == Json({{"kernel", "laplace"},
                                      {"bandwidth", 8},
                                      {"ridge", 0.01},
                                      {"metric", "diagonal"},
                                      {"iterations", 1},
                                      {"rounds", 1}}));
  for (const char* key : {"rows", "r2", "rmse", "mae"})
    BOOST_TEST(train["test"].contains(key), key);
  BOOST_TEST(train["seconds"].is_number());
  BOOST_TEST(train["bytes"].get<std::size_t>() == folder.read("houses.rfm").size());

  words = settled("flowers.csv", "species");
  words.insert(words.end(), {"--test", "0.25", "--json"});
  const Json classes = Json::parse(rfm_run(folder, words).out);
  for (const char* key :
       {"rows", "accuracy", "balanced_accuracy", "log_loss", "brier", "auc", "f1", "confusion"})
    BOOST_TEST(classes["test"].contains(key), key);
  const Json evaluate =
      Json::parse(rfm_run(folder, {"evaluate", "flowers.rfm", "flowers.csv", "--json"}).out);
  for (const char* key : {"command", "model", "table", "target", "test", "seconds"})
    BOOST_TEST(evaluate.contains(key), key);
  const Json inspect = Json::parse(rfm_run(folder, {"inspect", "flowers.rfm", "--json"}).out);
  for (const char* key :
       {"type", "kernel", "metric", "centres", "features", "rank", "outputs", "members", "bytes",
        "target", "task", "columns", "classes", "directions", "history"})
    BOOST_TEST(inspect.contains(key), key);
}

BOOST_AUTO_TEST_CASE(the_metric_is_written_as_a_square_table) {
  std::vector<std::string> words = settled("houses.csv", "price");
  words[13] = "full";
  BOOST_REQUIRE(words[12] == "--metric");
  BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  const Run run = rfm_run(folder, {"inspect", "houses.rfm", "--matrix", "-"});
  const std::vector<std::string> lines = lines_of(run.out);
  BOOST_REQUIRE(lines.size() > 2u);
  const auto commas = std::count(lines[0].begin(), lines[0].end(), ',');
  BOOST_TEST(lines.size() == static_cast<std::size_t>(commas) + 2);
  BOOST_TEST(contains(lines[0], "town = harbour"), lines[0]);
  BOOST_TEST(contains(rfm_run(folder, {"inspect", "houses.rfm"}).out, "top directions"),
             "no directions");
}

// A loss over some folds alone says little: candidates that were dropped early do not stand above
// the chosen one.
BOOST_AUTO_TEST_CASE(what_was_tried_begins_with_what_was_chosen) {
  const std::vector<std::string> words{"train",    "houses.csv", "--target", "price",
                                       "--kernel", "laplace",    "-o",       "tried.rfm",
                                       "--quiet",  "--seed",     "3"};
  BOOST_REQUIRE(rfm_run(folder, words).code == 0);
  std::string chosen, first;
  for (const std::string& line : lines_of(rfm_run(folder, {"inspect", "tried.rfm"}).out)) {
    if (line.rfind("chosen: ", 0) == 0) chosen = line.substr(8);
    if (first.empty() && line.rfind("  loss ", 0) == 0) first = line.substr(line.find(": ") + 2);
  }
  BOOST_TEST(!chosen.empty());
  BOOST_TEST(first == chosen);
}

BOOST_AUTO_TEST_CASE(sizes_are_those_of_the_core) {
  constexpr rfm::Shape shape{200, 10, 3, rfm::Metric::full};
  constexpr std::size_t model = rfm::model_bytes<float>(200, 10, 3),
                        work = rfm::workspace_bytes<float>(shape),
                        predict = rfm::predict_bytes<float>(10, 10, 3);
  const Run run =
      rfm_run(folder, {"sizes", "--rows", "200", "--columns", "10", "--outputs", "3", "--json"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const Json json = Json::parse(run.out);
  BOOST_TEST(json["model"].get<std::size_t>() == model);
  BOOST_TEST(json["workspace"].get<std::size_t>() == work);
  BOOST_TEST(json["predict"].get<std::size_t>() == predict);
  BOOST_TEST(json["train"].get<std::size_t>() == model + work + 200 * 13 * sizeof(float));
  constexpr rfm::Shape diagonal{50, 7, 1, rfm::Metric::diagonal};
  const Json other = Json::parse(rfm_run(folder, {"sizes", "--rows", "50", "--columns", "7",
                                                  "--metric", "diagonal", "--float64", "--json"})
                                     .out);
  BOOST_TEST(other["model"].get<std::size_t>() ==
             rfm::model_bytes<double>(50, 7, 1, rfm::Metric::diagonal));
  BOOST_TEST(other["workspace"].get<std::size_t>() == rfm::workspace_bytes<double>(diagonal));
}

BOOST_AUTO_TEST_SUITE_END()
