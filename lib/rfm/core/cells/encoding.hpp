// A fitted encoding: how raw cells become features and outputs become answers. Its bytes are
// little-endian, aligned to 16, readable in place from flash; where each array lies follows from
// the counts in the header, so no offset is stored. `open_encoding` verifies them, `encode_row`
// applies them without a heap: a row costs O(d) and a binary search for each category. encode_cell
// is the one place where a cell becomes features, for training and for predicting.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/limits.hpp"
#include "rfm/core/base/status.hpp"
#include "rfm/core/cells/cell.hpp"

namespace rfm {

enum class Task : uint32_t { regression = 0, classification = 1 };

enum class ColumnKind : uint32_t { number = 0, yes_no = 1, category = 2 };

constexpr uint32_t encoding_version = 1;

// Quantiles of the absolute residuals are stored for coverages 0, 1, ..., 100 percent.
constexpr uint32_t interval_points = 101;

// What follows the header, each array from the next multiple of 16 bytes:
//   EncodingColumn (columns), EncodingText categories (categories), EncodingText classes (classes),
//   T mean (features), T factor (features), T fill (columns), T target (2: mean, scale),
//   T prior (classes), T basis (classes - 1), T calibration (classes + 2),
//   T interval (intervals), char strings (string_bytes).
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

// Valid as long as the bytes it was opened from.
template <class T>
struct Encoding {
  Task task = Task::regression;
  size_t columns = 0, features = 0, outputs = 0, classes = 0, intervals = 0, residuals = 0;
  const EncodingColumn* column = nullptr;    // (columns)
  const EncodingText* category = nullptr;    // those of column 0, then of column 1, ...
  const EncodingText* class_text = nullptr;  // (classes)
  const T* mean = nullptr;                   // (features) feature = (raw - mean) * factor
  const T* factor = nullptr;                 // (features)
  const T* fill = nullptr;                   // (columns) what a missing number becomes
  const T* target = nullptr;                 // mean and scale of the target
  const T* prior = nullptr;                  // (classes)
  const T* basis = nullptr;                  // (classes - 1) 1/sqrt(j (j+1)), j = 1, 2, ...
  const T* calibration = nullptr;            // slope of pi, slope of log pi, then (classes) offsets
  const T* interval = nullptr;               // (intervals) half widths in units of the target
  const char* strings = nullptr;
  EncodingText target_text{};

  Text text(EncodingText t) const { return {strings + t.offset, t.size}; }
  Text target_name() const { return text(target_text); }
  Text column_name(size_t k) const { return text(column[k].name); }
  Text class_name(size_t k) const { return text(class_text[k]); }
  Text category_name(size_t k, size_t which) const {
    return text(category[column[k].first_category + which]);
  }
};

// What became of a cell.
enum class CellNote : uint32_t {
  read = 0,
  missing = 1,     // filled, or its own level
  unseen = 2,      // a category that training did not have: all its features are 0, the average
  other = 3,       // a category that is not listed in a column that has a level for those
  unreadable = 4,  // not a number, or not yes or no: taken as missing
};

// Features are limited to this many standard deviations, so that a wild cell cannot overflow.
constexpr float largest_feature = 1e6f;

namespace detail {

inline int compare(Text a, Text b) {
  const int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
  return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size ? 1 : 0;
}

template <class T>
T scaled_feature(const Encoding<T>& e, size_t feature, T raw) {
  constexpr auto limit = static_cast<T>(largest_feature);
  const T x = (raw - e.mean[feature]) * e.factor[feature];
  return x > limit ? limit : x < -limit ? -limit : x;
}

// The number of a cell of kind number or yes_no.
template <class T>
CellNote read_number(ColumnKind kind, const Cell<T>& cell, T& x) {
  if (cell.text.data != nullptr) {
    const Text text = trimmed(cell.text);
    if (is_missing(text)) return CellNote::missing;
    const int yes = kind == ColumnKind::yes_no ? truth(text) : -1;
    if (yes >= 0) {
      x = static_cast<T>(yes);
    } else if (!parse_decimal(text.data, text.size, x)) {
      return CellNote::unreadable;
    }
  } else {
    if (cell.number != cell.number) return CellNote::missing;
    if (!(cell.number - cell.number == 0)) return CellNote::unreadable;
    x = cell.number;
  }
  const bool boolean = x == 0 || x == 1;
  return kind == ColumnKind::yes_no && !boolean ? CellNote::unreadable : CellNote::read;
}

}  // namespace detail

constexpr size_t no_category = SIZE_MAX;

// Which category of column k the text names, counted as by category_name; `no_category` when none.
template <class T>
size_t find_category(const Encoding<T>& e, size_t k, Text name) {
  size_t low = 0, high = e.column[k].categories;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = detail::compare(name, e.category_name(k, middle));
    if (order == 0) return middle;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return no_category;
}

namespace detail {

// The level of a category cell; without one the note says why.
template <class T>
CellNote read_level(const Encoding<T>& e, size_t k, const Cell<T>& cell, size_t& level) {
  const EncodingColumn& column = e.column[k];
  const bool is_text = cell.text.data != nullptr;
  const Text name = is_text ? trimmed(cell.text) : Text{};
  level = no_category;
  if (is_text ? is_missing(name) : cell.number != cell.number) {
    if ((column.flags & EncodingColumn::has_missing) != 0) level = column.categories;
    return CellNote::missing;
  }
  if (is_text) {
    level = find_category(e, k, name);
  } else if (cell.number >= 0 && cell.number < static_cast<T>(column.categories)) {
    const auto index = static_cast<size_t>(cell.number);
    if (static_cast<T>(index) == cell.number) level = index;
  }
  if (level != no_category) return CellNote::read;
  if ((column.flags & EncodingColumn::has_other) == 0) return CellNote::unseen;
  level = column.categories + ((column.flags & EncodingColumn::has_missing) != 0 ? 1 : 0);
  return CellNote::other;
}

}  // namespace detail

// Writes the features of column k into its places of the row x (features).
template <class T>
CellNote encode_cell(const Encoding<T>& e, size_t k, const Cell<T>& cell, T* x) {
  const EncodingColumn& column = e.column[k];
  const size_t first = column.first_feature, width = column.features;
  const auto kind = static_cast<ColumnKind>(column.kind);
  if (kind != ColumnKind::category) {
    T raw = 0;
    const CellNote note = detail::read_number(kind, cell, raw);
    const bool present = note == CellNote::read;
    x[first] = detail::scaled_feature(e, first, present ? raw : e.fill[k]);
    if (width == 2)
      x[first + 1] = detail::scaled_feature(e, first + 1, static_cast<T>(present ? 0 : 1));
    return note;
  }
  size_t level = 0;
  const CellNote note = detail::read_level(e, k, cell, level);
  for (size_t j = 0; j < width; ++j) {
    const bool on = width == 1 ? level == 1 : level == j;
    x[first + j] =
        level == no_category ? 0 : detail::scaled_feature(e, first + j, static_cast<T>(on ? 1 : 0));
  }
  return note;
}

// One row: cells (columns) -> x (features). Returns how many cells were not simply read.
template <class T>
size_t encode_row(const Encoding<T>& e, const Cell<T>* cells, T* x) {
  size_t noted = 0;
  for (size_t k = 0; k < e.columns; ++k) {
    if (encode_cell(e, k, cells[k], x) != CellNote::read) ++noted;
  }
  return noted;
}

namespace detail {

inline bool text_inside(EncodingText text, uint32_t string_bytes) {
  return text.offset <= string_bytes && text.size <= string_bytes - text.offset;
}

// The counts agree with each other; nothing behind the header is read.
inline bool sound_counts(const EncodingHeader& h) {
  if (h.columns == 0 || h.features == 0) return false;
  if (h.intervals != 0 &&
      (h.intervals != interval_points || h.task != static_cast<uint32_t>(Task::regression))) {
    return false;
  }
  if (!text_inside({h.target_name, h.target_size}, h.string_bytes)) return false;
  if (h.task == static_cast<uint32_t>(Task::regression)) return h.classes == 0 && h.outputs == 1;
  return h.task == static_cast<uint32_t>(Task::classification) && h.classes >= 2 &&
         h.outputs == h.classes - 1;
}

inline bool sound_column(const EncodingColumn& column) {
  const uint32_t flags = column.flags;
  if (column.kind == static_cast<uint32_t>(ColumnKind::category)) {
    const uint64_t levels = encoding_levels(column);
    return (flags & ~(EncodingColumn::has_missing | EncodingColumn::has_other)) == 0 &&
           levels >= 2 && column.features == (levels == 2 ? 1 : levels);
  }
  const bool known = column.kind == static_cast<uint32_t>(ColumnKind::number) ||
                     column.kind == static_cast<uint32_t>(ColumnKind::yes_no);
  return known && (flags & ~EncodingColumn::has_indicator) == 0 && column.categories == 0 &&
         column.features == (flags != 0 ? 2u : 1u);
}

// Features and categories of the columns follow each other without gaps, names lie inside the
// strings, categories ascend.
template <class T>
bool sound_columns(const Encoding<T>& e, const EncodingHeader& h) {
  uint32_t feature = 0, category = 0;
  for (size_t k = 0; k < e.columns; ++k) {
    const EncodingColumn& column = e.column[k];
    if (!sound_column(column) || !text_inside(column.name, h.string_bytes)) return false;
    if (column.first_feature != feature || column.features > h.features - feature) return false;
    if (column.first_category != category || column.categories > h.categories - category)
      return false;
    feature += column.features;
    category += column.categories;
    for (size_t j = 0; j < column.categories; ++j) {
      if (!text_inside(e.category[column.first_category + j], h.string_bytes)) return false;
      if (j > 0 && compare(e.category_name(k, j - 1), e.category_name(k, j)) >= 0) return false;
    }
  }
  for (size_t k = 0; k < e.classes; ++k) {
    if (!text_inside(e.class_text[k], h.string_bytes)) return false;
  }
  return feature == h.features && category == h.categories;
}

template <class T>
bool sound_numbers(const Encoding<T>& e) {
  const size_t basis = e.classes == 0 ? 0 : e.classes - 1,
               calibration = e.classes == 0 ? 0 : e.classes + 2;
  return all_finite(e.mean, e.features) && all_finite(e.factor, e.features) &&
         all_finite(e.fill, e.columns) && all_finite(e.target, 2) &&
         all_finite(e.prior, e.classes) && all_finite(e.basis, basis) &&
         all_finite(e.calibration, calibration) && all_finite(e.interval, e.intervals);
}

template <class T>
Encoding<T> pointed(const unsigned char* base, const EncodingHeader& h, const EncodingLayout& at) {
  const auto scalars = [base](size_t offset) { return reinterpret_cast<const T*>(base + offset); };
  const auto texts = [base](size_t offset) {
    return reinterpret_cast<const EncodingText*>(base + offset);
  };
  Encoding<T> e;
  e.task = static_cast<Task>(h.task);
  e.columns = h.columns;
  e.features = h.features;
  e.outputs = h.outputs;
  e.classes = h.classes;
  e.intervals = h.intervals;
  e.residuals = h.residuals;
  e.column = reinterpret_cast<const EncodingColumn*>(base + at.columns);
  e.category = texts(at.categories);
  e.class_text = texts(at.classes);
  e.mean = scalars(at.mean);
  e.factor = scalars(at.factor);
  e.fill = scalars(at.fill);
  e.target = scalars(at.target);
  e.prior = scalars(at.prior);
  e.basis = scalars(at.basis);
  e.calibration = scalars(at.calibration);
  e.interval = scalars(at.interval);
  e.strings = reinterpret_cast<const char*>(base + at.strings);
  e.target_text = {h.target_name, h.target_size};
  return e;
}

}  // namespace detail

// Verifies `bytes` bytes and points `encoding` into them; nothing is copied. The memory must be
// aligned to 16 bytes. Bytes behind the block are allowed.
template <class T>
Status open_encoding(const void* memory, size_t bytes, Encoding<T>* encoding) {
  if (memory == nullptr || encoding == nullptr) return Status::null_pointer;
  if (!aligned(memory)) return Status::misaligned;
  const auto* base = static_cast<const unsigned char*>(memory);
  if (bytes < sizeof(EncodingHeader)) return Status::truncated;
  EncodingHeader h;
  memcpy(&h, base, sizeof h);
  if (memcmp(h.magic, "RFMcells", sizeof h.magic) != 0) return Status::damaged;
  if (h.version != encoding_version) return Status::unknown_version;
  if (h.scalar_bytes != sizeof(float) && h.scalar_bytes != sizeof(double)) return Status::damaged;
  if (h.scalar_bytes != sizeof(T)) return Status::wrong_type;
  const EncodingLayout at = encoding_layout(h);
  if (at.bytes != h.bytes) return Status::damaged;
  if (h.bytes > bytes) return Status::truncated;
  if (!detail::sound_counts(h)) return Status::damaged;
  const Encoding<T> opened = detail::pointed<T>(base, h, at);
  if (!detail::sound_columns(opened, h) || !detail::sound_numbers(opened)) return Status::damaged;
  *encoding = opened;
  return Status::ok;
}

}  // namespace rfm
