// rfm predict: raw rows in, answers out.
#include <memory>

#include "rfm/cli/answers.hpp"
#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/rows.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct PredictArguments : RowsArguments {
  std::string output = "-";
  AnswerOptions answers;
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
  if (Outcome outcome = encode_rows(arguments, file, table, data::encode_text<T>, rows);
      !outcome.ok())
    return fail(outcome);
  const std::string csv = answers_csv(file, rows, arguments.answers, threads.executor());
  const Outcome outcome = host::write_file(arguments.output, csv);
  return outcome.ok() ? exit_done : fail(outcome);
}

int run(const PredictArguments& arguments) {
  keep_apart({{"model", arguments.model}, {"table", arguments.table}},
             {{"--output", arguments.output}});
  if (Outcome outcome = host::check_writable(arguments.output); !outcome.ok()) return fail(outcome);
  return with_rows(arguments, [&](const auto& file, const data::TextTable& table) {
    return answer(arguments, file, table);
  });
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
  add_arguments(command, a, "CSV with the model's columns, - for the standard input");
  command.add("-o,--output", a.output, "Where the answers go, - for the standard output")
      .shows_default();
  command.add("--probabilities", a.answers.probabilities, "One column for each class");
  command
      .add("--interval", a.answers.interval,
           "Bounds that this share of new rows lies in, such as 0.9")
      .between(0.01, 1.0);
  command.add("--explain", a.answers.explain, "The three columns that pushed each answer most");
  add_reading_arguments(command, a.reading);
  command.footer(examples);
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
