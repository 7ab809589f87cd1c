// Why a row got its answer.
#include "models.hpp"
#include "outbox.hpp"
#include "rfm/core/decoding.hpp"
#include "rfm/data/explain.hpp"
#include "rfm/data/json_text.hpp"

namespace rfm::wasm {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

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
