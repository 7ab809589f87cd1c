// The program rfm_experiments as a user runs it: every command line that README or a --help shows.
#include <boost/test/unit_test.hpp>

#include "rfm/version.h"
#include "tests/cli/examples.hpp"
#include "tests/experiments/folders.hpp"

namespace {

struct Given {
  Folder folder;
  Given() {
    folders::write_products(folder.path("tables/products"), 80);
    folder.write("tables/delgado_results.csv", "dataset,forest,tree,max\nproducts,70,60,70\n");
  }

  std::string done(const std::string& command) {
    const Run run = rfm_line(folder, command);
    BOOST_TEST(run.code == 0, command << " says: " << run.err);
    return run.out;
  }
  void misused(const std::string& command, const std::string& part) {
    const Run run = rfm_line(folder, command);
    BOOST_TEST(run.code == 2, command);
    BOOST_TEST(contains(run.err, part), run.err);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(program, Given)

BOOST_AUTO_TEST_CASE(examples_of_every_help_work) {
  const std::vector<std::string> names = subcommands(done("rfm_experiments --help"));
  BOOST_REQUIRE(names.size() == 2u);
  for (const std::string& name : names) {
    const auto commands =
        commands_in(done("rfm_experiments " + name + " --help"), "rfm_experiments");
    BOOST_TEST(!commands.empty(), name << " has no example");
    for (const std::string& command : commands) done(command);
  }
}

BOOST_AUTO_TEST_CASE(commands_in_the_readme_work) {
  const auto commands = commands_in(read_file(RFM_SOURCE_DIR "/README.md"), "rfm_experiments");
  BOOST_TEST(commands.size() == 2u);
  for (const std::string& command : commands) done(command);
}

BOOST_AUTO_TEST_CASE(version_and_misuse_are_told) {
  BOOST_TEST(done("rfm_experiments --version") == RFM_VERSION "\n");
  misused("rfm_experiments", "rfm_experiments: a subcommand is required");
  misused("rfm_experiments train", "there is no command 'train'");
  misused("rfm_experiments reproduce nothing",
          "'nothing' is no study; see rfm_experiments reproduce --list");
  misused("rfm_experiments benchmark tables --methods magic", "has no method 'magic'");
}

BOOST_AUTO_TEST_SUITE_END()
