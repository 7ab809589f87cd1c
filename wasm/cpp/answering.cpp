// What a model answers about tables, and what has to be known of it for that.
#include "models.hpp"
#include "outbox.hpp"
#include "rfm/core/decoding.hpp"
#include "rfm/data/choice_words.hpp"
#include "rfm/data/json_text.hpp"
#include "rfm/data/plan.hpp"
#include "rfm/data/scores.hpp"

namespace rfm::wasm {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

// The names of types.ts Model: target, task, columns, classes.
RFM_WASM_EXPORT(model_names) int model_names(const OpenModel* model) {
  const Encoding<float>& e = model->file.encoding;
  JsonText json;
  json.open_object()
      .key("target")
      .text(data::to_string(e.target_name()))
      .key("task")
      .text(data::word(e.task));
  json.key("columns").open_array();
  for (std::size_t k = 0; k < e.columns; ++k) json.text(data::to_string(e.column_name(k)));
  json.close_array().key("classes").open_array();
  for (std::size_t k = 0; k < e.classes; ++k) json.text(data::to_string(e.class_name(k)));
  json.close_array().close_object();
  return answer(json.written());
}

// Leaves the history as it stands in the file: JSON, unless the file comes from elsewhere.
RFM_WASM_EXPORT(model_history) int model_history(const OpenModel* opened) {
  return answer(std::string(opened->file.history));
}

// Half the width of the interval that covers this share of new rows; 0: none were fitted.
RFM_WASM_EXPORT(model_interval) float model_interval(const OpenModel* model, float coverage) {
  return interval_width(model->file.encoding, coverage);
}

// Leaves values (n), probabilities (n, classes), and {"notes": [...]}.
RFM_WASM_EXPORT(model_predict) int model_predict(const OpenModel* model, const RawTable* table) {
  EncodedTable<float> rows;
  if (Outcome outcome = encode_raw(model->file.encoding, *table, rows); !outcome.ok()) return refuse(outcome);
  Outbox& out = outbox();
  decode(model->file.encoding, answers_of(*model, rows), rows.n, out.first, out.second);
  JsonText json;
  json.open_object().key("notes").open_array();
  for (const std::string& note : strange_cells(model->file.encoding, rows.counts)) json.text(note);
  json.close_array().close_object();
  return answer(json.written());
}

RFM_WASM_EXPORT(model_evaluate) int model_evaluate(const OpenModel* model, const RawTable* table) {
  EncodedTable<float> rows;
  if (Outcome outcome = encode_labelled_text(model->file.encoding, text_table(*table), rows); !outcome.ok())
    return refuse(outcome);
  JsonText json;
  write_scores(score_outputs(model->file.encoding, rows, answers_of(*model, rows)),
               model->file.encoding.classes, json);
  return answer(json.written());
}

}  // namespace rfm::wasm
