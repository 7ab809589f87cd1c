// The bytes of a fitted encoding: how raw cells become features and outputs become answers.
// Little-endian, aligned to 16, readable in place from flash. Where each array lies follows from
// the counts in the header, so no offset is stored.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/arena.hpp"

namespace rfm {

enum class Task : uint32_t { regression = 0, classification = 1 };

enum class ColumnKind : uint32_t { number = 0, yes_no = 1, category = 2 };

constexpr uint32_t encoding_version = 1;

// Quantiles of the absolute residuals are stored for coverages 0, 1, ..., 100 percent.
constexpr uint32_t interval_points = 101;

// What follows the header, each array from the next multiple of 16 bytes:
//   EncodingColumn (columns), EncodingText categories (categories), EncodingText classes (classes),
//   T mean (features), T factor (features), T fill (columns), T target (2: mean, scale), T prior
//   (classes), T basis (classes - 1), T calibration (classes + 2), T interval (intervals), char
//   strings (string_bytes).
// For regression there are no classes and neither basis nor calibration.
struct EncodingHeader {
  char magic[8];          // "RFMcells"
  uint32_t version;       // encoding_version
  uint32_t scalar_bytes;  // 4 float, 8 double: of every T below
  uint32_t bytes;         // the whole block, a multiple of 16
  uint32_t task;          // Task
  uint32_t columns;       // raw columns that prediction reads
  uint32_t features;      // d: what they become
  uint32_t outputs;       // c: 1 for regression, classes - 1 for classification
  uint32_t classes;       // 0 for regression, else at least 2
  uint32_t categories;    // of all columns together
  uint32_t intervals;     // interval_points, or 0 when no intervals were fitted
  uint32_t residuals;     // how many residuals the intervals come from
  uint32_t target_name;   // where in strings
  uint32_t target_size;
  uint32_t string_bytes;
};
static_assert(sizeof(EncodingHeader) == 64, "the header is part of the file format");

// A piece of the strings.
struct EncodingText {
  uint32_t offset;
  uint32_t size;
};

// Levels of a category column are its categories in ascending order of their bytes, then missing,
// then other. Two levels become one feature (the index of the level), more become one feature each.
// A number or yes/no becomes one feature, followed by 1 for missing and 0 for present when it has
// an indicator.
struct EncodingColumn {
  EncodingText name;
  uint32_t kind;  // ColumnKind
  uint32_t flags;
  uint32_t first_feature;
  uint32_t features;
  uint32_t first_category;
  uint32_t categories;

  static constexpr uint32_t has_indicator =
      1;                                      // number, yes_no: missing cells were seen in training
  static constexpr uint32_t has_missing = 2;  // category: missing is a level
  static constexpr uint32_t has_other = 4;    // category: cells that are not listed are one level
};
static_assert(sizeof(EncodingColumn) == 32, "the column record is part of the file format");

constexpr uint64_t encoding_levels(const EncodingColumn& column) {
  return uint64_t{column.categories} +
         ((column.flags & EncodingColumn::has_missing) != 0 ? 1u : 0u) +
         ((column.flags & EncodingColumn::has_other) != 0 ? 1u : 0u);
}

// Where each array begins, counted from the header; `bytes` is the whole block, `impossible` when
// it cannot exist.
struct EncodingLayout {
  size_t columns = 0, categories = 0, classes = 0;
  size_t mean = 0, factor = 0, fill = 0, target = 0, prior = 0, basis = 0, calibration = 0,
         interval = 0;
  size_t strings = 0, bytes = 0;
};

constexpr EncodingLayout encoding_layout(const EncodingHeader& h) {
  EncodingLayout at;
  size_t used = sizeof(EncodingHeader);
  const auto take = [&used](size_t count, size_t size) {
    const size_t begin = used;
    used = saturating_add(used, saturating_multiply(count, size));
    used = saturating_multiply(saturating_add(used, alignment - 1) / alignment, alignment);
    return begin;
  };
  const size_t scalar = h.scalar_bytes, classes = h.classes;
  at.columns = take(h.columns, sizeof(EncodingColumn));
  at.categories = take(h.categories, sizeof(EncodingText));
  at.classes = take(classes, sizeof(EncodingText));
  at.mean = take(h.features, scalar);
  at.factor = take(h.features, scalar);
  at.fill = take(h.columns, scalar);
  at.target = take(2, scalar);
  at.prior = take(classes, scalar);
  at.basis = take(classes == 0 ? 0 : classes - 1, scalar);
  at.calibration = take(classes == 0 ? 0 : saturating_add(classes, 2), scalar);
  at.interval = take(h.intervals, scalar);
  at.strings = take(h.string_bytes, 1);
  at.bytes = used;
  return at;
}

}  // namespace rfm
