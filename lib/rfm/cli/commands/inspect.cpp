// rfm inspect: what a model file is, what it listens to and how it came about.
#include <algorithm>
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/inspect_facts.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/utf8.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;
using data::Outcome;
using data::shown;

struct InspectArguments {
  std::string model, matrix;
  std::size_t memory = 0;
  bool json = false, safe = false;
};

constexpr std::size_t shown_columns = 20;
constexpr std::size_t shown_trials = 10;

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return "";
  return shown(found->is_string() ? found->get<std::string>() : found->dump());
}

// "laplace, bandwidth 10, ridge 0.001, ..." of any object with a kernel.
std::string words_of(const Json& choice) {
  std::string words;
  for (const auto& [key, value] : choice.items()) {
    const std::string name = todays_word(key, choice);
    if (name.empty()) continue;
    const std::string text = value.is_number()   ? format_rounded(value.get<double>())
                             : value.is_string() ? value.get<std::string>()
                                                 : value.dump();
    words += (words.empty() ? "" : ", ") + shown(value.is_string() ? text : name + " " + text);
  }
  return words;
}

std::string scores_of(const Json& scores) {
  std::string words;
  const Json spread = scores.value("spread", Json::object());
  for (const auto& [key, value] : scores.items())
    if (value.is_number() && key != "rows" && key != "folds") {
      words += (words.empty() ? "" : ", ") + shown(key) + " " + format_rounded(value.get<double>());
      if (spread.contains(key))
        words += " \u00b1 " + format_rounded(number_at(spread, key.c_str()), 2);
    }
  const Json baseline = scores.value("baseline", Json::object());
  if (baseline.contains("words")) words += "\n  " + text_at(baseline, "words");
  return words;
}

std::string history_words(const Json& history) {
  std::string out;
  out += "trained by rfm " + text_at(history, "version") + " with seed " +
         text_at(history, "seed") + " on " + text_at(history, "train_rows") + " of " +
         text_at(history, "rows") + " rows\n";
  if (history.contains("chosen")) out += "chosen: " + words_of(history["chosen"]) + "\n";
  if (history.contains("cross_validated"))
    out += "cross-validated: " + scores_of(history["cross_validated"]) + "\n";
  if (history.contains("test")) out += "on test rows: " + scores_of(history["test"]) + "\n";
  const Json permutation = history.value("permutation", Json::array());
  if (!permutation.empty()) out += "the score falls, when a column is shuffled, by:\n";
  for (std::size_t k = 0; k < std::min(permutation.size(), shown_columns); ++k) {
    out += "  " + format_rounded(number_at(permutation[k], "fall"), 3) + " \u00b1 " +
           format_rounded(number_at(permutation[k], "spread"), 2) + " ";
    for (const Json& name : permutation[k].value("columns", Json::array()))
      if (name.is_string()) out += " " + shown(name.get<std::string>());
    out += "\n";
  }
  for (const Json& warning : history.value("warnings", Json::array()))
    out += "warning: " + text_at(warning, "words") + "\n";
  const Json importances = history.value("importances", Json::array());
  if (!importances.empty()) out += "importance of columns:\n";
  for (std::size_t k = 0; k < std::min(importances.size(), shown_columns); ++k)
    out += "  " + format_rounded(100 * number_at(importances[k], "share"), 3) + " %  " +
           text_at(importances[k], "column") + "\n";
  return out;
}

std::string trials_words(const Json& history) {
  const Json search = history.value("search", Json::object());
  std::vector<Json> tried = search.value("tried", std::vector<Json>{});
  if (tried.empty()) return "";
  std::stable_sort(tried.begin(), tried.end(), [](const Json& a, const Json& b) {
    const double left = rows_scored(a), right = rows_scored(b);
    return left != right ? left > right : number_at(a, "score") < number_at(b, "score");
  });
  std::string out =
      "tried " +
      (search.contains("trials") ? text_at(search, "trials") : std::to_string(tried.size())) +
      " candidates; the best of those with all folds:\n";
  for (std::size_t k = 0; k < std::min(tried.size(), shown_trials); ++k)
    out += "  loss " + format_rounded(number_at(tried[k], "score"), 4) + " on " +
           text_at(tried[k], "rows") +
           " rows: " + words_of(tried[k].value("choice", Json::object())) + "\n";
  return out;
}

std::string words_of_facts(const Json& facts) {
  std::string out = text_at(facts, "type") + " machine of " + text_at(facts, "centres") +
                    " centres, " + text_at(facts, "features") + " features, rank " +
                    text_at(facts, "rank") + ", " + text_at(facts, "outputs") +
                    (facts["outputs"] == 1 ? " output" : " outputs");
  if (facts["members"] != 1)
    out += ", the first of " + text_at(facts, "members") + " that are averaged";
  out += "\nkernel " + words_of(facts["kernel"]) + ", " + text_at(facts, "metric") + " metric\n";
  if (facts.contains("task"))
    out += text_at(facts, "task") + " of " + text_at(facts, "target") + "\n";
  for (const auto& [key, value] : facts["bytes"].items())
    out += "bytes to " + (key == "file" ? "store" : key) + ": " +
           grouped(value.get<std::size_t>()) + "\n";
  const Json history = facts.value("history", Json::object());
  if (!history.empty()) out += history_words(history);
  if (!facts["directions"].empty()) out += "top directions of the metric:\n";
  for (const Json& direction : facts["directions"]) {
    out += "  " + format_rounded(100 * number_at(direction, "share"), 3) + " % ";
    for (const Json& weight : direction["weights"])
      out +=
          " " + format_rounded(number_at(weight, "weight"), 2) + " " + text_at(weight, "feature");
    out += "\n";
  }
  return out + trials_words(history);
}

int run(const InspectArguments& arguments) {
  keep_apart({{"model", arguments.model}}, {{"--matrix", arguments.matrix}});
  if (Outcome outcome = host::check_writable(arguments.matrix);
      !arguments.matrix.empty() && !outcome.ok())
    return fail(outcome);
  LoadedModel model;
  if (Outcome outcome = load_model(arguments.model, false, model); !outcome.ok())
    return fail(outcome);
  if (!arguments.matrix.empty()) {
    const std::size_t needed =
        std::visit([](const auto& file) { return metric_csv_bytes(file.model()); }, model.file);
    if (Outcome outcome = within_memory("the matrix", needed, arguments.memory); !outcome.ok())
      return fail(outcome);
    const std::string csv =
        std::visit([&](const auto& file) { return metric_csv(file, arguments.safe); }, model.file);
    if (Outcome outcome = host::write_file(arguments.matrix, csv); !outcome.ok())
      return fail(outcome);
    if (arguments.matrix == "-") return exit_done;
  }
  Json facts{{"command", "inspect"}, {"file", arguments.model}};
  facts.update(
      std::visit([&](const auto& file) { return model_facts(file, model.size); }, model.file));
  const std::string text = arguments.json ? printed(facts) : words_of_facts(facts);
  const Outcome outcome = host::write_file("-", text);
  return outcome.ok() ? exit_done : fail(outcome);
}

}  // namespace

void add_inspect(Program& program) {
  Command& command = program.add("inspect", "Importances, directions, what was tried, sizes");
  auto arguments = std::make_shared<InspectArguments>();
  command.add("model", arguments->model, "Model file, - for the standard input").required();
  command.add("--json", arguments->json, "One JSON object on the standard output");
  command.add("--matrix", arguments->matrix,
              "Write the learned metric M as CSV; - for the standard output");
  command.add("--safe-cells", arguments->safe,
              "Put ' before names in it that a spreadsheet would take for a formula");
  add_memory_argument(command, arguments->memory);
  command.footer(
      "Examples\n  rfm inspect houses.rfm\n  rfm inspect houses.rfm --matrix metric.csv");
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
