// From cells of text to labels, probabilities and prices on the device: model files with their
// encodings, read from flash as they were written on a host. The answers have the bits of the
// headers exported from the same files.
#include <string.h>

#include "rfm/core/base/sections.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/model/predict.hpp"
#include "tests/devices/harness.hpp"
#include "tests/examples/devices/houses.h"
#include "tests/examples/devices/motion.h"

// The bytes of a file of the examples, aligned as models must be.
#define EMBED(name)                                                                          \
  extern "C" const unsigned char name##_file[], name##_end[];                                \
  __asm__(".pushsection .rodata." #name ",\"a\"\n.balign 16\n.global " #name "_file\n" #name \
          "_file:"                                                                           \
          "\n.incbin \"" RFM_DEVICE_MODELS "/" #name ".rfm\"\n.global " #name "_end\n" #name \
          "_end:\n.popsection\n")

EMBED(motion);
EMBED(houses);

namespace {

// A model file whose memory is elsewhere, ready for cells.
struct Opened {
  rfm::Model<float> model;
  rfm::Encoding<float> encoding;

  rfm::Status open(const unsigned char* file, const unsigned char* end) {
    RFM_TRY(
        rfm::open<float>(file, static_cast<size_t>(end - file), rfm::any_kernel<float>, &model));
    rfm::Section section;
    RFM_TRY(rfm::find_section(model.extra, model.extra_bytes, rfm::encoding_section, 0, &section));
    return rfm::open_encoding(section.data, section.bytes, &encoding);
  }

  // Outputs of the row with these cells.
  template <size_t columns>
  rfm::Status answer(const rfm::Cell<float> (&cells)[columns], float* outputs) const {
    if (encoding.columns != columns || encoding.features > 8) return rfm::Status::shape_mismatch;
    float features[8];
    (void)rfm::encode_row(encoding, cells, features);
    return rfm::predict(model, rfm::Rows<float>(features, 1, encoding.features), outputs,
                        device::shared, device::shared_bytes);
  }
};

rfm::Cell<float> text(const char* words) { return {{words, strlen(words)}, 0}; }

bool same_bits(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

DEVICE_CASE(cells_to_a_label) {
  Opened opened;
  CHECK_OK(opened.open(motion_file, motion_end));
  const rfm::Cell<float> cells[] = {text("0.3"), text(" 0.9 "), text("1.6"), text("15")};
  const float numbers[] = {0.3f, 0.9f, 1.6f, 15.0f};
  float outputs[MOTION_OUTPUTS], shares[MOTION_CLASSES], expected[MOTION_CLASSES];
  CHECK_OK(opened.answer(cells, outputs));
  rfm::decoded_probabilities(opened.encoding, outputs, shares);
  const rfm::Text label =
      opened.encoding.class_name(rfm::likeliest(shares, opened.encoding.classes));
  CHECK(label.size == 7 && memcmp(label.data, "running", 7) == 0);
  CHECK(motion_predict_proba(numbers, MOTION_COLUMNS, expected, MOTION_CLASSES) == 0);
  for (size_t k = 0; k < MOTION_CLASSES; ++k) CHECK(same_bits(shares[k], expected[k]));
}

DEVICE_CASE(cells_to_a_price_with_an_interval) {
  Opened opened;
  CHECK_OK(opened.open(houses_file, houses_end));
  constexpr float missing = __builtin_nanf("");
  const struct {
    const char* words[HOUSES_COLUMNS];
    float numbers[HOUSES_COLUMNS];
  } rows[] = {{{"120.5", "4", "33", "north", "yes"}, {120.5f, 4, 33, HOUSES_TOWN_NORTH, 1}},
              {{"1e2", "NA", "7", "south", "No"}, {100, missing, 7, HOUSES_TOWN_SOUTH, 0}},
              {{"88", "", "-", "?", "1"}, {88, missing, missing, missing, 1}}};
  for (const auto& row : rows) {
    rfm::Cell<float> cells[HOUSES_COLUMNS];
    for (size_t k = 0; k < HOUSES_COLUMNS; ++k) cells[k] = text(row.words[k]);
    float outputs[1], expected;
    CHECK_OK(opened.answer(cells, outputs));
    CHECK(houses_predict(row.numbers, HOUSES_COLUMNS, &expected, 1) == 0);
    CHECK(same_bits(rfm::decoded_value(opened.encoding, outputs), expected));
  }
  CHECK(same_bits(rfm::interval_width(opened.encoding, 0.9f), houses_interval(0.9f)));
}
