#include "rfm/data/whole/columns.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/data/encode/encoded_table.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_features = 65000;
constexpr double largest_fixed = 1 << 29;  // of a cell times 2^exponent
constexpr int largest_exponent = 120;
constexpr int most_shift = 30;
constexpr double most_multiplier = 16383;
constexpr std::size_t column_bytes = 24, feature_bytes = 8;

int16_t step_of(const WholeFeature& feature, double x) {
  return static_cast<int16_t>(feature.step(x));
}

// round(zero + slope cell) for cells within the feature's limits, in the integers of the header.
void set_number(double zero, double slope, const WholeFeature& feature, WholeColumn& column,
                WholeSteps& steps) {
  const double one = (feature.least - zero) / slope, other = (feature.largest - zero) / slope;
  const double low = std::min(one, other), high = std::max(one, other);
  if (slope == 0 || !std::isfinite(low) || !std::isfinite(high) || !(high > low)) {
    WholeFeature constant = feature;
    constant.zero = zero;
    steps.on = step_of(constant, 0);
    return;
  }
  int exponent = static_cast<int>(std::floor(std::log2(65535 / (high - low))));
  const double magnitude = std::max(std::fabs(low), std::fabs(high));
  exponent = std::clamp(exponent, -largest_exponent, largest_exponent);
  while (exponent > -largest_exponent && std::ldexp(magnitude, exponent) >= largest_fixed)
    --exponent;
  const double first = std::floor(std::ldexp(low, exponent));
  if (!(std::fabs(first) <= largest_fixed)) return;
  column.exponent = static_cast<int16_t>(exponent);
  column.low = static_cast<int32_t>(first);
  column.span = static_cast<uint16_t>(
      std::clamp(std::ceil(std::ldexp(high, exponent)) - first, 1.0, 65535.0));
  const double each = std::ldexp(slope, -exponent);
  int shift = 0;
  while (shift < most_shift && std::fabs(std::ldexp(each, shift + 1)) <= most_multiplier) ++shift;
  column.shift = static_cast<uint8_t>(shift);
  column.multiplier = static_cast<int16_t>(
      std::clamp(std::floor(std::ldexp(each, shift) + 0.5), -most_multiplier, most_multiplier));
  WholeFeature at_low = feature;
  at_low.zero = zero + each * first;
  steps.on = step_of(at_low, 0);
}

}  // namespace

template <class T>
Outcome check_columns(const Encoding<T>& e) {
  uint64_t categories = 0;
  for (std::size_t k = 0; k < e.columns; ++k) {
    categories += encoding_levels(e.column[k]) * e.column[k].features;
    if (e.column[k].kind == static_cast<uint32_t>(ColumnKind::date))
      return failure("--int8 has no dates: train without the column '" +
                     to_string(e.column_name(k)) + "', or export without --int8");
  }
  if (e.features > most_features || e.columns > most_features || categories > most_features * 100)
    return failure("--int8 takes at most " + std::to_string(most_features) + " features");
  return {};
}

template <class T>
WholeCells whole_cells(const Encoding<T>& e, const WholeSpace& space) {
  WholeCells cells;
  for (std::size_t j = 0; j < e.features; ++j) {
    const WholeFeature& feature = space.features[j];
    const auto at = [&](double raw) {
      const double x = (raw - static_cast<double>(e.mean[j])) * static_cast<double>(e.factor[j]);
      return step_of(feature, x);
    };
    WholeSteps steps{at(1), at(0), step_of(feature, 0), WholeSteps::unused};
    if (feature.used) steps.place = static_cast<uint16_t>(feature.place);
    cells.features.push_back(steps);
  }
  for (std::size_t k = 0; k < e.columns; ++k) {
    const EncodingColumn& from = e.column[k];
    const std::size_t j = from.first_feature;
    const WholeFeature& feature = space.features[j];
    const auto mean = static_cast<double>(e.mean[j]), factor = static_cast<double>(e.factor[j]);
    WholeColumn column;
    column.kind = static_cast<ColumnKind>(from.kind);
    column.missing_level = from.has(EncodingColumn::has_missing);
    column.other_level = from.has(EncodingColumn::has_other);
    column.by_target = from.has(EncodingColumn::by_target);
    column.first = static_cast<uint16_t>(j);
    column.width = static_cast<uint16_t>(from.features);
    column.levels = static_cast<uint16_t>(from.categories);
    if (column.kind != ColumnKind::category)
      cells.features[j].zero = step_of(feature, (static_cast<double>(e.fill[k]) - mean) * factor);
    if (column.kind == ColumnKind::number)
      set_number(feature.zero - feature.slope * factor * mean, feature.slope * factor, feature,
                 column, cells.features[j]);
    if (column.by_target) {
      column.values = static_cast<uint16_t>(cells.values.size());
      for (std::size_t level = 0; level < encoding_levels(from); ++level)
        for (std::size_t o = 0; o < from.features; ++o) {
          const auto raw = static_cast<double>(e.level_means(k, level)[o]);
          cells.values.push_back(step_of(
              space.features[j + o],
              (raw - static_cast<double>(e.mean[j + o])) * static_cast<double>(e.factor[j + o])));
        }
    }
    cells.columns.push_back(column);
  }
  return cells;
}

std::size_t cell_bytes(const WholeCells& cells) {
  return cells.columns.size() * column_bytes + cells.features.size() * feature_bytes +
         cells.values.size() * 2;
}

template Outcome check_columns(const Encoding<float>&);
template Outcome check_columns(const Encoding<double>&);
template WholeCells whole_cells(const Encoding<float>&, const WholeSpace&);
template WholeCells whole_cells(const Encoding<double>&, const WholeSpace&);

}  // namespace rfm::data
