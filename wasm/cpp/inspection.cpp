// What a model says about itself.
#include "models.hpp"
#include "outbox.hpp"
#include "rfm/core/inspect.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/data/choice_words.hpp"
#include "rfm/data/json_text.hpp"
#include "rfm/data/plan.hpp"
#include "rfm/data/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::JsonText;

void write_kernel(const Model<float>& model, JsonText& json) {
  const KernelParameters<float>& p = model.kernel.parameters;
  json.key("kernel").open_object().key("name").text(data::word(model.kernel.id));
  if (data::norm_of_lpq(model.kernel.id) > 0) {
    json.key("p").number(data::norm_of_lpq(model.kernel.id));
    json.key("q").number(static_cast<double>(p.exponent));
  }
  if (model.kernel.id == KernelId::nngp || model.kernel.id == KernelId::ntk) {
    json.key("layers").whole(static_cast<uint64_t>(p.depth));
    json.key("bias").number(static_cast<double>(p.bias));
  } else {
    json.key("bandwidth").number(static_cast<double>(p.bandwidth));
  }
  json.close_object();
}

}  // namespace

// The facts of types.ts Report without the history and what model_names leaves, and the raw column of each
// feature.
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
  full.resize(model.d * model.d);
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
  out.second.resize(model.d * model.d);
  directions(model, out.first.data(), out.second.data(), scratch.data());
  return answer({});
}

}  // namespace rfm::wasm
