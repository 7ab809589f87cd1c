// The iterations behind eigenpro.hpp: a machine of all rows whose alpha is found by conjugate
// gradients, and the landmarks that their steps are damped with. A step costs n^2 + 2 n p kernel
// values.
#pragma once
#include <cstddef>

#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/fit/eigenpro.hpp"

namespace rfm::host {

inline LandmarkShape landmark_shape(std::size_t d, std::size_t c, Metric metric, std::size_t p,
                                    std::size_t workers) {
  LandmarkShape shape{p, d, c, metric};
  shape.workers = workers;
  shape.panels = 8 * workers;
  return shape;
}

template <class T>
struct IterationMemory {
  // (c, n) each
  double *beta = nullptr, *residual = nullptr, *direction = nullptr, *product = nullptr,
         *damped = nullptr;
  double* roots = nullptr;  // (n) of the weights
  T* values = nullptr;      // (c, padded(n)) an expansion at all rows
  T* small = nullptr;       // (c, padded(p))
  T* scratch = nullptr;     // a worker's: tile, (c, 16, 16) sums, 2 (d, 16) points
};

constexpr std::size_t scratch_size(std::size_t d, std::size_t c) {
  return (1 + c) * tile_size + 2 * project_scratch(d);
}

template <class T>
IterationMemory<T> layout_iterations(Arena& arena, std::size_t n, std::size_t d, std::size_t c,
                                     std::size_t p, std::size_t workers) {
  IterationMemory<T> memory;
  const std::size_t each = saturating_multiply(c, n);
  for (double** vector :
       {&memory.beta, &memory.residual, &memory.direction, &memory.product, &memory.damped})
    *vector = arena.take<double>(each);
  memory.roots = arena.take<double>(n);
  memory.values = arena.take<T>(saturating_multiply(c, padded(n)));
  memory.small = arena.take<T>(saturating_multiply(c, padded(p)));
  memory.scratch = arena.take<T>(saturating_multiply(workers, scratch_size(d, c)));
  return memory;
}

// Solves for one sample's M. Everything it points to stays with the caller.
template <class T>
class PreconditionedIterations {
 public:
  PreconditionedIterations(const data::EncodedTable<T>& rows, const data::Choice& choice,
                           const Executor* executor)
      : rows_(rows), ridge_(choice.ridge), executor_(executor) {}

  Status prepare(const Model<T>& source, std::size_t p, Buffer model, Buffer landmark_model,
                 Buffer landmark_workspace, Buffer own);
  void run(const EigenproOptions& options, EigenproReport& report);
  Status finish_model();
  std::size_t bytes() const { return model_size(machine_); }

 private:
  std::size_t n() const { return rows_.n; }
  std::size_t c() const { return rows_.c; }
  Status find_landmarks(const Model<T>& source, std::size_t p, Buffer model, Buffer workspace);
  void evaluate(const Model<T>& f, const Model<T>& at, T* out) const;
  void weigh(const double* from, T* to) const;
  void multiply(const double* v, double* out);
  void damp(const double* v, double* out);
  double find_residual();
  std::size_t descend(double tolerance, std::size_t most_steps);

  const data::EncodedTable<T>& rows_;
  double ridge_;
  const Executor* executor_;
  Machine<T> machine_;  // of all rows
  Landmarks<T> landmarks_;
  IterationMemory<T> memory_;
};

extern template class PreconditionedIterations<float>;
extern template class PreconditionedIterations<double>;

}  // namespace rfm::host
