#include "rfm/data/score/explain.hpp"

#include "rfm/core/algebra/panel.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/encoded_table.hpp"

namespace rfm::data {
namespace {

// How the answer changes with output o: the scale of the target, or Q[k, o] of class k
// (decoding.hpp).
template <class T>
double slope(const Encoding<T>& encoding, std::size_t k, std::size_t o) {
  if (encoding.task == Task::regression) return static_cast<double>(encoding.target[1]);
  const auto a = static_cast<double>(encoding.basis[o]);
  return k <= o ? a : k == o + 1 ? -static_cast<double>(k) * a : 0.0;
}

// The average row is 0 in features, which are centred. Points s x at the middles of sixteen equal
// steps: one panel.
template <class T>
std::vector<T> way_to(const T* x, std::size_t d) {
  std::vector<T> points(array_size<T>(panel, d));
  for (std::size_t step = 0; step < panel; ++step) {
    const T s = (static_cast<T>(step) + T(0.5)) / static_cast<T>(panel);
    for (std::size_t j = 0; j < d; ++j) points[step * d + j] = s * x[j];
  }
  return points;
}

}  // namespace

template <class T>
std::vector<double> pushes(const ModelFile<T>& file, const T* x, std::size_t picked) {
  const std::size_t d = file.model().d, c = file.model().c;
  const std::vector<T> points = way_to(x, d);
  const std::vector<T> gradients = gradients_of(file, Rows<T>(points.data(), panel, d));
  const std::vector<std::size_t> column_of = feature_columns(file.encoding);
  std::vector<double> sums(file.encoding.columns);
  for (std::size_t step = 0; step < panel; ++step) {
    for (std::size_t o = 0; o < c; ++o) {
      const double weight = slope(file.encoding, picked, o) / static_cast<double>(panel);
      for (std::size_t j = 0; j < d; ++j) {
        const auto gradient = static_cast<double>(gradients[(step * c + o) * d + j]);
        sums[column_of[j]] += weight * gradient * static_cast<double>(x[j]);
      }
    }
  }
  return sums;
}

template std::vector<double> pushes(const ModelFile<float>&, const float*, std::size_t);
template std::vector<double> pushes(const ModelFile<double>&, const double*, std::size_t);

}  // namespace rfm::data
