#include "rfm/data/encode/level_means.hpp"

#include <algorithm>

namespace rfm::data {

template <class T>
MeansOfOthers<T>::MeansOfOthers(const MeanColumn& column, const T* y, const T* weights,
                                std::size_t c, const std::vector<uint32_t>& part)
    : column_(column), part_(part), c_(c) {
  sums_.assign(array_size<double>(mean_parts + 1, column.levels, c + 1), 0.0);
  double total = 0, rows = 0, squares = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] == no_part || column.level[i] == column.levels) continue;
    const double w = weights == nullptr ? 1 : static_cast<double>(weights[i]);
    total += w;
    rows += 1;
    for (const uint32_t to : {part[i], mean_parts}) {
      double* sum = sums_.data() + place(to, column.level[i]);
      for (std::size_t o = 0; o < c; ++o) sum[o] += w * static_cast<double>(y[i * c + o]);
      sum[c] += w;
    }
    for (std::size_t o = 0; o < c; ++o) {
      const auto target = static_cast<double>(y[i * c + o]);
      squares += w * target * target;
    }
  }
  drawn_ = drawn(total, rows, squares);
}

// m = s^2 / t^2, summed over outputs.
template <class T>
double MeansOfOthers<T>::drawn(double total, double rows, double squares) const {
  constexpr double least = 0.1;
  double between = 0, levels = 0;
  for (uint32_t level = 0; level < column_.levels; ++level) {
    const double* sum = sums_.data() + place(mean_parts, level);
    if (sum[c_] <= 0) continue;
    levels += 1;
    for (std::size_t o = 0; o < c_; ++o) between += sum[o] / sum[c_] * sum[o];
  }
  if (total <= 0) return 1;
  const double scale = rows / total;
  if (rows <= levels) return 1 / scale;
  const double s2 = std::max(scale * (squares - between) / (rows - levels), 0.0);
  const double t2 = (scale * between - levels * s2) / rows;
  const double m = s2 < t2 * rows ? std::max(s2 / t2, least) : rows;
  return m / scale;
}

template <class T>
void MeansOfOthers<T>::mean(uint32_t level, uint32_t part, T* x) const {
  const bool known = level < column_.levels;
  const double* all = sums_.data() + (known ? place(mean_parts, level) : 0);
  const double* own = sums_.data() + (known ? place(part, level) : 0);
  for (std::size_t o = 0; o < c_; ++o) {
    const double sum = part == no_part ? all[o] : all[o] - own[o];
    const double weight = part == no_part ? all[c_] : all[c_] - own[c_];
    x[o] = known ? static_cast<T>(sum / (weight + drawn_)) : T(0);
  }
}

template class MeansOfOthers<float>;
template class MeansOfOthers<double>;

std::vector<double> level_means(const MeanColumn& column, const CodedTargets& targets) {
  const std::vector<uint32_t> one_part(column.level.size(), 0);
  const double* weights = targets.weights.empty() ? nullptr : targets.weights.data();
  const MeansOfOthers<double> means(column, targets.y.data(), weights, targets.c, one_part);
  std::vector<double> found(array_size<double>(column.levels, targets.c));
  for (std::size_t level = 0; level < column.levels; ++level)
    means.mean(static_cast<uint32_t>(level), no_part, found.data() + level * targets.c);
  return found;
}

}  // namespace rfm::data
