// Verifies the bytes of an encoding before anything is read through them; they may come from
// anywhere. O(bytes).
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/cells/encoding.hpp"

namespace rfm {
namespace detail {

inline bool text_inside(EncodingText text, uint32_t string_bytes) {
  return text.offset <= string_bytes && text.size <= string_bytes - text.offset;
}

template <class T>
bool all_finite(const T* values, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    if (!(values[k] - values[k] == 0)) return false;
  }
  return true;
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
