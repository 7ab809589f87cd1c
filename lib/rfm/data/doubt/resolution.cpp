#include "rfm/data/doubt/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "rfm/core/model/centres.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/bytes.hpp"

namespace rfm::data {
namespace {

// The usual difference between two engines' answers, in roundings of the root of the sum of squared
// terms: 1.3 to 2 for kernels that are 1 at distance 0 (docs/TABLES).
constexpr double roundings = 1.5;

// The sum of (alpha k(centre, centre))^2 over centres and outputs: no term of an answer near the
// training rows is larger.
template <class T>
double squared_terms(const Model<T>& model) {
  std::vector<T> room(array_size<T>(panel, model.r)), tile(tile_size), own(padded(model.n));
  double sum = 0;
  for_each_expansion(model, room.data(), [&](const Expansion<T>& f) {
    Model<T> part = model;
    part.centres = f.centres;
    part.n = f.n;
    detail::kernel_diagonal(part, tile.data(), own.data());
    for (std::size_t o = 0; o < f.c; ++o)
      for (std::size_t i = 0; i < f.n; ++i) {
        const double term =
            static_cast<double>(own[i]) * static_cast<double>(f.alpha[o * f.stride + i]);
        sum += term * term;
      }
  });
  return sum;
}

}  // namespace

template <class T>
double answer_resolution(const ModelFile<T>& file) {
  double sum = 0;
  for (const Model<T>& member : file.members) sum += squared_terms(member);
  const double scale = file.encoded ? static_cast<double>(file.encoding.target[1]) : 1;
  const auto rounding = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  return roundings * rounding * std::sqrt(sum) * scale / static_cast<double>(file.members.size());
}

int digits_that_hold(double answer, double resolution, int most) {
  if (!(resolution > 0) || !(answer - answer == 0)) return most;
  const double size = std::abs(answer), unit = std::ceil(std::log10(resolution));
  if (size < resolution) return 0;
  return std::clamp(static_cast<int>(std::floor(std::log10(size)) - unit) + 1, 1, most);
}

template double answer_resolution(const ModelFile<float>&);
template double answer_resolution(const ModelFile<double>&);

}  // namespace rfm::data
