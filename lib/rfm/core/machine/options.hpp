// What a fit is asked to do: the data, the options with their defaults, and the shape that sizes
// follow from.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/base/rows.hpp"
#include "rfm/core/engine.hpp"
#include "rfm/core/kernels/kernel.hpp"
#include "rfm/core/model/bytes.hpp"

namespace rfm {

// How M is scaled after each round: divided by its largest entry, so that the bandwidth keeps its
// meaning and the scale of the targets has none; or by the number of rows, as the paper writes it.
enum class MetricScale : int32_t { largest = 0, rows = 1 };

template <class T>
struct Options {
  Kernel<T> kernel;              // laplace<T>(10), gaussian<T>(2), lpq<T, 150>(1.5, 10), ...
  T ridge = T(1e-3);             // added to the diagonal as it is, never multiplied by n; >= 0
  size_t rounds = 5;             // updates of M; a fit solves rounds + 1 systems
  Metric metric = Metric::full;  // identity is plain kernel ridge: rounds then change nothing
  MetricScale scale = MetricScale::largest;
  bool centre_gradients = false;  // subtract each output's mean gradient before the outer product
  size_t agop_rows = 0;           // average gradients over this many rows, seeded; 0 is all of them
  uint64_t seed = 1;              // of that choice
  const Executor* executor = nullptr;
  const Engine<T>* engine = fastest<T>();  // null: the plain loops
};

// The table to fit. y is (n, c); weights (n) are optional, a row of weight w counts as w equal
// rows.
template <class T>
struct Data {
  Rows<T> x, y;
  const T* weights = nullptr;
};

// Everything that sizes depend on.
struct Shape {
  size_t n = 0, d = 0, c = 1;
  Metric metric = Metric::full;
  bool centre_gradients = false;
  size_t workers = 1;
};

// The shape of a fit with these options.
template <class T>
constexpr Shape shape_of(size_t n, size_t d, size_t c, const Options<T>& options) {
  return {n,
          d,
          c,
          options.metric,
          options.centre_gradients,
          options.executor == nullptr ? 1 : options.executor->workers};
}

}  // namespace rfm
