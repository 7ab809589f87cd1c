// A view of the caller's table (n, d): any strides, nothing copied. Checks of finiteness and
// overlap live here.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/limits.hpp"
#include "rfm/core/base/status.hpp"

namespace rfm {

template <class T>
struct Rows {
  const T* data = nullptr;
  size_t n = 0, d = 0;
  ptrdiff_t row_stride = 0, column_stride = 1;  // in elements

  constexpr Rows() = default;
  // Row-major and contiguous.
  constexpr Rows(const T* data_, size_t n_, size_t d_)
      : data(data_), n(n_), d(d_), row_stride(static_cast<ptrdiff_t>(d_)) {}
  constexpr Rows(const T* data_, size_t n_, size_t d_, ptrdiff_t row_stride_,
                 ptrdiff_t column_stride_)
      : data(data_), n(n_), d(d_), row_stride(row_stride_), column_stride(column_stride_) {}

  const T& operator()(size_t i, size_t k) const {
    return data[static_cast<ptrdiff_t>(i) * row_stride + static_cast<ptrdiff_t>(k) * column_stride];
  }
};

// Half-open range of addresses, to see whether buffers share memory.
struct Extent {
  uintptr_t first = 0, end = 0;
  bool meets(Extent other) const { return first < other.end && other.first < end; }
};

inline Extent extent(const void* pointer, size_t bytes) {
  const auto first = reinterpret_cast<uintptr_t>(pointer);
  return {first, first + bytes};
}

template <class T>
Extent extent(const Rows<T>& rows) {
  if (rows.n == 0 || rows.d == 0) return {};
  const ptrdiff_t down = static_cast<ptrdiff_t>(rows.n - 1) * rows.row_stride;
  const ptrdiff_t across = static_cast<ptrdiff_t>(rows.d - 1) * rows.column_stride;
  const ptrdiff_t low = (down < 0 ? down : 0) + (across < 0 ? across : 0);
  const ptrdiff_t high = (down > 0 ? down : 0) + (across > 0 ? across : 0);
  const auto base = reinterpret_cast<uintptr_t>(rows.data);
  const auto size = static_cast<ptrdiff_t>(sizeof(T));
  return {base + static_cast<uintptr_t>(low * size),
          base + static_cast<uintptr_t>((high + 1) * size)};
}

// Refuses NaN and infinities, naming the cell; columns are counted on from `first_column` in the
// report.
template <class T>
Status check_finite(const Rows<T>& rows, size_t first_column, Report* report) {
  for (size_t i = 0; i < rows.n; ++i)
    for (size_t k = 0; k < rows.d; ++k)
      if (!finite(rows(i, k))) {
        if (report != nullptr) {
          report->row = i;
          report->column = first_column + k;
        }
        return Status::not_finite;
      }
  return Status::ok;
}

}  // namespace rfm
