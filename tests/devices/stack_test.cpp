// How deep fitting and predicting go: the stack below the caller is painted, and the deepest byte
// that lost its paint tells. On machines with 32-bit addresses.
#include "rfm/c/rfm.h"
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/machine/fixed.hpp"
#include "rfm/core/machine/small.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t painted = 2600;

// Where the work says that its own part of the stack ends and that of what it calls begins.
unsigned char* caller = nullptr;

// The stack grows down, and nothing but this function's callee has been below its frame.
[[gnu::noinline]] size_t depth_of(void (*work)()) {
  auto* here = static_cast<volatile unsigned char*>(__builtin_frame_address(0));
  volatile unsigned char* bottom = here - painted;
  for (size_t i = 0; i < painted - 64; ++i) bottom[i] = 0x5a;
  caller = const_cast<unsigned char*>(here);
  work();
  size_t untouched = 0;
  while (untouched < painted && bottom[untouched] == 0x5a) ++untouched;
  return painted - untouched - static_cast<size_t>(here - caller);
}

struct Room {
  rfm::Fixed<float, 40, 4, 2> machine;
  rfm::Small<float, rfm::Laplace<float>, 40, 4, 2> small;
  float x[40 * 4], y[40 * 2], answers[40 * 2];
  bool good;
};

Room& room() { return *reinterpret_cast<Room*>(device::shared); }

void fit() {
  Room& r = room();
  r.good = r.machine.fit(r.x, r.y, 40, rfm::Options<float>{rfm::laplace(3.0f)}) == rfm::Status::ok;
}

void predict() {
  Room& r = room();
  r.good = r.machine.predict(r.x, 40, r.answers) == rfm::Status::ok;
}

void fit_small() {
  Room& r = room();
  r.good = r.small.fit(r.x, r.y, 40, rfm::SmallOptions<float>{{3}}) == rfm::Status::ok;
}

void predict_small() {
  Room& r = room();
  for (size_t i = 0; i < 40; ++i) r.small.predict(r.x + i * 4, r.answers + i * 2);
}

// The C interface, in either number type, with the kernel that room says.
constexpr size_t rows = 20, columns = 4, capacity = 24;

struct CRoom {
  bool good;
  rfm_kernel_id kernel;
  rfm_report report;
  alignas(16) unsigned char model[RFM_MODEL_BYTES(sizeof(double), capacity, columns, 2)];
  alignas(16) unsigned char work[RFM_WINDOW_BYTES(sizeof(double), capacity, columns, 2)];
  alignas(16) unsigned char scratch[RFM_PREDICT_BYTES(sizeof(double), columns, columns, 2)];
};

CRoom& c_room() { return *reinterpret_cast<CRoom*>(device::shared); }

#define C_CALLS(suffix, T)                                                                         \
  struct Calls_##suffix {                                                                          \
    rfm_machine_##suffix machine;                                                                  \
    rfm_window_##suffix window;                                                                    \
    rfm_model_##suffix opened;                                                                     \
    rfm_options_##suffix options;                                                                  \
    rfm_data_##suffix data;                                                                        \
    T x[rows * columns], y[rows * 2], answers[rows * columns * 2], row[columns], target[2];        \
  };                                                                                               \
  Calls_##suffix& calls_##suffix() {                                                               \
    return *reinterpret_cast<Calls_##suffix*>(device::shared + (sizeof(CRoom) + 15) / 16 * 16);    \
  }                                                                                                \
  void good_##suffix(rfm_status status) { c_room().good = c_room().good && status == RFM_OK; }     \
  void prepare_##suffix() {                                                                        \
    Calls_##suffix& c = calls_##suffix();                                                          \
    float numbers[rows * columns];                                                                 \
    device::fill(numbers, rows* columns, 3);                                                       \
    for (size_t i = 0; i < rows * columns; ++i) c.x[i] = static_cast<T>(numbers[i]);               \
    for (size_t i = 0; i < rows * 2; ++i) c.y[i] = c.x[2 * i];                                     \
    c.data = rfm_data_contiguous_##suffix(c.x, c.y, rows, columns, 2);                             \
    c.options =                                                                                    \
        rfm_options_default_##suffix(rfm_kernel_any_##suffix(c_room().kernel, 2, 1, 1, 2));        \
    for (size_t k = 0; k < columns; ++k) c.row[k] = static_cast<T>(2 + k);                         \
    c.target[0] = c.target[1] = 1;                                                                 \
    c.options.rounds = 2;                                                                          \
    c.options.ridge = static_cast<T>(0.01);                                                        \
  }                                                                                                \
  void c_fit_##suffix() {                                                                          \
    caller = static_cast<unsigned char*>(__builtin_frame_address(0));                              \
    CRoom& r = c_room();                                                                           \
    Calls_##suffix& c = calls_##suffix();                                                          \
    good_##suffix(rfm_machine_fit_##suffix(&c.machine, &c.data, &c.options, r.model,               \
                                           sizeof r.model, r.work, sizeof r.work, &r.report));     \
  }                                                                                                \
  void c_window_##suffix() {                                                                       \
    caller = static_cast<unsigned char*>(__builtin_frame_address(0));                              \
    CRoom& r = c_room();                                                                           \
    Calls_##suffix& c = calls_##suffix();                                                          \
    good_##suffix(rfm_window_start_##suffix(&c.window, &c.data, &c.options, capacity, r.model,     \
                                            sizeof r.model, r.work, sizeof r.work, &r.report));    \
    good_##suffix(rfm_window_append_##suffix(&c.window, c.row, c.target));                         \
    good_##suffix(rfm_window_forget_oldest_##suffix(&c.window));                                   \
    good_##suffix(rfm_window_learn_again_##suffix(&c.window));                                     \
  }                                                                                                \
  void c_predict_##suffix() {                                                                      \
    caller = static_cast<unsigned char*>(__builtin_frame_address(0));                              \
    CRoom& r = c_room();                                                                           \
    Calls_##suffix& c = calls_##suffix();                                                          \
    const size_t bytes = rfm_machine_model_size_##suffix(&c.machine);                              \
    const rfm_rows_##suffix z = rfm_rows_contiguous_##suffix(c.x, rows, columns);                  \
    good_##suffix(rfm_model_open_##suffix(&c.opened, r.model, bytes));                             \
    good_##suffix(rfm_model_predict_##suffix(&c.opened, z, c.answers, r.scratch, sizeof r.scratch, \
                                             nullptr));                                            \
    good_##suffix(rfm_model_gradient_##suffix(&c.opened, z, c.answers, r.work, sizeof r.work));    \
    good_##suffix(rfm_model_directions_##suffix(&c.opened, c.answers, c.answers + columns, r.work, \
                                                sizeof r.work));                                   \
  }
C_CALLS(f32, float)
C_CALLS(f64, double)

// Says what was measured; false above the bar.
bool within(const char* what, void (*work)(), size_t bar, const bool& good = room().good) {
  const size_t bytes = depth_of(work);
  device::write("bytes of stack to ");
  device::write(what);
  device::write(": ");
  device::write(static_cast<uint32_t>(bytes));
  device::write("\n");
  return good && (bytes <= bar || sizeof(void*) > 4);
}

}  // namespace

DEVICE_CASE(stack_stays_small) {
  static_assert(sizeof(Room) <= device::shared_bytes);
  new (device::Place{device::shared}) Room;
  device::fill(room().x, 160, 3);
  for (size_t i = 0; i < 80; ++i) room().y[i] = room().x[2 * i];
  CHECK(within("fit", fit, 1024));
  CHECK(within("predict", predict, 1024));
  CHECK(within("fit a small machine", fit_small, 512));
  CHECK(within("predict with it", predict_small, 512));
}

// Every call of the C interface in either number type, with kernels of each shape.
DEVICE_CASE(stack_of_the_c_interface_stays_small) {
  static_assert(sizeof(CRoom) + 16 + sizeof(Calls_f64) <= device::shared_bytes);
  constexpr rfm_kernel_id kernels[] = {RFM_LAPLACE,     RFM_MATERN52, RFM_LPQ175, RFM_LPQ200,
                                       RFM_BROWNIAN150, RFM_NNGP,     RFM_NTK};
  for (const rfm_kernel_id kernel : kernels) {
    new (device::Place{device::shared}) CRoom;
    CRoom& r = c_room();
    r.kernel = kernel;
    r.good = true;
    prepare_f32();
    CHECK(within("fit in C", c_fit_f32, 1024, r.good));
    CHECK(within("open, predict and look in C", c_predict_f32, 1024, r.good));
    CHECK(within("follow a window in C", c_window_f32, 1024, r.good));
    prepare_f64();
    CHECK(within("fit in C, doubles", c_fit_f64, 1024, r.good));
    CHECK(within("open, predict and look in C, doubles", c_predict_f64, 1024, r.good));
    CHECK(within("follow a window in C, doubles", c_window_f64, 1024, r.good));
  }
}
