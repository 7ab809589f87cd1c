// The forms in which a model leaves: C, JSON, ONNX, a smaller model. Not in the module that trains,
// since few need them.
#include "models.hpp"
#include "outbox.hpp"
#include "rfm/data/export_c.hpp"
#include "rfm/data/export_json.hpp"
#include "rfm/data/export_onnx.hpp"
#include "rfm/data/shrink.hpp"

namespace rfm::wasm {

using data::Outcome;

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
  if (Outcome outcome = data::shrink(model->bytes, model->size, options, small); !outcome.ok())
    return refuse(outcome);
  return answer(std::string(reinterpret_cast<const char*>(small.file.data()), small.file.size()));
}

}  // namespace rfm::wasm
