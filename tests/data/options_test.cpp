// Every option of training is read from its record: each word and each choice means what it says.
#include "rfm/data/options.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using rfm::KernelId;
using rfm::Metric;
using rfm::Task;
using namespace rfm::data;

BOOST_AUTO_TEST_SUITE(options)

namespace {

std::string complaint(const char* name, const char* text) {
  TrainOptions options;
  const Option* option = find_option(name, both);
  BOOST_TEST_REQUIRE((option != nullptr), name);
  return read_option(*option, text, options).words;
}

TrainOptions read(const std::vector<std::pair<const char*, const char*>>& given) {
  TrainOptions options;
  for (const auto& [name, text] : given)
    BOOST_TEST(read_option(*find_option(name, both), text, options).words == "", name);
  return options;
}

std::string settled(TrainOptions options) { return settle_options(options).words; }

std::vector<std::string> choices_of(const Option& option) {
  std::vector<std::string> words{""};
  for (const char* c = option.form.choices; *c != '\0'; ++c) {
    if (*c == ',') words.emplace_back();
    if (*c != ',' && *c != ' ') words.back() += *c;
  }
  return words;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_option_is_found_by_each_of_its_names) {
  for (const Option& option : all_options) {
    BOOST_TEST((find_option(option.word, both) == &option), option.word);
    if (*option.older != '\0')
      BOOST_TEST((find_option(option.older, both) == &option), option.older);
  }
  const Option* centred = find_option("centre-gradients", command_line);
  BOOST_TEST_REQUIRE((centred != nullptr));
  BOOST_TEST((find_option("centreGradients", javascript) == centred));
  for (const char* name : {"", "centregradients", "centre", "centreGradientss", "Target", "cellar"})
    BOOST_TEST((find_option(name, both) == nullptr), name);
  BOOST_TEST((find_option("effort", command_line) == find_option("effort", javascript)));
  BOOST_TEST((find_option("solver", javascript) == nullptr));
}

BOOST_AUTO_TEST_CASE(each_choice_is_read_and_written_with_the_same_word) {
  for (const Option& option : all_options) {
    if (option.form.choices == nullptr) continue;
    for (const std::string& choice : choices_of(option))
      BOOST_TEST(complaint(option.word, choice.c_str()) == "", option.word << " " << choice);
    BOOST_TEST(complaint(option.word, "nothing") != "", option.word);
  }
  for (const Metric metric : all_metrics)
    BOOST_TEST((read({{"metric", word(metric)}}).search.wishes.metric == metric));
  for (const Solver solver : all_solvers)
    BOOST_TEST((read({{"solver", word(solver)}}).solver == solver));
  for (const Task task : {Task::regression, Task::classification})
    BOOST_TEST((read({{"task", word(task)}}).plan.task == task));
}

BOOST_AUTO_TEST_CASE(values_go_where_the_record_says) {
  const TrainOptions options = read({{"target", "y"},
                                     {"weights", "w"},
                                     {"columns", "a"},
                                     {"columns", "b"},
                                     {"drop", "c"},
                                     {"categorical", "d"},
                                     {"numeric", "e"},
                                     {"kernel", "laplace"},
                                     {"bandwidth", "8"},
                                     {"ridge", "0"},
                                     {"rounds", "3"},
                                     {"members", "4"},
                                     {"budget", "2.5"},
                                     {"effort", "0.5"},
                                     {"memory", "2G"},
                                     {"most-classes", "7"},
                                     {"seed", "18446744073709551615"},
                                     {"test", "0.25"},
                                     {"portable", "true"},
                                     {"centre-gradients", "true"}});
  BOOST_TEST(options.plan.target == "y");
  BOOST_TEST(options.plan.weights == "w");
  BOOST_TEST((options.plan.only == std::vector<std::string>{"a", "b"}));
  BOOST_TEST((options.plan.drop == std::vector<std::string>{"c"}));
  BOOST_TEST((options.plan.categorical == std::vector<std::string>{"d"}));
  BOOST_TEST((options.plan.numeric == std::vector<std::string>{"e"}));
  const Wishes& wishes = options.search.wishes;
  BOOST_TEST((wishes.kernel == KernelId::laplace));
  BOOST_TEST((wishes.bandwidth == 8.0 && wishes.ridge == 0.0 && wishes.rounds == 3u));
  BOOST_TEST(wishes.centre_gradients);
  BOOST_TEST(options.members == 4u);
  BOOST_TEST(options.memory == 2000000000u);
  BOOST_TEST(read({{"memory", "64K"}}).memory == 64000u);
  BOOST_TEST(read({{"memory", "17"}}).memory == 17u);
  BOOST_TEST(options.most_classes == 7u);
  BOOST_TEST(options.search.budget == 2.5);
  BOOST_TEST(options.search.effort == 0.5);
  BOOST_TEST(options.search.seed == UINT64_MAX);
  BOOST_TEST(options.test_share == 0.25);
  BOOST_TEST(options.portable);
}

BOOST_AUTO_TEST_CASE(effort_is_a_word_or_a_share_of_the_usual) {
  using rfm::data::Breadth;
  const auto several = [](const char* effort) { return read({{"effort", effort}}).several; };
  const auto search = [](const char* effort) { return read({{"effort", effort}}).search; };
  BOOST_TEST((search("usual").effort == 1 && search("usual").breadth == Breadth::usual));
  BOOST_TEST((search("quick").effort < 0.2 && search("quick").breadth == Breadth::narrow));
  BOOST_TEST((search("best").effort > 1 && search("best").breadth == Breadth::broad));
  BOOST_TEST((search("0.3").effort == 0.3 && search("0.3").breadth == Breadth::narrow));
  BOOST_TEST((search("0.5").effort == 0.5 && search("0.5").breadth == Breadth::usual));
  BOOST_TEST((search("3").effort == 3 && search("3").breadth == Breadth::broad));
  BOOST_TEST((!several("quick") && several("0.15") && several("usual") && several("best")));
  for (const char* text : {"", "quic", "quick, usual", ", ", "0", "-1", "usual "})
    BOOST_TEST(complaint("effort", text) != "", text);
}

BOOST_AUTO_TEST_CASE(auto_leaves_to_the_search_what_may_be_left_to_it) {
  for (const char* name :
       {"task", "kernel", "q", "bandwidth", "ridge", "rounds", "metric", "solver", "memory"})
    BOOST_TEST(complaint(name, "auto") == "", name);
  for (const char* name : {"p", "layers", "bias", "seed", "test", "centre-gradients"})
    BOOST_TEST(complaint(name, "auto") != "", name);
  const TrainOptions options = read({{"kernel", "auto"}, {"ridge", "auto"}, {"solver", "auto"}});
  BOOST_TEST(!options.search.wishes.kernel.has_value());
  BOOST_TEST(!options.search.wishes.ridge.has_value());
  BOOST_TEST((options.solver == Solver::automatic));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_value_is_said_with_its_range) {
  BOOST_TEST(complaint("bandwidth", "0") == "'0' is neither auto nor a number above 0");
  BOOST_TEST(complaint("bandwidth", "1e19") == "'1e19' is neither auto nor a number above 0");
  BOOST_TEST(complaint("ridge", "nan") == "'nan' is neither auto nor a number from 0");
  BOOST_TEST(complaint("effort", "1001") ==
             "'1001' is neither one of quick, usual, best nor a number above 0 to 1000");
  BOOST_TEST(complaint("bias", "-1") == "'-1' is not a number from 0");
  BOOST_TEST(complaint("layers", "6") == "'6' is not a whole number from 1 to 5");
  BOOST_TEST(complaint("seed", "18446744073709551616") == "'18446744073709551616' is too large");
  BOOST_TEST(complaint("seed", "") == "'' is not a whole number from 0");
  BOOST_TEST(complaint("most-classes", "1") == "'1' is not a whole number from 2");
  for (const char* text : {"", "K", "2X", "-1", "0", "1.5G", "2 G"})
    BOOST_TEST(complaint("memory", text) != "", text);
  BOOST_TEST(complaint("memory", "2g") == "'2g' is no number of bytes, such as 500M or 2G");
  BOOST_TEST(complaint("memory", "99999999999T") == "'99999999999T' is too large");
  BOOST_TEST(complaint("portable", "perhaps") == "'perhaps' is neither true nor false");
  BOOST_TEST(complaint("task", "sorting") ==
             "'sorting' is none of auto, regression, classification");
  BOOST_TEST(complaint("kernel", "cubic").find("'cubic' is none of auto, laplace, ") == 0u);
}

BOOST_AUTO_TEST_CASE(two_options_are_checked_together_whatever_their_order) {
  BOOST_TEST(settled(read({{"p", "1"}})) == "p: goes with kernel lpq or brownian");
  BOOST_TEST(settled(read({{"kernel", "gaussian"}, {"q", "1"}})) ==
             "q: goes with kernel lpq or brownian");
  BOOST_TEST(settled(read({{"layers", "2"}})) == "layers: goes with kernel nngp or ntk");
  BOOST_TEST(settled(read({{"bias", "0"}, {"kernel", "lpq"}})) ==
             "bias: goes with kernel nngp or ntk");
  BOOST_TEST(settled(read({{"bias", "0"}, {"kernel", "ntk"}, {"layers", "5"}})) == "");
  BOOST_TEST(settled(read({{"q", "1.75"}, {"kernel", "lpq"}})) == "kernel: lpq needs q <= p");
  BOOST_TEST(settled(read({{"kernel", "brownian-2-1"}})) == "");
  BOOST_TEST(settled(read({{"kernel", "brownian"}, {"p", "1.25"}})) ==
             "p: there is no kernel brownian of this norm");
  BOOST_TEST(settled(read({{"kernel", "brownian-1-1.5"}})) == "kernel: brownian needs q <= p");
  BOOST_TEST(settled(read({{"bandwidth", "3"}, {"kernel", "brownian"}})) ==
             "bandwidth: kernel brownian has none");
  TrainOptions options = read({{"q", "1.75"}, {"p", "2"}, {"kernel", "lpq"}});
  BOOST_TEST(settle_options(options).words == "");
  BOOST_TEST((options.search.wishes.kernel == KernelId::lpq200));
  BOOST_TEST((options.search.wishes.exponent == 1.75));
}

BOOST_AUTO_TEST_SUITE_END()
