// The page of `rfm report` begins with a paragraph that anyone can read, shows what the scores
// rest on, and has no keys of files and no paths.
#include <boost/test/unit_test.hpp>
#include <regex>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(report)

namespace {

struct Page {
  Folder folder;

  std::string of(const std::string& table, const std::vector<std::string>& train,
                 const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"train", table, "-o", "model.rfm"};
    words.insert(words.end(), train.begin(), train.end());
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    words = {"report", "model.rfm", "-o", "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    const Run report = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(report.code == 0, report.err);
    return folder.read("page.html");
  }
};

void check_parts(const std::string& page, const std::vector<std::string>& parts) {
  for (const std::string& words : parts) BOOST_TEST(contains(page, words), words);
}

void check_no_keys(const std::string& page) {
  for (const char* key : {"cross_validated", "out_of_fold", "log_loss", "balanced_accuracy",
                          "fit_bytes", "rare-class", "/tmp"})
    BOOST_TEST(!contains(page, key), key);
  BOOST_TEST(!contains(page, "http"), "asks something of the network");
}

const std::vector<std::string> quick{"--kernel", "laplace",  "--bandwidth", "8",        "--ridge",
                                     "0.01",     "--rounds", "1",           "--metric", "diagonal"};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_number_is_reported_from_a_paragraph_to_how_it_was_made, Page) {
  folder.write("houses.csv", houses(120, 1));
  folder.write("sold.csv", houses(40, 2));
  const std::string page = of("houses.csv", quick, {"--table", "sold.csv"});
  check_parts(
      page,
      {"This model predicts price, a number, from 5 columns of a table with 120 rows.", "errors ",
       "smaller than those of always answering", "Nine of ten answers should lie within",
       "Most depends on area", "On the rows given for this report: R2 ", "Report of ",
       "Answers for sold", "What it missed", "What it needs", "Effects", "mean price",
       "What more rows would bring", "How it was made"});
  BOOST_TEST(page.find("<p class=\"lead\">") < page.find("<svg"));
  BOOST_TEST(page.find("What more rows would bring") < page.find("How it was made"));
  BOOST_TEST(std::regex_search(page, std::regex(R"(Report of \d+ [A-Z][a-z]+ 20\d\d\.)")));
  check_no_keys(page);
}

BOOST_FIXTURE_TEST_CASE(classes_are_reported_with_their_probabilities_and_doubts, Page) {
  std::string csv = flowers(120, 1);
  for (int k = 0; k < 4; ++k) csv += "9,9,red,orchid\n";
  folder.write("flowers.csv", csv);
  const std::string page = of("flowers.csv", quick);
  check_parts(page, {"This model predicts species, one of 4 classes, from 3 columns",
                     "fewer mistakes than always answering",
                     "Beware: a class of fewer than ten "
                     "rows",
                     "How far to trust a probability", "mean probability",
                     "balanced "
                     "accuracy"});
  check_no_keys(page);
}

BOOST_FIXTURE_TEST_CASE(noise_is_reported_as_no_better_than_the_mean, Page) {
  std::string csv = "a,b,y\n";
  for (int i = 0; i < 90; ++i)
    csv += std::to_string((i * 37) % 91) + "," + std::to_string((i * 53) % 97) + "," +
           std::to_string((i * 71 + i * i) % 89) + "\n";
  folder.write("noise.csv", csv);
  check_parts(of("noise.csv", quick), {"predicts no better than always answering"});
}

BOOST_AUTO_TEST_SUITE_END()
