// A command never writes over what it reads, by whatever name, and never two things to one file:
// it is refused as a wrong use before anything is read or written.
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace {

struct Given {
  Folder folder;
  std::string table = houses(40, 1), model;

  Given() {
    folder.write("houses.csv", table);
    folder.write("sold.csv", houses(20, 2));
    BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
    model = folder.read("houses.rfm");
    BOOST_REQUIRE(symlink("houses.rfm", folder.path("link").c_str()) == 0);
    BOOST_REQUIRE(link(folder.path("houses.rfm").c_str(), folder.path("twin").c_str()) == 0);
    BOOST_REQUIRE(symlink("absent", folder.path("dangling").c_str()) == 0);
    BOOST_REQUIRE(mkdir(folder.path("sub").c_str(), 0700) == 0);
  }

  void refuses(const std::vector<std::string>& words, const std::string& part) {
    const std::vector<std::string> before = folder.names();
    const Run run = rfm_run(folder, words);
    std::string line;
    for (const std::string& word : words) line += word + " ";
    BOOST_TEST(run.code == 2, line << run.err);
    BOOST_TEST(contains(run.err, part), line << run.err);
    BOOST_TEST(run.out.empty(), line);
    BOOST_TEST((folder.names() == before), line);
    BOOST_TEST((folder.read("houses.rfm") == model), line);
    BOOST_TEST((folder.read("houses.csv") == table), line);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(same_file, Given)

BOOST_AUTO_TEST_CASE(no_command_eats_its_input) {
  const std::string eaten = "would be written over";
  refuses({"train", "houses.csv", "--target", "price", "-o", "houses.csv"}, eaten);
  refuses(
      {"train", "houses.csv", "--target", "price", "--test-file", "sold.csv", "-o", "./sold.csv"},
      eaten);
  refuses({"predict", "houses.rfm", "houses.csv", "-o", "houses.csv"}, eaten);
  refuses({"predict", "houses.rfm", "houses.csv", "-o", "houses.rfm"}, eaten);
  refuses({"report", "houses.rfm", "-o", "sub/../houses.rfm"}, eaten);
  refuses({"report", "houses.rfm", "-o", "houses.csv", "--table", "houses.csv"}, eaten);
  refuses({"export", "houses.rfm", "--c", "houses.rfm"}, eaten);
  refuses({"export", "houses.rfm", "--json", "link"}, eaten);
  refuses({"export", "link", "--onnx", "twin"}, eaten);
  refuses({"shrink", "houses.rfm", "--bytes", "3000", "-o", "twin"}, eaten);
  refuses({"shrink", "houses.rfm", "--bytes", "3000", "-o", "houses.csv", "--test", "houses.csv"},
          eaten);
  refuses({"inspect", "houses.rfm", "--matrix", "houses.rfm"}, eaten);
}

BOOST_AUTO_TEST_CASE(a_table_that_is_named_like_its_model_is_not_eaten) {
  folder.write("table.rfm", table);
  refuses({"train", "table.rfm", "--target", "price"}, "would be written over");
  BOOST_TEST((folder.read("table.rfm") == table));
}

BOOST_AUTO_TEST_CASE(two_outputs_have_two_files) {
  const std::string both = "would both write";
  refuses({"export", "houses.rfm", "--c", "new.h", "--json", "new.h"}, both);
  refuses({"export", "houses.rfm", "--c", "new.h", "--onnx", "sub/../new.h"}, both);
  refuses({"export", "houses.rfm", "--json", "absent", "--onnx", "dangling"}, both);
  refuses({"export", "houses.rfm", "--json", "-", "--onnx", "-"}, "both want the standard output");
}

BOOST_AUTO_TEST_CASE(two_inputs_are_not_both_the_standard_one) {
  const std::string both = "both want the standard input";
  refuses({"train", "-", "--target", "price", "--test-file", "-"}, both);
  refuses({"report", "-", "--table", "-", "-o", "page.html"}, both);
  refuses({"shrink", "-", "--bytes", "3000", "--test", "-"}, both);
  refuses({"evaluate", "-", "-"}, both);
}

BOOST_AUTO_TEST_CASE(devices_and_other_files_are_written) {
  BOOST_TEST(
      rfm_run(folder, {"export", "houses.rfm", "--c", "/dev/null", "--json", "/dev/null"}).code ==
      0);
  BOOST_TEST(rfm_run(folder, {"predict", "houses.rfm", "sold.csv", "-o", "sub/sold.csv"}).code ==
             0);
  BOOST_TEST(rfm_run(folder, {"export", "houses.rfm", "--c", "dangling"}).code == 0);
  BOOST_TEST(contains(folder.read("absent"), "dangling_predict"));
  struct stat facts = {};
  BOOST_TEST((lstat(folder.path("dangling").c_str(), &facts) == 0 && S_ISLNK(facts.st_mode)));
}

// A link that leads nowhere may name its place from the root, or from its own folder.
BOOST_AUTO_TEST_CASE(two_links_to_one_place_are_one_file) {
  BOOST_REQUIRE(symlink(folder.path("absent").c_str(), folder.path("rooted").c_str()) == 0);
  BOOST_REQUIRE(symlink("../absent", folder.path("sub/climbs").c_str()) == 0);
  const std::string both = "would both write";
  refuses({"export", "houses.rfm", "--json", "rooted", "--onnx", "dangling"}, both);
  refuses({"export", "houses.rfm", "--json", "sub/climbs", "--onnx", "rooted"}, both);
}

BOOST_AUTO_TEST_SUITE_END()
