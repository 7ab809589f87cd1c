#include "rfm/data/score/novelty.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "rfm/core/base/random.hpp"
#include "rfm/core/instances.hpp"

namespace rfm::data {
namespace {

// Rows whose distances are kept, as quantiles.
constexpr std::size_t reference_rows = 1000;

// Of equal places: the first, the last, and what is nearest between.
template <class T>
void put_quantiles(std::vector<double> values, T* quantile) {
  std::stable_sort(values.begin(), values.end());
  constexpr std::size_t last = novelty_points - 1;
  for (std::size_t k = 0; k <= last; ++k)
    quantile[k] = static_cast<T>(values[(k * (values.size() - 1) + last / 2) / last]);
}

template <class T>
struct Bytes {
  AlignedBytes bytes;
  T* numbers;  // behind the header

  explicit Bytes(std::size_t features)
      : bytes(novelty_bytes<T>(features)),
        numbers(reinterpret_cast<T*>(bytes.data() + sizeof(NoveltyHeader))) {
    const NoveltyHeader h{sizeof(T), static_cast<std::uint32_t>(features),
                          static_cast<std::uint32_t>(novelty_points), 0};
    std::memcpy(bytes.data(), &h, sizeof h);
  }
};

// The two least and the two largest numbers of a feature, so that a row can be held against the
// range of the others.
template <class T>
struct Range {
  T least, next_least, next_largest, largest;

  explicit Range(T x, T y)
      : least(std::min(x, y)),
        next_least(std::max(x, y)),
        next_largest(least),
        largest(next_least) {}
  void add(T x) {
    next_least = std::min(next_least, std::max(least, x));
    least = std::min(least, x);
    next_largest = std::max(next_largest, std::min(largest, x));
    largest = std::max(largest, x);
  }
  T beyond(T x) const {
    return distance_beyond(x, x == least ? next_least : least,
                           x == largest ? next_largest : largest);
  }
};

template <class T>
std::vector<Range<T>> ranges_of(const Rows<T>& x) {
  std::vector<Range<T>> ranges;
  for (std::size_t j = 0; j < x.d; ++j) ranges.emplace_back(x(0, j), x(1, j));
  for (std::size_t i = 2; i < x.n; ++i)
    for (std::size_t j = 0; j < x.d; ++j) ranges[j].add(x(i, j));
  return ranges;
}

// A row that is a centre is found again at a distance of nothing but rounding.
template <class T>
T to_others(const T* near) {
  return near[0] > static_cast<T>(1e-5) * near[1] ? near[0] : near[1];
}

}  // namespace

template <class T>
AlignedBytes learn_novelty(const Model<T>& model, const Rows<T>& x, std::uint64_t seed,
                           const Executor* executor) {
  if (x.n < 2 || model.n < 2) return {};
  std::vector<T> sample;
  std::vector<std::size_t> rows;
  for (Chosen chosen(std::min(reference_rows, x.n), x.n, seed); chosen.more();) {
    rows.push_back(chosen.next());
    sample.insert(sample.end(), &x(rows.back(), 0), &x(rows.back(), 0) + x.d);
  }
  const Rows<T> references(sample.data(), rows.size(), x.d);
  std::vector<T> near(array_size<T>(rows.size(), 2));
  AlignedBytes scratch(predict_bytes(model, executor == nullptr ? 1 : executor->workers));
  if (nearest_centres(model, references, near.data(), scratch.data(), scratch.size(), executor) !=
      Status::ok)
    return {};

  const std::vector<Range<T>> ranges = ranges_of(x);
  std::vector<double> nearest, beyond, larger;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    T farthest = 0;
    for (std::size_t j = 0; j < x.d; ++j)
      farthest = std::max(farthest, ranges[j].beyond(references(i, j)));
    nearest.push_back(static_cast<double>(to_others(&near[2 * i])));
    beyond.push_back(static_cast<double>(farthest));
  }
  Bytes<T> result(x.d);
  for (std::size_t j = 0; j < x.d; ++j) {
    result.numbers[j] = ranges[j].least;
    result.numbers[x.d + j] = ranges[j].largest;
  }
  T* quantile = result.numbers + 2 * x.d;
  put_quantiles(nearest, quantile);
  put_quantiles(beyond, quantile + novelty_points);
  for (std::size_t i = 0; i < rows.size(); ++i)
    larger.push_back(static_cast<double>(
        std::max(share_below(quantile, static_cast<T>(nearest[i])),
                 share_below(quantile + novelty_points, static_cast<T>(beyond[i])))));
  put_quantiles(larger, quantile + 2 * novelty_points);
  return std::move(result.bytes);
}

template <class T>
AlignedBytes with_distances(const Novelty<T>& novelty, std::size_t features,
                            const std::vector<double>& distances) {
  Bytes<T> result(features);
  std::memcpy(result.numbers, novelty.least, (2 * features + 3 * novelty_points) * sizeof(T));
  put_quantiles(distances, result.numbers + 2 * features);
  return std::move(result.bytes);
}

template AlignedBytes learn_novelty(const Model<float>&, const Rows<float>&, std::uint64_t,
                                    const Executor*);
template AlignedBytes learn_novelty(const Model<double>&, const Rows<double>&, std::uint64_t,
                                    const Executor*);
template AlignedBytes with_distances(const Novelty<float>&, std::size_t,
                                     const std::vector<double>&);
template AlignedBytes with_distances(const Novelty<double>&, std::size_t,
                                     const std::vector<double>&);

}  // namespace rfm::data
