// rfm shrink: a model made to fit a number of bytes, and what that costs.
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/rows.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;
using data::Outcome;

struct ShrinkArguments {
  std::string model, output, test;
  data::CsvOptions reading;
  std::size_t bytes = 0;
  bool json = false, quiet = false;
};

// "dir/house.rfm" -> "dir/house-small.rfm".
std::string small_name(const std::string& path) {
  if (path == "-") return "small.rfm";
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  return folder + stem_of(path) + "-small.rfm";
}

// What a shrunk file says of itself: how the large one came about, without the search.
std::string short_history(std::string_view history, std::size_t size) {
  const Json whole = parsed_object(history);
  Json kept = Json::object();
  for (const char* key :
       {"program", "version", "seed", "task", "target", "rows", "train_rows", "chosen", "test"})
    if (whole.is_object() && whole.contains(key)) kept[key] = whole[key];
  if (kept.contains("test") && kept["test"].is_object()) kept["test"].erase("confusion");
  kept["shrunk_from_bytes"] = size;
  return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string size_words(std::size_t centres, std::size_t rank, std::size_t centre_bytes) {
  return counted(centres, "centre", "centres") + " of " + counted(rank, "direction", "directions") +
         (centre_bytes == 0 ? "" : " in " + std::to_string(8 * centre_bytes) + "-bit numbers");
}

// Scores of a model on labelled rows; no rows when there is no such table.
Outcome scores_of(const LoadedModel& model, const ShrinkArguments& arguments,
                  data::Scores& scores) {
  const std::string& path = arguments.test;
  data::TextTable table;
  if (Outcome outcome = load_table(path, table, arguments.reading); !outcome.ok()) return outcome;
  const auto answer = [](const auto& file, const auto& rows) {
    return outputs_of(file, rows, nullptr);
  };
  const auto score = [&](const auto& file) {
    return score_table(file, table, path, answer, scores);
  };
  return std::visit(score, model.file);
}

Outcome open_shrunk(const data::Shrunk& shrunk, LoadedModel& small) {
  small.bytes = shrunk.file.copy();
  small.size = small.bytes.size();
  return open_loaded(false, small);
}

struct Costs {
  data::Scores before, after;
};

Json facts_of(const ShrinkArguments& a, const LoadedModel& model, const data::Shrunk& shrunk,
              const Costs& costs) {
  Json json{{"command", "shrink"},         {"model", a.model},
            {"output", a.output},          {"bytes_before", model.size},
            {"bytes", shrunk.file.size()}, {"machines", Json::array()}};
  for (const data::ShrunkMachine& machine : shrunk.machines)
    json["machines"].push_back({{"centres", machine.centres},
                                {"rank", machine.rank},
                                {"centre_bytes", machine.centre_bytes},
                                {"fidelity", machine.fidelity}});
  if (costs.after.rows == 0) return json;
  json["test"] = Json{{"rows", costs.after.rows}};
  json["test_before"] = Json{{"rows", costs.before.rows}};
  for (const data::NamedScore& score : named_scores(costs.after))
    json["test"][score.name] = score.value;
  for (const data::NamedScore& score : named_scores(costs.before))
    json["test_before"][score.name] = score.value;
  return json;
}

void tell(const LoadedModel& model, const LoadedModel& small, const data::Shrunk& shrunk,
          const Costs& costs) {
  const auto sizes = [](const auto& file) {
    return size_words(file.model().n, file.model().r, file.model().centre_bytes);
  };
  say(std::visit(sizes, model.file) + ", " + grouped(model.size) + " bytes, became " +
      std::visit(sizes, small.file) + ", " + grouped(small.size) + " bytes");
  for (const data::ShrunkMachine& machine : shrunk.machines)
    say("it repeats " + format_rounded(100 * machine.fidelity, 5) +
        " % of the large machine's variance between its centres");
  if (costs.after.rows == 0) return;
  const std::string rows = " on " + counted(costs.after.rows, "row", "rows");
  say("before: " + score_sentence(costs.before) + rows);
  say("after: " + score_sentence(costs.after) + rows);
}

int run(ShrinkArguments arguments) {
  if (arguments.output.empty()) arguments.output = small_name(arguments.model);
  keep_apart({{"model", arguments.model}, {"--test", arguments.test}},
             {{"--output", arguments.output}});
  if (Outcome outcome = host::check_writable(arguments.output); !outcome.ok()) return fail(outcome);
  LoadedModel model, small;
  if (Outcome outcome = load_model(arguments.model, false, model); !outcome.ok())
    return fail(outcome);
  data::Shrunk shrunk;
  const std::string_view history =
      std::visit([](const auto& file) { return file.history; }, model.file);
  const data::ShrinkOptions options{arguments.bytes, short_history(history, model.size)};
  if (Outcome outcome = data::shrink(model.bytes, model.size, options, shrunk); !outcome.ok())
    return fail(outcome);
  if (Outcome outcome = open_shrunk(shrunk, small); !outcome.ok()) return fail(outcome);
  Costs costs;
  if (!arguments.test.empty()) {
    if (!std::visit([](const auto& file) { return file.encoded; }, model.file))
      return misused("--test needs a model that can read tables, and '" + arguments.model +
                     "' has no encoding");
    if (Outcome outcome = scores_of(model, arguments, costs.before); !outcome.ok())
      return fail(outcome);
    if (Outcome outcome = scores_of(small, arguments, costs.after); !outcome.ok())
      return fail(outcome);
  }
  if (Outcome outcome = host::write_file(arguments.output, small.bytes.data(), small.size);
      !outcome.ok())
    return fail(outcome);
  if (!arguments.quiet) tell(model, small, shrunk, costs);
  if (!arguments.json) return exit_done;
  const Outcome outcome = host::write_file("-", printed(facts_of(arguments, model, shrunk, costs)));
  return outcome.ok() ? exit_done : fail(outcome);
}

constexpr const char* examples =
    R"(Fewer centres (those that the others explain least), fewer directions of the metric, and centres as 16- or 8-bit
whole numbers; alpha is solved again so that the small model repeats the large one at its centres and between
them. No training data are needed.

Examples
  rfm shrink houses.rfm --bytes 32768
  rfm shrink houses.rfm --bytes 8192 -o small.rfm --test sold.csv
  rfm export small.rfm --c small.h)";

}  // namespace

void add_shrink(Program& program) {
  Command& command = program.add("shrink", "Make a model fit a number of bytes");
  auto arguments = std::make_shared<ShrinkArguments>();
  ShrinkArguments& a = *arguments;
  command.add("model", a.model, "Model file, - for the standard input").required();
  command.add("--bytes", a.bytes, "Bytes the small file may have").required();
  command.add("-o,--output", a.output, "Where it goes; default: the model's name with -small");
  command.add("--test", a.test, "CSV with known answers, to score both models on");
  command.add("--json", a.json, "One JSON object on the standard output");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
  add_reading_arguments(command, a.reading);
  command.footer(examples);
  command.action([arguments] {
    if (arguments->json && arguments->output == "-")
      throw Misuse("--json", "and --output both want the standard output");
    return run(*arguments);
  });
}

}  // namespace rfm::cli
