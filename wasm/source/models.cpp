#include "models.hpp"

#include "outbox.hpp"
#include "rfm/core/decoding.hpp"
#include "rfm/data/explain.hpp"
#include "rfm/data/json_text.hpp"
#include "rfm/data/number_text.hpp"
#include "rfm/data/scores.hpp"
#include "rfm/data/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

CellNote encode_raw_cell(const Encoding<float>& e, std::size_t k, const RawColumn& column, std::size_t row,
                         float* x) {
  const bool category = static_cast<ColumnKind>(e.column[k].kind) == ColumnKind::category;
  if (column.is_numbers && !category)
    return encode_cell(e, k, Cell<float>{{}, static_cast<float>(column.numbers[row])}, x);
  if (!column.is_numbers) {
    const std::string_view cell = column.text[row];
    return encode_cell(e, k, Cell<float>{{cell.data(), cell.size()}, 0}, x);
  }
  const std::string text = text_of(column, row);
  return encode_cell(e, k, Cell<float>{{text.data(), text.size()}, 0}, x);
}

std::vector<float> answers_of(const OpenModel& model, const EncodedTable<float>& rows) {
  return outputs_of(model.file, Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
}

void write_strings(const char* key, const std::vector<std::string>& strings, JsonText& json) {
  json.key(key).open_array();
  for (const std::string& text : strings) json.text(text);
  json.close_array();
}

}  // namespace

Outcome encode_raw(const Encoding<float>& e, const RawTable& table, EncodedTable<float>& encoded) {
  EncodedTable<float> result;
  result.n = table.rows();
  result.d = e.features;
  result.c = e.outputs;
  result.x.assign(result.n * result.d, 0);
  result.counts.resize(e.columns);
  for (std::size_t k = 0; k < e.columns; ++k) {
    const std::string name = data::to_string(e.column_name(k));
    const std::size_t found = table.find(name);
    if (found == data::TextTable::nowhere)
      return data::failure(
          data::sentence("the column '%' that the model was trained with is not in this table", {name}));
    data::CellCounts& counts = result.counts[k];
    for (std::size_t i = 0; i < result.n; ++i) {
      const CellNote note = encode_raw_cell(e, k, table.columns[found], i, result.x.data() + i * result.d);
      if (note != CellNote::unseen && note != CellNote::unreadable) continue;
      ++(note == CellNote::unseen ? counts.unseen : counts.unreadable);
      if (counts.first_strange == data::TextTable::nowhere) counts.first_strange = i;
    }
  }
  encoded = std::move(result);
  return {};
}

void decode(const Encoding<float>& e, const std::vector<float>& outputs, std::size_t n,
            std::vector<float>& values, std::vector<float>& probabilities) {
  values.resize(n);
  probabilities.resize(n * e.classes);
  for (std::size_t i = 0; i < n; ++i) {
    if (e.task == Task::regression) {
      values[i] = decoded_value(e, outputs.data() + i);
      continue;
    }
    float* p = probabilities.data() + i * e.classes;
    decoded_probabilities(e, outputs.data() + i * e.outputs, p);
    values[i] = static_cast<float>(likeliest(p, e.classes));
  }
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
  json.open_object();
  write_strings("notes", strange_cells(model->file.encoding, rows.counts), json);
  json.close_object();
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

// The facts of types.ts Explanation for the first row.
RFM_WASM_EXPORT(model_explain) int model_explain(const OpenModel* model, const RawTable* table) {
  const Encoding<float>& e = model->file.encoding;
  EncodedTable<float> rows;
  if (Outcome outcome = encode_raw(e, *table, rows); !outcome.ok()) return refuse(outcome);
  if (rows.n == 0) return refuse("there is no row to explain");
  std::vector<float> values, probabilities;
  decode(e, answers_of(*model, rows), rows.n, values, probabilities);
  const auto picked = e.task == Task::regression ? 0 : static_cast<std::size_t>(values[0]);
  const std::vector<double> pushes = data::pushes(model->file, rows.x.data(), picked);
  JsonText json;
  json.open_object().key("value");
  json.number(static_cast<double>(e.task == Task::regression ? values[0] : probabilities[picked]));
  if (e.task == Task::classification) json.key("label").text(data::to_string(e.class_name(picked)));
  json.key("pushes").open_array();
  for (std::size_t k = 0; k < pushes.size(); ++k) {
    json.open_object().key("column").text(data::to_string(e.column_name(k)));
    json.key("push").number(pushes[k]).close_object();
  }
  json.close_array().close_object();
  return answer(json.written());
}

}  // namespace rfm::wasm
