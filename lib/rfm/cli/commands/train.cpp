// rfm train: a table becomes a model file, and words about what was chosen and how good it is.
#include <atomic>
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/cli/like.hpp"
#include "rfm/cli/train_arguments.hpp"
#include "rfm/data/options.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/interrupt.hpp"
#include "rfm/host/memory.hpp"
#include "rfm/host/progress.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;
using data::Outcome;

// What the search reports while it runs, as one line.
struct Display {
  host::ProgressLine line;
  double started = host::seconds();
  bool quiet = false, searching = true;
  std::atomic<unsigned> told{0};  // a word: some processors exchange no byte

  // Says at once that Ctrl-C was heard, since the last fit may take a while. Any worker may ask.
  bool interrupted() {
    if (!host::interrupted()) return false;
    if (told.exchange(1) == 0 && searching && !quiet) {
      line.clear();
      say("interrupted: going on with the best so far; Ctrl-C again ends without a model");
    }
    return true;
  }

  void show(const data::SearchProgress& progress) {
    searching = progress.trying != nullptr;
    if (!searching) line.clear();  // so that the next words are shown however soon they come
    std::string words = searching ? format_rounded(100 * progress.done, 2) + " %"
                                  : std::string("searched; fitting all rows");
    // What is left of the search takes as long as what was done of it, in proportion.
    if (searching && progress.done > 0.02)
      words += ", " + format_rounded((host::seconds() - started) * (1 / progress.done - 1), 2) +
               " s left";
    if (progress.best != nullptr)
      words += "  best so far: " +
               (progress.classes ? "loss " + format_rounded(progress.best->score, 3)
                                 : "R2 " + format_rounded(1 - progress.best->score, 3)) +
               " by " + data::choice_sentence(progress.best->choice);
    if (searching) words += "  trying: " + data::choice_sentence(*progress.trying);
    line.show(words);
  }
};

// Columns with a word on each, the first few of many.
std::string listed(const std::vector<std::string>& columns) {
  constexpr std::size_t most = 20;
  std::string words;
  for (std::size_t k = 0; k < columns.size() && k < most; ++k)
    words += (k == 0 ? "" : ", ") + columns[k];
  if (columns.size() > most) words += " and " + grouped(columns.size() - most) + " more";
  return words;
}

// A target of few numbers may be amounts as well as names of classes.
std::string doubtful_task(const data::Trained& trained) {
  constexpr std::size_t few = 20;
  for (const data::ColumnPlan& column : trained.plan.columns) {
    if (column.role != data::Role::target || column.numbers == 0 || column.distinct > few ||
        column.distinct < 3 || trained.plan.task_reason == "as asked")
      continue;
    const bool regression = trained.encoding.task == Task::regression;
    return "the target has " + std::to_string(column.distinct) + " different numbers, taken as " +
           (regression ? "amounts; --task classification takes them as classes"
                       : "classes; --task regression takes them as amounts");
  }
  return {};
}

void describe_table(const data::Trained& trained) {
  std::vector<std::string> used, ignored;
  for (const data::ColumnPlan& column : trained.plan.columns) {
    if (column.role == data::Role::feature)
      used.push_back(column.name + " (" + data::word(column.kind) + ")");
    if (column.role == data::Role::ignored)
      ignored.push_back(column.name + " (" + column.reason + ")");
  }
  say(counted(trained.rows, "row", "rows") + ", target " + trained.encoding.target_name + ": " +
      data::word(trained.encoding.task) + ", " + trained.plan.task_reason);
  say("columns used: " + listed(used));
  if (!ignored.empty()) say("columns left out: " + listed(ignored));
  for (const std::string& note : trained.notes) say("note: " + note);
  if (const std::string words = doubtful_task(trained); !words.empty()) say("note: " + words);
}

void describe_choice(const data::Trained& trained) {
  const data::SearchResult& search = trained.search;
  if (search.end == data::SearchEnd::out_of_time) say("out of time: going on with the best so far");
  say("chosen from " + counted(search.tried.size(), "trial: ", "trials: ") +
      data::choice_sentence(trained.members[0]));
  for (std::size_t k = 1; k < trained.members.size(); ++k)
    say("  averaged with " + data::choice_sentence(trained.members[k]) + ", weight " +
        data::format_rounded(search.leaders[k].weight, 2));
  if (trained.test.rows > 0)
    say("cross-validated: " + data::score_sentence(trained.cross_validated));
}

// The first few that matter; the rest are one line.
void describe_importances(const data::Trained& trained) {
  constexpr std::size_t most = 10;
  constexpr double least = 5e-4;
  const std::vector<data::ColumnImportance>& columns = trained.importances;
  say("importance of columns:");
  std::size_t k = 0;
  for (; k < columns.size() && k < most && (k == 0 || columns[k].share >= least); ++k)
    say("  " + format_rounded(100 * columns[k].share, 3) + " %  " + columns[k].name);
  if (k == columns.size()) return;
  double left = 0;
  for (std::size_t j = k; j < columns.size(); ++j) left += columns[j].share;
  say("  " + (left < least ? std::string("under 0.05") : format_rounded(100 * left, 3)) + " %  " +
      counted(columns.size() - k, "other column", "other columns") +
      (columns.size() - k > 1 ? " together" : ""));
}

// The score, and what it is worth.
std::string final_line(const data::Trained& trained) {
  const bool tested = trained.test.rows > 0;
  const data::Scores& scores = tested ? trained.test : trained.cross_validated;
  return data::score_sentence(scores) +
         (tested ? " on " + counted(scores.rows, "test row", "test rows")
                 : " by cross-validation") +
         "; " + data::baseline_sentence(scores.baseline);
}

// The history of the file, with what differs from run to run.
std::string json_text(const data::Trained& trained, const std::string& path, double seconds) {
  Json object{{"command", "train"}, {"file", path}, {"bytes", trained.file.size()}};
  object["seconds"] = seconds;
  object["solver"] = data::word(trained.solver);
  object["fit_bytes"] = trained.fit_bytes;
  object.update(parsed_object(trained.history));
  return printed(object);
}

int run(const TrainArguments& arguments, data::TrainOptions options) {
  const double started = host::seconds();
  const std::string path = arguments.output_path();
  keep_apart({{"table", arguments.table},
              {"--test-file", arguments.test_file},
              {"--like", arguments.like}},
             {{"--output", path}});
  if (Outcome outcome = host::check_writable(path); !outcome.ok()) return fail(outcome);
  if (!arguments.like.empty()) {
    if (Outcome outcome = take_over(arguments.like, options); !outcome.ok()) return fail(outcome);
    if (Outcome outcome = settle_options(options); !outcome.ok()) return misused(outcome.words);
  }
  data::TextTable table, test;
  data::Findings facts;
  if (Outcome outcome = load_table(arguments.table, table, arguments.reading, &facts);
      !outcome.ok())
    return fail(outcome);
  if (!arguments.quiet) say_reading(arguments.table, facts);
  options.reading = facts;
  if (!arguments.test_file.empty()) {
    if (Outcome outcome = load_table(arguments.test_file, test, arguments.reading, &facts);
        !outcome.ok())
      return fail(outcome);
    if (!arguments.quiet) say_reading(arguments.test_file, facts);
    options.test = &test;
    options.test_name = " of " + host::input_name(arguments.test_file);
  }

  if (options.memory == 0) options.memory = host::machine_memory() / 2;
  const Threads threads(arguments.threads);
  options.search.executor = threads.executor();
  Display display{host::ProgressLine(!arguments.quiet), host::seconds(), arguments.quiet};
  options.search.context = &display;
  options.search.now = [](void*) { return host::seconds(); };
  options.search.began = started;
  options.search.cancelled = [](void* context) {
    return static_cast<Display*>(context)->interrupted();
  };
  options.search.progress = [](void* context, const data::SearchProgress& progress) {
    static_cast<Display*>(context)->show(progress);
  };
  data::Trained trained;
  Outcome outcome;
  {
    const host::GentleInterrupt gentle;
    outcome = arguments.float64 ? data::train<double>(table, options, trained)
                                : data::train<float>(table, options, trained);
  }
  display.line.clear();
  if (!outcome.ok()) {
    outcome.words = host::input_name(arguments.table) + ": " + outcome.words;
    return fail(outcome);
  }
  if (!arguments.quiet) {
    describe_table(trained);
    describe_choice(trained);
    if (trained.solver != data::Solver::direct || options.solver != data::Solver::automatic)
      say(std::string("solver ") + data::word(trained.solver) + ": the last fit took " +
          grouped(trained.fit_bytes) + " bytes besides the table");
    describe_importances(trained);
    for (const data::Warning& warning : trained.warnings) say("warning: " + warning.words);
    const data::Scores& scores = trained.test.rows > 0 ? trained.test : trained.cross_validated;
    if (const std::string words = data::recall_sentence(scores, trained.encoding.classes);
        !words.empty())
      say(words);
  }
  if (outcome = host::write_file(path, trained.file.data(), trained.file.size()); !outcome.ok())
    return fail(outcome);
  const double seconds = host::seconds() - started;
  if (!arguments.quiet)
    say("wrote " + (path == "-" ? "the standard output" : path) + ", " +
        grouped(trained.file.size()) + " bytes, in " + format_rounded(seconds, 3) + " s");
  if (arguments.json) {
    outcome = host::write_file("-", json_text(trained, path, seconds));
  } else if (path != "-") {
    outcome = host::write_file("-", final_line(trained) + "\n");
  }
  return outcome.ok() ? exit_done : fail(outcome);
}

}  // namespace

void add_train(Program& program) {
  Command& command =
      program.add("train", "Fit a table, choosing what is not given, and write a model");
  auto arguments = std::make_shared<TrainArguments>();
  add_arguments(command, *arguments);
  command.action([arguments, &command] {
    data::TrainOptions options = options_of(*arguments);
    if (!arguments->quiet)
      for (const std::string& words : command.renamed()) say(words);
    return run(*arguments, std::move(options));
  });
}

}  // namespace rfm::cli
