// rfm sizes: bytes to train and to predict on a device, before anything is trained.
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/core/model/predict.hpp"
#include "rfm/data/options.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

struct SizesArguments {
  std::size_t rows = 0, columns = 0, outputs = 1, workers = 1;
  std::string metric = "full";
  bool float64 = false, json = false;
};

// In bytes; data are the caller's features and targets.
struct Sizes {
  std::size_t data, model, workspace, train, predict;
};

template <class T>
Sizes sizes_of(const SizesArguments& a) {
  Metric metric = Metric::full;
  (void)data::take_named(a.metric, data::all_metrics, metric);
  Shape shape{a.rows, a.columns, a.outputs, metric};
  shape.workers = a.workers;
  Sizes sizes{};
  const std::size_t cells = saturating_multiply(a.rows, saturating_add(a.columns, a.outputs));
  sizes.data = saturating_multiply(cells, sizeof(T));
  sizes.model = model_bytes<T>(a.rows, a.columns, a.outputs, metric);
  sizes.workspace = workspace_bytes<T>(shape);
  sizes.train = saturating_add(saturating_add(sizes.data, sizes.model), sizes.workspace);
  sizes.predict = predict_bytes<T>(a.columns, a.columns, a.outputs, a.workers);
  return sizes;
}

std::vector<std::string> metric_words() {
  std::vector<std::string> words;
  for (const Metric metric : data::all_metrics) words.emplace_back(data::word(metric));
  return words;
}

std::string words_of(const SizesArguments& a, const Sizes& s) {
  const auto line = [](const char* what, std::size_t bytes) {
    std::string number = grouped(bytes);
    if (number.size() < 15) number.insert(0, 15 - number.size(), ' ');
    return number + "  " + what + "\n";
  };
  return "Bytes for " + counted(a.rows, "row", "rows") + ", " +
         counted(a.columns, "column", "columns") + ", " + counted(a.outputs, "output", "outputs") +
         " in " + (a.float64 ? "float64" : "float32") + ", " + a.metric + " metric\n" +
         line("model, at full rank and without an encoding", s.model) +
         line("workspace of a fit", s.workspace) + line("the data", s.data) +
         line("to train: model, workspace and data", s.train) +
         line("to predict: scratch besides the model, which may lie in flash", s.predict);
}

int run(const SizesArguments& a) {
  const Sizes s = a.float64 ? sizes_of<double>(a) : sizes_of<float>(a);
  if (s.train == impossible || s.predict == impossible)
    return misused("no machine can address a fit of this shape");
  std::string text = words_of(a, s);
  if (a.json) {
    const Json json{{"command", "sizes"},   {"rows", a.rows},
                    {"columns", a.columns}, {"outputs", a.outputs},
                    {"metric", a.metric},   {"type", a.float64 ? "float64" : "float32"},
                    {"model", s.model},     {"workspace", s.workspace},
                    {"data", s.data},       {"train", s.train},
                    {"predict", s.predict}};
    text = printed(json);
  }
  const data::Outcome outcome = host::write_file("-", text);
  return outcome.ok() ? exit_done : fail(outcome);
}

}  // namespace

void add_sizes(Program& program) {
  Command& command =
      program.add("sizes", "Bytes to train and to predict, before anything is trained");
  auto arguments = std::make_shared<SizesArguments>();
  SizesArguments& a = *arguments;
  command.add("--rows", a.rows, "Rows to train on").required().between(1, UINT32_MAX);
  command.add("--columns", a.columns, "Features of a row once encoded")
      .required()
      .between(1, UINT32_MAX);
  command.add("--outputs", a.outputs, "Outputs: 1, or the number of classes less 1")
      .between(1, UINT32_MAX)
      .shows_default();
  command.add("--metric", a.metric, "What M may be").among(metric_words()).shows_default();
  command.add("--workers", a.workers, "Threads of the fit; each needs scratch of its own")
      .between(1, 1024)
      .shows_default();
  command.add("--float64", a.float64, "Numbers of 8 bytes instead of 4");
  command.add("--json", a.json, "One JSON object on the standard output");
  command.footer("Example\n  rfm sizes --rows 200 --columns 10 --outputs 1");
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
