// The space of a machine's centres in double precision, turned so that its first coordinates matter
// most.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/shrink/points.hpp"

namespace rfm::data {

struct CentreSpace {
  Kernel<double> kernel;
  Metric metric = Metric::full;
  Points centres;             // u = R (x - origin)
  Points probes{0, 0};        // other points of the same space, which turn and scale with it
  std::vector<double> root;   // R: (r, d) full, (d) otherwise
  std::vector<double> alpha;  // (c, padded(n))
  std::size_t d = 0, c = 0;
};

template <class T>
CentreSpace centre_space(const Model<T>& model);

// At most `most` of the centres, evenly spread.
std::vector<std::size_t> spread_rows(std::size_t n, std::size_t most);

// `count` points between two centres each, nearer to one of them: where new rows may lie.
Points between(const Points& centres, std::size_t count, uint64_t seed);

// The same machine with other coordinates: rotated to the principal axes of its centres, or, where
// the kernel does not allow rotations, with the coordinates that spread most first. Its metric is
// full.
CentreSpace turned(const CentreSpace& space);

// Only the first `rank` coordinates of a turned space.
CentreSpace truncated(const CentreSpace& space, std::size_t rank);

// Coordinates divided by `unit`; the kernel's parameters follow, rounded to T, so that all kernel
// values stay (those of network kernels are divided by unit^2). An identity becomes a diagonal.
template <class T>
CentreSpace scaled(const CentreSpace& space, double unit);

}  // namespace rfm::data
