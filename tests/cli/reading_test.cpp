// What is found in a table is said, and can be said beforehand, by every command that reads one.
#include <boost/test/unit_test.hpp>
#include <string>
#include <tuple>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(reading)

namespace {

// In Windows-1252, cut at semicolons, with a title above and a note below.
std::string from_a_spreadsheet() {
  std::string csv = "Houses;;\nrooms;town;Preis in \x80\n";
  for (int k = 0; k < 20; ++k)
    csv += std::to_string(k % 5) + ";K\xF6ln;" + std::to_string(k * 7 % 31) + ",5\n";
  return csv + "Source: the town\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(train_predict_and_evaluate_say_how_they_read) {
  Folder folder;
  folder.write("t.csv", from_a_spreadsheet());
  const std::string words =
      "'t.csv': read as ;-separated Windows-1252 with decimal commas, header on line 2, "
      "1 title line above left out, 1 note below left out";
  const Run train = rfm_run(folder, {"train", "t.csv", "--budget", "1"});
  BOOST_TEST(train.code == 0, train.err);
  BOOST_TEST(contains(train.err, words), train.err);
  BOOST_TEST(contains(train.err, "20 rows, target Preis in €"), train.err);
  for (const char* command : {"predict", "evaluate"}) {
    const Run run = rfm_run(folder, {command, "t.rfm", "t.csv"});
    BOOST_TEST(run.code == 0, run.err);
    BOOST_TEST(contains(run.err, words), run.err);
    const Run said = rfm_run(folder, {command, "t.rfm", "t.csv", "--separator", ";", "--charset",
                                      "windows-1252", "--header", "2", "--decimal", ","});
    BOOST_TEST(said.out == run.out);
    BOOST_TEST(rfm_run(folder, {command, "t.rfm", "t.csv", "--quiet"}).err == "");
  }
}

BOOST_AUTO_TEST_CASE(what_is_said_wrongly_is_a_misuse) {
  Folder folder;
  folder.write("t.csv", from_a_spreadsheet());
  for (const auto& [option, value, words] :
       {std::tuple("--charset", "latin", "--charset: 'latin' is none of auto, utf-8"),
        std::tuple("--separator", "ab", "--separator: 'ab' is neither auto nor tab"),
        std::tuple("--header", "yes", "--header: 'yes' is neither auto nor no"),
        std::tuple("--decimal", ";", "--decimal: ';' is neither auto nor . nor ,")}) {
    const Run run = rfm_run(folder, {"train", "t.csv", option, value});
    BOOST_TEST(run.code == 2, run.err);
    BOOST_TEST(contains(run.err, words), run.err);
  }
}

BOOST_AUTO_TEST_CASE(a_row_without_a_target_is_said) {
  Folder folder;
  std::string csv = "x,y\n";
  for (int k = 0; k < 20; ++k)
    csv += std::to_string(k * 7 % 31) + ".5," + std::to_string(k) + ".5\n";
  folder.write("t.csv", csv + "3.5,\n4.5,NA\n");
  const Run train = rfm_run(folder, {"train", "t.csv", "--budget", "1"});
  BOOST_TEST(train.code == 0, train.err);
  BOOST_TEST(contains(train.err, "note: 2 rows without a target left out"), train.err);
  const Run evaluate = rfm_run(folder, {"evaluate", "t.rfm", "t.csv"});
  BOOST_TEST(contains(evaluate.err, "note: 2 rows without a target left out"), evaluate.err);
  BOOST_TEST(contains(evaluate.out, "on 20 rows"), evaluate.out);
  const Run meant = rfm_run(folder, {"train", "t.csv", "--target", "Y"});
  BOOST_TEST(meant.code == 1, meant.err);
  BOOST_TEST(contains(meant.err, "there is no column 'Y'; did you mean 'y'?"), meant.err);
}

BOOST_AUTO_TEST_SUITE_END()
