// What is wrong is said with its place, the exit code tells failure from misuse, and no file is
// left behind.
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace {

struct Given {
  Folder folder;
  Given() {
    folder.write("houses.csv", houses(40, 1));
    folder.write("new.csv", without_target(houses(10, 2)));
  }

  // Trains on that text, and finds the parts in what is said.
  void refused(const std::string& csv, const std::vector<std::string>& parts,
               std::vector<std::string> words = {"--target", "y"}) {
    folder.write("bad.csv", csv);
    words.insert(words.begin(), {"train", "bad.csv"});
    const std::vector<std::string> before = folder.names();
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code == 1, run.err);
    BOOST_TEST(run.out == "");
    for (const std::string& part : parts)
      BOOST_TEST(contains(run.err, part), part << " is not in: " << run.err);
    BOOST_TEST(contains(run.err, "bad.csv"), run.err);
    BOOST_TEST(folder.names() == before, boost::test_tools::per_element());
  }

  void misused(const std::vector<std::string>& words, const std::string& part) {
    const std::vector<std::string> before = folder.names();
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code == 2, run.err);
    BOOST_TEST(run.out == "");
    BOOST_TEST(contains(run.err, part), part << " is not in: " << run.err);
    BOOST_TEST(folder.names() == before, boost::test_tools::per_element());
  }

  void fails(const std::vector<std::string>& words, const std::string& part) {
    const std::vector<std::string> before = folder.names();
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code == 1, run.err);
    BOOST_TEST(run.out == "");
    BOOST_TEST(contains(run.err, part), part << " is not in: " << run.err);
    BOOST_TEST(folder.names() == before, boost::test_tools::per_element());
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(errors, Given)

BOOST_AUTO_TEST_CASE(a_table_that_cannot_be_learned_from_is_refused_with_its_place) {
  refused("", {"empty"});
  refused("x,y\n", {"no row behind"});
  refused("x,y\n1,2\n", {"one row"});
  refused("x,y\n1,2\n2,3,4\n", {"line 3"});
  refused("x,y\n1,2\n\"2,3\n", {"line 3"});
  refused("x,y\n1,2\nb\x81,3\n", {"line 3", "UTF-8"});
  refused("x,y\n1,\n2,NA\n3,?\n", {"no row has a target 'y'"});
  refused("x,y\n1,a\n2,a\n3,a\n", {"one class"});
  refused("x,y\n1,3.5\n2,high\n3,4.5\n4,1.25\n", {"line 3", "high"},
          {"--target", "y", "--task", "regression"});
  refused("x,y\n7,1\n7,2\n7,3.5\n7,4\n", {"column"});
  refused("x,w,y\n1,1,2\n2,-1,3\n3,1,4.5\n", {"line 3", "-1"}, {"--target", "y", "--weights", "w"});
  refused("x,w,y\n1,0,2\n2,0,3\n3,0,4.5\n", {"every row has weight 0"},
          {"--target", "y", "--weights", "w"});
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_test_rows_names_their_file) {
  folder.write("new_class.csv", "x,y\n1,a\n2,c\n");
  refused("x,y\n1,a\n2,b\n3,a\n4,b\n", {"of 'new_class.csv': line 3: the target 'y' is 'c'"},
          {"--target", "y", "--test-file", "new_class.csv"});
}

BOOST_AUTO_TEST_CASE(unknown_columns_are_named_beside_those_there_are) {
  for (const char* option :
       {"--target", "--weights", "--columns", "--drop", "--categorical", "--numeric"})
    refused(houses(10, 1), {"there is no column 'cellar'", "area"}, {option, "cellar"});
}

BOOST_AUTO_TEST_CASE(files_that_are_not_there_or_cannot_be_written_are_named) {
  fails({"train", "nowhere.csv"}, "cannot read 'nowhere.csv': No such file");
  fails({"train", "."}, "cannot read '.'");
  fails({"train", "houses.csv", "-o", "nowhere/houses.rfm"}, "cannot write 'nowhere/houses.rfm'");
  fails({"train", "houses.csv", "-o", "."}, "cannot write '.'");
  fails({"train", "houses.csv", "--test-file", "nowhere.csv"}, "nowhere.csv");
  fails({"predict", "houses.csv", "new.csv"}, "'houses.csv': these bytes are not an rfm model");
  fails({"predict", "nowhere.rfm", "new.csv"}, "nowhere.rfm");
  fails({"inspect", "nowhere.rfm"}, "nowhere.rfm");
}

BOOST_AUTO_TEST_CASE(options_that_make_no_sense_are_a_wrong_use) {
  misused({}, "subcommand");
  misused({"fly"}, "there is no command 'fly'");
  misused({"benchmark", "tables"},
          "there is no command 'benchmark'; the paper's results are a program");
  misused({"reproduce", "--list"}, "rfm_experiments");
  misused({"train"}, "table");
  misused({"train", "houses.csv", "--kernel", "cubic"}, "cubic");
  misused({"train", "houses.csv", "--kernel", "lpq-1.3-1"}, "lpq-1.3-1");
  misused({"train", "houses.csv", "--kernel", "lpq", "--p", "1", "--q", "1.5"}, "q <= p");
  misused({"train", "houses.csv", "--kernel", "laplace", "--layers", "2"}, "--layers");
  misused({"train", "houses.csv", "--bandwidth", "-3"}, "--bandwidth");
  misused({"train", "houses.csv", "--bandwidth", "wide"}, "wide");
  misused({"train", "houses.csv", "--ridge", "-1"}, "--ridge");
  misused({"train", "houses.csv", "--rounds", "2.5"}, "--rounds");
  misused({"train", "houses.csv", "--iterations", "2.5"}, "--iterations");
  misused({"train", "houses.csv", "--metric", "round"}, "--metric");
  misused({"train", "houses.csv", "--test", "2"}, "--test");
  misused({"train", "houses.csv", "--seed", "-1"}, "--seed");
  misused({"train", "houses.csv", "--test", "0.2", "--test-file", "new.csv"}, "--test");
  misused({"train", "houses.csv", "--json", "-o", "-"}, "--json");
  misused({"predict", "-", "-"}, "standard input");
  misused({"sizes", "--rows", "0", "--columns", "3"}, "--rows");
  misused({"sizes", "--rows", "10"}, "--columns");
  misused({"sizes", "--rows", "4000000000", "--columns", "4000000000"}, "shape");
}

BOOST_AUTO_TEST_CASE(tables_that_do_not_fit_the_model_are_refused) {
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  folder.write("narrow.csv", "id,area\n1,2\n");
  fails({"predict", "houses.rfm", "narrow.csv"}, "rooms");
  fails({"evaluate", "houses.rfm", "new.csv"}, "price");
  misused({"predict", "houses.rfm", "new.csv", "--probabilities"}, "predicts a number");
  folder.write("bad_price.csv",
               "area,rooms,age,town,garden,price\n1,2,3,north,yes,100\n1,2,3,north,yes,dear\n");
  fails({"evaluate", "houses.rfm", "bad_price.csv"}, "line 3");
}

BOOST_AUTO_TEST_CASE(unseen_categories_are_counted_in_words_and_still_answered) {
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  folder.write("abroad.csv",
               "area,rooms,age,town,garden\n100,3,20,moon,yes\n100,3,20,north,perhaps\n");
  const Run run = rfm_run(folder, {"predict", "houses.rfm", "abroad.csv"});
  BOOST_TEST(run.code == 0);
  BOOST_TEST(lines_of(run.out).size() == 3u);
  BOOST_TEST(contains(run.err, "town"), run.err);
  BOOST_TEST(contains(run.err, "garden"), run.err);
  BOOST_TEST(rfm_run(folder, {"predict", "houses.rfm", "abroad.csv", "--quiet"}).err == "");
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_the_old_file_as_it_was) {
  folder.write("houses.rfm", "precious");
  fails({"train", "houses.csv", "--target", "cellar"}, "cellar");
  BOOST_TEST(folder.read("houses.rfm") == "precious");
  if (geteuid() != 0) {
    BOOST_REQUIRE(chmod(folder.path(".").c_str(), 0500) == 0);
    fails({"train", "houses.csv", "--target", "price"}, "cannot write 'houses.rfm'");
    BOOST_TEST(folder.read("houses.rfm") == "precious");
  }
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_reported) {
  const Run run =
      rfm_run(folder, {"train", "houses.csv", "--target", "price", "--kernel", "laplace",
                       "--bandwidth", "8", "--ridge", "0.01", "--rounds", "0", "-o", "/dev/full"});
  BOOST_TEST(run.code == 1);
  BOOST_TEST(contains(run.err, "cannot write '/dev/full': No space left"), run.err);
}

BOOST_AUTO_TEST_CASE(instructions_are_chosen_by_name_and_unknown_names_refused) {
  const std::string train =
      "rfm train houses.csv --target price --kernel laplace --bandwidth 8 --ridge 0.01 --quiet -o ";
  BOOST_REQUIRE(rfm_line(folder, "RFM_ENGINE=plain " + train + "plain.rfm").code == 0);
  BOOST_REQUIRE(rfm_line(folder, train + "portable.rfm --portable").code == 0);
  const std::string plain = rfm_line(folder, "RFM_ENGINE=plain rfm predict plain.rfm new.csv").out;
  BOOST_TEST(plain != "");
  BOOST_TEST(rfm_line(folder, "rfm predict portable.rfm new.csv --portable").out == plain);
  const std::vector<std::string> before = folder.names();
  const Run unknown = rfm_line(folder, "RFM_ENGINE=abacus " + train + "other.rfm");
  BOOST_TEST(unknown.code == 2);
  BOOST_TEST(
      contains(unknown.err, "RFM_ENGINE: no engine 'abacus' on this machine; there are: plain"),
      unknown.err);
  BOOST_TEST(folder.names() == before, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
