// How cells become the whole numbers of a space without floats: one record a column and one a
// feature, which a generated header holds as they are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/whole/machine.hpp"

namespace rfm::data {

// A cell times 2^exponent, rounded, less `low` and limited to 0 and `span`, times multiplier,
// shifted right: steps above those of the feature's `on`.
struct WholeColumn {
  ColumnKind kind{};
  bool missing_level = false, other_level = false, by_target = false;
  int32_t low = 0;
  uint16_t span = 0;
  int16_t multiplier = 0;
  uint8_t shift = 0;
  int16_t exponent = 0;
  uint16_t first = 0, width = 0;  // features
  uint16_t levels = 0;            // categories
  uint16_t values = 0;            // by target: where its levels begin
};

// Steps of a feature: for a number at `low` and when missing; else where it is on, off, and
// unknown.
struct WholeSteps {
  int16_t on = 0, off = 0, zero = 0;
  uint16_t place = unused;
  static constexpr uint16_t unused = 65535;
};

struct WholeCells {
  std::vector<WholeColumn> columns;
  std::vector<WholeSteps> features;
  std::vector<int16_t> values;  // by target: of each level, for each of its column's features
};

// Refuses what needs floats or more than 16 bits: dates, and more than 65,000 features.
template <class T>
Outcome check_columns(const Encoding<T>& encoding);

template <class T>
WholeCells whole_cells(const Encoding<T>& encoding, const WholeSpace& space);

// Constant bytes of these on a processor of 32 bits.
std::size_t cell_bytes(const WholeCells& cells);

}  // namespace rfm::data
