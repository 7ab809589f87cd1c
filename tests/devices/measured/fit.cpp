// Fitting and predicting on the device: RFM_ROWS rows of RFM_COLUMNS columns come one at a time into a fixed
// buffer, a machine with one kernel is fitted to them, answers for a row, and its bytes are written out by a
// function of the user's. Returns 0 when the answer is right.
#include "rfm/core/fixed.hpp"
#include "rfm/core/kernels/laplace.hpp"

namespace {

constexpr size_t rows = RFM_ROWS, columns = RFM_COLUMNS;

float x[rows * columns], y[rows];
rfm::Fixed<float, rows, columns> machine;
float answer;

// Stands for a sensor: row i of the table.
void measure(size_t i) {
  static uint32_t state = 1;
  for (size_t k = 0; k < columns; ++k) {
    state = state * 1664525u + 1013904223u;
    x[i * columns + k] = static_cast<float>(static_cast<int32_t>(state >> 8) - 8388608) / 8388608.0f;
  }
  y[i] = x[i * columns] * x[i * columns + 1];
}

volatile unsigned char flash_register;

// Stands for writing to flash.
void keep(const void* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) flash_register = static_cast<const unsigned char*>(bytes)[i];
}

}  // namespace

// By name, so that their instructions can be counted.
extern "C" [[gnu::noinline]] int fit_table() {
  return machine.fit(x, y, rows, rfm::Options<float>{rfm::laplace(5.0f)}) == rfm::Status::ok ? 0 : 1;
}
extern "C" [[gnu::noinline]] int predict_row() {
  return machine.predict(x, 1, &answer) == rfm::Status::ok ? 0 : 1;
}

int main() {
  for (size_t i = 0; i < rows; ++i) measure(i);
  if (fit_table() != 0 || predict_row() != 0) return 1;
  keep(machine.machine().memory.header, rfm::model_size(machine.machine()));
  const float error = answer - y[0];
  return error < 0.02f && error > -0.02f ? 0 : 2;
}
