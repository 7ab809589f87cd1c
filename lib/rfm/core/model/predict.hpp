// Predictions and gradients of an opened or fitted model. A row costs 2 d r to transform and n (2r
// + c) to compare; a single row and a batch of any size give the same bits.
#pragma once
#include <stddef.h>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/kernels/gradient.hpp"
#include "rfm/core/machine/project.hpp"

namespace rfm {

template <class T>
struct PredictScratch {
  T* centred = nullptr;  // (d, 16)
  T* points = nullptr;   // (r, 16)
  T* tile = nullptr;     // (16, 16)
  T* sums = nullptr;     // (c, 16, 16): the partial sums of each output and point
};

template <class T>
constexpr PredictScratch<T> layout_predict(Arena& arena, size_t d, size_t r, size_t c) {
  PredictScratch<T> scratch;
  scratch.centred = arena.take<T>(project_scratch(d));
  scratch.points = arena.take<T>(saturating_multiply(panel, r));
  scratch.tile = arena.take<T>(tile_size);
  scratch.sums = arena.take<T>(saturating_multiply(c, tile_size));
  return scratch;
}

// Bytes of scratch for predict; `workers` those of the executor.
template <class T>
constexpr size_t predict_bytes(size_t d, size_t r, size_t c, size_t workers = 1) {
  Arena arena;
  layout_predict<T>(arena, d, r, c);
  return saturating_multiply(rounded_up(arena.bytes()), workers);
}
template <class T>
constexpr size_t predict_bytes(const Model<T>& model, size_t workers = 1) {
  return predict_bytes<T>(model.d, model.r, model.c, workers);
}

namespace detail {

// out (count, c) for the up to 16 rows of z from `first`: f_o(z) = sum_i alpha_io k(z, x_i). Lanes
// are centres, so that each sum is sixteen interleaved ones, then folded.
template <class T>
void predict_panel(const Model<T>& model, const Rows<T>& z, size_t first,
                   const PredictScratch<T>& scratch, T* out) {
  const size_t count = z.n - first < panel ? z.n - first : panel;
  project_panel(model, z, first, scratch.centred, scratch.points);
  for (size_t o = 0; o < model.c; ++o)
    for (size_t i = 0; i < count * panel; ++i) scratch.sums[o * tile_size + i] = T(0);
  // Once the rows are projected, `centred` is free for widened centres: r <= d.
  for_each_expansion(model, scratch.centred, [&](const Expansion<T>& f) {
    model.kernel.functions->predict(model.kernel.parameters, f, scratch.points, count, scratch.tile,
                                    scratch.sums);
  });
  for (size_t j = 0; j < count; ++j)
    for (size_t o = 0; o < model.c; ++o)
      out[j * model.c + o] = fold(scratch.sums + o * tile_size + j * panel);
}

}  // namespace detail

// out (z.n, c) = f(z). Cells of z must be finite: a NaN gives a NaN answer for its row and no
// other.
template <class T>
Status predict(const Model<T>& model, const Rows<T>& z, T* out, void* scratch, size_t bytes,
               const Executor* executor = nullptr) {
  if (z.n == 0) return Status::ok;
  if (model.alpha == nullptr || z.data == nullptr || out == nullptr || scratch == nullptr)
    return Status::null_pointer;
  if (z.d != model.d) return Status::shape_mismatch;
  if (!aligned(scratch)) return Status::misaligned;
  const size_t workers = executor == nullptr ? 1 : executor->workers;
  const size_t each = predict_bytes(model);
  if (bytes < predict_bytes(model, workers)) return Status::buffer_too_small;
  auto work = [&](size_t index, size_t worker) {
    Arena arena(static_cast<unsigned char*>(scratch) + worker * each);
    const auto memory = layout_predict<T>(arena, model.d, model.r, model.c);
    detail::predict_panel(model, z, index * panel, memory, out + index * panel * model.c);
  };
  for_each(executor, panels_of(z.n), work);
  return stopped(executor) ? Status::stopped : Status::ok;
}

template <class T>
constexpr size_t gradient_bytes(size_t d, size_t r, size_t c) {
  Arena arena;
  layout_gradient<T>(arena, r, c);
  arena.take<T>(project_scratch(d));
  return arena.bytes();
}

// out (z.n, c, d): the gradient of each output at each row of z, in the caller's columns: grad f =
// R' grad_u f. What moves the prediction there, and how much a unit of each column would.
template <class T>
Status gradient(const Model<T>& model, const Rows<T>& z, T* out, void* scratch, size_t bytes) {
  if (z.n == 0) return Status::ok;
  if (model.alpha == nullptr || z.data == nullptr || out == nullptr || scratch == nullptr)
    return Status::null_pointer;
  if (z.d != model.d) return Status::shape_mismatch;
  if (!aligned(scratch)) return Status::misaligned;
  if (bytes < gradient_bytes<T>(model.d, model.r, model.c)) return Status::buffer_too_small;
  Arena arena(scratch);
  const auto memory = layout_gradient<T>(arena, model.r, model.c);
  T* centred = arena.take<T>(project_scratch(model.d));
  for (size_t first = 0; first < z.n; first += panel) {
    const size_t count = z.n - first < panel ? z.n - first : panel;
    project_panel(model, z, first, centred, memory.points);
    gradient_panel(model, T(1), memory, centred);
    for (size_t l = 0; l < count; ++l)
      for (size_t o = 0; o < model.c; ++o) {
        T* row = out + ((first + l) * model.c + o) * model.d;
        const T* sums = memory.sums + o * model.r * panel;
        for (size_t j = 0; j < model.d; ++j) {
          if (model.metric != Metric::full) {
            row[j] =
                sums[j * panel + l] * (model.metric == Metric::diagonal ? model.root[j] : T(1));
            continue;
          }
          row[j] = T(0);
          for (size_t k = 0; k < model.r; ++k)
            row[j] += model.root[k * model.d + j] * sums[k * panel + l];
        }
      }
  }
  return Status::ok;
}

}  // namespace rfm
