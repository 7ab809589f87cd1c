// Every option of training, once. A line below is all that the rest of the project knows of an
// option besides the place that uses it: `rfm train` and its --help, rfm_training_set of C, the
// reader of the WebAssembly package and its types in wasm/ts/interface/training.ts (by
// toolchains/lists.py) come from here.
//
//     X(word, older, faces, group, form, standard, sentence, take)
//
// word      on the command line behind two dashes; in JavaScript "centre-gradients" is written
//           "centreGradients"
// older     what it was called before, which still works
// faces     who has it: command_line, javascript or both; C has all of them
// group     where it is listed: columns, wishes or search
// form      what its text may be: flag, text, list, number, above, whole, bytes, word, see
//           OptionForm
// standard  the default in words; "auto" may also be given and leaves the search to choose
// sentence  for people; {exponent} and {layers} stand for the kernels with these parameters
// take      stores the value `given` in the options `o`; `wishes` are o.search.wishes. A word that
//           is none of the choices makes given.good false
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rfm/data/outcome.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/train.hpp"

// clang-format off
#define RFM_EACH_OPTION(X)                                                                        \
  X("target", "", both, columns, text(), "the last one",                                          \
    "Column to predict", o.plan.target = given.word())                                            \
  X("task", "", both, columns, word("regression, classification"), "auto",                        \
    "What the target is",                                                                         \
    given.good = take_named(given.text, {Task::regression, Task::classification}, o.plan.task))   \
  X("columns", "", both, columns, list(), "all that are useful",                                  \
    "Use these columns and no others", o.plan.only.push_back(given.word()))                       \
  X("drop", "", both, columns, list(), "none",                                                    \
    "Do not use these columns", o.plan.drop.push_back(given.word()))                              \
  X("categorical", "", both, columns, list(), "none",                                             \
    "These columns are categories, whatever they look like",                                      \
    o.plan.categorical.push_back(given.word()))                                                   \
  X("numeric", "", both, columns, list(), "none",                                                 \
    "These columns are numbers; other cells in them are missing",                                 \
    o.plan.numeric.push_back(given.word()))                                                       \
  X("dates", "", both, columns, list(), "what looks like dates",                                  \
    "These columns are dates; other cells in them are missing",                                   \
    o.plan.dates.push_back(given.word()))                                                         \
  X("date-order", "", both, columns, word("dmy, mdy"), "auto",                                    \
    "Day or month first, in columns of dates where no cell tells; auto: the day",                 \
    given.good = take_named(given.text, {DateOrder::dmy, DateOrder::mdy}, o.plan.date_order))     \
  X("weights", "", both, columns, text(), "all alike",                                            \
    "Column of weights of the rows, not negative; a row of weight 0 is left out",                 \
    o.plan.weights = given.word())                                                                \
  X("missing", "", both, columns, list(), "none",                                                 \
    "Cells of these words are missing, besides NA, None, n.a. and their kin",                     \
    o.plan.missing.push_back(given.word()))                                                       \
  X("keep-totals", "", both, columns, flag(), "off",                                              \
    "A last row of totals is a row like others", o.plan.keep_totals = given.yes)                  \
  X("groups", "", both, columns, text(), "none",                                                  \
    "Column of groups: rows of one are held out together; no feature unless it is named as one",  \
    o.plan.groups = given.word())                                                                 \
  X("time", "", both, columns, text(), "none",                                                    \
    "Column of times: rows are judged by earlier ones; no feature unless it is named as one",     \
    o.plan.time = given.word())                                                                   \
  X("class-weight", "", both, columns, word("none, balanced"), "none",                            \
    "balanced: classes count alike, however many rows they have",                                 \
    given.good = take_named(given.text, all_class_weights, o.decision.class_weight))              \
  X("cost", "", both, columns, above(0, 1000000), "1",                                            \
    "Of two classes: what missing a row of --positive costs, a false alarm costing 1",            \
    o.decision.cost = given.number)                                                               \
  X("recall", "", both, columns, above(0, 1), "none",                                             \
    "Of two classes: the share of rows of --positive to find, with as few false alarms as it goes", \
    o.decision.recall = given.number)                                                             \
  X("positive", "", both, columns, text(), "the rarer",                                           \
    "The class that --cost or --recall is about", o.decision.positive = given.word())             \
  X("kernel", "", both, wishes, word(nullptr), "auto",                                            \
    "The kernel, one of those listed", given.good = wish_kernel(given.text, wishes))              \
  X("p", "", both, wishes, number_among("1, 1.25, 1.5, 1.75, 2"), "1.5",                          \
    "Norm of kernel {exponent}", given.good = wish_norm(given.number, wishes))                    \
  X("q", "", both, wishes, above(0, 2), "auto",                                                   \
    "Exponent of kernel {exponent}, at most p", wishes.exponent = given.number)                   \
  X("layers", "", both, wishes, whole(1, 5), "1",                                                 \
    "Hidden layers of kernel {layers}", wishes.depth = static_cast<int32_t>(given.whole))         \
  X("bias", "", both, wishes, number(0, no_limit), "0",                                           \
    "Bias of kernel {layers}", wishes.bias = given.number)                                        \
  X("bandwidth", "", both, wishes, above(0, no_limit), "auto",                                    \
    "L in the formulas of the kernels", wishes.bandwidth = given.number)                          \
  X("ridge", "", both, wishes, number(0, no_limit), "auto",                                       \
    "Added to the diagonal of K as it is", wishes.ridge = given.number)                           \
  X("rounds", "iterations", both, wishes, whole(0, 100), "auto",                                  \
    "Updates of the metric", wishes.rounds = given.count())                                       \
  X("metric", "", both, wishes, word("full, diagonal, identity"), "auto",                         \
    "What M may be; identity is plain kernel ridge",                                              \
    given.good = take_named(given.text, all_metrics, wishes.metric))                              \
  X("centre-gradients", "", both, wishes, flag(), "off",                                          \
    "Subtract the mean gradient before averaging", wishes.centre_gradients = given.yes)           \
  X("solver", "", command_line, search, word("direct, landmarks"), "auto",                        \
    "How all rows are fitted in the end; auto: by their number and memory",                       \
    given.good = take_named(given.text == "eigenpro" ? "landmarks" : given.text, all_solvers,     \
                            o.solver))                                                            \
  X("members", "ensemble", both, search, whole(1, 16), "auto",                                    \
    "Machines that answer together; auto: as many as help, weighted; one where --kernel is given", \
    o.members = given.count())                                                                    \
  X("folds", "", both, search, whole(2, 100), "auto",                                             \
    "Parts of the rows, each held out once by the search", o.search.folds = given.count())        \
  X("budget", "", both, search, number(0, no_limit), "0",                                         \
    "Seconds that training may take; 0 is no limit", o.search.budget = given.number)                 \
  X("memory", "", command_line, search, bytes(), "auto",                                          \
    "What training may take, as in 500M; auto: half of the machine's memory, without limit in C",  \
    o.memory = given.count())                                                                     \
  X("most-classes", "", both, search, whole(2, no_limit), "1000",                                 \
    "A target with more classes is refused", o.most_classes = given.count())                      \
  X("effort", "", both, search, above_or("quick, usual, best", 0, 1000), "usual",                 \
    "Work of the search: quick ends with one machine in a quarter of the time; or a share of usual", \
    take_effort(given, o))                                                                        \
  X("seed", "", both, search, whole(0, no_limit), "1",                                            \
    "Decides every split and sample", o.search.seed = given.whole)                                \
  X("test", "", both, search, number(0, 0.9), "0",                                                \
    "Share of the rows kept out of training and scored", o.test_share = given.number)             \
  X("portable", "", command_line, search, flag(), "off",                                          \
    "The same bytes on every machine; slower", o.portable = given.yes)
// clang-format on

namespace rfm::data {

enum class OptionType : uint8_t { flag, text, list, number, above, whole, bytes, word };
enum class OptionGroup : uint8_t { columns, wishes, search };
enum OptionFace : uint8_t { command_line = 1, javascript = 2, both = 3 };

constexpr double no_limit = 1e18;

// What the text of an option may be. `above` is a number that is more than the least one; a list is
// read one entry after the other.
struct OptionForm {
  OptionType type;
  double least, most;
  const char* choices;  // null: anything in the range; for a word, the names of kernels; of
                        // `above`, words that may stand for a number
};

// A value as text and, where its form is one of these, as what it means.
struct OptionValue {
  std::string_view text;
  double number = 0;
  uint64_t whole = 0;
  bool yes = false;
  bool good = true;  // false: the text is none of the choices

  std::string word() const { return std::string(text); }
  std::size_t count() const { return static_cast<std::size_t>(whole); }
};

struct Option {
  const char* word;
  const char* older;
  OptionForm form;
  uint8_t faces;
  bool automatic;  // "auto" leaves it open
  void (*take)(OptionValue& given, TrainOptions& options);
};

#define RFM_COUNT_OPTION(...) +1
constexpr std::size_t option_count = RFM_EACH_OPTION(RFM_COUNT_OPTION);
#undef RFM_COUNT_OPTION

// In the order above.
extern const Option all_options[option_count];

// By its word or older word, in either spelling; null where this face has no such option.
const Option* find_option(std::string_view name, OptionFace face);

// Fails with words to stand behind the option's name: "'x' is not a number from 0".
Outcome read_option(const Option& option, std::string_view text, TrainOptions& options);

// The value of an option that is no option of training.
Outcome read_value(const OptionForm& form, bool automatic, OptionValue& given);

// Puts the one whose word this is into `place`; false when it is none of these.
template <class E, std::size_t count, class Place>
bool take_named(std::string_view name, const E (&these)[count], Place& place) {
  for (const E one : these) {
    if (name != word(one)) continue;
    place = one;
    return true;
  }
  return false;
}

// To be called when all options are read, in any order: settles what two of them say together.
// Fails with words that begin with an option's: "q: goes with kernel lpq".
Outcome settle_options(TrainOptions& options);

}  // namespace rfm::data
