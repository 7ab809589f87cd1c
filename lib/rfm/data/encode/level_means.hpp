// Categories by means of the target: level l becomes, for each output, the mean of its rows' codes
// drawn towards that of all rows, which is 0:
//     mean_l = sum of w_i y_i over the rows of l / (sum of w_i + m)
// m rows of the overall mean are added to the level's own, m = s^2 / t^2. Here s^2 is the variance
// within levels and t^2 that of the levels' true means, both estimated from the rows that are seen:
// with L levels, S_l and n_l the sums of w_i y_i and w_i of level l, w_i scaled to add up to n,
//     s^2 = (sum of w_i y_i^2 - B) / (n - L),   t^2 = (B - L s^2) / n,   B = sum of S_l^2 / n_l
// A column that tells nothing has t^2 near 0 and nearly vanishes; m is held within 0.1 and n.
// Rows that are new take it from all training rows. A training row takes it from the rows of other
// parts, since its own target would give the answer away. Rows that a fold of the search holds out
// belong to no part: nothing that is learned in that fold sees their targets. O(n c).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/data/bytes.hpp"

namespace rfm::data {

constexpr uint32_t mean_parts = 10;
constexpr uint32_t no_part = mean_parts;  // of rows whose targets are not seen

// The part of training row i.
constexpr uint32_t mean_part(uint64_t seed, std::size_t i) {
  return static_cast<uint32_t>(scaled_below(random_bits(~seed, i), mean_parts));
}

struct MeanColumn {
  std::size_t first = 0;  // its first feature, of c
  std::size_t levels = 0;
  std::vector<uint32_t> level;  // (n) `levels` where a row has none
};

// The means that a row takes from the rows of other parts.
template <class T>
class MeansOfOthers {
 public:
  // y (n, c), weights (n) or null, part (n).
  MeansOfOthers(const MeanColumn& column, const T* y, const T* weights, std::size_t c,
                const std::vector<uint32_t>& part);

  // x (c) of row i.
  void write(std::size_t i, T* x) const { mean(column_.level[i], part_[i], x); }

  // x (c) of a level as a row of this part has it.
  void mean(uint32_t level, uint32_t part, T* x) const;

 private:
  // Row of `sums` of a level in a part, or in all of them.
  std::size_t place(uint32_t part, uint32_t level) const {
    return (part * column_.levels + level) * (c_ + 1);
  }

  double drawn(double total, double rows, double squares) const;

  const MeanColumn& column_;
  const std::vector<uint32_t>& part_;
  std::size_t c_;
  double drawn_ = 1;          // m, in units of the weights
  std::vector<double> sums_;  // (mean_parts + 1, levels, c + 1) of w y, and of w; last of all parts
};

struct CodedTargets {
  std::vector<double> y;        // (n, c)
  std::vector<double> weights;  // (n) or nothing
  std::size_t c = 1;
};

// (levels, c) the means that new rows take.
std::vector<double> level_means(const MeanColumn& column, const CodedTargets& targets);

}  // namespace rfm::data
