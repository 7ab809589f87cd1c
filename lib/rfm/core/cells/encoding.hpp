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
#include "rfm/core/cells/date.hpp"
#include "rfm/core/cells/encoding_format.hpp"
#include "rfm/core/cells/fold.hpp"
#include "rfm/core/cells/notation.hpp"

namespace rfm {

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
  const T* fill = nullptr;    // (columns) what a missing number becomes; the last day of a date
  const T* target = nullptr;  // mean and scale of the target
  const T* prior = nullptr;   // (classes)
  const T* basis = nullptr;   // (classes - 1) 1/sqrt(j (j+1)), j = 1, 2, ...
  const T* calibration = nullptr;  // slope of pi, slope of log pi, then (classes) offsets
  const T* interval = nullptr;     // (intervals) half widths in units of the target
  const T* level_mean = nullptr;   // (categories + columns, outputs) see level_means; or nothing
  const T* difficulty = nullptr;   // (2 * difficulty_points) see width_around; null: alike anywhere
  const T* weighing = nullptr;  // (classes) what a class's probability counts for; null: all alike
  const char* strings = nullptr;
  EncodingText target_text{};
  const EncodingReading* reading = nullptr;  // (columns + 1), the last of the target; or none

  // The notation of column k, of the target for k = columns; whether it is more than plain
  // decimals.
  bool written(size_t k) const { return reading != nullptr && reading[k].written != 0; }
  Notation notation(size_t k) const {
    if (!written(k)) return {};
    const EncodingReading& r = reading[k];
    return {static_cast<char>(r.decimal), static_cast<Clock>(r.clock),
            (r.flags & EncodingReading::scaled) != 0, text(r.before), text(r.behind)};
  }
  bool folded(size_t k) const {
    return reading != nullptr && (reading[k].flags & EncodingReading::folded) != 0;
  }
  // Words that are missing in column k besides those that are anywhere.
  Text missing_words(size_t k) const {
    return reading == nullptr ? Text{} : text(reading[k].missing);
  }

  // (outputs) What a level of column k is by means of the target. A column has room for one level
  // more than it has categories: missing.
  const T* level_means(size_t k, size_t level) const {
    return level_mean + (column[k].first_category + k + level) * outputs;
  }

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
  unseen = 2,      // a category that training did not have: all its features are the average
  other = 3,       // a category that is not listed in a column that has a level for those
  unreadable = 4,  // not a number, or not yes or no, or not a date: taken as missing
  later = 5,       // a date behind the last day of training: read, but nothing like it was seen
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

// Whether a number is one of the words that are missing: -999 is -999.0.
template <class T>
bool is_missing_number(Text words, T x) {
  for (size_t begin = 0, end = 0; begin < words.size; begin = end + 1) {
    for (end = begin; end < words.size && words.data[end] != '\n';) ++end;
    T word = 0;
    if (parse_decimal(words.data + begin, end - begin, word) && word == x) return true;
  }
  return false;
}

// How column k of an encoding is written, or its target for k = columns.
template <class T>
struct ColumnReading {
  const Encoding<T>& e;
  size_t k;

  bool written() const { return e.written(k); }
  Notation notation() const { return e.notation(k); }
  Text missing_words() const { return e.missing_words(k); }
};

}  // namespace detail

// The number of a cell of kind number or yes_no. This is where numbers are read, before a model and
// with one; `how` is a ColumnReading or has what it has.
template <class T, class How>
CellNote read_number(const How& how, ColumnKind kind, const Cell<T>& cell, T& x) {
  const Text words = how.missing_words();
  if (cell.text.data != nullptr) {
    const Text text = how.written() ? trimmed_wide(cell.text) : trimmed(cell.text);
    if (is_missing(text) || (words.size > 0 && is_among(words, text))) return CellNote::missing;
    const int yes = kind == ColumnKind::yes_no ? truth(text) : -1;
    if (yes >= 0) {
      x = static_cast<T>(yes);
    } else if (!(how.written() ? parse_written(how.notation(), text, x)
                               : parse_decimal(text.data, text.size, x))) {
      return CellNote::unreadable;
    }
  } else {
    if (cell.number != cell.number) return CellNote::missing;
    if (!(cell.number - cell.number == 0)) return CellNote::unreadable;
    x = cell.number;
  }
  if (words.size > 0 && detail::is_missing_number(words, x)) return CellNote::missing;
  const bool boolean = x == 0 || x == 1;
  return kind == ColumnKind::yes_no && !boolean ? CellNote::unreadable : CellNote::read;
}

namespace detail {

// A whole number from `least` to `most`.
template <class T>
bool whole_between(T x, int32_t least, int32_t most) {
  return x >= static_cast<T>(least) && x <= static_cast<T>(most) &&
         static_cast<T>(static_cast<int32_t>(x)) == x;
}

}  // namespace detail

// The moment of a cell of a column of dates; `missing` are words as in ColumnReading. This is where
// dates are read, before a model and with one.
template <class T>
CellNote read_moment(DateForm form, Text missing, const Cell<T>& cell, Moment& moment) {
  if (cell.text.data != nullptr) {
    const Text text = trimmed_wide(cell.text);
    if (is_missing(text) || is_among(missing, text)) return CellNote::missing;
    return read_date(text, form, moment) ? CellNote::read : CellNote::unreadable;
  }
  if (cell.number != cell.number) return CellNote::missing;
  if (!detail::whole_between(cell.number, first_day, last_day) ||
      !detail::whole_between(cell.second, 0, day_seconds - 1))
    return CellNote::unreadable;
  moment = {static_cast<int32_t>(cell.number), static_cast<int32_t>(cell.second)};
  return CellNote::read;
}

constexpr size_t no_category = SIZE_MAX;

// Which category of column k the text names, counted as by category_name; `no_category` when none.
template <class T>
size_t find_category(const Encoding<T>& e, size_t k, Text name) {
  const bool folded = e.folded(k);
  size_t low = 0, high = e.column[k].categories;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const Text there = e.category_name(k, middle);
    const int order = folded ? compare_folded(name, there) : detail::compare(name, there);
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
  const Text words = e.missing_words(k);
  const bool missing = !is_text               ? cell.number != cell.number
                       : e.reading == nullptr ? is_plainly_missing(name)
                                              : is_missing(name) || is_among(words, name);
  if (missing) {
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

template <class T>
CellNote encode_number(const Encoding<T>& e, size_t k, const Cell<T>& cell, T* x) {
  const EncodingColumn& column = e.column[k];
  const size_t first = column.first_feature;
  T raw = 0;
  const CellNote note =
      read_number(ColumnReading<T>{e, k}, static_cast<ColumnKind>(column.kind), cell, raw);
  const bool present = note == CellNote::read;
  x[first] = scaled_feature(e, first, present ? raw : e.fill[k]);
  if (column.features == 2)
    x[first + 1] = scaled_feature(e, first + 1, static_cast<T>(present ? 0 : 1));
  return note;
}

// Elapsed time is counted in 64 bits and rounded once, so it has the same bits in every program. A
// date that is missing is average in all but its indicator.
template <class T>
CellNote encode_date(const Encoding<T>& e, size_t k, const Cell<T>& cell, T* x) {
  const EncodingColumn& column = e.column[k];
  const auto last = static_cast<int32_t>(e.fill[k]);
  Moment moment;
  const CellNote note = read_moment(column.date_form(), e.missing_words(k), cell, moment);
  const bool present = note == CellNote::read;
  size_t feature = column.first_feature;
  const auto put = [&](T raw) {
    x[feature] = present ? scaled_feature(e, feature, raw) : 0;
    ++feature;
  };
  put(static_cast<T>(seconds_of(moment) - seconds_of({last, 0})));
  for (uint32_t c = 0; c < cycles; ++c) {
    const auto cycle = static_cast<Cycle>(c);
    if (!column.has(cycle)) continue;
    T cosine = 0, sine = 0;
    angle_of(place_in(cycle, moment), cosine, sine);
    put(cosine);
    put(sine);
  }
  if (column.has(EncodingColumn::has_indicator))
    x[feature] = scaled_feature(e, feature, static_cast<T>(present ? 0 : 1));
  return present && moment.day > last ? CellNote::later : note;
}

template <class T>
CellNote encode_level(const Encoding<T>& e, size_t k, const Cell<T>& cell, T* x) {
  const size_t first = e.column[k].first_feature, width = e.column[k].features;
  size_t level = 0;
  const CellNote note = read_level(e, k, cell, level);
  if (e.column[k].has(EncodingColumn::by_target)) {
    for (size_t j = 0; j < width; ++j)
      x[first + j] =
          scaled_feature(e, first + j, level == no_category ? T(0) : e.level_means(k, level)[j]);
    return note;
  }
  for (size_t j = 0; j < width; ++j) {
    const bool on = width == 1 ? level == 1 : level == j;
    x[first + j] =
        level == no_category ? 0 : scaled_feature(e, first + j, static_cast<T>(on ? 1 : 0));
  }
  return note;
}

}  // namespace detail

// Writes the features of column k into its places of the row x (features).
template <class T>
CellNote encode_cell(const Encoding<T>& e, size_t k, const Cell<T>& cell, T* x) {
  const auto kind = static_cast<ColumnKind>(e.column[k].kind);
  if (kind == ColumnKind::category) return detail::encode_level(e, k, cell, x);
  if (kind == ColumnKind::date) return detail::encode_date(e, k, cell, x);
  return detail::encode_number(e, k, cell, x);
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

inline bool weighs_classes(const EncodingHeader& h) {
  return h.intervals != 0 && h.task == static_cast<uint32_t>(Task::classification);
}

// The counts agree with each other; nothing behind the header is read.
inline bool sound_counts(const EncodingHeader& h) {
  if (h.columns == 0 || h.features == 0) return false;
  const bool regression = h.task == static_cast<uint32_t>(Task::regression);
  if (h.intervals != 0 && h.intervals != (regression ? interval_points : h.classes)) return false;
  if (weighs_classes(h) && h.version < readings_version) return false;
  if (h.version >= difficulty_version && (!regression || h.intervals == 0)) return false;
  if (!text_inside({h.target_name, h.target_size}, h.string_bytes)) return false;
  if (regression) return h.classes == 0 && h.outputs == 1;
  return h.task == static_cast<uint32_t>(Task::classification) && h.classes >= 2 &&
         h.outputs == h.classes - 1;
}

inline bool sound_column(const EncodingColumn& column, const EncodingHeader& h) {
  const uint32_t flags = column.flags;
  if (column.kind == static_cast<uint32_t>(ColumnKind::category)) {
    const uint64_t levels = encoding_levels(column);
    if (column.has(EncodingColumn::by_target))
      return h.version >= means_version && levels >= 2 && column.features == h.outputs &&
             (flags & ~(EncodingColumn::has_missing | EncodingColumn::by_target)) == 0;
    return (flags & ~(EncodingColumn::has_missing | EncodingColumn::has_other)) == 0 &&
           levels >= 2 && column.features == (levels == 2 ? 1 : levels);
  }
  if (column.kind == static_cast<uint32_t>(ColumnKind::date)) {
    uint32_t features = 1 + (flags & EncodingColumn::has_indicator);
    for (uint32_t c = 0; c < cycles; ++c) features += column.has(static_cast<Cycle>(c)) ? 2 : 0;
    constexpr uint32_t known = EncodingColumn::has_indicator | EncodingColumn::month_first |
                               EncodingColumn::unix_seconds |
                               EncodingColumn::has_cycle * ((1u << cycles) - 1);
    return h.version >= readings_version && (flags & ~known) == 0 && column.categories == 0 &&
           column.features == features;
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
    if (!sound_column(column, h) || !text_inside(column.name, h.string_bytes)) return false;
    if (column.first_feature != feature || column.features > h.features - feature) return false;
    if (column.first_category != category || column.categories > h.categories - category)
      return false;
    feature += column.features;
    category += column.categories;
    for (size_t j = 0; j < column.categories; ++j) {
      if (!text_inside(e.category[column.first_category + j], h.string_bytes)) return false;
      if (j == 0) continue;
      const Text before = e.category_name(k, j - 1), here = e.category_name(k, j);
      if ((e.folded(k) ? compare_folded(before, here) : compare(before, here)) >= 0) return false;
    }
  }
  for (size_t k = 0; k < e.classes; ++k) {
    if (!text_inside(e.class_text[k], h.string_bytes)) return false;
  }
  return feature == h.features && category == h.categories;
}

// Of version 2; before the columns, whose order depends on it.
template <class T>
bool sound_readings(const Encoding<T>& e, const EncodingHeader& h) {
  for (size_t k = 0; e.reading != nullptr && k <= e.columns; ++k) {
    const EncodingReading& r = e.reading[k];
    const bool known = r.written <= 1 && (r.decimal == '.' || r.decimal == ',') && r.clock <= 2 &&
                       r.flags <= (EncodingReading::scaled | EncodingReading::folded);
    if (!known || !text_inside(r.before, h.string_bytes) ||
        !text_inside(r.behind, h.string_bytes) || !text_inside(r.missing, h.string_bytes))
      return false;
  }
  return true;
}

template <class T>
bool all_positive(const T* numbers, size_t count) {
  for (size_t k = 0; k < count; ++k)
    if (!(numbers[k] > 0) || !(numbers[k] - numbers[k] == 0)) return false;
  return true;
}

// Half widths begin at 0 or more, and a larger coverage never has a smaller one.
template <class T>
bool ascending_widths(const T* widths, size_t count) {
  T before = 0;
  for (size_t k = 0; k < count; ++k) {
    if (!(widths[k] >= before)) return false;
    before = widths[k];
  }
  return before - before == 0;
}

template <class T>
bool sound_numbers(const Encoding<T>& e, size_t categories) {
  for (size_t k = 0; k < e.columns; ++k)
    if (e.column[k].kind == static_cast<uint32_t>(ColumnKind::date) &&
        !whole_between(e.fill[k], first_day, last_day))
      return false;
  const size_t basis = e.classes == 0 ? 0 : e.classes - 1,
               calibration = e.classes == 0 ? 0 : e.classes + 2;
  const size_t means = e.level_mean == nullptr ? 0 : (categories + e.columns) * e.outputs;
  return all_finite(e.level_mean, means) && all_finite(e.mean, e.features) &&
         all_finite(e.factor, e.features) && all_finite(e.fill, e.columns) &&
         all_finite(e.target, 2) && all_finite(e.prior, e.classes) && all_finite(e.basis, basis) &&
         all_finite(e.calibration, calibration) && ascending_widths(e.interval, e.intervals) &&
         (e.difficulty == nullptr ||
          (all_finite(e.difficulty, difficulty_points) &&
           all_positive(e.difficulty + difficulty_points, difficulty_points))) &&
         (e.weighing == nullptr || all_positive(e.weighing, e.classes));
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
  e.intervals = weighs_classes(h) ? 0 : h.intervals;
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
  if (weighs_classes(h)) e.weighing = e.interval;
  if (h.version >= means_version) e.level_mean = scalars(at.level_mean);
  if (h.version >= difficulty_version) e.difficulty = scalars(at.difficulty);
  e.strings = reinterpret_cast<const char*>(base + at.strings);
  e.target_text = {h.target_name, h.target_size};
  if (h.version >= readings_version)
    e.reading = reinterpret_cast<const EncodingReading*>(base + at.reading);
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
  if (h.version < 1 || h.version > encoding_version) return Status::unknown_version;
  if (h.scalar_bytes != sizeof(float) && h.scalar_bytes != sizeof(double)) return Status::damaged;
  if (h.scalar_bytes != sizeof(T)) return Status::wrong_type;
  const EncodingLayout at = encoding_layout(h);
  if (at.bytes != h.bytes) return Status::damaged;
  if (h.bytes > bytes) return Status::truncated;
  if (!detail::sound_counts(h)) return Status::damaged;
  const Encoding<T> opened = detail::pointed<T>(base, h, at);
  if (!detail::sound_readings(opened, h) || !detail::sound_columns(opened, h) ||
      !detail::sound_numbers(opened, h.categories))
    return Status::damaged;
  *encoding = opened;
  return Status::ok;
}

}  // namespace rfm
