// How words on the command line become arguments: every spelling of an option, and what is said of
// wrong ones.
#include <boost/test/unit_test.hpp>
#include <regex>

#include "rfm/version.h"
#include "tests/cli/program.hpp"

namespace {

struct Sizes {
  Folder folder;

  std::string told(std::vector<std::string> words) {
    words.insert(words.begin(), "sizes");
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    return run.out;
  }

  // Of any command: ends with 2, in just these words.
  void misused(const std::vector<std::string>& words, const std::string& expected) {
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code == 2);
    BOOST_TEST(run.out == "");
    BOOST_TEST(run.err == "rfm: " + expected + "\nRun with --help for more information.\n");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(arguments, Sizes)

BOOST_AUTO_TEST_CASE(values_follow_their_option_or_are_joined_to_it) {
  const std::string expected = told({"--rows", "20", "--columns", "3", "--metric", "diagonal"});
  BOOST_TEST(told({"--metric=diagonal", "--columns=3", "--rows=20"}) == expected);
  BOOST_TEST(told({"--rows", "20", "--columns", "3", "--metric", "diagonal", "--outputs", "1",
                   "--"}) == expected);
  BOOST_TEST(told({"--rows", "20", "--columns", "3"}) != expected);
}

BOOST_AUTO_TEST_CASE(short_names_take_their_value_either_way) {
  folder.write("t.csv", houses(40, 1));
  for (const std::vector<std::string>& output : {std::vector<std::string>{"-o", "a.rfm"},
                                                 {"-ob.rfm"},
                                                 {"--output", "c.rfm"},
                                                 {"--output=d.rfm"}}) {
    std::vector<std::string> words{"train",   "t.csv", "--kernel", "laplace", "--bandwidth", "8",
                                   "--ridge", "0.01",  "--rounds", "0",       "--quiet"};
    words.insert(words.end(), output.begin(), output.end());
    BOOST_TEST(rfm_run(folder, words).code == 0);
  }
  for (const char* name : {"a.rfm", "b.rfm", "c.rfm", "d.rfm"}) BOOST_TEST(folder.has(name), name);
  BOOST_TEST(folder.read("a.rfm") == folder.read("d.rfm"));
}

BOOST_AUTO_TEST_CASE(files_may_have_the_names_of_options_behind_two_dashes) {
  folder.write("--rows", houses(40, 1));
  const Run run = rfm_run(folder, {"train", "--target", "cellar", "--", "--rows"});
  BOOST_TEST(run.code == 1);
  BOOST_TEST(contains(run.err, "there is no column 'cellar'"), run.err);
}

BOOST_AUTO_TEST_CASE(lists_are_cut_at_commas_and_go_on_where_they_are_given_again) {
  folder.write("t.csv", houses(40, 1));
  const Run run = rfm_run(
      folder, {"train", "t.csv", "--target", "price", "--drop", "town,,age", "--drop=rooms",
               "--kernel", "laplace", "--bandwidth", "8", "--ridge", "0.01", "--rounds", "0"});
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  BOOST_TEST(contains(run.err, "columns used: area (number), garden (yes/no)\n"), run.err);
}

BOOST_AUTO_TEST_CASE(help_and_version_are_answered_before_anything_is_missed) {
  for (const char* name : {"-h", "--help"}) {
    BOOST_TEST(contains(rfm_run(folder, {name}).out, "Usage: rfm [OPTIONS] SUBCOMMAND\n"));
    BOOST_TEST(contains(rfm_run(folder, {"sizes", name}).out, "Usage: rfm sizes [OPTIONS]\n"));
    BOOST_TEST(
        contains(rfm_run(folder, {name, "train"}).out, "Usage: rfm train [OPTIONS] table\n"));
    BOOST_TEST(rfm_run(folder, {"sizes", "--rows", "3", name}).code == 0);
  }
  BOOST_TEST(rfm_run(folder, {"--version"}).out == RFM_VERSION "\n");
}

BOOST_AUTO_TEST_CASE(the_manual_page_has_every_command_and_option) {
  const Run run = rfm_run(folder, {"--man"});
  BOOST_TEST(run.code == 0);
  BOOST_TEST(contains(run.out, ".TH rfm 1 "));
  const std::regex subcommand(R"(\n  ([a-z]+) )"), option(R"(\n  (-.,)?(--[a-z0-9-]+))"),
      request(R"(\n\.[A-Za-z]+)"), known(R"(\n\.(TH|SH|SS|PP|TP|B|nf|fi))");
  const std::string all = rfm_run(folder, {"--help"}).out;
  const std::string commands = all.substr(all.find("Subcommands:"));
  std::size_t found = 0;
  for (std::sregex_iterator at(commands.begin(), commands.end(), subcommand), end; at != end;
       ++at) {
    const std::string name = (*at)[1];
    BOOST_TEST(contains(run.out, ".SH rfm " + name + "\n"), name);
    const std::string help = rfm_run(folder, {"help", name}).out;
    for (std::sregex_iterator word(help.begin(), help.end(), option); word != end; ++word) {
      if ((*word)[2] == "--help") continue;
      const std::string spelled = std::regex_replace((*word)[2].str(), std::regex("-"), "\\-");
      BOOST_TEST(contains(run.out, spelled), spelled);
      ++found;
    }
  }
  BOOST_TEST(found > 80u);
  for (std::sregex_iterator at(run.out.begin(), run.out.end(), request), end; at != end; ++at)
    BOOST_TEST(std::regex_match(at->str(), known), at->str());
}

BOOST_AUTO_TEST_CASE(help_tells_what_values_may_be_and_what_they_are) {
  const std::string help = rfm_run(folder, {"train", "--help"}).out;
  for (const char* part :
       {"\nPositionals:\n  table TEXT REQUIRED         CSV with a header, - for the standard "
        "input\n",
        "\nColumns:\n  --target TEXT               Column to predict [the last one]\n",
        "  --task TEXT:{auto,regression,classification}=auto\n                              What "
        "the target "
        "is\n",
        "  --members UINT in [1 - 16]=auto\n", "  --budget FLOAT:NONNEGATIVE=0\n",
        "  --effort TEXT or FLOAT:{quick,usual,best}=usual\n",
        "  --rounds UINT in [0 - 100]=auto\n", "Norm of kernel lpq or brownian\n",
        "Hidden layers of kernel nngp or ntk\n",
        "  --test FLOAT in [0 - 0.9]=0 Excludes: --test-file\n",
        "  --drop TEXT ...             Do not use"})
    BOOST_TEST(contains(help, part), part << " is missing");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named) {
  misused({}, "a subcommand is required");
  misused({"fly"}, "there is no command 'fly'");
  misused({"trian"}, "there is no command 'trian'; did you mean train?");
  misused({"--verbose"}, "'--verbose' is no option of rfm");
  misused({"train"}, "table is required");
  misused({"train", "a.csv", "b.csv"}, "'b.csv' is one argument too many for train");
  misused({"sizes", "--row", "3"}, "'--row' is no option of sizes; did you mean --rows?");
  misused({"sizes", "-r", "3"}, "'-r' is no option of sizes");
  misused({"sizes", "--rows"}, "--rows needs a value");
  misused({"sizes", "--rows", "--columns", "3"}, "--rows needs a value");
  misused({"sizes", "--rows", "3", "--rows", "4"}, "--rows is given twice");
  misused({"sizes", "--rows", "3"}, "--columns is required");
  misused({"sizes", "--json=yes"}, "--json takes no value");
  misused({"sizes", "--metric", "round"}, "--metric: 'round' is none of full, diagonal, identity");
  misused({"train", "a.csv", "--test", "0.1", "--test-file", "b.csv"},
          "--test excludes --test-file");
  misused({"train", "a.csv", "--drop", ","}, "--drop: ',' has no word");
}

BOOST_AUTO_TEST_CASE(numbers_are_whole_in_range_and_nothing_else) {
  for (const char* text : {"0", "-1", "1.5", "1e3", "3x", "x", "", "+3", " 3", "0x3"})
    misused({"sizes", "--rows", text},
            std::string("--rows: '") + text + "' is not a whole number from 1 to 4294967295");
  misused({"sizes", "--rows", "4294967296"},
          sizeof(std::size_t) == 4
              ? "--rows: '4294967296' is too large"
              : "--rows: '4294967296' is not a whole number from 1 to 4294967295");
  misused({"train", "a.csv", "--seed", "-1"}, "--seed: '-1' is not a whole number from 0");
  misused({"train", "a.csv", "--seed", "18446744073709551616"},
          "--seed: '18446744073709551616' is too large");
  for (const char* text : {"-0.1", "0.95", "x", "", "nan", "0.1x"})
    misused({"train", "a.csv", "--test", text},
            std::string("--test: '") + text + "' is not a number from 0 to 0.9");
  for (const char* text : {"-1", "nan", "inf"})
    misused({"train", "a.csv", "--budget", text},
            std::string("--budget: '") + text + "' is not a number from 0");
}

// Old words work, say so once, and are named when their value is wrong.
BOOST_AUTO_TEST_CASE(older_words_still_work_and_say_what_they_are_called_now) {
  folder.write("t.csv", houses(40, 1));
  const auto train = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"train", "t.csv", "--target", "price", "--kernel", "laplace"};
    words.insert(words.end(), {"--metric", "diagonal", "--bandwidth", "8"});
    words.insert(words.end(), more.begin(), more.end());
    return rfm_run(folder, words);
  };
  const Run today = train({"--rounds", "1", "--members", "2", "-o", "today.rfm"});
  const Run older = train({"--iterations", "1", "--ensemble=2", "-o", "older.rfm"});
  BOOST_REQUIRE_MESSAGE(today.code == 0, today.err);
  BOOST_REQUIRE_MESSAGE(older.code == 0, older.err);
  BOOST_TEST(!contains(today.err, "is now called"), today.err);
  for (const std::string line :
       {"--iterations is now called --rounds\n", "--ensemble is now called --members\n"}) {
    const std::size_t at = older.err.find(line);
    BOOST_TEST_REQUIRE((at != std::string::npos), older.err);
    BOOST_TEST((older.err.find(line, at + 1) == std::string::npos), older.err);
  }
  BOOST_TEST((folder.read("today.rfm") == folder.read("older.rfm")));
  BOOST_TEST(train({"--iterations", "1", "--quiet"}).err == "");
  misused({"train", "t.csv", "--iterations", "1", "--rounds", "1"}, "--rounds is given twice");
  misused({"train", "t.csv", "--iterations", "many"},
          "--iterations: 'many' is neither auto nor a whole number from 0 to 100");
}

BOOST_AUTO_TEST_CASE(options_that_go_together_may_stand_in_any_order) {
  folder.write("t.csv", houses(40, 1));
  std::string bytes;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--kernel", "lpq", "--p", "1", "--q", "0.5"},
        {"--q", "0.5", "--p", "1", "--kernel", "lpq"},
        {"--q", "0.5", "--kernel", "lpq-1-1"},
        {"--kernel", "lpq-1-0.5"}}) {
    std::vector<std::string> all{"train", "t.csv", "--metric", "diagonal", "--bandwidth", "8"};
    all.insert(all.end(), {"--rounds", "0", "--quiet", "-o", "t.rfm"});
    all.insert(all.end(), words.begin(), words.end());
    const Run run = rfm_run(folder, all);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    if (bytes.empty()) bytes = folder.read("t.rfm");
    BOOST_TEST((folder.read("t.rfm") == bytes), words[1]);
  }
  misused({"train", "t.csv", "--q", "0.5"}, "--q: goes with kernel lpq or brownian");
  misused({"train", "t.csv", "--p", "1", "--kernel", "gaussian"},
          "--p: goes with kernel lpq or brownian");
  misused({"train", "t.csv", "--bias", "1"}, "--bias: goes with kernel nngp or ntk");
  misused({"train", "t.csv", "--p", "1.3"}, "--p: '1.3' is none of 1, 1.25, 1.5, 1.75, 2");
}

BOOST_AUTO_TEST_SUITE_END()
