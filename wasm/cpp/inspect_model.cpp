// What a model says about itself and why a row got its answer; the forms in which it leaves: C,
// JSON, ONNX, a smaller model.
#include "models.hpp"
#include "outbox.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/score/explain.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/text/json.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::wasm {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

namespace {

void write_kernel(const Model<float>& model, JsonText& json) {
  const KernelParameters<float>& p = model.kernel.parameters;
  json.key("kernel").open_object().key("name").text(data::word(model.kernel.id));
  if (data::shown_norm(model.kernel.id) > 0) {
    json.key("p").number(data::shown_norm(model.kernel.id));
    json.key("q").number(static_cast<double>(p.exponent));
  }
  if (takes(model.kernel.id, KernelTakes::layers)) {
    json.key("layers").whole(static_cast<uint64_t>(p.depth));
    json.key("bias").number(static_cast<double>(p.bias));
  }
  if (has_bandwidth(model.kernel.id)) {
    json.key("bandwidth").number(static_cast<double>(p.bandwidth));
  }
  json.close_object();
}

}  // namespace

// The facts of types.ts Report without the history and what model_names leaves, and the raw column
// of each feature.
RFM_WASM_EXPORT(model_facts) int model_facts(const OpenModel* opened) {
  const data::ModelFile<float>& file = opened->file;
  const Model<float>& model = file.model();
  JsonText json;
  json.open_object().key("type").text("float32");
  write_kernel(model, json);
  json.key("metric").text(data::word(model.metric)).key("centres").whole(model.n);
  json.key("features").whole(model.d).key("rank").whole(model.r).key("outputs").whole(model.c);
  json.key("members").whole(file.members.size()).key("bytes").open_object();
  json.key("file").whole(opened->size).key("predict").whole(predict_bytes(model));
  json.key("gradient").whole(gradient_bytes<float>(model.d, model.r, model.c)).close_object();
  json.key("featureNames").open_array();
  for (const std::string& name : data::feature_names(file.encoding)) json.text(name);
  json.close_array().key("featureColumns").open_array();
  for (const std::size_t column : data::feature_columns(file.encoding)) json.whole(column);
  json.close_array().close_object();
  return answer(json.written());
}

// Leaves M (d, d).
RFM_WASM_EXPORT(model_matrix) int model_matrix(const OpenModel* opened) {
  const Model<float>& model = opened->file.model();
  std::vector<float>& full = outbox().first;
  full.resize(data::array_size<float>(model.d, model.d));
  std::vector<float> packed(packed_size(model.d));
  metric_matrix(model, packed.data());
  unpack(packed.data(), model.d, full.data());
  return answer({});
}

// Leaves all eigenvalues (d) of M, largest first, and its eigenvectors (d, d), a row each.
RFM_WASM_EXPORT(model_directions) int model_directions(const OpenModel* opened) {
  constexpr std::size_t widest = 1000;
  const Model<float>& model = opened->file.model();
  if (model.d > widest)
    return refuse(data::sentence("directions of more than % features take too long", {widest}));
  std::vector<float> scratch(directions_scratch(model.d));
  Outbox& out = outbox();
  out.first.resize(model.d);
  out.second.resize(data::array_size<float>(model.d, model.d));
  directions(model, out.first.data(), out.second.data(), scratch.data());
  return answer({});
}

// The facts of types.ts Explanation for the first row.
RFM_WASM_EXPORT(model_explain) int model_explain(const OpenModel* model, const TextTable* table) {
  const Encoding<float>& e = model->file.encoding;
  EncodedTable<float> rows;
  if (Outcome outcome = encode_text(e, *table, rows); !outcome.ok()) return refuse(outcome);
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

// Leaves the model as C (0; `name` begins its names), JSON (1) or ONNX (2).
RFM_WASM_EXPORT(model_export)
int model_export(const OpenModel* model, int form, const char* name, std::size_t size) {
  std::string text;
  const Outcome outcome = form == 0   ? export_c(model->file, std::string(name, size), text)
                          : form == 1 ? export_json(model->file, text)
                                      : export_onnx(model->file, text);
  return outcome.ok() ? answer(std::move(text)) : refuse(outcome);
}

// Leaves the bytes of a model of at most `bytes`, with this history in it.
RFM_WASM_EXPORT(model_shrink)
int model_shrink(const OpenModel* model, std::size_t bytes, const char* history, std::size_t size) {
  data::Shrunk small;
  const data::ShrinkOptions options{bytes, std::string(history, size)};
  if (Outcome outcome = data::shrink_as<float>(model->bytes, model->size, options, small);
      !outcome.ok())
    return refuse(outcome);
  return answer(std::string(reinterpret_cast<const char*>(small.file.data()), small.file.size()));
}

}  // namespace rfm::wasm
