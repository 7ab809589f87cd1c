// Small promises of the program: what is beside an answer, how many digits it has, what a table
// without rows gives, a model trained as another was, help by its word.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

BOOST_AUTO_TEST_SUITE(program)

namespace {

using Json = nlohmann::json;

struct Trained {
  Folder folder;
  Trained() {
    folder.write("houses.csv", houses(120, 1));
    folder.write("new.csv", without_target(houses(20, 2)));
    const Run run = rfm_run(folder, settled("houses.csv", "price"));
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  }
  Run predict(const std::string& table, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"predict", "houses.rfm", table};
    words.insert(words.end(), more.begin(), more.end());
    return rfm_run(folder, words);
  }
};

// Digits of a number as it is written, without zeros in front.
std::size_t digits(const std::string& number) {
  std::size_t count = 0;
  for (const char c : number) count += c >= '0' && c <= '9' && (count > 0 || c != '0') ? 1 : 0;
  return count;
}

// What the last digit of a number as it is written counts for.
double last_place(const std::string& number) {
  const std::size_t point = number.find('.');
  return point == std::string::npos
             ? 1
             : std::pow(10.0, -static_cast<double>(number.size() - point - 1));
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(answers_have_six_digits_unless_all_are_asked_for, Trained) {
  const std::vector<std::string> usual = lines_of(predict("new.csv").out),
                                 full = lines_of(predict("new.csv", {"--digits", "full"}).out);
  BOOST_REQUIRE(usual.size() == full.size());
  bool more = false;
  for (std::size_t i = 1; i < usual.size(); ++i) {
    BOOST_TEST(digits(usual[i]) <= 6u, usual[i]);
    BOOST_TEST(std::abs(std::stod(usual[i]) - std::stod(full[i])) < 0.51 * last_place(usual[i]));
    more = more || digits(full[i]) > 6;
  }
  BOOST_TEST(more);
  BOOST_TEST(predict("new.csv", {"--digits", "7"}).code == 2);
}

// The bits of an answer depend on the engine; what is printed of it hardly does. A weak ridge
// leaves few digits that hold, doubles leave all.
BOOST_FIXTURE_TEST_CASE(digits_that_do_not_hold_are_not_printed, Trained) {
  const auto answers = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"train", "houses.csv", "--target", "price", "-o", "houses.rfm"};
    words.insert(words.end(), options.begin(), options.end());
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    const std::vector<std::string> fast = lines_of(predict("new.csv").out),
                                   plain = lines_of(predict("new.csv", {"--portable"}).out);
    for (std::size_t i = 1; i < fast.size(); ++i)
      BOOST_TEST(std::abs(std::stod(fast[i]) - std::stod(plain[i])) < 1.1 * last_place(fast[i]),
                 fast[i] << " and " << plain[i]);
    return fast;
  };
  const std::vector<std::string> machine{"--kernel",    "gaussian", "--rounds", "0",
                                         "--bandwidth", "8",        "--metric", "identity"};
  const auto with = [&machine](std::vector<std::string> more) {
    more.insert(more.end(), machine.begin(), machine.end());
    return more;
  };
  std::size_t strong = 0, weak = 0, doubles = 0;
  for (const std::string& line : answers(with({"--ridge", "0.1"}))) strong += digits(line);
  for (const std::string& line : answers(with({"--ridge", "1e-6"}))) weak += digits(line);
  for (const std::string& line : answers(with({"--ridge", "1e-6", "--float64"})))
    doubles += digits(line);
  BOOST_TEST(weak < strong);
  BOOST_TEST(doubles > weak);
}

BOOST_FIXTURE_TEST_CASE(columns_of_the_table_stand_beside_the_answers, Trained) {
  folder.write("odd.csv",
               "area,rooms,age,town,garden,note\n100,3,20,north,yes,\"big, old\"\n"
               "120,4,,harbour,no,\n");
  const std::vector<std::string> lines = lines_of(predict("odd.csv", {"--keep", "note,area"}).out);
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[0] == "note,area,price");
  BOOST_TEST(lines[1].rfind("\"big, old\",100,", 0) == 0u, lines[1]);
  BOOST_TEST(lines[2].rfind(",120,", 0) == 0u, lines[2]);
  const Run unknown = predict("odd.csv", {"--keep", "notes"});
  BOOST_TEST(unknown.code == 1);
  BOOST_TEST(contains(unknown.err, "there is no column 'notes'; did you mean 'note'?"));
}

BOOST_FIXTURE_TEST_CASE(rows_far_outside_of_the_training_rows_are_named, Trained) {
  BOOST_TEST(!contains(predict("new.csv").err, "farther outside"));
  folder.write("far.csv",
               "area,rooms,age,town,garden\n100,3,20,north,yes\n4000,3,20,north,yes\n"
               "100,3,900,north,no\n");
  const Run run = predict("far.csv");
  BOOST_TEST(contains(run.err, "note: 2 rows have cells farther outside of those of training"));
  BOOST_TEST(contains(run.err, ": line 3, 4"));
  BOOST_TEST(lines_of(run.out).size() == 4u);
  BOOST_TEST(!contains(predict("far.csv", {"--quiet"}).err, "farther outside"));
}

BOOST_FIXTURE_TEST_CASE(names_without_rows_give_the_names_of_the_answers, Trained) {
  folder.write("none.csv", "area,rooms,age,town,garden\n");
  const Run run = predict("none.csv", {"--interval", "0.9", "--keep", "area"});
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(run.out == "area,price,low,high\n");
}

BOOST_FIXTURE_TEST_CASE(rows_are_scored_as_training_takes_them, Trained) {
  const auto evaluate = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"evaluate", "houses.rfm", "sums.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return rfm_run(folder, words);
  };
  const std::string rows =
      "area,rooms,age,town,garden,price\n100,3,20,north,yes,300\n120,4,10,north,no,400\n"
      "80,2,30,south,yes,250\n90,3,5,south,no,310\n";
  folder.write("sums.csv", rows);
  const std::string scores = evaluate({}).out;
  folder.write("sums.csv", rows + "390,12,65,total,,1260\n");
  const Run run = evaluate({});
  BOOST_TEST(run.out == scores, run.out);
  BOOST_TEST(contains(run.err,
                      "note: line 6 is left out: it has the totals of the rows above; "
                      "--keep-totals keeps it"),
             run.err);
  const Run kept = evaluate({"--keep-totals"});
  BOOST_TEST(kept.out != scores);
  BOOST_TEST(!contains(kept.err, "left out"), kept.err);
}

BOOST_FIXTURE_TEST_CASE(a_row_of_which_nothing_is_known_is_marked, Trained) {
  folder.write("blank.csv", "area,rooms,age,town,garden\n100,3,20,north,yes\n,,NA,,\n,,,,?\n");
  const Run run = predict("blank.csv");
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.err,
                      "note: 2 rows have no known cell, so that the answer is not about "
                      "them: line 3, 4"),
             run.err);
  BOOST_TEST(!contains(predict("new.csv").err, "no known cell"));
  folder.write("strange.csv", "area,rooms,age,town,garden\nlarge,many,old,moon,perhaps\n");
  BOOST_TEST(contains(predict("strange.csv").err, "note: 1 row has no known cell"));
}

BOOST_FIXTURE_TEST_CASE(a_number_of_threads_that_is_none_is_an_error, Trained) {
  for (const char* wrong : {"abc", "0", "2000", "4x"}) {
    const Run run =
        rfm_line(folder, std::string("RFM_THREADS=") + wrong + " rfm inspect houses.rfm");
    BOOST_TEST(run.code == 2, wrong);
    BOOST_TEST(contains(run.err, "RFM_THREADS is not a number from 1 to 1024"), run.err);
  }
  BOOST_TEST(rfm_line(folder, "RFM_THREADS=2 rfm inspect houses.rfm").code == 0);
  BOOST_TEST(rfm_line(folder, "RFM_THREADS= rfm inspect houses.rfm").code == 0);
}

BOOST_FIXTURE_TEST_CASE(help_of_a_command_is_asked_for_by_word, Trained) {
  const Run help = rfm_run(folder, {"help", "predict"});
  BOOST_TEST(help.code == 0);
  BOOST_TEST(help.out == rfm_run(folder, {"predict", "--help"}).out);
  BOOST_TEST(rfm_run(folder, {"help"}).out == rfm_run(folder, {"--help"}).out);
  BOOST_TEST(rfm_run(folder, {"help", "preddict"}).code == 2);
}

BOOST_FIXTURE_TEST_CASE(a_model_is_trained_as_another_was, Trained) {
  folder.write("later.csv", houses(90, 7));
  const Run run = rfm_run(folder, {"train", "later.csv", "--like", "houses.rfm", "--json"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  const Json later = Json::parse(run.out),
             first = Json::parse(rfm_run(folder, {"inspect", "houses.rfm", "--json"}).out);
  BOOST_TEST(later["chosen"] == first["history"]["chosen"]);
  BOOST_TEST(later["target"] == "price");
  BOOST_TEST(later["search"]["trials"] == 1);
  const Run other = rfm_run(folder, {"train", "later.csv", "--like", "houses.rfm", "--rounds", "0",
                                     "-o", "other.rfm", "--json"});
  BOOST_TEST(Json::parse(other.out)["chosen"]["rounds"] == 0);
  const Run over =
      rfm_run(folder, {"train", "later.csv", "--like", "houses.rfm", "-o", "houses.rfm"});
  BOOST_TEST(over.code == 2);
}

BOOST_AUTO_TEST_CASE(every_kernel_is_taken_over) {
  const Folder folder;
  folder.write("houses.csv", houses(40, 1));
  for (const char* kernel : {"gaussian", "lpq-1.25-0.8", "ntk", "matern52"}) {
    const Run first = rfm_run(folder, {"train", "houses.csv", "--kernel", kernel, "--rounds", "1",
                                       "--metric", "diagonal", "-o", "first.rfm", "--json"});
    BOOST_REQUIRE_MESSAGE(first.code == 0, first.err);
    const Run again = rfm_run(
        folder, {"train", "houses.csv", "--like", "first.rfm", "-o", "again.rfm", "--json"});
    BOOST_REQUIRE_MESSAGE(again.code == 0, again.err);
    Json a = Json::parse(first.out)["chosen"], b = Json::parse(again.out)["chosen"];
    for (const char* key : {"bandwidth", "ridge"}) {  // the history rounds them
      BOOST_TEST(std::abs(a.value(key, 0.0) - b.value(key, 0.0)) <= 1e-5 * a.value(key, 1.0));
      a.erase(key);
      b.erase(key);
    }
    BOOST_TEST(a == b, kernel);
  }
}

BOOST_AUTO_TEST_CASE(few_numbers_to_predict_are_said_to_be_amounts_or_classes) {
  const Folder folder;
  std::string csv = "a,b,stars\n";
  for (int i = 0; i < 60; ++i)
    csv += std::to_string(i % 17) + "," + std::to_string(i % 11) + "," +
           std::to_string(1.5 * (i % 4)) + "\n";
  folder.write("stars.csv", csv);
  std::vector<std::string> words = settled("stars.csv", "stars");
  BOOST_TEST(contains(rfm_run(folder, words).err,
                      "the target has 4 different numbers, taken as amounts; --task "
                      "classification takes them as classes"));
  words.insert(words.end(), {"--task", "regression"});
  BOOST_TEST(!contains(rfm_run(folder, words).err, "different numbers, taken"));
}

BOOST_AUTO_TEST_CASE(a_model_of_eight_rows_is_a_small_file) {
  const Folder folder;
  folder.write("few.csv",
               "h,s,m\n1,8,30\n2,5,35\n3,6,48\n4,4,52\n5,7,66\n6,8,59\n7,5,78\n8,6,80\n");
  const Run run = rfm_run(folder, {"train", "few.csv", "--json"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  BOOST_TEST(Json::parse(run.out)["bytes"] < 6000);
  BOOST_TEST(Json::parse(run.out)["search"]["trials"] > 20);
}

BOOST_FIXTURE_TEST_CASE(report_and_shrink_read_tables_as_training_does, Trained) {
  std::string semicolons = houses(20, 5);
  for (char& c : semicolons) c = c == ',' ? '#' : c;
  folder.write("odd.txt", semicolons);
  BOOST_TEST(rfm_run(folder, {"report", "houses.rfm", "-o", "r.html", "--table", "odd.txt",
                              "--separator", "#"})
                 .code == 0);
  BOOST_TEST(rfm_run(folder, {"shrink", "houses.rfm", "--bytes", "9000", "-o", "s.rfm", "--test",
                              "odd.txt", "--separator", "#"})
                 .code == 0);
}

BOOST_AUTO_TEST_SUITE_END()
