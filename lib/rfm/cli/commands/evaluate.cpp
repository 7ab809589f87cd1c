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
  bool json = false;
};

constexpr double usual_coverage = 0.9;

// The share of targets that lie in their interval.
template <class T>
double coverage(const Encoding<T>& encoding, const data::EncodedTable<T>& rows,
                const std::vector<T>& outputs) {
  const auto width = static_cast<double>(interval_width(encoding, static_cast<T>(usual_coverage)));
  std::size_t inside = 0;
  for (std::size_t i = 0; i < rows.n; ++i) {
    const double error =
        rows.targets[i] - static_cast<double>(decoded_value(encoding, &outputs[i]));
    if (error <= width && error >= -width) ++inside;
  }
  return static_cast<double>(inside) / static_cast<double>(rows.n);
}

template <class T>
Json scores_json(const Encoding<T>& encoding, const data::Scores& scores, double covered) {
  data::JsonText text;
  write_scores(scores, encoding.classes, text);
  Json json = parsed_object(text.written());
  for (std::size_t k = 0; k < encoding.classes; ++k)
    json["classes"].push_back(data::to_string(encoding.class_name(k)));
  if (encoding.intervals > 0) json["coverage_90"] = covered;
  return json;
}

template <class T>
int score(const EvaluateArguments& arguments, const data::ModelFile<T>& file,
          const data::TextTable& table, double started) {
  const Threads threads(arguments.threads);
  data::EncodedTable<T> rows;
  if (Outcome outcome = encode_rows(arguments, file, table, data::encode_labelled_text<T>, rows);
      !outcome.ok())
    return fail(outcome);
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
    text = score_sentence(scores) + " on " + counted(scores.rows, "row", "rows") + "\n";
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
  add_reading_arguments(command, a.reading);
  command.footer(
      "Examples\n  rfm evaluate houses.rfm sold.csv\n  rfm evaluate houses.rfm sold.csv --json");
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
