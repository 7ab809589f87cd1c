// Fuzzes the C interface: opening bytes from anywhere, and fitting numbers from anywhere with
// options from anywhere.
#include <algorithm>
#include <vector>

#include "rfm/c/rfm.h"
#include "tests/fuzz/bytes.hpp"

namespace {

using Bytes = rfm::data::AlignedBytes;

// Rows of raw cells, and whatever they become.
void read_cells(const rfm_model_f32& model) {
  rfm_cells_f32 cells;
  rfm_cells_facts has;
  if (rfm_cells_open_f32(&cells, &model) != RFM_OK) return;
  if (rfm_cells_tell_f32(&cells, &has) != RFM_OK) __builtin_trap();
  const char text[] = "12.5e3 July";
  std::vector<rfm_cell> row;
  std::size_t size = 0;
  for (std::size_t k = 0; k < has.columns; ++k) {
    const char* name = rfm_cells_column_f32(&cells, k, &size);
    row.push_back(k % 3 == 0 ? rfm_cell{name, size, 0} : rfm_cell{nullptr, 0, 0.5 * (k % 7)});
    if (k % 3 == 1) row.back() = {text, k % sizeof text, 0};
  }
  std::vector<float> x(has.features), f(has.outputs, 0.25f), shares(has.classes);
  float value = 0;
  if (rfm_cells_encode_f32(&cells, row.data(), x.data(), &size) != RFM_OK) __builtin_trap();
  if (rfm_cells_decode_f32(&cells, f.data(), &value, shares.data()) != RFM_OK) __builtin_trap();
  (void)rfm_cells_interval_f32(&cells, 0.9f, value);
}

void read_model(const uint8_t* data, std::size_t size) {
  const Bytes bytes = model_of(data, size);
  rfm_model_f32 model;
  const rfm_status opened = rfm_model_open_f32(&model, bytes.data(), size);
  if (opened == RFM_HAS_CELLS) read_cells(model);
  if (opened != RFM_OK && opened != RFM_HAS_CELLS) return;
  rfm_facts facts;
  if (rfm_model_facts_f32(&model, &facts) != RFM_OK) __builtin_trap();
  std::vector<float> z(2 * facts.d, 0.5f), out(2 * facts.c * facts.d);
  const rfm_rows_f32 rows = rfm_rows_contiguous_f32(z.data(), 2, facts.d);
  Bytes scratch(rfm_predict_bytes_f32(facts.d, facts.r, facts.c, 1));
  rfm_status status =
      rfm_model_predict_f32(&model, rows, out.data(), scratch.data(), scratch.size(), nullptr);
  if (status != RFM_OK) __builtin_trap();
  scratch = Bytes(rfm_gradient_bytes_f32(facts.d, facts.r, facts.c));
  status = rfm_model_gradient_f32(&model, rows, out.data(), scratch.data(), scratch.size());
  if (status != RFM_OK) __builtin_trap();
  if (rfm_model_importances_f32(&model, z.data()) != RFM_OK) __builtin_trap();
}

// The first bytes are the shape and the options, the rest the numbers.
struct Request {
  uint8_t n, d, c, kernel, metric, rounds, flags, workers;
  float bandwidth, ridge, exponent;
};

rfm_kernel_f32 kernel_of(const Request& request) {
  switch (request.kernel % 5) {
    case 0:
      return rfm_kernel_laplace_f32(request.bandwidth);
    case 1:
      return rfm_kernel_gaussian_f32(request.bandwidth);
    case 2:
      return rfm_kernel_matern32_f32(request.bandwidth);
    case 3:
      return rfm_kernel_matern52_f32(request.bandwidth);
    default:
      return rfm_kernel_laplace_f32(request.exponent);
  }
}

void fit(const uint8_t* data, std::size_t size) {
  Request request;
  if (size < sizeof request) return;
  std::memcpy(&request, data, sizeof request);
  const std::size_t n = request.n % 40, d = request.d % 8, c = request.c % 4;
  std::vector<float> x(n * d + 1, 1.0f), y(n * c + 1, 1.0f);
  const std::size_t left = size - sizeof request;
  std::memcpy(x.data(), data + sizeof request, std::min(left, x.size() * sizeof(float)));
  std::memcpy(y.data(), data + sizeof request, std::min(left, y.size() * sizeof(float)));

  rfm_options_f32 options = rfm_options_default_f32(kernel_of(request));
  options.ridge = request.ridge;
  options.metric = request.metric;
  options.rounds = request.rounds % 4;
  options.centre_gradients = request.flags & 1;
  options.scale = request.flags >> 4;
  const rfm_data_f32 table = rfm_data_contiguous_f32(x.data(), y.data(), n, d, c);
  const std::size_t model_bytes = rfm_model_bytes_f32(n, d, c, options.metric);
  const std::size_t workspace_bytes = rfm_workspace_bytes_f32(n, d, c, &options);
  constexpr std::size_t most = 1 << 24;
  if (model_bytes > most || workspace_bytes > most) return;
  Bytes model(model_bytes), workspace(workspace_bytes);
  rfm_machine_f32 machine;
  rfm_report report;
  const rfm_status status =
      rfm_machine_fit_f32(&machine, &table, &options, model.data(), model_bytes, workspace.data(),
                          workspace_bytes, &report);
  if (status != RFM_OK) return;
  rfm_model_f32 opened;
  if (rfm_model_open_f32(&opened, model.data(), rfm_machine_model_size_f32(&machine)) != RFM_OK)
    __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  read_model(data, size);
  fit(data, size);
  return 0;
}
