// rfm report: what a model is, as one page to read and to send.
#include <algorithm>
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/inspect_facts.hpp"
#include "rfm/cli/commands/report_page.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct ReportArguments {
  std::string model, output, table;
  data::CsvOptions reading;
};

constexpr std::size_t shown_features = 40;
constexpr std::size_t widest_metric = 4000;  // features
constexpr std::size_t shown_points = 1000;

// M among the features with the largest diagonal entries, in the order of the table.
template <class T>
HeatMap metric_map(const data::ModelFile<T>& file) {
  const Model<T>& model = file.model();
  HeatMap map{"The learned metric M", {}, {}, {}, {}};
  if (model.metric != Metric::full || model.d > widest_metric || model.d < 2) return map;
  std::vector<T> packed(packed_size(model.d));
  metric_matrix(model, packed.data());
  std::vector<std::size_t> order =
      data::ascending(model.d, [&packed](std::size_t a, std::size_t b) {
        return packed[packed_index(a, a)] > packed[packed_index(b, b)];
      });
  order.resize(std::min(order.size(), shown_features));
  std::sort(order.begin(), order.end());
  const std::vector<std::string> names = names_of(file);
  for (const std::size_t i : order) {
    map.rows.push_back(names[i]);
    for (const std::size_t j : order)
      map.values.push_back(static_cast<double>(packed[packed_index(i, j)]));
  }
  map.columns = map.rows;
  return map;
}

template <class T>
Outcome known_answers(const data::ModelFile<T>& file, const ReportArguments& arguments,
                      KnownAnswers& known) {
  const std::string& path = arguments.table;
  data::TextTable text;
  data::EncodedTable<T> rows;
  if (Outcome outcome = load_table(path, text, arguments.reading); !outcome.ok()) return outcome;
  if (Outcome outcome = encode_labelled_text(file.encoding, text, rows); !outcome.ok()) {
    outcome.words = host::input_name(path) + ": " + outcome.words;
    return outcome;
  }
  const std::vector<T> outputs = outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  const data::Scores scores = score_outputs(file.encoding, rows, outputs);
  known.rows = rows.n;
  known.table = path == "-" ? "the rows given" : stem_of(path);
  known.sentence = score_sentence(scores) + " on " + counted(rows.n, "row", "rows");
  for (std::size_t k = 0; k < file.encoding.classes; ++k)
    known.classes.push_back(data::to_string(file.encoding.class_name(k)));
  for (const std::size_t count : scores.classification.confusion)
    known.confusion.push_back(static_cast<double>(count));
  if (file.encoding.task == Task::classification) return {};
  const std::size_t step = (rows.n + shown_points - 1) / shown_points;
  for (std::size_t i = 0; i < rows.n; i += step) {
    const auto value = static_cast<double>(decoded_value(file.encoding, &outputs[i]));
    known.points.push_back({rows.targets[i], value,
                            "true " + data::format_rounded(rows.targets[i]) + ", predicted " +
                                data::format_rounded(value),
                            false});
  }
  return {};
}

int run(const ReportArguments& arguments) {
  keep_apart({{"model", arguments.model}, {"--table", arguments.table}},
             {{"--output", arguments.output}});
  if (Outcome outcome = host::check_writable(arguments.output); !outcome.ok()) return fail(outcome);
  LoadedModel model;
  if (Outcome outcome = load_model(arguments.model, false, model); !outcome.ok())
    return fail(outcome);
  const auto write = [&](const auto& file) {
    KnownAnswers known;
    if (!arguments.table.empty() && !file.encoded)
      return misused("--table needs a model that can read tables, and '" + arguments.model +
                     "' has no encoding");
    if (!arguments.table.empty())
      if (Outcome outcome = known_answers(file, arguments, known); !outcome.ok())
        return fail(outcome);
    const std::string page = report_page(model_facts(file, model.size), metric_map(file), known);
    const Outcome outcome = host::write_file(arguments.output, page);
    return outcome.ok() ? exit_done : fail(outcome);
  };
  return std::visit(write, model.file);
}

}  // namespace

void add_report(Program& program) {
  Command& command = program.add("report", "Write one page about a model, with plots");
  auto arguments = std::make_shared<ReportArguments>();
  ReportArguments& a = *arguments;
  command.add("model", a.model, "Model file, - for the standard input").required();
  command.add("-o,--output", a.output, "The page, - for the standard output").required();
  command.add("--table", a.table, "CSV with known answers, to show predicted against true");
  add_reading_arguments(command, a.reading);
  command.footer(
      "The page is one HTML file that asks nothing of any network: scores, importances, directions "
      "and M, "
      "what was\n"
      "tried, columns.\n\nExamples\n  rfm report houses.rfm -o report.html\n"
      "  rfm report houses.rfm -o report.html --table sold.csv");
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
