// A machine being fitted: what it was asked, where its memory lies, and how far it is. Nothing here
// is owned.
#pragma once
#include <stddef.h>

#include "rfm/core/machine/options.hpp"
#include "rfm/core/machine/workspace.hpp"

namespace rfm {

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
