#include "rfm/data/whole/frame.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/core/model/novelty.hpp"
#include "rfm/data/shrink/space.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

constexpr unsigned most_fraction = 6;
constexpr double rounding_room = 16;  // that cells may take a coordinate beyond its limit
constexpr int32_t most_root = 32767;
constexpr double most_sum = 1 << 30;   // of a product of steps and a row of the root
constexpr double beyond_range = 0.25;  // of a feature's range, on either side

double power_of(unsigned quarters) { return 1 + quarters / 4.0; }

// The largest difference of two coordinates.
double widest(unsigned fraction) {
  return std::ldexp(farthest_coordinate + 127, static_cast<int>(fraction)) + rounding_room;
}

bool sums_fit(std::size_t r, unsigned quarters, unsigned fraction) {
  const double each = quarters == 4   ? widest(fraction) * widest(fraction)
                      : quarters == 0 ? widest(fraction)
                                      : 65535;
  return static_cast<double>(r) * each < 4294967295.0;
}

struct Range {
  double least, largest;
};

Range range_of(const Frame& frame, const LikeRows& rows, std::size_t k, double cut) {
  std::vector<double> u;
  for (std::size_t i = 0; i < rows.known; ++i) u.push_back(frame.coordinate(rows.row(i), k));
  std::sort(u.begin(), u.end());
  const auto off = static_cast<std::size_t>(cut * static_cast<double>(u.size()));
  return {u[off], u[u.size() - 1 - off]};
}

// A feature whose steps are coordinates: (u - middle) / unit with `fraction` bits.
WholeFeature coordinate_feature(const Frame& frame, std::size_t k, double middle, double scale,
                                int32_t farthest) {
  const double root = frame.root[k];
  return {(-root * frame.origin[frame.feature[k]] - middle) * scale,
          root * scale,
          -farthest,
          farthest,
          true,
          k};
}

// Row k of the root in whole numbers, for features in steps.
bool make_row(const std::vector<double>& row, double bias, WholeSpace& space) {
  double largest = 0, sum = std::fabs(bias);
  for (const double entry : row) {
    largest = std::max(largest, std::fabs(entry));
    sum += std::fabs(entry) * largest_step;
  }
  if (!(sum < most_sum / 2) || !(largest < most_root)) return false;
  unsigned shift = 0;
  while (shift < 24 && std::ldexp(largest, static_cast<int>(shift) + 1) < most_root &&
         std::ldexp(sum, static_cast<int>(shift) + 1) < most_sum)
    ++shift;
  for (const double entry : row)
    space.root.push_back(
        static_cast<int16_t>(std::floor(std::ldexp(entry, static_cast<int>(shift)) + 0.5)));
  const int32_t half = shift == 0 ? 0 : 1 << (shift - 1);
  space.bias.push_back(static_cast<int32_t>(std::floor(std::ldexp(bias, static_cast<int>(shift)))) +
                       half);
  space.shift.push_back(static_cast<uint8_t>(shift));
  return true;
}

// Features in steps of their range and something beyond it, and the root for them.
bool make_projection(const Frame& frame, const LikeRows& rows, const std::vector<double>& middle,
                     double scale, WholeSpace& space) {
  std::vector<double> each(frame.d), centre(frame.d);
  space.features.resize(frame.d);
  for (std::size_t j = 0; j < frame.d; ++j) {
    const double range = rows.largest[j] - rows.least[j];
    centre[j] = (rows.largest[j] + rows.least[j]) / 2;
    each[j] = range > 0 ? range * (0.5 + beyond_range) / largest_step : 1;
    space.features[j] = {-centre[j] / each[j], 1 / each[j], -largest_step, largest_step, true, j};
    if (!(std::fabs(space.features[j].zero) < 1e15)) return false;
  }
  std::vector<double> row(frame.d);
  for (std::size_t k = 0; k < space.r; ++k) {
    double bias = -middle[k];
    for (std::size_t j = 0; j < frame.d; ++j) {
      const double root = frame.root[k * frame.d + j];
      bias += root * (centre[j] - frame.origin[j]);
      row[j] = root * each[j] * scale;
    }
    if (!make_row(row, bias * scale, space)) return false;
  }
  return true;
}

void make_terms(WholeSpace& space) {
  const double widest_here = widest(space.fraction), p = power_of(space.quarters);
  const std::size_t nodes = nodes_to(std::ldexp(widest_here, term_shift));
  for (std::size_t k = 0; k < nodes; ++k) {
    const double share = std::ldexp(node_place(k), -static_cast<int>(term_shift)) / widest_here;
    space.terms.push_back(
        static_cast<uint16_t>(std::floor(65535 * std::pow(std::min(share, 1.0), p) + 0.5)));
  }
}

}  // namespace

double Frame::coordinate(const double* x, std::size_t k) const {
  if (!projected) return root[k] * (x[feature[k]] - origin[feature[k]]);
  double u = 0;
  for (std::size_t j = 0; j < d; ++j) u += root[k * d + j] * (x[j] - origin[j]);
  return u;
}

template <class T>
Frame frame_of(const Model<T>& model, const LikeRows& rows) {
  CentreSpace own = centre_space(model);
  Frame frame;
  frame.kernel = own.kernel;
  frame.d = model.d;
  frame.r = model.r;
  for (std::size_t j = 0; j < model.d; ++j)
    frame.origin.push_back(static_cast<double>(model.origin[j]));
  frame.projected = model.metric == Metric::full;
  if (frame.projected) {
    frame.root = turned(own).root;
    return frame;
  }
  if (own.root.empty()) own.root.assign(model.d, 1);
  std::vector<double> spread(model.d);
  for (std::size_t j = 0; j < model.d; ++j)
    spread[j] = std::fabs(own.root[j]) * (rows.largest[j] - rows.least[j]);
  for (const std::size_t j : ascending(
           model.d, [&spread](std::size_t a, std::size_t b) { return spread[a] > spread[b]; })) {
    frame.feature.push_back(j);
    frame.root.push_back(own.root[j]);
  }
  return frame;
}

double kernel_of_sum(const Kernel<double>& kernel, double sum) {
  return visit_kernel<double>(kernel.id, 0.0, [&](auto named) {
    using Functor = typename decltype(named)::type;
    if constexpr (Functor::shape == PairShape::inner_product) return -std::sqrt(sum);
    if constexpr (Functor::shape == PairShape::anchored)
      return -Functor(kernel.parameters).growth(sum);
    if constexpr (Functor::shape == PairShape::radial ||
                  Functor::shape == PairShape::per_coordinate)
      return Functor(kernel.parameters).value(sum);
  });
}

bool make_coordinates(const Frame& frame, const LikeRows& rows, std::size_t rank, double cut,
                      WholeSpace& space, double& unit) {
  space = {};
  space.d = frame.d;
  space.r = rank;
  space.projected = frame.projected;
  space.quarters = rfm::detail::quarters_of(frame.kernel.id);
  space.fraction = most_fraction;
  while (!sums_fit(rank, space.quarters, space.fraction))
    if (space.fraction-- == 0) return false;
  std::vector<double> middle;
  double half = 0;
  for (std::size_t k = 0; k < rank; ++k) {
    const Range range = range_of(frame, rows, k, cut);
    middle.push_back((range.least + range.largest) / 2);
    half = std::max(half, (range.largest - range.least) / 2);
  }
  unit = half > 0 ? half / 127 : 1;
  const double scale = std::ldexp(1 / unit, static_cast<int>(space.fraction));
  if (!(scale > 0 && scale < 1e30)) return false;
  if (frame.projected) {
    if (!make_projection(frame, rows, middle, scale, space)) return false;
  } else {
    space.features.resize(frame.d);
    for (WholeFeature& feature : space.features) feature.used = false;
    const int32_t farthest = farthest_coordinate * (1 << space.fraction);
    for (std::size_t k = 0; k < rank; ++k) {
      const WholeFeature feature = coordinate_feature(frame, k, middle[k], scale, farthest);
      if (!(std::fabs(feature.zero) < 1e15 && std::fabs(feature.slope) < 1e15)) return false;
      space.features[frame.feature[k]] = feature;
    }
  }
  if (space.quarters != 4 && space.quarters != 0) make_terms(space);
  return true;
}

bool make_shape(const Frame& frame, double unit, uint32_t largest, WholeSpace& space) {
  const double each = std::ldexp(unit, -static_cast<int>(space.fraction));
  const double p = power_of(space.quarters);
  double factor = std::pow(each, p);
  if (!space.terms.empty()) factor *= std::pow(widest(space.fraction), p) / 65535;
  const std::size_t nodes = nodes_to(largest);
  std::vector<double> values;
  for (std::size_t k = 0; k < nodes; ++k)
    values.push_back(kernel_of_sum(frame.kernel, node_place(k) * factor));
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double range = *most - *least;
  space.shape.clear();
  for (const double value : values)
    space.shape.push_back(static_cast<uint16_t>(
        range > 0 ? std::floor(65535 * ((value - *least) / range) + 0.5) : 0));
  space.last = static_cast<uint32_t>(std::min(node_place(nodes - 1) - 1, 4294967295.0));
  return true;
}

template Frame frame_of(const Model<float>&, const LikeRows&);
template Frame frame_of(const Model<double>&, const LikeRows&);

}  // namespace rfm::data
