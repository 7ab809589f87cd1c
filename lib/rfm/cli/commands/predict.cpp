// rfm predict: raw rows in, answers out.
#include <memory>

#include "rfm/cli/answers.hpp"
#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct PredictArguments {
  std::string model, table, output = "-";
  AnswerOptions answers;
  std::size_t threads = 0;
  bool portable = false, quiet = false;
};

template <class T>
int answer(const PredictArguments& arguments, const data::ModelFile<T>& file,
           const data::TextTable& table) {
  const bool regression = file.encoding.task == Task::regression;
  if (regression && arguments.answers.probabilities)
    return misused("--probabilities needs classes, and '" + arguments.model +
                   "' predicts a number");
  if (!regression && arguments.answers.interval > 0)
    return misused("--interval needs a number to predict, and '" + arguments.model +
                   "' predicts a class");
  if (arguments.answers.interval > 0 && file.encoding.intervals == 0)
    return misused("'" + arguments.model + "' has no intervals");
  const Threads threads(arguments.threads);
  data::EncodedTable<T> rows;
  if (Outcome outcome = encode_text(file.encoding, table, rows); !outcome.ok()) {
    outcome.words = host::input_name(arguments.table) + ": " + outcome.words;
    return fail(outcome);
  }
  if (!arguments.quiet)
    for (const std::string& words : strange_cells(file.encoding, rows.counts))
      say("note: " + words);
  const std::string csv = answers_csv(file, rows, arguments.answers, threads.executor());
  const Outcome outcome = host::write_file(arguments.output, csv);
  return outcome.ok() ? exit_done : fail(outcome);
}

int run(const PredictArguments& arguments) {
  if (Outcome outcome = host::check_writable(arguments.output); !outcome.ok()) return fail(outcome);
  LoadedModel model;
  if (Outcome outcome = load_encoded_model(arguments.model, arguments.portable, model);
      !outcome.ok())
    return fail(outcome);
  data::TextTable table;
  if (Outcome outcome = load_table(arguments.table, table); !outcome.ok()) return fail(outcome);
  return std::visit([&](const auto& file) { return answer(arguments, file, table); }, model.file);
}

constexpr const char* examples =
    R"(The answers are CSV: the target; with --interval low and high; with --probabilities probability_CLASS for each
class; with --explain column_1, push_1 to column_3, push_3: the columns that moved this answer most away from that
of the average row, in units of the target or of the predicted class's share (before calibration).

Examples
  rfm predict houses.rfm new.csv -o answers.csv
  rfm predict houses.rfm new.csv --interval 0.9 --explain
  rfm predict houses.rfm - < new.csv > answers.csv)";

}  // namespace

void add_predict(Program& program) {
  Command& command = program.add("predict", "Answer the rows of a table");
  auto arguments = std::make_shared<PredictArguments>();
  PredictArguments& a = *arguments;
  command.add("model", a.model, "Model file, - for the standard input").required();
  command.add("table", a.table, "CSV with the model's columns, - for the standard input")
      .required();
  command.add("-o,--output", a.output, "Where the answers go, - for the standard output")
      .shows_default();
  command.add("--probabilities", a.answers.probabilities, "One column for each class");
  command
      .add("--interval", a.answers.interval,
           "Bounds that this share of new rows lies in, such as 0.9")
      .between(0.01, 1.0);
  command.add("--explain", a.answers.explain, "The three columns that pushed each answer most");
  command.add("--threads", a.threads, "Threads to use; 0: RFM_THREADS, or all processors")
      .between(0, 1024)
      .shows_default();
  command.add("--portable", a.portable, "The same bits on every machine; slower");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
  command.footer(examples);
  command.action([arguments] {
    if (arguments->model == "-" && arguments->table == "-")
      throw Misuse("model", "and table both want the standard input");
    return run(*arguments);
  });
}

}  // namespace rfm::cli
