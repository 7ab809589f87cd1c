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

// The machines with one output in place of all: how the share of class `picked` changes. So the
// gradients take d numbers and not c d.
template <class T>
ModelFile<T> picked_output(const ModelFile<T>& file, std::size_t picked,
                           std::vector<std::vector<T>>& alphas) {
  ModelFile<T> one;
  for (const Model<T>& model : file.members) {
    const std::size_t points = padded(model.n);
    std::vector<double> sums(points);
    for (std::size_t o = 0; o < model.c; ++o) {
      const double weight = slope(file.encoding, picked, o);
      for (std::size_t i = 0; i < points && weight != 0; ++i)
        sums[i] += weight * static_cast<double>(model.alpha[o * points + i]);
    }
    alphas.emplace_back(sums.begin(), sums.end());
    one.members.push_back(model);
    one.members.back().alpha = alphas.back().data();
    one.members.back().c = 1;
  }
  return one;
}

}  // namespace

template <class T>
std::vector<double> pushes(const ModelFile<T>& file, const T* x, std::size_t picked) {
  const std::size_t d = file.model().d;
  const bool single = file.encoding.task == Task::regression;
  std::vector<std::vector<T>> alphas;
  const ModelFile<T> one = single ? file : picked_output(file, picked, alphas);
  const std::vector<T> points = way_to(x, d);
  const std::vector<T> gradients = gradients_of(one, Rows<T>(points.data(), panel, d));
  const std::vector<std::size_t> column_of = feature_columns(file.encoding);
  const double weight = (single ? slope(file.encoding, 0, 0) : 1) / static_cast<double>(panel);
  std::vector<double> sums(file.encoding.columns);
  for (std::size_t step = 0; step < panel; ++step)
    for (std::size_t j = 0; j < d; ++j)
      sums[column_of[j]] +=
          weight * static_cast<double>(gradients[step * d + j]) * static_cast<double>(x[j]);
  return sums;
}

template std::vector<double> pushes(const ModelFile<float>&, const float*, std::size_t);
template std::vector<double> pushes(const ModelFile<double>&, const double*, std::size_t);

}  // namespace rfm::data
