// More rows than fit: a fixed number of landmarks, chosen among the first rows, and all others
// added one at a time in memory that does not grow.
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/core/rfm.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t first_rows = 40, p = 24, d = 3, stream = 400;
constexpr rfm::LandmarkShape shape{p, d, 1};

struct Room {
  rfm::Fixed<float, first_rows, d> first;
  rfm::Landmarks<float> landmarks;
  alignas(16) unsigned char model[rfm::model_bytes<float>(p, d, 1)];
  alignas(16) unsigned char work[rfm::landmark_workspace_bytes<float>(shape)];
  float x[first_rows * d], y[first_rows];
  float scratch[rfm::choose_landmarks_scratch(first_rows, p, d)];
};
static_assert(sizeof(Room) <= device::shared_bytes);

// What a sensor says of row x, with a little noise.
float answer_of(const float* x, float noise) { return x[0] * x[1] + 0.02f * noise; }

}  // namespace

DEVICE_CASE(landmarks_learn_from_a_stream) {
  auto& room = *new (device::Place{device::shared}) Room;
  device::fill(room.x, first_rows * d, 3);
  for (size_t i = 0; i < first_rows; ++i) room.y[i] = answer_of(room.x + i * d, room.x[i]);
  const rfm::Options<float> options{rfm::matern52(2.0f)};
  CHECK_OK(room.first.fit(room.x, room.y, first_rows, options));
  size_t chosen[p];
  CHECK(rfm::choose_landmarks(room.first.model(), p, chosen, room.scratch) == p);
  CHECK_OK(rfm::start_landmarks(room.landmarks, room.first.model(), chosen, shape, 1e-3f,
                                {room.model, sizeof room.model}, {room.work, sizeof room.work}));
  for (uint32_t i = 0; i < stream; ++i) {
    float row[d + 1];
    device::fill(row, d + 1, 100 + i);
    const float y = answer_of(row, row[d]);
    CHECK_OK(
        rfm::add_rows(room.landmarks, rfm::Rows<float>(row, 1, d), rfm::Rows<float>(&y, 1, 1)));
  }
  CHECK_OK(rfm::finish_landmarks(room.landmarks));
  float squares = 0, residuals = 0;
  for (uint32_t i = 0; i < 50; ++i) {
    float row[d], answer = 0;
    device::fill(row, d, 9000 + i);
    CHECK_OK(rfm::predict(room.landmarks.machine.model, rfm::Rows<float>(row, 1, d), &answer,
                          room.work, sizeof room.work));
    const float truth = answer_of(row, 0);
    squares += truth * truth;
    residuals += (answer - truth) * (answer - truth);
  }
  CHECK(residuals < 0.1f * squares);
}
