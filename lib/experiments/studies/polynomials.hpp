// Inputs and targets of the low-rank studies, and their true gradient outer products.
#pragma once
#include <utility>

#include "experiments/mathematics/random_numbers.hpp"

namespace rfm::experiments {

struct Sample {
  Matrix x, y;  // (n, d), (n, 1)
};

// y_i = f(row i).
template <class Target>
Sample sample_of(Matrix x, const Target& f) {
  Sample out{std::move(x), {}};
  out.y = Matrix::from_shape({out.x.shape(0), 1});
  for (std::size_t i = 0; i < out.x.shape(0); ++i)
    out.y(i, 0) = f(out.x.data() + i * out.x.shape(1));
  return out;
}

// The notebook of the paper: x0 x1 where x5 > 0.
inline double gated_product(const double* x) { return x[5] > 0 ? x[0] * x[1] : 0; }
// Figure 10: x0 x1 where x3 > 0, else x2.
inline double switched(const double* x) { return x[3] > 0 ? x[0] * x[1] : x[2]; }
inline double product(const double* x) { return x[0] * x[1]; }

// Targets of mean 0 and variance 1 by the training rows; both samples are changed alike.
inline void standardise_targets(Sample& train, Sample& test) {
  const auto n = static_cast<double>(train.y.size());
  double mean = 0, square = 0;
  for (const double y : train.y) mean += y / n;
  for (const double y : train.y) square += (y - mean) * (y - mean) / n;
  for (Sample* sample : {&train, &test})
    for (double& y : sample->y) y = (y - mean) / std::sqrt(square);
}

}  // namespace rfm::experiments
