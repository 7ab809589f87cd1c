// The machine with the least code has the bits of the one with everything, on each device.
#include "rfm/core/machine/small.hpp"

#include "rfm/core/kernels/gaussian.hpp"
#include "rfm/core/kernels/laplace.hpp"
#include "rfm/core/kernels/lpq.hpp"
#include "rfm/core/machine/fixed.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t n = 37, d = 4, c = 2;

template <class Functor, rfm::Metric metric>
struct Room {
  rfm::Fixed<float, n, d, c, metric> fixed;
  rfm::Small<float, Functor, n, d, c, metric> small;
  float x[n * d], y[n * c], answers[n * c], small_answers[c];
};

template <class Functor, rfm::Metric metric>
bool equal_bits() {
  using Rooms = Room<Functor, metric>;
  static_assert(sizeof(Rooms) <= device::shared_bytes);
  auto& room = *new (device::Place{device::shared}) Rooms;
  device::fill(room.x, n * d, 11);
  for (size_t i = 0; i < n * c; ++i) room.y[i] = room.x[i] * room.x[i + 1];
  const rfm::KernelParameters<float> parameters{2.0f, 1.0f, 0.0f, 0};
  rfm::Options<float> options{rfm::make_kernel<float, Functor>(parameters)};
  options.metric = metric;
  options.engine = nullptr;
  if (room.fixed.fit(room.x, room.y, n, options) != rfm::Status::ok ||
      room.small.fit(room.x, room.y, n, {parameters}) != rfm::Status::ok ||
      room.fixed.predict(room.x, n, room.answers) != rfm::Status::ok)
    return false;
  if (room.small.size() != rfm::model_size(room.fixed.machine()) ||
      memcmp(room.small.bytes(), room.fixed.machine().memory.header, room.small.size()) != 0)
    return false;
  for (size_t i = 0; i < n; ++i) {
    room.small.predict(room.x + i * d, room.small_answers);
    if (memcmp(room.small_answers, room.answers + i * c, sizeof room.small_answers) != 0)
      return false;
  }
  return true;
}

}  // namespace

DEVICE_CASE(small_machine_has_the_bits_of_the_whole_one) {
  CHECK((equal_bits<rfm::Laplace<float>, rfm::Metric::full>()));
  CHECK((equal_bits<rfm::Lpq<float, 150>, rfm::Metric::full>()));
  CHECK((equal_bits<rfm::Gaussian<float>, rfm::Metric::diagonal>()));
}
