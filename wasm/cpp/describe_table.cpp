// What is known before training: columns, sizes, bytes needed.
#include "outbox.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/core/model/predict.hpp"
#include "rfm/data/bytes_needed.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/text/json.hpp"
#include "settings.hpp"
#include "tables.hpp"

namespace rfm::wasm {
namespace {

using data::JsonText;
using data::Outcome;

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

// At most so many rows, evenly drawn: as text, and each column as it is read.
void write_preview(const data::TextTable& text, const data::Plan& plan, std::size_t most,
                   JsonText& json) {
  const std::size_t all = text.rows(), shown = most < all ? most : all;
  const auto row_of = [&](std::size_t k) {
    return static_cast<std::size_t>(uint64_t{k} * all / shown);
  };
  json.key("preview").open_array();
  for (std::size_t k = 0; k < shown; ++k) {
    json.open_array();
    for (const data::TextColumn& column : text.columns) json.text(column[row_of(k)]);
    json.close_array();
  }
  json.close_array().key("read").open_array();
  for (std::size_t c = 0; c < text.columns.size(); ++c) {
    const data::ColumnPlan& how = plan.columns[c];
    const data::Column read = make_column({}, text.columns[c], how.kind, how.notation);
    json.open_array();
    for (std::size_t k = 0; k < shown; ++k) {
      const std::size_t row = row_of(k);
      if (how.kind != ColumnKind::category)
        json.number(read.numbers[row]);
      else if (read.codes[row] == data::missing_code)
        json.literal("null");
      else
        json.text(read.categories[read.codes[row]]);
    }
    json.close_array();
  }
  json.close_array();
}

}  // namespace

// The facts of types.ts TableFacts, for training by so many threads.
RFM_WASM_EXPORT(describe)
int describe(TextTable* table, const char* options, std::size_t size, std::size_t threads) {
  Settings settings;
  if (Outcome outcome = read_settings(options, size, settings); !outcome.ok())
    return refuse(outcome);
  const data::TextTable& text = spelled(*table);
  data::Prepared prepared;
  if (Outcome outcome = prepare_table(text, settings.train.plan, prepared); !outcome.ok())
    return refuse(outcome);
  const data::Plan& plan = prepared.plan;
  const data::Width width = width_of(plan);
  const Executor executor{nullptr, nullptr, threads};
  settings.train.search.executor = &executor;
  JsonText json;
  json.open_object().key("rows").whole(text.rows()).key("task").text(data::word(plan.task));
  json.key("taskReason").text(plan.task_reason);
  for (const data::ColumnPlan& column : plan.columns)
    if (column.role == data::Role::target) json.key("target").text(column.name);
  write_columns(plan, json);
  json.key("findings").open_array();
  for (const data::Fact& fact : table->reading) write_fact(fact, json);
  for (const data::Fact& fact : plan.findings) write_fact(fact, json);
  json.close_array();
  write_preview(text, plan, settings.preview, json);
  json.key("features").whole(width.features).key("outputs").whole(width.outputs);
  json.key("bytesToTrain")
      .whole(bytes_to_train(text, width, settings.train.search, data::most_landmarks))
      .close_object();
  return answer(json.written());
}

// The facts of types.ts Sizes, of this very address size.
RFM_WASM_EXPORT(sizes)
int sizes(double rows, double columns, double outputs, int metric) {
  constexpr double most = 4294967295.0;
  if (!(rows >= 1 && columns >= 1 && outputs >= 1 && rows <= most && columns <= most &&
        outputs <= most))
    return refuse("rows, columns and outputs are whole numbers from 1 to 4294967295");
  const auto n = static_cast<std::size_t>(rows), d = static_cast<std::size_t>(columns),
             c = static_cast<std::size_t>(outputs);
  const auto kind = static_cast<Metric>(metric);
  const std::size_t data =
      saturating_multiply(saturating_multiply(n, saturating_add(d, c)), sizeof(float));
  const std::size_t model = model_bytes<float>(n, d, c, kind);
  const std::size_t workspace = workspace_bytes<float>(Shape{n, d, c, kind});
  const std::size_t total = saturating_add(saturating_add(data, model), workspace);
  const std::size_t predict = predict_bytes<float>(d, d, c);
  if (total == impossible || predict == impossible)
    return refuse("no machine with 32-bit addresses can fit this shape");
  JsonText json;
  json.open_object()
      .key("data")
      .whole(data)
      .key("model")
      .whole(model)
      .key("workspace")
      .whole(workspace);
  json.key("train").whole(total).key("predict").whole(predict).close_object();
  return answer(json.written());
}

}  // namespace rfm::wasm
