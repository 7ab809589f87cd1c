// The bytes of an encoding: its header, the records behind it and where each array lies.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/limits.hpp"
#include "rfm/core/cells/date.hpp"

namespace rfm {

enum class Task : uint32_t { regression = 0, classification = 1 };

// Every kind of column, once: its number in model files, which is never changed, its name and the
// word for people, in programs and in JSON.
#define RFM_EACH_COLUMN_KIND(X) \
  X(0, number, "number")        \
  X(1, yes_no, "yes/no")        \
  X(2, category, "category")    \
  X(3, date, "date")

#define RFM_ENUMERATOR(number, name, word) name = (number),
enum class ColumnKind : uint32_t { RFM_EACH_COLUMN_KIND(RFM_ENUMERATOR) };
#undef RFM_ENUMERATOR

constexpr const char* word(ColumnKind kind) {
#define RFM_WORD(number, name, word) \
  if (kind == ColumnKind::name) return word;
  RFM_EACH_COLUMN_KIND(RFM_WORD)
#undef RFM_WORD
  return "unknown";
}

// From version 2 on there is an EncodingReading for each column and the target, columns may be
// dates and classes weighed; in version 3 a category may be encoded by means of the target; in
// version 4 intervals are wider around some values than around others. A file has the least version
// that it can have.
constexpr uint32_t encoding_version = 4, readings_version = 2, means_version = 3,
                   difficulty_version = 4;

// Quantiles of the absolute residuals are stored for coverages 0, 1, ..., 100 percent.
constexpr uint32_t interval_points = 101;

// Values of a regression for which it is stored how much wider an interval is there.
constexpr uint32_t difficulty_points = 5;

// What follows the header, each array from the next multiple of 16 bytes:
//   EncodingColumn (columns), EncodingText categories (categories), EncodingText classes (classes),
//   T mean (features), T factor (features), T fill (columns), T target (2: mean, scale),
//   T prior (classes), T basis (classes - 1), T calibration (classes + 2),
//   T interval (intervals), T level_mean ((categories + columns) * outputs, in version 3),
//   T difficulty (2 * difficulty_points: values, factors; in version 4),
//   char strings (string_bytes), EncodingReading (columns + 1, from version 2 on).
// For regression there are no classes and neither basis nor calibration. For classification there
// are no intervals or, from version 2 on, one number for each class: what its probability counts
// for.
struct EncodingHeader {
  char magic[8];          // "RFMcells"
  uint32_t version;       // 1 to 4, see above
  uint32_t scalar_bytes;  // 4 float, 8 double: of every T below
  uint32_t bytes;         // the whole block, a multiple of 16
  uint32_t task;          // Task
  uint32_t columns;       // raw columns that prediction reads
  uint32_t features;      // d: what they become
  uint32_t outputs;       // c: 1 for regression, classes - 1 for classification
  uint32_t classes;       // 0 for regression, else at least 2
  uint32_t categories;    // of all columns together
  uint32_t intervals;     // interval_points, or 0 when no intervals were fitted; from 2 on classes
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
// then other. Two levels become one feature (the index of the level), more become one feature each;
// by means of the target a level becomes a feature for each output, the mean of its codes.
// A number or yes/no becomes one feature, followed by 1 for missing and 0 for present when it has
// an indicator.
// A date becomes the seconds since the end of training, whose day is its `fill`, then cosine and
// sine of its place in each cycle that has a flag, and an indicator likewise.
struct EncodingColumn {
  EncodingText name;
  uint32_t kind;  // ColumnKind
  uint32_t flags;
  uint32_t first_feature;
  uint32_t features;
  uint32_t first_category;
  uint32_t categories;

  static constexpr uint32_t has_indicator =
      1;  // number, yes_no, date: missing cells were seen in training
  static constexpr uint32_t has_missing = 2;    // category: missing is a level
  static constexpr uint32_t has_other = 4;      // category: cells that are not listed are one level
  static constexpr uint32_t month_first = 8;    // date: 4/5/2024 is the fifth of April
  static constexpr uint32_t unix_seconds = 16;  // date: numbers count seconds since 1970
  static constexpr uint32_t has_cycle = 32;  // date: the year's; those of month, week, day follow

  static constexpr uint32_t by_target = 512;  // category: levels are means of the target

  constexpr bool has(uint32_t flag) const { return (flags & flag) != 0; }
  constexpr bool has(Cycle cycle) const { return has(has_cycle << static_cast<uint32_t>(cycle)); }
  constexpr DateForm date_form() const { return {has(month_first), has(unix_seconds)}; }
};
static_assert(sizeof(EncodingColumn) == 32, "the column record is part of the file format");

// How the cells of a column are written: its notation, and the words that are missing in it besides
// those of is_missing, each with a line feed behind it.
struct EncodingReading {
  EncodingText before, behind;  // the unit
  EncodingText missing;
  uint8_t written;  // number: 1 when cells are read by this notation, not as plain decimals
  uint8_t decimal;  // '.' or ','
  uint8_t clock;    // Clock
  uint8_t flags;
  uint32_t zero;

  static constexpr uint8_t scaled = 1;  // number: k, M, ... multiply
  static constexpr uint8_t folded = 2;  // category: letter case and blanks make no difference
};
static_assert(sizeof(EncodingReading) == 32, "the reading record is part of the file format");

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
         interval = 0, level_mean = 0, difficulty = 0;
  size_t strings = 0, reading = 0, bytes = 0;
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
  const size_t levels =
      h.version < means_version ? 0 : saturating_add(size_t{h.categories}, size_t{h.columns});
  at.level_mean = take(saturating_multiply(levels, size_t{h.outputs}), scalar);
  at.difficulty = take(h.version < difficulty_version ? 0 : 2 * difficulty_points, scalar);
  at.strings = take(h.string_bytes, 1);
  const bool readings = h.version >= readings_version;
  at.reading = take(readings ? saturating_add(h.columns, 1) : 0, sizeof(EncodingReading));
  at.bytes = used;
  return at;
}

}  // namespace rfm
