// A machine in whole numbers, as a generated header holds it, and its arithmetic, which is the
// header's operation for operation: rows become coordinates of 16 bits, centres have 8, distances
// are sums in 32, the kernel is a table, and outputs are sums in 64 that end as 32. Every result
// depends on integers alone, so it has the same bits wherever a compiler has integers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rfm::data {

// 16 even segments below `first_segments`, then 8 for every doubling; linear between the nodes. A
// table of k doublings has 17 + 8 k nodes.
constexpr uint32_t first_segments = 1u << 14;

// How far a coordinate of a row may lie, in units of the centres' 127.
constexpr int32_t farthest_coordinate = 191;

// The largest value of a feature where a matrix projects features.
constexpr int32_t largest_step = 8191;

// Left shift of a coordinate's difference before its power is looked up.
constexpr unsigned term_shift = 4;

// The node at s, and where the nodes lie.
uint32_t table_at(const std::vector<uint16_t>& table, uint32_t s);
double node_place(std::size_t node);
// Nodes of a table that reaches s.
std::size_t nodes_to(double s);

// What one feature becomes: round(zero + slope x), limited.
struct WholeFeature {
  double zero = 0, slope = 0;
  int32_t least = 0, largest = 0;
  bool used = true;       // whether a coordinate depends on it
  std::size_t place = 0;  // where it goes among the used ones

  int32_t step(double x) const;
};

// Centres that measure in one space: that of one of the model's machines.
struct WholeSpace {
  std::size_t d = 0, r = 0, n = 0;
  std::vector<WholeFeature> features;  // (d)

  // A row's coordinates are its features' steps, or (root steps + bias) >> shift.
  bool projected = false;
  std::vector<int16_t> root;   // (r, d)
  std::vector<int32_t> bias;   // (r)
  std::vector<uint8_t> shift;  // (r)

  unsigned fraction = 0;        // bits of a coordinate behind the point
  unsigned quarters = 4;        // |difference|^(1 + quarters / 4) are summed
  std::vector<uint16_t> terms;  // their table where it is no square and no magnitude
  std::vector<uint16_t> shape;  // the kernel, of that sum
  uint32_t last = 0;            // the largest sum that the table knows; larger ones are taken as it
  std::vector<int8_t> centres;  // (n, r)

  // x (d) features -> u (r).
  void place(const double* x, int16_t* u) const;
  uint32_t distance(const int8_t* centre, const int16_t* u) const;
  // The kernel of a centre and a row, from 0 to 65535.
  uint16_t value(const int8_t* centre, const int16_t* u) const;
};

struct WholeMachine {
  std::size_t c = 0;
  std::vector<WholeSpace> spaces;
  std::vector<int16_t> weights;    // (centres of all spaces, c)
  std::vector<int64_t> beginning;  // (c) what sums begin with; half a unit is in it
  unsigned sum_shift = 0;
  double step = 1;  // what one of the outputs stands for, a power of two

  std::size_t centres() const;
  // x (d) features -> f (c).
  void outputs(const double* x, int32_t* f) const;
};

}  // namespace rfm::data
