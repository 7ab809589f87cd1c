// Table to model, and what is known before: columns, sizes, bytes needed.
#include <memory>

#include "bytes_needed.hpp"
#include "outbox.hpp"
#include "rfm/core/predict.hpp"
#include "rfm/core/workspace.hpp"
#include "rfm/data/choice_words.hpp"
#include "rfm/data/number_text.hpp"
#include "rfm/data/sentence.hpp"
#include "rfm/data/train.hpp"
#include "settings.hpp"
#include "tables.hpp"
#include "team.hpp"

namespace rfm::wasm {
namespace {

using data::JsonText;
using data::Outcome;

// Returns 0 to go on; anything else ends the search with the best so far.
__attribute__((import_module("rfm"), import_name("progress"))) extern "C" int tell_progress(const char* json,
                                                                                            std::size_t size);
// Seconds on a clock that never goes back.
__attribute__((import_module("rfm"), import_name("now"))) extern "C" double now();

void write_candidate(const char* key, const data::Choice& choice, const double* score, JsonText& json) {
  json.key(key).open_object().key("choice");
  data::write_choice(choice, json);
  json.key("words").text(data::choice_sentence(choice));
  if (score != nullptr) json.key("score").number(*score);
  json.close_object();
}

// What the search says while it runs, and whether it was asked to stop.
struct Listener {
  bool stopped = false;

  void hear(const data::TuneProgress& progress) {
    JsonText json;
    json.open_object().key("done").number(progress.done);
    if (progress.trying != nullptr) write_candidate("trying", *progress.trying, nullptr, json);
    if (progress.best != nullptr) write_candidate("best", progress.best->choice, &progress.best->score, json);
    json.close_object();
    stopped = tell_progress(json.written().data(), json.written().size()) != 0;
  }
};

std::string too_large(std::size_t needed, double limit) {
  return data::sentence(
      "training on this table takes up to % MB, more than the limit of % MB: use fewer rows or columns",
      {data::format_rounded(static_cast<double>(needed) / 1e6, 3), data::format_rounded(limit / 1e6, 3)});
}

void write_columns(const data::Plan& plan, JsonText& json) {
  json.key("columns").open_array();
  for (const data::ColumnPlan& column : plan.columns) {
    json.open_object().key("name").text(column.name).key("kind").text(data::word(column.kind));
    json.key("role").text(data::word(column.role)).key("reason").text(column.reason);
    json.key("missing").whole(column.missing).key("distinct").whole(column.distinct);
    json.key("numbers").whole(column.numbers).key("oddLine").whole(column.odd_line).close_object();
  }
  json.close_array();
}

void write_preview(const data::TextTable& text, std::size_t most, JsonText& json) {
  json.key("preview").open_array();
  for (std::size_t row = 0; row < text.rows() && row < most; ++row) {
    json.open_array();
    for (const data::TextColumn& column : text.columns) json.text(column[row]);
    json.close_array();
  }
  json.close_array();
}

}  // namespace

// The facts of types.ts TableFacts.
RFM_WASM_EXPORT(describe)
int describe(const RawTable* table, const char* options, std::size_t size) {
  Settings settings;
  if (Outcome outcome = read_settings(options, size, settings); !outcome.ok()) return refuse(outcome);
  const data::TextTable text = text_table(*table);
  data::Plan plan;
  if (Outcome outcome = plan_table(text, settings.train.plan, plan); !outcome.ok()) return refuse(outcome);
  const Width width = width_of(plan);
  JsonText json;
  json.open_object().key("rows").whole(text.rows()).key("task").text(data::word(plan.task));
  json.key("taskReason").text(plan.task_reason);
  for (const data::ColumnPlan& column : plan.columns)
    if (column.role == data::Role::target) json.key("target").text(column.name);
  write_columns(plan, json);
  write_preview(text, settings.preview, json);
  json.key("features").whole(width.features).key("outputs").whole(width.outputs);
  json.key("bytesToTrain").whole(bytes_to_train(text, width, settings.train.tune)).close_object();
  return answer(json.written());
}

// Leaves the bytes of the model file. The tables are the caller's; `test` may be null.
RFM_WASM_EXPORT(train)
int train(const RawTable* table, const RawTable* test, const char* options, std::size_t size, double limit) {
  Settings settings;
  if (Outcome outcome = read_settings(options, size, settings); !outcome.ok()) return refuse(outcome);
  const data::TextTable text = text_table(*table);
  data::Plan plan;
  if (Outcome outcome = plan_table(text, settings.train.plan, plan); !outcome.ok()) return refuse(outcome);
  const std::size_t needed = bytes_to_train(text, width_of(plan), settings.train.tune);
  if (static_cast<double>(needed) > limit) return refuse(data::failure(too_large(needed, limit)), needed);

  data::TextTable held;
  if (test != nullptr) {
    held = text_table(*test);
    settings.train.test = &held;
  }
  Listener listener;
  data::TuneOptions& tune = settings.train.tune;
  tune.context = &listener;
  tune.executor = team();
  tune.now = [](void*) { return now(); };
  tune.cancelled = [](void* context) { return static_cast<Listener*>(context)->stopped; };
  tune.progress = [](void* context, const data::TuneProgress& progress) {
    static_cast<Listener*>(context)->hear(progress);
  };
  data::Trained trained;
  if (Outcome outcome = data::train<float>(text, settings.train, trained); !outcome.ok())
    return refuse(outcome);
  return answer(std::string(reinterpret_cast<const char*>(trained.file.data()), trained.file.size()));
}

// The facts of types.ts Sizes, of this very address size.
RFM_WASM_EXPORT(sizes)
int sizes(double rows, double columns, double outputs, int metric) {
  constexpr double most = 4294967295.0;
  if (!(rows >= 1 && columns >= 1 && outputs >= 1 && rows <= most && columns <= most && outputs <= most))
    return refuse("rows, columns and outputs are whole numbers from 1 to 4294967295");
  const auto n = static_cast<std::size_t>(rows), d = static_cast<std::size_t>(columns),
             c = static_cast<std::size_t>(outputs);
  const auto kind = static_cast<Metric>(metric);
  const std::size_t data = saturating_multiply(saturating_multiply(n, saturating_add(d, c)), sizeof(float));
  const std::size_t model = model_bytes<float>(n, d, c, kind);
  const std::size_t workspace = workspace_bytes<float>(Shape{n, d, c, kind});
  const std::size_t total = saturating_add(saturating_add(data, model), workspace);
  const std::size_t predict = predict_bytes<float>(d, d, c);
  if (total == impossible || predict == impossible)
    return refuse("no machine with 32-bit addresses can fit this shape");
  JsonText json;
  json.open_object().key("data").whole(data).key("model").whole(model).key("workspace").whole(workspace);
  json.key("train").whole(total).key("predict").whole(predict).close_object();
  return answer(json.written());
}

}  // namespace rfm::wasm
