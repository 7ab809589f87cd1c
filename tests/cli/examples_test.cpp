// Every command line that README or a --help shows is carried out.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <regex>

#include "tests/cli/examples.hpp"

namespace {

struct Given {
  Folder folder;
  Given() {
    folder.write("houses.csv", houses(60, 1));
    folder.write("sold.csv", houses(20, 2));
    folder.write("new.csv", without_target(houses(20, 3)));
  }

  void all_succeed(const std::vector<std::string>& commands) {
    for (const std::string& command : commands) {
      const Run run = rfm_line(folder, command);
      BOOST_TEST(run.code == 0, command << " says: " << run.err);
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(examples, Given)

BOOST_AUTO_TEST_CASE(examples_of_every_help_work) {
  const Run help = rfm_run(folder, {"--help"});
  BOOST_REQUIRE(help.code == 0);
  const std::vector<std::string> names = subcommands(help.out);
  BOOST_REQUIRE(names.size() >= 5u);
  for (const std::string& name : names) {
    const Run run = rfm_run(folder, {name, "--help"});
    BOOST_TEST(run.code == 0);
    const std::vector<std::string> commands = commands_in(run.out, "rfm");
    BOOST_TEST(!commands.empty(), name << " has no example");
    all_succeed(commands);
  }
}

BOOST_AUTO_TEST_CASE(commands_in_the_readme_work) {
  BOOST_REQUIRE(rfm_line(folder, "ln -s '" RFM_SOURCE_DIR "/tests' tests").code == 0);
  const std::string readme = read_file(RFM_SOURCE_DIR "/README.md");
  BOOST_REQUIRE(!readme.empty());
  BOOST_REQUIRE(rfm_line(folder, "rfm train houses.csv --target price").code == 0);
  all_succeed(commands_in(readme, "rfm"));
}

BOOST_AUTO_TEST_CASE(the_memory_table_of_the_readme_is_true) {
  std::string readme = read_file(RFM_SOURCE_DIR "/README.md");
  readme.erase(std::remove(readme.begin(), readme.end(), ','), readme.end());
  const std::regex row(R"(\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|)");
  int rows = 0;
  for (const std::string& line : lines_of(readme)) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    ++rows;
    const Run run = rfm_run(
        folder, {"sizes", "--rows", match[1], "--columns", match[2], "--outputs", match[3]});
    std::string told = run.out;
    told.erase(std::remove(told.begin(), told.end(), ','), told.end());
    for (std::size_t cell = 4; cell <= 7; ++cell)
      BOOST_TEST(contains(told, " " + match[cell].str() + "  "), line << ": " << told);
  }
  BOOST_TEST(rows >= 3);
}

BOOST_AUTO_TEST_CASE(help_has_the_formula_of_each_kernel_and_the_defaults) {
  const std::string help = rfm_run(folder, {"train", "--help"}).out;
  for (const char* formula :
       {"exp(-D / L)", "exp(-D^2 / (2 L^2))", "(1 + a) exp(-a)", "(1 + a + a^2 / 3) exp(-a)",
        "exp(-(|u|_P / L)^Q)", "|u||v| S", "P k0(S) + b^2 + |u||v| k1(S)"})
    BOOST_TEST(contains(help, formula), formula << " is missing");
  std::vector<std::string> options;  // a long option's words stand on the next line
  for (const std::string& line : lines_of(help)) {
    if (contains(line, "  -") || options.empty())
      options.push_back(line);
    else
      options.back() += line;
  }
  for (const std::string& line : options) {
    const bool takes_value =
        contains(line, " TEXT") || contains(line, " UINT") || contains(line, " FLOAT");
    const bool has_default = contains(line, "=") || contains(line, "[");
    if (contains(line, "  --") && takes_value)
      BOOST_TEST(has_default, line << " does not say its default");
  }
}

BOOST_AUTO_TEST_SUITE_END()
