#include "rfm/data/shrink/space.hpp"

#include "rfm/core/algebra/eigen.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/model/centres.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

// Packed second moments of the centres, about their mean where only differences matter.
std::vector<double> spread(const CentreSpace& space) {
  const Points& u = space.centres;
  std::vector<double> mean(u.r), moments(packed_size(u.r)), row(u.r);
  for (std::size_t i = 0; space.kernel.centred && i < u.n; ++i)
    for (std::size_t k = 0; k < u.r; ++k) mean[k] += u.at(i, k) / static_cast<double>(u.n);
  for (std::size_t i = 0; i < u.n; ++i) {
    for (std::size_t k = 0; k < u.r; ++k) row[k] = u.at(i, k) - mean[k];
    for (std::size_t k = 0; k < u.r; ++k)
      add_multiple(row[k], row.data(), k + 1, &moments[packed_row(k)]);
  }
  return moments;
}

// (r, r) orthonormal rows: principal axes, or unit vectors in descending order of spread.
std::vector<double> axes(const CentreSpace& space) {
  const std::size_t r = space.centres.r;
  const std::vector<double> moments = spread(space);
  std::vector<double> values(r), vectors(array_size<double>(r, r)), scratch(eigen_scratch(r));
  if (turns(space.kernel.id)) {
    eigen(moments.data(), r, values.data(), vectors.data(), scratch.data());
    return vectors;
  }
  const std::vector<std::size_t> order = ascending(r, [&moments](std::size_t a, std::size_t b) {
    return moments[packed_index(a, a)] > moments[packed_index(b, b)];
  });
  for (std::size_t k = 0; k < r; ++k) vectors[k * r + order[k]] = 1;
  return vectors;
}

// Element (k, j) of R, whatever it is stored as.
double root_at(const CentreSpace& space, std::size_t k, std::size_t j) {
  if (space.metric == Metric::full) return space.root[k * space.d + j];
  return k != j ? 0 : space.metric == Metric::diagonal ? space.root[k] : 1;
}

Points turned_points(const Points& points, const std::vector<double>& axis) {
  Points result(points.n, points.r);
  for (std::size_t i = 0; i < points.n; ++i)
    for (std::size_t k = 0; k < points.r; ++k)
      for (std::size_t l = 0; l < points.r; ++l)
        result.at(i, k) += axis[k * points.r + l] * points.at(i, l);
  return result;
}

Points first_coordinates(const Points& points, std::size_t rank) {
  Points result(points.n, rank);
  for (std::size_t i = 0; i < points.n; ++i)
    for (std::size_t k = 0; k < rank; ++k) result.at(i, k) = points.at(i, k);
  return result;
}

}  // namespace

std::vector<std::size_t> spread_rows(std::size_t n, std::size_t most) {
  const std::size_t count = n < most ? n : most;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(i * n / count);
  return rows;
}

Points between(const Points& centres, std::size_t count, uint64_t seed) {
  Random random(seed);
  Points points(count, centres.r);
  const auto n = static_cast<double>(centres.n);
  for (std::size_t i = 0; i < count; ++i) {
    const auto near = static_cast<std::size_t>(random.unit() * n),
               far = static_cast<std::size_t>(random.unit() * n);
    const double share = 0.5 * random.unit();
    for (std::size_t k = 0; k < centres.r; ++k)
      points.at(i, k) = (1 - share) * centres.at(near, k) + share * centres.at(far, k);
  }
  return points;
}

template <class T>
CentreSpace centre_space(const Model<T>& model) {
  const KernelParameters<T>& p = model.kernel.parameters;
  const KernelParameters<double> parameters{static_cast<double>(p.bandwidth),
                                            static_cast<double>(p.exponent),
                                            static_cast<double>(p.bias), p.depth};
  CentreSpace space{kernel_of_values<double>(model.kernel.id, parameters),
                    model.metric,
                    Points(model.n, model.r),
                    Points(0, 0),
                    {},
                    {},
                    model.d,
                    model.c};
  for (std::size_t i = 0; i < model.n; ++i)
    for (std::size_t k = 0; k < model.r; ++k)
      space.centres.at(i, k) = static_cast<double>(centre_coordinate(model, i, k));
  for (std::size_t k = 0; k < root_size(model.metric, model.r, model.d); ++k)
    space.root.push_back(static_cast<double>(model.root[k]));
  for (std::size_t k = 0; k < model.c * padded(model.n); ++k)
    space.alpha.push_back(static_cast<double>(model.alpha[k]));
  return space;
}

CentreSpace turned(const CentreSpace& space) {
  const std::size_t r = space.centres.r, d = space.d;
  const std::vector<double> axis = axes(space);
  CentreSpace result = space;
  result.metric = Metric::full;
  result.centres = turned_points(space.centres, axis);
  result.probes = turned_points(space.probes, axis);
  result.root.assign(array_size<double>(r, d), 0);
  for (std::size_t k = 0; k < r; ++k)
    for (std::size_t l = 0; l < r; ++l)
      for (std::size_t j = 0; j < d; ++j)
        result.root[k * d + j] += axis[k * r + l] * root_at(space, l, j);
  return result;
}

CentreSpace truncated(const CentreSpace& space, std::size_t rank) {
  CentreSpace result = space;
  result.centres = first_coordinates(space.centres, rank);
  result.probes = first_coordinates(space.probes, rank);
  result.root.resize(array_size<double>(rank, space.d));
  return result;
}

template <class T>
CentreSpace scaled(const CentreSpace& space, double unit) {
  CentreSpace result = space;
  KernelParameters<double> parameters = space.kernel.parameters;
  const bool network = takes(space.kernel.id, KernelTakes::layers);
  if (!network)
    parameters.bandwidth = static_cast<double>(static_cast<T>(parameters.bandwidth / unit));
  if (network) parameters.bias = static_cast<double>(static_cast<T>(parameters.bias / unit));
  result.kernel = kernel_of_values<double>(space.kernel.id, parameters);
  if (space.metric == Metric::identity) {
    result.metric = Metric::diagonal;
    result.root.assign(space.d, 1);
  }
  for (double& entry : result.root) entry /= unit;
  for (double& coordinate : result.centres.panels) coordinate /= unit;
  for (double& coordinate : result.probes.panels) coordinate /= unit;
  return result;
}

template CentreSpace centre_space(const Model<float>&);
template CentreSpace centre_space(const Model<double>&);
template CentreSpace scaled<float>(const CentreSpace&, double);
template CentreSpace scaled<double>(const CentreSpace&, double);

}  // namespace rfm::data
