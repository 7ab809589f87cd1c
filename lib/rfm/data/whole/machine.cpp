#include "rfm/data/whole/machine.hpp"

#include <algorithm>
#include <cmath>

namespace rfm::data {
namespace {

constexpr unsigned segment_bits = 10;  // of first_segments / 16

int32_t limited(int32_t value, int32_t most) {
  return value > most ? most : value < -most ? -most : value;
}

}  // namespace

uint32_t table_at(const std::vector<uint16_t>& table, uint32_t s) {
  std::size_t at = 0;
  while (s >= first_segments) {
    s >>= 1;
    at += 8;
  }
  at += s >> segment_bits;
  constexpr uint32_t whole = 1u << segment_bits;
  const uint32_t part = s & (whole - 1);
  return (table[at] * (whole - part) + table[at + 1] * part) >> segment_bits;
}

double node_place(std::size_t node) {
  constexpr std::size_t first_width = first_segments / 16;
  if (node <= 16) return static_cast<double>(node * first_width);
  const std::size_t doublings = (node - 16) / 8, eighths = (node - 16) % 8;
  return std::ldexp(1 + static_cast<double>(eighths) / 8, static_cast<int>(14 + doublings));
}

std::size_t nodes_to(double s) {
  std::size_t nodes = 17;
  while (node_place(nodes - 1) <= s) nodes += 8;
  return nodes;
}

int32_t WholeFeature::step(double x) const {
  const double value = zero + slope * x;
  if (!(value > least)) return least;
  return value < largest ? static_cast<int32_t>(std::floor(value + 0.5)) : largest;
}

void WholeSpace::place(const double* x, int16_t* u) const {
  if (!projected) {
    for (std::size_t j = 0; j < d; ++j)
      if (features[j].used) u[features[j].place] = static_cast<int16_t>(features[j].step(x[j]));
    return;
  }
  const int32_t farthest = farthest_coordinate * (1 << fraction);
  std::vector<int32_t> steps(d);
  for (std::size_t j = 0; j < d; ++j) steps[j] = features[j].step(x[j]);
  for (std::size_t k = 0; k < r; ++k) {
    int32_t sum = bias[k];
    for (std::size_t j = 0; j < d; ++j) sum += root[k * d + j] * steps[j];
    u[k] = static_cast<int16_t>(limited(sum >> shift[k], farthest));
  }
}

uint32_t WholeSpace::distance(const int8_t* centre, const int16_t* u) const {
  uint32_t sum = 0;
  for (std::size_t k = 0; k < r; ++k) {
    const int32_t difference = u[k] - centre[k] * (1 << fraction);
    const auto size = static_cast<uint32_t>(difference < 0 ? -difference : difference);
    sum += quarters == 4 ? size * size : quarters == 0 ? size : table_at(terms, size << term_shift);
  }
  return sum > last ? last : sum;
}

uint16_t WholeSpace::value(const int8_t* centre, const int16_t* u) const {
  return static_cast<uint16_t>(table_at(shape, distance(centre, u)));
}

std::size_t WholeMachine::centres() const {
  std::size_t n = 0;
  for (const WholeSpace& space : spaces) n += space.n;
  return n;
}

void WholeMachine::outputs(const double* x, int32_t* f) const {
  std::vector<int64_t> sums = beginning;
  const int16_t* weight = weights.data();
  std::vector<int16_t> u;
  for (const WholeSpace& space : spaces) {
    u.resize(space.r);
    space.place(x, u.data());
    for (std::size_t i = 0; i < space.n; ++i, weight += c) {
      const int64_t value = space.value(&space.centres[i * space.r], u.data());
      for (std::size_t o = 0; o < c; ++o) sums[o] += weight[o] * value;
    }
  }
  for (std::size_t o = 0; o < c; ++o) f[o] = static_cast<int32_t>(sums[o] >> sum_shift);
}

}  // namespace rfm::data
