// Every command line that README or a --help shows is carried out.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <regex>

#include "tests/cli/program.hpp"
#include "tests/experiments/folders.hpp"

namespace {

// Lines that begin with rfm, blanks and a prompt aside.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> found;
  const std::regex command(R"(\s*(?:\$ )?(rfm [a-z]+ .*))");
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    const bool is_usage = contains(line, "COMMAND") || contains(line, "[OPTIONS]");
    if (!is_usage && std::regex_match(line, match, command)) found.push_back(match[1]);
  }
  return found;
}

// The words in the first column below "Subcommands:".
std::vector<std::string> subcommands(const std::string& help) {
  std::vector<std::string> names;
  bool inside = false;
  const std::regex name(R"(  ([a-z]+) .*)");
  for (const std::string& line : lines_of(help)) {
    std::smatch match;
    if (inside && std::regex_match(line, match, name)) names.push_back(match[1]);
    inside = inside ? line.rfind("  ", 0) == 0 : line == "Subcommands:";
  }
  return names;
}

struct Given {
  Folder folder;
  Given() {
    folder.write("houses.csv", houses(60, 1));
    folder.write("sold.csv", houses(20, 2));
    folder.write("new.csv", without_target(houses(20, 3)));
    folders::write_products(folder.path("tables/products"), 80);
    folder.write("tables/delgado_results.csv", "dataset,forest,tree,max\nproducts,70,60,70\n");
  }

  void all_succeed(const std::vector<std::string>& commands) {
    for (const std::string& command : commands) {
      const Run run = rfm_line(folder, command);
      const bool absent = contains(run.err, "built without the experiments");
      BOOST_TEST(run.code == (absent ? 2 : 0), command << " says: " << run.err);
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
    if (contains(run.out, "built without experiments")) continue;
    const std::vector<std::string> commands = commands_in(run.out);
    BOOST_TEST(!commands.empty(), name << " has no example");
    all_succeed(commands);
  }
}

BOOST_AUTO_TEST_CASE(commands_in_the_readme_work) {
  BOOST_REQUIRE(rfm_line(folder, "ln -s '" RFM_SOURCE_DIR "/tests' tests").code == 0);
  const std::string readme = read_file(RFM_SOURCE_DIR "/README.md");
  BOOST_REQUIRE(!readme.empty());
  BOOST_REQUIRE(rfm_line(folder, "rfm train houses.csv --target price").code == 0);
  all_succeed(commands_in(readme));
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
    const Run run =
        rfm_run(folder, {"sizes", "--rows", match[1], "--columns", match[2], "--outputs", match[3]});
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
    const bool takes_value = contains(line, " TEXT") || contains(line, " UINT") || contains(line, " FLOAT");
    const bool has_default = contains(line, "=") || contains(line, "[");
    if (contains(line, "  --") && takes_value) BOOST_TEST(has_default, line << " does not say its default");
  }
}

BOOST_AUTO_TEST_SUITE_END()
