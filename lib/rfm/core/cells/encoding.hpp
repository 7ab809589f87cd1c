// Applies a fitted encoding in place: raw cells -> features, outputs -> value, probabilities,
// interval. No heap; a row costs O(d) and a binary search for each category.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/status.hpp"
#include "rfm/core/cells/cell.hpp"
#include "rfm/core/cells/decimal.hpp"
#include "rfm/core/cells/encoding_layout.hpp"

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

}  // namespace rfm
