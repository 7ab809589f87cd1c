// A drifting sensor on the device: what it measures changes with time. A machine over the latest
// rows follows, one that was fitted once does not; and the window's answers are those of a fit of
// its rows.
#include "rfm/core/stream/window.hpp"

#include "rfm/core/kernels/laplace.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t capacity = 32, d = 3;
constexpr rfm::Shape shape{capacity, d, 1};

struct Room {
  rfm::Window<float> window;
  rfm::Machine<float> once;
  alignas(16) unsigned char model[rfm::model_bytes<float>(capacity, d, 1)];
  alignas(16) unsigned char work[rfm::window_bytes<float>(shape)];
  alignas(16) unsigned char once_model[rfm::model_bytes<float>(capacity, d, 1)];
  alignas(16) unsigned char once_work[rfm::workspace_bytes<float>(shape)];
  alignas(16) unsigned char scratch[rfm::predict_bytes<float>(d, d, 1)];
  float x[capacity * d], y[capacity];
};
static_assert(sizeof(Room) <= device::shared_bytes);

// Row `time` of the stream.
void measure(uint32_t time, float* x, float* y) {
  device::fill(x, d, 1000 + time);
  *y = x[0] + x[1] * 0.5f + 0.01f * static_cast<float>(time);
}

void make_room(Room& room) {
  for (uint32_t i = 0; i < capacity; ++i) measure(i, room.x + i * d, room.y + i);
}

rfm::Data<float> data_of(const Room& room) {
  return {rfm::Rows<float>(room.x, capacity, d), rfm::Rows<float>(room.y, capacity, 1)};
}

float answer(Room& room, const rfm::Model<float>& model, const float* x) {
  float out = 0;
  const rfm::Status status =
      rfm::predict(model, rfm::Rows<float>(x, 1, d), &out, room.scratch, sizeof room.scratch);
  return status == rfm::Status::ok ? out : 1e30f;
}

}  // namespace

DEVICE_CASE(window_follows_a_drifting_sensor) {
  auto& room = *new (device::Place{device::shared}) Room;
  make_room(room);
  rfm::Options<float> options{rfm::laplace(5.0f)};
  options.rounds = 2;
  CHECK_OK(rfm::fit(room.once, data_of(room), options, {room.once_model, sizeof room.once_model},
                    {room.once_work, sizeof room.once_work}));
  CHECK_OK(rfm::start_window(room.window, data_of(room), options, capacity,
                             {room.model, sizeof room.model}, {room.work, sizeof room.work}));
  float following = 0, standing = 0;
  for (uint32_t time = capacity; time < 200; ++time) {
    float x[d], y = 0;
    measure(time, x, &y);
    const float new_error = answer(room, room.window.machine.model, x) - y;
    const float old_error = answer(room, room.once.model, x) - y;
    following += new_error * new_error;
    standing += old_error * old_error;
    CHECK_OK(rfm::forget_oldest(room.window));
    CHECK_OK(rfm::append(room.window, x, &y));
    if (time % 50 == 0) CHECK_OK(rfm::learn_again(room.window));
  }
  CHECK(10 * following < standing);
}

DEVICE_CASE(window_equals_a_fit_of_its_rows) {
  auto& room = *new (device::Place{device::shared}) Room;
  make_room(room);
  rfm::Options<float> options{rfm::laplace(5.0f)};
  options.metric = rfm::Metric::identity;
  CHECK_OK(rfm::start_window(room.window, data_of(room), options, capacity,
                             {room.model, sizeof room.model}, {room.work, sizeof room.work}));
  for (uint32_t time = capacity; time < 100; ++time) {
    float x[d], y = 0;
    measure(time, x, &y);
    CHECK_OK(rfm::forget_oldest(room.window));
    CHECK_OK(rfm::append(room.window, x, &y));
  }
  for (uint32_t i = 0; i < capacity; ++i) measure(100 - capacity + i, room.x + i * d, room.y + i);
  CHECK_OK(rfm::fit(room.once, data_of(room), options, {room.once_model, sizeof room.once_model},
                    {room.once_work, sizeof room.once_work}));
  for (uint32_t i = 0; i < 20; ++i) {
    float x[d];
    device::fill(x, d, 5000 + i);
    CHECK(device::near(answer(room, room.window.machine.model, x), answer(room, room.once.model, x),
                       2e-4f));
  }
}
