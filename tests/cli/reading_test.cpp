// What is found in a table is said, and can be said beforehand, by every command that reads one.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

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
      "'t.csv': read as ;-separated Windows-1252, header on line 2, 1 title line above left out, "
      "1 note below left out";
  const Run train = rfm_run(folder, {"train", "t.csv", "--budget", "1"});
  BOOST_TEST(train.code == 0, train.err);
  BOOST_TEST(contains(train.err, words), train.err);
  BOOST_TEST(contains(train.err, "20 rows, target Preis in €"), train.err);
  BOOST_TEST(contains(train.err, "note: column 'Preis in €': numbers with decimal commas"),
             train.err);
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

BOOST_AUTO_TEST_CASE(a_compressed_table_is_the_table) {
  Folder folder;
  folder.write("t.csv", from_a_spreadsheet());
  BOOST_REQUIRE(rfm_run(folder, {"train", "t.csv", "--budget", "1", "-o", "t.rfm"}).code == 0);
  BOOST_REQUIRE(std::system(("gzip --keep " + folder.path("t.csv")).c_str()) == 0);
  const Run zipped = rfm_run(folder, {"predict", "t.rfm", "t.csv.gz"});
#ifdef RFM_ZLIB
  BOOST_TEST(zipped.code == 0, zipped.err);
  BOOST_TEST(zipped.out == rfm_run(folder, {"predict", "t.rfm", "t.csv"}).out);
  std::string bytes = folder.read("t.csv.gz");
  folder.write("cut.gz", bytes.substr(0, bytes.size() / 2));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  folder.write("changed.gz", bytes);
  for (const char* name : {"cut.gz", "changed.gz"}) {
    const Run run = rfm_run(folder, {"predict", "t.rfm", name, "-o", "answers.csv"});
    BOOST_TEST(run.code == 1);
    BOOST_TEST(contains(run.err, std::string("cannot undo the compression of '") + name), run.err);
    BOOST_TEST(!folder.has("answers.csv"));
  }
#else
  BOOST_TEST(zipped.code == 1);
  BOOST_TEST(contains(zipped.err, "built without zlib"), zipped.err);
#endif
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

BOOST_AUTO_TEST_CASE(dates_are_read_as_the_table_or_the_user_says) {
  Folder folder;
  std::string either, sure;
  for (int k = 0; k < 60; ++k) {
    const int month = 1 + k % 12, day = 1 + k * 5 % 11;
    const std::string end = "," + std::to_string(month * 10 + day % 3) + ".5\n";
    const std::string date =
        std::to_string(month) + "/" + std::to_string(day) + "/" + std::to_string(2019 + k / 12);
    either += date + end;
    sure += (k == 7 ? "8/31/2019" : k == 9 ? "unsure" : date) + end;
  }
  folder.write("either.csv", "when,y\n" + either);
  folder.write("sure.csv", "when,y\n" + sure);
  const std::vector<std::string> quick = {"--kernel", "laplace", "--rounds", "1"};
  const auto train = [&](std::vector<std::string> words) {
    words.insert(words.end(), quick.begin(), quick.end());
    return rfm_run(folder, words);
  };
  Run run = train({"train", "either.csv", "-o", "day.rfm"});
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.err, "columns used: when (date)"), run.err);
  BOOST_TEST(contains(run.err, "--date-order mdy reads the month first"), run.err);
  run = train({"train", "either.csv", "-o", "month.rfm", "--date-order", "mdy"});
  BOOST_TEST(!contains(run.err, "--date-order"), run.err);
  run = train({"train", "sure.csv", "-o", "sure.rfm"});
  BOOST_TEST(contains(run.err, "1 cell that is no date, taken as missing, first on line 11"),
             run.err);
  BOOST_TEST(!contains(run.err, "--date-order"), run.err);
  run = train({"train", "either.csv", "-o", "no.rfm", "--date-order", "ymd"});
  BOOST_TEST(run.code == 2, run.err);
  BOOST_TEST(contains(run.err, "--date-order: 'ymd' is none of auto, dmy, mdy"), run.err);
  run = train({"train", "either.csv", "-o", "text.rfm", "--categorical", "when"});
  BOOST_TEST(contains(run.err, "columns used: when (category)"), run.err);

  folder.write("new.csv", "when\n12/12/2023\n1/2/2024\n3/13/2024\n");
  run = rfm_run(folder, {"predict", "month.rfm", "new.csv", "--explain"});
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.out, "y,column_1,push_1\n"), run.out);
  BOOST_TEST(contains(run.err,
                      "note: column 'when': 3 cells after 2023-12-10, the last day of training, "
                      "first in row 1"),
             run.err);
  run = rfm_run(folder, {"predict", "day.rfm", "new.csv"});
  BOOST_TEST(contains(run.err, "1 cell that could not be read, taken as missing, first in row 3"),
             run.err);
  run = rfm_run(folder, {"inspect", "month.rfm"});
  BOOST_TEST(contains(run.out, "100 %  when\n"), run.out);
  run = rfm_run(folder, {"export", "month.rfm", "--onnx", "month.onnx"});
  BOOST_TEST(run.code == 1, run.err);
  BOOST_TEST(contains(run.err, "column 'when' holds dates, and ONNX has no calendar"), run.err);
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
