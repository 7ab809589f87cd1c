// Which centres of a model stand for all of them: pivoted Cholesky of their kernel matrix, always
// taking the one that the chosen ones explain worst. Deterministic; p n numbers of memory, p^2 n
// operations and p n kernel values.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/model/bytes.hpp"

namespace rfm {

// Numbers of scratch for choose_landmarks.
constexpr size_t choose_landmarks_scratch(size_t n, size_t p, size_t r) {
  const size_t columns = saturating_multiply(saturating_add(p, 1), padded(n));
  return saturating_add(columns, saturating_multiply(panel, saturating_add(r, panel)));
}

namespace detail {

// out[i] = k(u_i, u_chosen) for all centres; `point` holds a panel, `tile` one tile.
template <class T>
void kernel_column(const Model<T>& model, size_t chosen, T* point, T* tile, T* out) {
  const T* from = model.centres + chosen / panel * panel * model.r + chosen % panel;
  for (size_t k = 0; k < model.r; ++k)
    for (size_t l = 0; l < panel; ++l) point[k * panel + l] = l == 0 ? from[k * panel] : T(0);
  for (size_t first = 0; first < model.n; first += panel) {
    model.kernel.functions->values(model.kernel.parameters, model.centres + first * model.r, point,
                                   model.r, 1, tile);
    for (size_t l = 0; l < panel; ++l) out[first + l] = tile[l];
  }
}

// remaining[i] = k(u_i, u_i).
template <class T>
void kernel_diagonal(const Model<T>& model, T* tile, T* remaining) {
  for (size_t first = 0; first < model.n; first += panel) {
    const size_t count = model.n - first < panel ? model.n - first : panel;
    const T* u = model.centres + first * model.r;
    model.kernel.functions->values(model.kernel.parameters, u, u, model.r, count, tile);
    for (size_t j = 0; j < count; ++j) remaining[first + j] = tile[j * panel + j];
  }
}

}  // namespace detail

// chosen: indices of at most p centres, the most needed first; returns how many. Fewer than p when
// what the others leave unexplained of k(u, u) is at most `share` of the largest. The first
// padded(n) numbers of scratch then hold what is left of each centre, -infinity for those chosen.
template <class T>
size_t choose_landmarks(const Model<T>& model, size_t p, size_t* chosen, T* scratch,
                        T share = T(16) * machine_epsilon<T>) {
  const size_t points = padded(model.n);
  T* point = scratch + points;
  T* tile = point + panel * model.r;
  T* columns = tile + panel * panel;
  detail::kernel_diagonal(model, tile, scratch);
  return pivoted_factor(
      model.n, p < model.n ? p : model.n, share, columns, points, scratch,
      [&](size_t next, T* column) { detail::kernel_column(model, next, point, tile, column); },
      [&](size_t k, size_t next) { chosen[k] = next; });
}

}  // namespace rfm
