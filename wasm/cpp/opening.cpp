// Model files made handles and back.
#include <cstring>

#include "models.hpp"
#include "outbox.hpp"

namespace rfm::wasm {

// A handle, or null with the reason left. The bytes are copied.
RFM_WASM_EXPORT(model_open) OpenModel* model_open(const unsigned char* bytes, std::size_t size) {
  auto* model = new OpenModel;
  model->bytes = data::AlignedBytes(size > 0 ? size : 1);
  model->size = size;
  if (size > 0) std::memcpy(model->bytes.data(), bytes, size);
  std::string trouble;
  if (data::number_bytes(bytes, size) == sizeof(double)) {
    trouble = "this model has 64-bit numbers, which this package leaves out: train it without --float64";
  } else if (const Status status = open_model_file(model->bytes.data(), size, true, &model->file);
             status != Status::ok) {
    trouble = words(status);
  } else if (!model->file.encoded) {
    trouble = "the model has no encoding, so it cannot read tables: it was not written by rfm train";
  }
  if (trouble.empty()) return model;
  delete model;
  refuse(trouble);
  return nullptr;
}

RFM_WASM_EXPORT(model_free) void model_free(const OpenModel* model) { delete model; }
RFM_WASM_EXPORT(model_data) const void* model_data(const OpenModel* model) { return model->bytes.data(); }
RFM_WASM_EXPORT(model_size) std::size_t model_size(const OpenModel* model) { return model->size; }

}  // namespace rfm::wasm
