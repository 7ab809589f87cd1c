// rfm predict: raw rows in, answers out.
#include <algorithm>
#include <memory>

#include "rfm/cli/answers.hpp"
#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/rows.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/nearest.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct PredictArguments : RowsArguments {
  std::string output = "-", digits = "6";
  AnswerOptions answers;
};

// Of the table, in bytes, that are read at a time: its rows and their answers take some ten times
// as much.
constexpr std::size_t piece = std::size_t{4} << 20;

// A whole file of rows in, answers out, a piece at a time.
template <class T>
class Answering {
 public:
  Answering(const PredictArguments& arguments, const data::ModelFile<T>& file)
      : arguments_(arguments),
        file_(file),
        wanted_(arguments.answers),
        reader_(arguments.reading),
        counts_(file.encoding.columns) {
    wanted_.full = arguments.digits == "full";
  }

  Outcome run() {
    host::FileReader input;
    const Threads threads(arguments_.threads);
    if (Outcome outcome = input.open(arguments_.table); !outcome.ok()) return outcome;
    bool begun = false;
    while (!input.ended()) {
      std::string bytes;
      if (Outcome outcome = input.read(piece, bytes); !outcome.ok()) return outcome;
      data::TextTable table;
      if (Outcome outcome = reader_.read(bytes, input.ended(), table); !outcome.ok())
        return about(arguments_, outcome);
      if (table.names.empty()) continue;  // no line has ended yet
      if (!begun)
        if (Outcome outcome = begin(table); !outcome.ok()) return outcome;
      begun = true;
      encoder_.turn_to(table);
      if (Outcome outcome = answer(table, threads.executor()); !outcome.ok()) return outcome;
    }
    Outcome outcome = output_.finish();
    if (outcome.ok() && !arguments_.quiet) say_what_was_found();
    return outcome;
  }

 private:
  Outcome begin(const data::TextTable& table) {
    for (const std::string& name : wanted_.keep) {
      if (table.find(name) != data::TextTable::nowhere) continue;
      const std::string meant = data::nearest_name(name, table.names);
      return about(arguments_,
                   data::failure("there is no column '" + name + "'" +
                                 (meant.empty() ? "" : "; did you mean '" + meant + "'?")));
    }
    if (Outcome outcome = encoder_.look(file_.encoding, table); !outcome.ok())
      return about(arguments_, outcome);
    append_names(file_, wanted_, csv_);
    return output_.open(arguments_.output);
  }

  Outcome answer(const data::TextTable& table, const Executor* executor) {
    const std::size_t block = rows_at_a_time(file_);
    for (std::size_t first = 0; first < table.rows(); first += block) {
      const std::size_t count = std::min(block, table.rows() - first);
      const data::EncodedTable<T> rows = encoder_.encode(first, count);
      append_answers(file_, table, rows, first, wanted_, executor, csv_);
      add_counts(rows.counts, answered_, counts_);
      const Rows<T> x(rows.x.data(), rows.n, rows.d);
      for (std::size_t i = 0; i < count; ++i) {
        if (!rows.known[i]) blank_.add(table.line(first + i));
        if (file_.novelty.given() && far_outside(file_.novelty, x, i))
          outside_.add(table.line(first + i));
      }
    }
    answered_ += table.rows();
    Outcome outcome = output_.write(csv_.data(), csv_.size());
    csv_.clear();
    return outcome;
  }

  void say_what_was_found() const {
    say_reading(arguments_.table, reader_.findings());
    blank_.say(" no known cell, so that the answer is not about them");
    outside_.say(
        " cells farther outside of those of training than any training row has, so that the answer "
        "is a guess; --novelty says how new each row is");
    say_strange(arguments_, file_, counts_);
  }

  // Rows whose answers should not be trusted, by the lines of the first.
  class Marked {
   public:
    void add(std::size_t line) {
      if (++count_ <= most_told) lines_ += (lines_.empty() ? "" : ", ") + std::to_string(line);
    }
    void say(const std::string& words) const {
      if (count_ == 0) return;
      cli::say("note: " + counted(count_, "row has", "rows have") + words + ": line " + lines_ +
               (count_ > most_told ? ", ..." : ""));
    }

   private:
    static constexpr std::size_t most_told = 10;
    std::size_t count_ = 0;
    std::string lines_;
  };

  const PredictArguments& arguments_;
  const data::ModelFile<T>& file_;
  AnswerOptions wanted_;
  data::CsvReader reader_;
  data::TableEncoder<T> encoder_;
  host::FileWriter output_;
  std::string csv_;                       // answers that are not written yet
  std::vector<data::CellCounts> counts_;  // (columns)
  std::size_t answered_ = 0;              // rows
  Marked blank_, outside_;
};

template <class T>
int answer(const PredictArguments& arguments, const data::ModelFile<T>& file) {
  const bool regression = file.encoding.task == Task::regression;
  if (regression && arguments.answers.probabilities)
    return misused("--probabilities needs classes, and '" + arguments.model +
                   "' predicts a number");
  if (!regression && arguments.answers.interval > 0)
    return misused("--interval needs a number to predict, and '" + arguments.model +
                   "' predicts a class");
  if (arguments.answers.interval > 0 && file.encoding.intervals == 0)
    return misused("'" + arguments.model + "' has no intervals");
  if (arguments.answers.novelty && !file.novelty.given())
    return misused(std::string("--novelty: ") + data::no_novelty);
  const Outcome outcome = Answering<T>(arguments, file).run();
  return outcome.ok() ? exit_done : fail(outcome);
}

int run(const PredictArguments& arguments) {
  keep_apart({{"model", arguments.model}, {"table", arguments.table}},
             {{"--output", arguments.output}});
  if (Outcome outcome = host::check_writable(arguments.output); !outcome.ok()) return fail(outcome);
  LoadedModel model;
  if (Outcome outcome = load_encoded_model(arguments.model, arguments.portable, model);
      !outcome.ok())
    return fail(outcome);
  return std::visit([&](const auto& file) { return answer(arguments, file); }, model.file);
}

constexpr const char* examples =
    R"(The answers are CSV: the columns kept by --keep; the target; with --interval low and high; with
--probabilities probability_CLASS for each class; with --novelty the share of the training rows that are less far from the others
than this row is from them (near 1: nothing like it was seen); with --explain column_1, push_1 to column_3, push_3: the columns that moved this answer most away from that
of the average row, in units of the target or of the predicted class's share (before calibration).

Examples
  rfm predict houses.rfm new.csv -o answers.csv
  rfm predict houses.rfm new.csv --interval 0.9 --explain
  rfm predict houses.rfm new.csv --novelty
  rfm predict houses.rfm new.csv --keep area,town --digits full
  rfm predict houses.rfm - < new.csv > answers.csv)";

}  // namespace

void add_predict(Program& program) {
  Command& command = program.add("predict", "Answer the rows of a table");
  auto arguments = std::make_shared<PredictArguments>();
  PredictArguments& a = *arguments;
  add_arguments(command, a, "CSV with the model's columns, - for the standard input");
  command.add("-o,--output", a.output, "Where the answers go, - for the standard output")
      .shows_default();
  command.add("--probabilities", a.answers.probabilities, "One column for each class");
  command
      .add("--interval", a.answers.interval,
           "Bounds that this share of new rows lies in, such as 0.9")
      .between(0.01, 1.0);
  command.add("--keep", a.answers.keep, "Columns of the table to stand before the answers");
  command
      .add("--digits", a.digits,
           "Digits of an answer that are printed: those that hold, 6 at most, or all")
      .among({"6", "full"})
      .shows_default();
  command.add("--explain", a.answers.explain, "The three columns that pushed each answer most");
  command.add("--novelty", a.answers.novelty,
              "How unlike the training rows each row is, from 0 to 1");
  a.reading.may_be_empty = true;
  command.add("--safe-cells", a.answers.safe,
              "Put ' before names that a spreadsheet would take for a formula");
  add_reading_arguments(command, a.reading);
  command.footer(examples);
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
