// What a fit without a row would have said there, for all rows from one factor: the closed form of
// kernel ridge regression. n^3 / 3 operations. It chooses a ridge without held-out rows where M is
// the identity; a metric that has seen the targets makes the errors look too small, and a full one
// chooses badly.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/core/machine/start.hpp"

namespace rfm {

// Bytes of scratch: sixteen unit vectors and the diagonal of the inverse.
template <class T>
constexpr size_t leave_one_out_bytes(size_t n) {
  return saturating_multiply(saturating_add(saturating_multiply(panel, padded(n)), n), sizeof(T));
}

// out (n, c): y_i - f_without_i(x_i) = alpha_i / (A^-1)_ii for the metric of the last round,
// without refitting. Directly after a round, while the workspace still holds its factor.
template <class T>
Status leave_one_out(const Machine<T>& machine, T* out, Buffer scratch) {
  if (out == nullptr) return Status::null_pointer;
  if (!machine.factored) return Status::wrong_order;
  const Model<T>& model = machine.model;
  RFM_TRY(detail::check_buffer(scratch, leave_one_out_bytes<T>(model.n), nullptr));
  T* strip = static_cast<T*>(scratch.data);
  T* inverse = strip + panel * padded(model.n);
  inverse_diagonal(machine.workspace.solve.triangle, strip, inverse);
  for (size_t i = 0; i < model.n; ++i)
    for (size_t o = 0; o < model.c; ++o) out[i * model.c + o] = model.outputs(o)[i] / inverse[i];
  return Status::ok;
}

}  // namespace rfm
