// How deep fitting and predicting go: the stack below the caller is painted, and the deepest byte that lost
// its paint tells. On machines with 32-bit addresses.
#include "rfm/core/fixed.hpp"
#include "rfm/core/kernels/laplace.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t painted = 1800;

// The stack grows down, and nothing but this function's callee has been below its frame.
[[gnu::noinline]] size_t depth_of(void (*work)()) {
  auto* here = static_cast<volatile unsigned char*>(__builtin_frame_address(0));
  volatile unsigned char* bottom = here - painted;
  for (size_t i = 0; i < painted - 64; ++i) bottom[i] = 0x5a;
  work();
  size_t untouched = 0;
  while (untouched < painted && bottom[untouched] == 0x5a) ++untouched;
  return painted - untouched;
}

struct Room {
  rfm::Fixed<float, 40, 4, 2> machine;
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

}  // namespace

DEVICE_CASE(stack_stays_small) {
  static_assert(sizeof(Room) <= device::shared_bytes);
  new (device::Place{device::shared}) Room;
  device::fill(room().x, 160, 3);
  for (size_t i = 0; i < 80; ++i) room().y[i] = room().x[2 * i];
  const size_t fitting = depth_of(fit);
  CHECK(room().good);
  const size_t predicting = depth_of(predict);
  CHECK(room().good);
  device::write("bytes of stack to fit and to predict: ");
  device::write(static_cast<uint32_t>(fitting));
  device::write(", ");
  device::write(static_cast<uint32_t>(predicting));
  device::write("\n");
  if (sizeof(void*) > 4) return;
  CHECK(fitting <= 1280);
  CHECK(predicting <= 1024);
}
