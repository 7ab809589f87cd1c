// Everything about a fit that can be wrong before it begins, checked once.
#pragma once
#include <stddef.h>

#include "rfm/core/machine/machine.hpp"

namespace rfm {

namespace detail {

inline Status check_buffer(const Buffer& buffer, size_t needed, Report* report) {
  if (report != nullptr) report->bytes_needed = needed;
  if (needed == impossible) return Status::too_large;
  if (buffer.data == nullptr) return Status::null_pointer;
  if (!aligned(buffer.data)) return Status::misaligned;
  return buffer.bytes < needed ? Status::buffer_too_small : Status::ok;
}

template <class T>
Status check_options(const Options<T>& options) {
  if (!finite(options.ridge) || options.ridge < T(0)) return Status::bad_ridge;
  if (options.kernel.functions == nullptr || !valid(options.kernel)) return Status::bad_kernel;
  if (options.metric < Metric::full || options.metric > Metric::identity) return Status::bad_option;
  if (options.scale < MetricScale::largest || options.scale > MetricScale::rows)
    return Status::bad_option;
  if (options.rounds > UINT32_MAX) return Status::bad_option;
  if (options.executor != nullptr &&
      (options.executor->run == nullptr || options.executor->workers == 0))
    return Status::bad_option;
  return Status::ok;
}

template <class T>
Status check_data(const Data<T>& data, Report* report) {
  if (data.x.data == nullptr || data.y.data == nullptr) return Status::null_pointer;
  if (data.x.n == 0 || data.x.d == 0 || data.y.d == 0) return Status::empty;
  if (data.y.n != data.x.n) return Status::shape_mismatch;
  RFM_TRY(check_finite(data.x, 0, report));
  RFM_TRY(check_finite(data.y, data.x.d, report));
  for (size_t i = 0; data.weights != nullptr && i < data.x.n; ++i)
    if (!finite(data.weights[i]) || !(data.weights[i] > T(0))) {
      if (report != nullptr) report->row = i;
      return Status::bad_weight;
    }
  return Status::ok;
}

// The buffers written must not meet each other, nor anything read.
template <class T>
Status check_overlap(const Data<T>& data, const Buffer& model, const Buffer& workspace) {
  const Extent written[] = {extent(model.data, model.bytes),
                            extent(workspace.data, workspace.bytes)};
  if (written[0].meets(written[1])) return Status::overlap;
  const Extent read[] = {
      extent(data.x), extent(data.y),
      data.weights == nullptr ? Extent{} : extent(data.weights, data.x.n * sizeof(T))};
  for (const Extent& w : written)
    for (const Extent& r : read)
      if (w.meets(r)) return Status::overlap;
  return Status::ok;
}

// Column means into origin; zero for kernels that look at angles rather than differences.
template <class T>
void find_origin(const Rows<T>& x, bool centred, T* origin) {
  for (size_t k = 0; k < x.d; ++k) {
    origin[k] = T(0);
    for (size_t i = 0; centred && i < x.n; ++i) origin[k] += x(i, k) / static_cast<T>(x.n);
  }
}

// Squared distances must neither overflow nor all vanish although the rows differ.
template <class T>
Status check_scale(const Rows<T>& x, const T* origin) {
  T sum = T(0), largest = T(0);
  for (size_t k = 0; k < x.d; ++k) {
    T reach = T(0);
    for (size_t i = 0; i < x.n; ++i) {
      const T distance = x(i, k) < origin[k] ? origin[k] - x(i, k) : x(i, k) - origin[k];
      if (!(distance <= reach)) reach = distance;
    }
    sum += reach * reach;
    if (reach > largest) largest = reach;
  }
  if (!finite(sum) || !finite(T(64) * sum)) return Status::out_of_scale;
  return largest > T(0) && largest * largest < smallest_normal<T> / machine_epsilon<T>
             ? Status::out_of_scale
             : Status::ok;
}

}  // namespace detail
}  // namespace rfm
