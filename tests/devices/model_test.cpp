// Models on the device: fitted, copied as bytes, opened again, refused when damaged; sizes exact to
// the byte; errors with their place. Through the C interface, as most firmware would.
#include <string.h>

#include "rfm/c/rfm.h"
#include "rfm/core/rfm.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t n = 40, d = 4;

struct Room {
  float x[n * d], y[n], answers[n];
  alignas(16) unsigned char model[RFM_MODEL_BYTES(sizeof(float), n, d, 1)];
  alignas(16) unsigned char copy[RFM_MODEL_BYTES(sizeof(float), n, d, 1)];
  alignas(16) unsigned char work[RFM_WORKSPACE_BYTES(sizeof(float), n, d, 1)];
  rfm_machine_f32 machine;
  rfm_data_f32 data;
  rfm_options_f32 options;
};
static_assert(sizeof(Room) <= device::shared_bytes);

Room& made_room() {
  auto& room = *reinterpret_cast<Room*>(device::shared);
  device::fill(room.x, n * d, 7);
  for (size_t i = 0; i < n; ++i) room.y[i] = room.x[i * d] * room.x[i * d + 2];
  room.data = rfm_data_contiguous_f32(room.x, room.y, n, d, 1);
  room.options = rfm_options_default_f32(rfm_kernel_laplace_f32(3));
  return room;
}

rfm_status fit(Room& room, rfm_report* report = nullptr) {
  return rfm_machine_fit_f32(&room.machine, &room.data, &room.options, room.model,
                             sizeof room.model, room.work, sizeof room.work, report);
}

}  // namespace

DEVICE_CASE(model_learns_and_repeats_itself_from_bytes) {
  Room& room = made_room();
  CHECK(fit(room) == RFM_OK);
  rfm_model_f32 model;
  CHECK(rfm_machine_model_f32(&room.machine, &model) == RFM_OK);
  const rfm_rows_f32 rows = rfm_rows_contiguous_f32(room.x, n, d);
  CHECK(rfm_model_predict_f32(&model, rows, room.answers, room.work, sizeof room.work, nullptr) ==
        RFM_OK);
  for (size_t i = 0; i < n; ++i) CHECK(device::near(room.answers[i], room.y[i], 0.02f));

  float importances[d];
  CHECK(rfm_model_importances_f32(&model, importances) == RFM_OK);
  CHECK(importances[0] > 2 * importances[1] && importances[2] > 2 * importances[3]);

  memcpy(room.copy, room.model, rfm_machine_model_size_f32(&room.machine));
  rfm_model_f32 opened;
  CHECK(rfm_model_open_only_f32(&opened, room.copy, sizeof room.copy, rfm_kernel_laplace_f32(1)) ==
        RFM_OK);
  float again[n];
  CHECK(rfm_model_predict_f32(&opened, rows, again, room.work, sizeof room.work, nullptr) ==
        RFM_OK);
  CHECK(memcmp(again, room.answers, sizeof again) == 0);
}

DEVICE_CASE(model_that_is_damaged_is_refused) {
  Room& room = made_room();
  CHECK(fit(room) == RFM_OK);
  const size_t bytes = rfm_machine_model_size_f32(&room.machine);
  const rfm_kernel_f32 kernel = rfm_kernel_laplace_f32(1);
  rfm_model_f32 opened;
  CHECK(rfm_model_open_only_f32(&opened, room.model, bytes - 1, kernel) == RFM_TRUNCATED);
  CHECK(rfm_model_open_only_f32(&opened, room.model + 1, bytes, kernel) == RFM_MISALIGNED);
  CHECK(rfm_model_open_only_f32(&opened, room.model, bytes, rfm_kernel_gaussian_f32(1)) ==
        RFM_WRONG_KERNEL);
  for (size_t at = 0; at < bytes; at += 97) {
    room.model[at] ^= 0x10;
    CHECK(rfm_model_open_only_f32(&opened, room.model, bytes, kernel) != RFM_OK);
    room.model[at] ^= 0x10;
  }
  CHECK(rfm_model_open_only_f32(&opened, room.model, bytes, kernel) == RFM_OK);
}

DEVICE_CASE(sizes_are_exact) {
  Room& room = made_room();
  const size_t work = rfm_workspace_bytes_f32(n, d, 1, &room.options);
  CHECK(work == sizeof room.work);
  CHECK(rfm_model_bytes_f32(n, d, 1, RFM_FULL) == sizeof room.model);
  CHECK(rfm_machine_fit_f32(&room.machine, &room.data, &room.options, room.model, sizeof room.model,
                            room.work, work - 1, nullptr) == RFM_BUFFER_TOO_SMALL);
  memset(room.copy, 0xa5, sizeof room.copy);
  CHECK(fit(room) == RFM_OK);
  for (const unsigned char byte : room.copy) CHECK(byte == 0xa5);
}

DEVICE_CASE(errors_have_their_place) {
  Room& room = made_room();
  rfm_report report = {};
  room.x[5 * d + 2] = __builtin_nanf("");
  CHECK(fit(room, &report) == RFM_NOT_FINITE);
  CHECK(report.row == 5 && report.column == 2);
  room.x[5 * d + 2] = 1e30f;
  CHECK(fit(room) == RFM_OUT_OF_SCALE);
  room.x[5 * d + 2] = 0;
  room.options.ridge = -1;
  CHECK(fit(room) == RFM_BAD_RIDGE);
  CHECK(strlen(rfm_words(RFM_BAD_RIDGE)) > 10);
}
