#include "rfm/data/whole/class_table.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/whole/machine.hpp"
#include "rfm/data/whole/repeat.hpp"

namespace rfm::data {
namespace {

constexpr double ln2 = 0.69314718055994531;
constexpr unsigned least_bits = 5, most_bits = 10;
constexpr double largest_score = 1e8;

std::size_t share_nodes() { return nodes_to(std::ldexp(2, share_bits) - 1); }

int32_t score(double natural, unsigned bits) {
  const double value = std::ldexp(natural / ln2, static_cast<int>(bits));
  return static_cast<int32_t>(std::floor(std::clamp(value, -largest_score, largest_score) + 0.5));
}

}  // namespace

template <class T>
ClassTable class_table(const Encoding<T>& e) {
  const auto share_slope = static_cast<double>(e.calibration[0]),
             log_slope = static_cast<double>(e.calibration[1]);
  std::vector<double> values;
  for (std::size_t k = 0; k < share_nodes(); ++k) {
    const double share = std::ldexp(node_place(k), -share_bits);
    values.push_back(share_slope * std::min(share, 2.0) +
                     log_slope * std::log(std::max(share, static_cast<double>(smallest_share))));
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  ClassTable table;
  table.bits = most_bits;
  while (table.bits > least_bits &&
         std::ldexp((*most - *least) / ln2, static_cast<int>(table.bits)) > 65535)
    --table.bits;
  for (const double value : values)
    table.slopes.push_back(
        static_cast<uint16_t>(std::min(score(value - *least, table.bits), int32_t{65535})));
  for (std::size_t k = 0; k < e.classes; ++k)
    table.offsets.push_back(score(static_cast<double>(e.calibration[2 + k]), table.bits));
  for (std::size_t k = 0; e.weighing != nullptr && k < e.classes; ++k)
    table.weighing.push_back(score(std::log(static_cast<double>(e.weighing[k])), table.bits));
  for (int k = 0; k <= 32; ++k)
    table.halving.push_back(static_cast<uint16_t>(std::floor(32768 * std::exp2(-k / 32.0) + 0.5)));
  return table;
}

std::size_t class_bytes(std::size_t classes) {
  return classes == 0 ? 0 : 2 * (share_nodes() + 33) + 8 * classes;
}

template ClassTable class_table(const Encoding<float>&);
template ClassTable class_table(const Encoding<double>&);

}  // namespace rfm::data
