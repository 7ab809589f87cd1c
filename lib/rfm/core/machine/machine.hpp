// A machine being fitted: what it was asked, where its memory lies, and how far it is. Nothing here
// is owned. Its workspace is the memory of a fit besides the model: the triangle, and what learning
// needs, which lies over it because the factor is no longer needed then. Sizes are exact and
// constexpr.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/algebra/eigen.hpp"
#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/kernels/gradient.hpp"
#include "rfm/core/machine/options.hpp"

namespace rfm {

// Panels of gradients that exist at once: one for a single worker, enough to keep several busy.
constexpr size_t gradient_slots(size_t workers) {
  return workers < 2 ? 1 : saturating_multiply(4, workers);
}

// Memory of the learning phase; each worker has a scratch, each slot one panel of gradients.
template <class T>
struct LearnMemory {
  unsigned char* scratch = nullptr;  // workers times gradient_scratch_bytes
  T* gradients = nullptr;            // (slots, 16, c, r): row s of a slot belongs to sample s
  uint32_t* rows = nullptr;  // (slots, 16) the chosen rows; so sizes are the same on every machine
  T* products = nullptr;     // E: packed (r, r), or (r) for a diagonal metric
  T* shift = nullptr;        // (c, r) what centring subtracts before summing
  T* sums = nullptr;         // (c, r) sums of the shifted gradients
  T* metric = nullptr;       // M, packed (d, d)
  T* work = nullptr;         // of the sandwich and of the root
};

template <class T>
constexpr size_t gradient_scratch_bytes(size_t r, size_t c) {
  Arena arena;
  layout_gradient<T>(arena, r, c);
  return rounded_up(arena.bytes());
}

constexpr size_t larger_size(size_t a, size_t b) { return a > b ? a : b; }

template <class T>
constexpr LearnMemory<T> layout_learn(Arena& arena, const Shape& s) {
  LearnMemory<T> memory;
  const bool full = s.metric == Metric::full;
  const size_t slots = gradient_slots(s.workers), d = s.d;
  const size_t outer = saturating_multiply(s.c, d);
  memory.scratch =
      arena.take<unsigned char>(saturating_multiply(s.workers, gradient_scratch_bytes<T>(d, s.c)));
  memory.gradients = arena.take<T>(saturating_multiply(saturating_multiply(slots, panel), outer));
  memory.rows = arena.take<uint32_t>(saturating_multiply(slots, panel));
  memory.products = arena.take<T>(full ? packed_size(d) : d);
  memory.shift = arena.take<T>(s.centre_gradients ? outer : 0);
  memory.sums = arena.take<T>(s.centre_gradients ? outer : 0);
  memory.metric = arena.take<T>(full ? packed_size(d) : 0);
  memory.work = arena.take<T>(full ? larger_size(sandwich_scratch(d), root_scratch(d)) : 0);
  return memory;
}

// Memory of the solving phase.
template <class T>
struct SolveMemory {
  Triangle<T> triangle{};
  T* tiles = nullptr;  // one a worker
};

template <class T>
constexpr SolveMemory<T> layout_solve(Arena& arena, const Shape& s) {
  SolveMemory<T> memory;
  memory.triangle.data = arena.take<T>(triangle_size(s.n));
  memory.triangle.n = s.n;
  memory.tiles = arena.take<T>(saturating_multiply(s.workers, tile_size));
  return memory;
}

// Projecting comes before the triangle is filled and learning after it was used: all three share
// memory.
template <class T>
struct Workspace {
  T* scratch = nullptr;  // (workers, d, 16) of projection
  SolveMemory<T> solve;
  LearnMemory<T> learn;
};

template <class T>
constexpr Workspace<T> layout_workspace(Arena& arena, const Shape& s) {
  Workspace<T> w;
  const size_t start = arena.mark();
  w.scratch = arena.take<T>(saturating_multiply(s.workers, saturating_multiply(panel, s.d)));
  arena.rewind(start);
  w.solve = layout_solve<T>(arena, s);
  arena.rewind(start);
  if (s.metric != Metric::identity) w.learn = layout_learn<T>(arena, s);
  return w;
}

// Bytes of workspace for a fit of this shape; one byte less is refused.
template <class T>
constexpr size_t workspace_bytes(const Shape& shape) {
  Arena arena;
  layout_workspace<T>(arena, shape);
  return arena.bytes();
}

template <class T>
struct Machine {
  Model<T> model;    // usable after every round: predict(machine.model, ...)
  size_t round = 0;  // rounds done; the model is of the last one, number round - 1
  T jitter = T(0);   // what singularity added to the ridge in the last round
  bool finished = false;

  Options<T> options;
  Data<T> data;
  Shape shape;
  ModelMemory<T> memory;  // the model's arrays, writable
  Workspace<T> workspace;
  bool factored = false;  // the workspace holds the factor of the last round
  bool started = false;
};

// Rounds that a fit will do.
template <class T>
size_t rounds_of(const Options<T>& options) {
  return options.metric == Metric::identity ? 1 : options.rounds + 1;
}

// Where to make an object: new (Place{memory}) Object. Compilers for bare machines may lack <new>.
struct Place {
  void* memory;
};

}  // namespace rfm

[[gnu::always_inline, gnu::returns_nonnull]] inline void* operator new(size_t,
                                                                       rfm::Place place) noexcept {
  return place.memory;
}
