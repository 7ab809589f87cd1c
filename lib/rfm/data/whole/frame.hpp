// The space in which a machine measures, and what becomes of it in whole numbers: units, fractions,
// the tables of a power and of the kernel. O(rows r d).
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/core/kernels/kernel.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/whole/machine.hpp"
#include "rfm/data/whole/rows.hpp"

namespace rfm::data {

// u = R (x - origin), coordinates that spread most first. A metric that is no matrix keeps being
// none: a coordinate is then one feature.
struct Frame {
  Kernel<double> kernel;
  bool projected = false;
  std::size_t d = 0, r = 0;
  std::vector<double> root;          // (r, d) projected, else (r)
  std::vector<std::size_t> feature;  // (r) where it is not
  std::vector<double> origin;        // (d)

  double coordinate(const double* x, std::size_t k) const;
};

template <class T>
Frame frame_of(const Model<T>& model, const LikeRows& rows);

// What the kernel is of a sum of |u - v|^p, up to a factor and a constant. A network's machine,
// which knows no distances, is repeated by one of plain distances.
double kernel_of_sum(const Kernel<double>& kernel, double sum);

// Features and coordinates of a space of the first `rank` coordinates, in units that make 127 of
// the largest; of a share of the rows on either side, `cut`, the coordinates may be farther away
// and are taken as nearer. False where numbers leave their range.
bool make_coordinates(const Frame& frame, const LikeRows& rows, std::size_t rank, double cut,
                      WholeSpace& space, double& unit);

// The kernel's table up to the sum `largest`. False where the kernel leaves its range.
bool make_shape(const Frame& frame, double unit, uint32_t largest, WholeSpace& space);

}  // namespace rfm::data
