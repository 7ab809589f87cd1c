// rfm evaluate: how good a model is on rows whose answers are known.
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/rows.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/progress.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct EvaluateArguments : RowsArguments {
  bool json = false, keep_totals = false;
  std::size_t memory = 0;
};

constexpr double usual_coverage = 0.9;

// The share of targets that lie in their interval.
template <class T>
double coverage(const Encoding<T>& encoding, const data::EncodedTable<T>& rows,
                const std::vector<T>& outputs) {
  std::size_t inside = 0;
  for (std::size_t i = 0; i < rows.n; ++i) {
    const T value = decoded_value(encoding, &outputs[i]);
    const auto width =
        static_cast<double>(width_around(encoding, static_cast<T>(usual_coverage), value));
    const double error = rows.targets[i] - static_cast<double>(value);
    if (error <= width && error >= -width) ++inside;
  }
  return static_cast<double>(inside) / static_cast<double>(rows.n);
}

template <class T>
Json scores_json(const Encoding<T>& encoding, const data::Scores& scores, double covered) {
  data::JsonText text;
  write_scores(scores, encoding.classes, text);
  Json json = parsed_object(text.written());
  if (encoding.classes > 0) json["classes"] = Json::array();
  for (std::size_t k = 0; k < encoding.classes; ++k)
    json["classes"].push_back(data::to_string(encoding.class_name(k)));
  if (encoding.intervals > 0) json["coverage_90"] = covered;
  return json;
}

// Scores are of all rows at once: their features, outputs and shares of the classes are in memory.
template <class T>
Outcome check_memory(const EvaluateArguments& a, const data::ModelFile<T>& file, std::size_t rows) {
  const std::size_t width =
      saturating_add(saturating_multiply(file.model().d, sizeof(T)),
                     saturating_multiply(file.model().c, 3 * sizeof(T) + 2 * sizeof(double)));
  return within_memory("scoring", saturating_multiply(rows, width), a.memory);
}

template <class T>
int score(const EvaluateArguments& arguments, const data::ModelFile<T>& file,
          const data::TextTable& table, double started) {
  const Threads threads(arguments.threads);
  data::EncodedTable<T> rows;
  if (Outcome outcome = check_memory(arguments, file, table.rows()); !outcome.ok())
    return fail(about(arguments, outcome));
  if (Outcome outcome = encode_labelled_text(file.encoding, table, rows, arguments.keep_totals);
      !outcome.ok())
    return fail(about(arguments, outcome));
  if (!arguments.quiet)
    for (const std::string& words : sentences_of(rows.left_out)) say("note: " + words);
  say_strange(arguments, file, rows.counts);
  const std::vector<T> outputs =
      outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), threads.executor());
  const data::Scores scores = score_outputs(file.encoding, rows, outputs);
  const double covered = file.encoding.intervals > 0 ? coverage(file.encoding, rows, outputs) : 0;
  std::string text;
  if (arguments.json) {
    Json json{{"command", "evaluate"}, {"model", arguments.model}, {"table", arguments.table}};
    json["target"] = data::to_string(file.encoding.target_name());
    json["test"] = scores_json(file.encoding, scores, covered);
    json["seconds"] = host::seconds() - started;
    text = printed(json);
  } else {
    if (file.encoding.intervals > 0 && !arguments.quiet)
      say("90 % intervals cover " + data::format_rounded(100 * covered, 3) + " % of the rows");
    std::vector<std::string> classes;
    for (std::size_t k = 0; k < file.encoding.classes; ++k)
      classes.push_back(data::to_string(file.encoding.class_name(k)));
    if (const std::string words = data::recall_sentence(scores, classes);
        !words.empty() && !arguments.quiet)
      say(words);
    text = score_sentence(scores) + " on " + counted(scores.rows, "row", "rows") + "; " +
           baseline_sentence(scores.baseline) + "\n";
  }
  const Outcome outcome = host::write_file("-", text);
  return outcome.ok() ? exit_done : fail(outcome);
}

int run(const EvaluateArguments& arguments) {
  const double started = host::seconds();
  keep_apart({{"model", arguments.model}, {"table", arguments.table}}, {});
  return with_rows(arguments, [&](const auto& file, const data::TextTable& table) {
    return score(arguments, file, table, started);
  });
}

}  // namespace

void add_evaluate(Program& program) {
  Command& command = program.add("evaluate", "Score a model on rows with known answers");
  auto arguments = std::make_shared<EvaluateArguments>();
  EvaluateArguments& a = *arguments;
  add_arguments(command, a, "CSV with the model's columns and its target");
  command.add("--json", a.json, "One JSON object on the standard output");
  command.add("--keep-totals", a.keep_totals, "A last row of totals is a row like others");
  add_memory_argument(command, a.memory);
  add_reading_arguments(command, a.reading);
  command.footer(
      "Examples\n  rfm evaluate houses.rfm sold.csv\n  rfm evaluate houses.rfm sold.csv --json");
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
