// Headers that rfm export wrote, compiled for the device: 16-bit and 8-bit centres read from flash,
// class labels, probabilities and intervals, with the bits they have on every host.
#include <string.h>

#include "rfm/core/base/checksum.hpp"
#include "tests/devices/harness.hpp"
#include "tests/examples/devices/houses.h"
#include "tests/examples/devices/motion.h"
#include "tests/examples/devices/motion_integers.h"

namespace {

constexpr size_t rows = 24;

// Plausible cells of the motion sensor.
void make_motion(float* cells) {
  device::fill(cells, rows * MOTION_COLUMNS, 17);
  for (size_t i = 0; i < rows; ++i) {
    float* row = cells + i * MOTION_COLUMNS;
    row[MOTION_COLUMN_ENERGY] = 0.7f + 0.7f * row[MOTION_COLUMN_ENERGY];
    row[MOTION_COLUMN_TILT] = 60.0f * row[MOTION_COLUMN_TILT];
  }
}

}  // namespace

DEVICE_CASE(exported_labels_and_probabilities) {
  float cells[rows * MOTION_COLUMNS], labels[rows], shares[rows * MOTION_CLASSES];
  make_motion(cells);
  CHECK(motion_predict(cells, rows * MOTION_COLUMNS, labels, rows) == 0);
  CHECK(motion_predict_proba(cells, rows * MOTION_COLUMNS, shares, rows * MOTION_CLASSES) == 0);
  for (size_t i = 0; i < rows; ++i) {
    const float* p = shares + i * MOTION_CLASSES;
    CHECK(device::near(p[0] + p[1] + p[2], 1.0f, 1e-5f));
    CHECK(labels[i] >= 0.0f && labels[i] < static_cast<float>(MOTION_CLASSES));
  }
  const float still[] = {0.0f, 1.0f, 0.02f, 0.0f}, running[] = {0.3f, 0.9f, 1.6f, 15.0f};
  CHECK(motion_predict(still, MOTION_COLUMNS, labels, 1) == 0 && labels[0] == MOTION_CLASS_STILL);
  CHECK(motion_predict(running, MOTION_COLUMNS, labels, 1) == 0 &&
        labels[0] == MOTION_CLASS_RUNNING);
  const uint32_t bits = rfm::crc32(shares, sizeof shares);
  CHECK(bits == 474209896u);
}

// The same model in integers: nearly the same shares, and the same bits on every target.
DEVICE_CASE(exported_in_integers) {
  float cells[rows * MOTION_COLUMNS], labels[rows], shares[rows * MOTION_CLASSES];
  make_motion(cells);
  CHECK(motion_predict_proba(cells, rows * MOTION_COLUMNS, shares, rows * MOTION_CLASSES) == 0);
  float whole[rows * MOTION_INTEGERS_CLASSES];
  CHECK(motion_integers_predict_proba(cells, rows * MOTION_COLUMNS, whole,
                                      rows * MOTION_INTEGERS_CLASSES) == 0);
  CHECK(motion_integers_predict(cells, rows * MOTION_COLUMNS, labels, rows) == 0);
  for (size_t i = 0; i < rows * MOTION_CLASSES; ++i)
    CHECK(device::near(whole[i], shares[i], 0.05f));
  const float running[] = {0.3f, 0.9f, 1.6f, 15.0f};
  float label = 0;
  CHECK(motion_integers_predict(running, MOTION_COLUMNS, &label, 1) == 0 &&
        label == MOTION_INTEGERS_CLASS_RUNNING);
  const uint32_t bits = rfm::crc32(whole, sizeof whole) ^ rfm::crc32(labels, sizeof labels);
  CHECK(bits == 1904640268u);
}

DEVICE_CASE(exported_values_and_intervals) {
  const float north = houses_category(HOUSES_COLUMN_TOWN, "north");
  float cells[rows * HOUSES_COLUMNS], prices[rows];
  device::fill(cells, rows * HOUSES_COLUMNS, 23);
  for (size_t i = 0; i < rows; ++i) {
    float* row = cells + i * HOUSES_COLUMNS;
    row[HOUSES_COLUMN_AREA] = 120.0f + 60.0f * row[HOUSES_COLUMN_AREA];
    row[HOUSES_COLUMN_ROOMS] = i % 5 == 0 ? __builtin_nanf("") : 4.0f;
    row[HOUSES_COLUMN_AGE] = 40.0f + 30.0f * row[HOUSES_COLUMN_AGE];
    row[HOUSES_COLUMN_TOWN] = i % 2 == 0 ? north : 0.0f;
    row[HOUSES_COLUMN_GARDEN] = i % 3 == 0 ? 1.0f : 0.0f;
  }
  CHECK(houses_predict(cells, rows * HOUSES_COLUMNS, prices, rows) == 0);
  for (const float price : prices) CHECK(price > 50.0f && price < 1000.0f);
  CHECK(houses_interval(0.9f) > houses_interval(0.5f) && houses_interval(0.5f) > 0.0f);
  CHECK(houses_predict(cells, 3, prices, rows) == 1);
  const uint32_t bits = rfm::crc32(prices, sizeof prices);
  CHECK(bits == 3473413911u);
}
