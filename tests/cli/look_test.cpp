// Tables as people have them, from the command line: what `rfm look` says, what training makes of
// them, and that prediction reads cells as training did.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(look)

namespace {

// 1,234.50 and with other marks.
std::string money(int cents, const std::string& thousands, const std::string& decimal) {
  std::string digits = std::to_string(cents / 100);
  if (digits.size() > 3) digits.insert(digits.size() - 3, thousands);
  return digits + decimal + std::to_string(cents % 100 + 100).substr(1);
}

int size_of(int row) { return row * 7919 % 3989 * 1000 + row * 37 % 100 + 40000; }

// y follows `size`, whose cells are made by cell(row); `last` is a line behind the rows.
template <class Cell>
std::string table(const Cell& cell, const std::string& last = "") {
  std::string csv = "size,noise,y\n";
  for (int row = 0; row < 70; ++row)
    csv += cell(row) + "," + std::to_string(row * 31 % 17) + "," +
           std::to_string(size_of(row) / 50) + ".5\n";
  return csv + last;
}

// R2 by cross-validation of a training that chooses the kernel alone.
double score(const Folder& folder, const std::string& csv, std::vector<std::string> more = {}) {
  folder.write("t.csv", csv);
  std::vector<std::string> words{"train",       "t.csv", "--kernel", "laplace", "--rounds", "1",
                                 "--bandwidth", "8",     "--ridge",  "1e-4",    "--json"};
  words.insert(words.end(), more.begin(), more.end());
  const Run run = rfm_run(folder, words);
  BOOST_TEST_REQUIRE(run.code == 0, run.err);
  return nlohmann::json::parse(run.out)["cross_validated"]["r2"].get<double>();
}

std::string dollars(int row) { return "\"$" + money(size_of(row), ",", ".") + "\""; }
std::string plain(int row) { return money(size_of(row), "", "."); }

}  // namespace

BOOST_AUTO_TEST_CASE(what_was_silently_lost_is_learned_from) {
  const Folder folder;
  const double clean = score(folder, table(plain));
  BOOST_TEST(clean > 0.95);
  BOOST_TEST(score(folder, table(dollars)) == clean);
  BOOST_TEST(score(folder, table([](int row) { return row % 7 == 3 ? "None" : plain(row); })) >
             0.7);
  std::string counter = "t,noise,y\n";
  for (int row = 1; row <= 70; ++row)
    counter += std::to_string(row) + "," + std::to_string(row * 31 % 17) + "," +
               std::to_string(row * row) + ".5\n";
  BOOST_TEST(score(folder, counter) > 0.95);
  int sizes = 0, noise = 0, answers = 0;
  for (int row = 0; row < 70; ++row)
    sizes += size_of(row), noise += row * 31 % 17, answers += size_of(row) / 50 * 10 + 5;
  const std::string totals = money(sizes, "", ".") + "," + std::to_string(noise) + "," +
                             std::to_string(answers / 10) + "." + std::to_string(answers % 10) +
                             "\n";
  BOOST_TEST(score(folder, table(plain, totals)) == clean);
  BOOST_TEST(score(folder, table(plain, totals), {"--keep-totals"}) < clean);
}

BOOST_AUTO_TEST_CASE(prediction_reads_cells_as_training_did) {
  const Folder folder;
  (void)score(folder, table(dollars));
  folder.write("plain.csv", table(plain));
  folder.write("alone.csv", "size,noise\n\"$1,234.50\",3\n");
  folder.write("bare.csv", "size,noise\n1234.5,3\n");
  folder.write("euros.csv", "size,noise\n\"€1,234.50\",3\n");
  const Run dollar = rfm_run(folder, {"predict", "t.rfm", "t.csv"});
  BOOST_TEST(rfm_run(folder, {"predict", "t.rfm", "plain.csv"}).out == dollar.out);
  const std::string alone = rfm_run(folder, {"predict", "t.rfm", "alone.csv"}).out;
  BOOST_TEST(alone == rfm_run(folder, {"predict", "t.rfm", "bare.csv"}).out);
  const Run euros = rfm_run(folder, {"predict", "t.rfm", "euros.csv"});
  BOOST_TEST(euros.out != alone);
  BOOST_TEST(contains(euros.err, "column 'size': 1 cell that could not be read"), euros.err);
  BOOST_TEST(contains(rfm_run(folder, {"evaluate", "t.rfm", "t.csv"}).out, "on 70 rows"));
}

// A file from a country with commas is read by its own marks, and by --decimal where it shows none.
BOOST_AUTO_TEST_CASE(files_with_other_decimal_marks_go_with_any_model) {
  const Folder folder;
  (void)score(folder, table(plain));
  const std::string answers = rfm_run(folder, {"predict", "t.rfm", "t.csv"}).out;
  std::string commas = "size;noise;y\n";
  for (int row = 0; row < 70; ++row)
    commas += money(size_of(row), ".", ",") + ";" + std::to_string(row * 31 % 17) + ";" +
              std::to_string(size_of(row) / 50) + ",5\n";
  folder.write("commas.csv", commas);
  BOOST_TEST(rfm_run(folder, {"predict", "t.rfm", "commas.csv"}).out == answers);
  BOOST_TEST(rfm_run(folder, {"evaluate", "t.rfm", "commas.csv"}).out ==
             rfm_run(folder, {"evaluate", "t.rfm", "t.csv"}).out);
  folder.write("either.csv", "size;noise\n19.125;3\n");
  folder.write("large.csv", "size;noise\n19125;3\n");
  folder.write("small.csv", "size;noise\n19.1250;3\n");
  const auto answer = [&](const char* name, const char* mark) {
    return rfm_run(folder, {"predict", "t.rfm", name, "--decimal", mark}).out;
  };
  BOOST_TEST(answer("either.csv", ",") == answer("large.csv", "auto"));
  BOOST_TEST(answer("either.csv", "auto") == answer("small.csv", "auto"));
}

BOOST_AUTO_TEST_CASE(a_table_is_described_without_training) {
  const Folder folder;
  folder.write("t.csv", table(dollars));
  const Run run = rfm_run(folder, {"look", "t.csv"});
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.out, "70 rows, target y: regression"), run.out);
  BOOST_TEST(contains(run.out, "\nnoise: number, 17 different, from 0 to 16\n"), run.out);
  BOOST_TEST(contains(run.out, "note: column 'size': numbers with the unit '$'"), run.out);
  const auto json = nlohmann::json::parse(rfm_run(folder, {"look", "t.csv", "--json"}).out);
  BOOST_TEST(json["columns"][0]["name"] == "size");
  BOOST_TEST(json["findings"][0]["what"] == "notation");
  BOOST_TEST(json["findings"][0]["count"] == 70);
  BOOST_TEST(!folder.has("t.rfm"));
  const Run target = rfm_run(folder, {"look", "t.csv", "--target", "Y"});
  BOOST_TEST(target.code == 1);
  BOOST_TEST(contains(target.err, "did you mean 'y'?"), target.err);
  const Run words = rfm_run(folder, {"look", "t.csv", "--missing", "0,1"});
  BOOST_TEST(contains(words.out, "noise: number, 15 different, from 2 to 16, 9 missing"),
             words.out);
}

BOOST_AUTO_TEST_CASE(new_rows_are_held_against_a_model) {
  const Folder folder;
  std::string csv = "size,town,y\n";
  for (int row = 0; row < 40; ++row)
    csv += std::to_string(row) + ".5," + (row % 3 == 0 ? "York" : "Hull") + "," +
           std::to_string(row * row % 47) + ".25\n";
  (void)score(folder, csv);
  BOOST_TEST(rfm_run(folder, {"look", "t.csv", "--against", "t.rfm"}).out ==
             "40 rows are like those of training\n");
  folder.write("new.csv", "size,town\n41.5,York\n-3,Bath\n,Hull\nx,Hull\n");
  BOOST_TEST(rfm_run(folder, {"look", "new.csv", "--against", "t.rfm"}).out ==
             "size: 1 cell that could not be read, first in line 5\n"
             "size: 2 cells outside the range of training, 0.5 to 39.5: down to -3 and up to 41.5\n"
             "size: 25 % of the cells are missing, in training 0 % were\n"
             "town: 1 cell of categories that training did not have, first in line 3\n");
  folder.write("other.csv", "town\nYork\n");
  const Run other = rfm_run(folder, {"look", "other.csv", "--against", "t.rfm"});
  BOOST_TEST(other.code == 1);
  BOOST_TEST(contains(other.err, "the column 'size' that the model was trained with is not in"),
             other.err);
}

BOOST_AUTO_TEST_CASE(dates_after_training_are_told) {
  const Folder folder;
  std::string csv = "when,y\n";
  for (int row = 0; row < 40; ++row)
    csv += "2024-0" + std::to_string(1 + row % 2) + "-" + std::to_string(10 + row / 2 % 18) + "," +
           std::to_string(row * row % 47) + ".25\n";
  (void)score(folder, csv);
  folder.write("new.csv", "when\n2024-01-05\n2024-02-28\n2025-01-01\n");
  BOOST_TEST(rfm_run(folder, {"look", "new.csv", "--against", "t.rfm"}).out ==
             "when: 2 cells after 2024-02-27, the last day of training, first in line 3\n");
}

BOOST_AUTO_TEST_SUITE_END()
