#include "rfm/cli/explain.hpp"

#include "rfm/data/encoded_table.hpp"

namespace rfm::cli {
namespace {

// How the answer changes with output o: the scale of the target, or Q[k, o] of class k (decoding.hpp).
template <class T>
double slope(const Encoding<T>& encoding, std::size_t k, std::size_t o) {
  if (encoding.task == Task::regression) return static_cast<double>(encoding.target[1]);
  const auto a = static_cast<double>(encoding.basis[o]);
  return k <= o ? a : k == o + 1 ? -static_cast<double>(k) * a : 0.0;
}

}  // namespace

template <class T>
std::vector<double> pushes(const data::ModelFile<T>& file, const Rows<T>& x,
                           const std::vector<std::size_t>& picked) {
  const std::size_t d = file.model().d, c = file.model().c, columns = file.encoding.columns;
  const std::vector<T> gradients = data::gradients_of(file, x);
  const std::vector<std::size_t> column_of = data::feature_columns(file.encoding);
  std::vector<double> sums(x.n * columns);
  for (std::size_t i = 0; i < x.n; ++i) {
    for (std::size_t o = 0; o < c; ++o) {
      const double weight = slope(file.encoding, picked[i], o);
      for (std::size_t j = 0; j < d; ++j) {
        const double push =
            static_cast<double>(gradients[(i * c + o) * d + j]) * static_cast<double>(x(i, j));
        sums[i * columns + column_of[j]] += weight * push;
      }
    }
  }
  return sums;
}

template std::vector<double> pushes(const data::ModelFile<float>&, const Rows<float>&,
                                    const std::vector<std::size_t>&);
template std::vector<double> pushes(const data::ModelFile<double>&, const Rows<double>&,
                                    const std::vector<std::size_t>&);

}  // namespace rfm::cli
