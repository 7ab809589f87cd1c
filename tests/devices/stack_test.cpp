// How deep fitting and predicting go: the stack below the caller is painted, and the deepest byte
// that lost its paint tells. On machines with 32-bit addresses.
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/machine/fixed.hpp"
#include "rfm/core/machine/small.hpp"
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

// Says what was measured; false above the bar.
bool within(const char* what, void (*work)(), size_t bar) {
  const size_t bytes = depth_of(work);
  device::write("bytes of stack to ");
  device::write(what);
  device::write(": ");
  device::write(static_cast<uint32_t>(bytes));
  device::write("\n");
  return room().good && (bytes <= bar || sizeof(void*) > 4);
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
