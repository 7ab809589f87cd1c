// Fitting and predicting on the device: RFM_ROWS rows of RFM_COLUMNS columns come one at a time
// into a fixed buffer, a machine with one kernel is fitted to them, answers for a row, and its
// bytes are written out by a function of the user's. Returns 0 when the answer is right. With
// RFM_WHOLE it is the machine that can do everything, else the small one.
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/machine/fixed.hpp"
#include "rfm/core/machine/small.hpp"

namespace {

constexpr size_t rows = RFM_ROWS, columns = RFM_COLUMNS;

float x[rows * columns], y[rows];
float answer;

#ifdef RFM_WHOLE
rfm::Fixed<float, rows, columns> machine;
rfm::Status fit() { return machine.fit(x, y, rows, rfm::Options<float>{rfm::laplace(5.0f)}); }
rfm::Status predict() { return machine.predict(x, 1, &answer); }
const void* bytes() { return machine.machine().memory.header; }
size_t size() { return rfm::model_size(machine.machine()); }
#else
rfm::Small<float, rfm::Laplace<float>, rows, columns> machine;
rfm::Status fit() { return machine.fit(x, y, rows, {{5}}); }
rfm::Status predict() {
  machine.predict(x, &answer);
  return rfm::Status::ok;
}
const void* bytes() { return machine.bytes(); }
size_t size() { return machine.size(); }
#endif

// Stands for a sensor: row i of the table.
void measure(size_t i) {
  static uint32_t state = 1;
  for (size_t k = 0; k < columns; ++k) {
    state = state * 1664525u + 1013904223u;
    x[i * columns + k] =
        static_cast<float>(static_cast<int32_t>(state >> 8) - 8388608) / 8388608.0f;
  }
  y[i] = x[i * columns] * x[i * columns + 1];
}

volatile unsigned char flash_register;

// Stands for writing to flash.
void keep(const void* memory, size_t count) {
  for (size_t i = 0; i < count; ++i) flash_register = static_cast<const unsigned char*>(memory)[i];
}

}  // namespace

// By name, so that their instructions can be counted.
extern "C" [[gnu::noinline]] int fit_table() { return fit() == rfm::Status::ok ? 0 : 1; }
extern "C" [[gnu::noinline]] int predict_row() { return predict() == rfm::Status::ok ? 0 : 1; }

int main() {
  for (size_t i = 0; i < rows; ++i) measure(i);
  if (fit_table() != 0 || predict_row() != 0) return 1;
  keep(bytes(), size());
  const float error = answer - y[0];
  return error < 0.02f && error > -0.02f ? 0 : 2;
}
