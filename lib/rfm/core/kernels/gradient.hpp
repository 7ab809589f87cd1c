// Gradients of the fitted function at sixteen points at a time, in transformed coordinates: n (2r +
// r c) operations a point. The AGOP and the local explanation of a prediction are both made of
// this.
#pragma once
#include <stddef.h>

#include "rfm/core/kernels/pairs.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/core/model/centres.hpp"

namespace rfm {

// Scratch of one worker.
template <class T>
constexpr GradientScratch<T> layout_gradient(Arena& arena, size_t r, size_t c) {
  GradientScratch<T> scratch;
  scratch.points = arena.take<T>(saturating_multiply(panel, r));
  scratch.toward = arena.take<T>(tile_size);
  scratch.own = arena.take<T>(tile_size);
  scratch.weights = arena.take<T>(tile_size);
  scratch.sums = arena.take<T>(saturating_multiply(saturating_multiply(panel, r), c));
  scratch.own_sums = arena.take<T>(saturating_multiply(panel, c));
  return scratch;
}

// scratch.sums[o][k * 16 + l] = scale * d f_o / d u_k at point l of scratch.points:
//   grad f_o(u) = sum_i alpha_io (toward_i v_i + own_i u)
//   grad f_o(u) = sum_i alpha_io toward_i g(v_i - u)                for per-coordinate kernels
//   grad f_o(u) = sum_i alpha_io (toward_i g(v_i - u) + own_i g(u)) for anchored kernels
// `room` (r, 16) serves centres that are whole numbers, which a machine in training never has.
template <class T>
void gradient_panel(const Model<T>& model, T scale, const GradientScratch<T>& scratch,
                    T* room = nullptr) {
  const PairFunctions<T>& functions = *model.kernel.functions;
  const size_t r = model.r;
  for (size_t i = 0; i < panel * r * model.c; ++i) scratch.sums[i] = T(0);
  for (size_t i = 0; i < panel * model.c; ++i) scratch.own_sums[i] = T(0);
  for_each_expansion(model, room, [&](const Expansion<T>& f) {
#ifdef RFM_ENGINES
    functions.gradients(model.kernel.parameters, f, scale, scratch);
#else  // what every kernel has there, with less stack
    gradient_tiles(functions, model.kernel.parameters, f, scale, scratch);
#endif
  });
  for (size_t o = 0; functions.push_own != nullptr && o < model.c; ++o)
    functions.push_own(scratch.points, r, scratch.own_sums + o * panel,
                       scratch.sums + o * r * panel);
}

}  // namespace rfm
