#include "models.hpp"

#include <cstring>
#include <numeric>

#include "outbox.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/effect/permutation.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/text/json.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::wasm {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

void decode(const Encoding<float>& e, const std::vector<float>& outputs, std::size_t n,
            std::vector<float>& values, std::vector<float>& probabilities) {
  values.resize(n);
  probabilities.resize(data::array_size<float>(n, e.classes));
  for (std::size_t i = 0; i < n; ++i)
    values[i] =
        decoded_answer(e, outputs.data() + i * e.outputs, probabilities.data() + i * e.classes);
}

std::vector<float> answers_of(const OpenModel& model, const EncodedTable<float>& rows) {
  return outputs_of(model.file, Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
}

// A handle, or null with the reason left. The bytes are copied.
RFM_WASM_EXPORT(model_open) OpenModel* model_open(const unsigned char* bytes, std::size_t size) {
  auto* model = new OpenModel;
  model->bytes = data::AlignedBytes(size > 0 ? size : 1);
  model->size = size;
  if (size > 0) std::memcpy(model->bytes.data(), bytes, size);
  std::string trouble;
  if (data::number_bytes(bytes, size) == sizeof(double)) {
    trouble =
        "this model has 64-bit numbers, which this package leaves out: train it without --float64";
  } else if (const Status status = open_model_file(model->bytes.data(), size, true, &model->file);
             status != Status::ok) {
    trouble = words(status);
  } else if (!model->file.encoded) {
    trouble =
        "the model has no encoding, so it cannot read tables: it was not written by rfm train";
  }
  if (trouble.empty()) return model;
  delete model;
  refuse(trouble);
  return nullptr;
}

RFM_WASM_EXPORT(model_free) void model_free(const OpenModel* model) { delete model; }
RFM_WASM_EXPORT(model_data) const void* model_data(const OpenModel* model) {
  return model->bytes.data();
}
RFM_WASM_EXPORT(model_size) std::size_t model_size(const OpenModel* model) { return model->size; }

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

// Half the width of the interval around this value that covers this share of new rows; 0: none were
// fitted.
RFM_WASM_EXPORT(model_interval)
float model_interval(const OpenModel* model, float coverage, float value) {
  return width_around(model->file.encoding, coverage, value);
}

// Leaves values (n) and novelties (n, or none), probabilities (n, classes), and {"rows": n,
// "notes":
// [...]}.
RFM_WASM_EXPORT(model_predict) int model_predict(const OpenModel* model, const TextTable* table) {
  EncodedTable<float> rows;
  if (Outcome outcome = encode_text(model->file.encoding, *table, rows); !outcome.ok())
    return refuse(outcome);
  Outbox& out = outbox();
  decode(model->file.encoding, answers_of(*model, rows), rows.n, out.first, out.second);
  const std::vector<float> novelties =
      novelties_of(model->file, Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
  out.first.insert(out.first.end(), novelties.begin(), novelties.end());
  JsonText json;
  json.open_object().key("rows").whole(rows.n).key("notes").open_array();
  for (const std::string& note : strange_cells(model->file.encoding, rows.counts)) json.text(note);
  json.close_array().close_object();
  return answer(json.written());
}

RFM_WASM_EXPORT(model_evaluate) int model_evaluate(const OpenModel* model, TextTable* table) {
  EncodedTable<float> rows;
  if (Outcome outcome = encode_labelled_text(model->file.encoding, spelled(*table), rows);
      !outcome.ok())
    return refuse(outcome);
  JsonText json;
  write_scores(score_outputs(model->file.encoding, rows, answers_of(*model, rows)),
               model->file.encoding.classes, json);
  return answer(json.written());
}

// Leaves the facts of types.ts Permuted for the group of column k.
RFM_WASM_EXPORT(model_permutation)
int model_permutation(const OpenModel* model, TextTable* table, std::size_t k) {
  constexpr std::size_t repeats = 5;
  constexpr uint64_t seed = 1;
  const data::ModelFile<float>& file = model->file;
  EncodedTable<float> rows;
  if (Outcome outcome = encode_labelled_text(file.encoding, spelled(*table), rows); !outcome.ok())
    return refuse(outcome);
  std::vector<std::size_t> columns(file.encoding.columns);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::swap(columns[0], columns[k]);
  columns = stand_ins(file.encoding, rows, std::move(columns));
  const std::vector<double> falls =
      permuted_errors(file, rows, error_of(file, rows), columns, repeats, seed);
  JsonText json;
  write(data::permuted_columns(file.encoding, columns, falls), json);
  return answer(json.written());
}

}  // namespace rfm::wasm
