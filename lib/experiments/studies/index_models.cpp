// Figure 16: a product of two signs in thirty dimensions, and a polynomial of one hidden direction
// in ten. M and the network's W1'W1 beside the true gradient outer product.
#include <algorithm>
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

constexpr double tiny_ridge = 1e-8;

double tangent_r2(const Sample& train, const Sample& test, int depth) {
  const Matrix alpha = solve(tangent_kernel(train.x, train.x, depth), train.y, tiny_ridge);
  return r2(times(tangent_kernel(test.x, train.x, depth), alpha), test.y);
}

Picture picture_of(const std::string& name, const std::string& title, const Matrix& m) {
  return {name, title, m.shape(0), m.shape(1), {m.begin(), m.end()}};
}

}  // namespace

Report rademacher_product(const Settings& settings) {
  const std::size_t n = settings.quick ? 400 : 1000, tests = settings.quick ? 1000 : 10000, d = 30;
  constexpr double noise = 0.1;
  RandomNumbers random(settings.seed);
  const auto draw = [&](std::size_t rows) {
    Sample sample = sample_of(random.table(rows, d, [&] { return random.sign(); }), product);
    sample.x += random.normals(rows, d, noise);
    return sample;
  };
  const Sample train = draw(n), test = draw(tests);
  Matrix truth = xt::zeros<double>({d, d});  // E of grad grad' of x0 x1
  truth(0, 0) = truth(1, 1) = 1;

  Report report;
  Table table{"methods", {"method", "R2", "correlation with the true outer product"}, {}};
  MachineOptions options;
  options.rounds = settings.quick ? 3 : 5;
  options.ridge = tiny_ridge;
  options.scale = MetricScale::rows;
  double first = 0, last = 0, similar = 0;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    last = r2(machine.answers(test.x), test.y);
    const Matrix m = machine.metric();
    similar = correlation(m, truth);
    if (machine.round() == 0) first = last;
    table.rows.push_back(
        {machine.round() == 0 ? "Laplace" : "RFM, round " + std::to_string(machine.round()),
         cell(last), machine.round() == 0 ? "" : cell(similar)});
    if (machine.round() == options.rounds)
      report.pictures.push_back(picture_of("metric", "M of the RFM", m));
  });
  for (int depth = 1; depth <= 3; ++depth)
    table.rows.push_back(
        {"NTK, depth " + std::to_string(depth), cell(tangent_r2(train, test, depth)), ""});
  NetworkOptions net;
  net.width = settings.quick ? 128 : 1024;
  net.steps = settings.quick ? 600 : 1000;
  net.seed = settings.seed;
  Network network(d, 1, net);
  network.train(train.x, train.y);
  const Matrix w = network.first_feature_matrix();
  const double net_r2 = r2(network.answers(test.x), test.y), net_similar = correlation(w, truth);
  table.rows.push_back({"network, one hidden layer", cell(net_r2), cell(net_similar)});
  report.pictures.push_back(picture_of("network", "W1'W1 of the network", w));
  report.tables.push_back(table);
  report.claims = {{"R2 of the Laplace kernel", first, 0, 0.75, ""},
                   {"R2 of the RFM", last, 0.95, 1, ""},
                   {"correlation of M with the true gradient outer product", similar, 0.7, 1, ""},
                   {"R2 of the network", net_r2, settings.quick ? 0.7 : 0.9, 1, ""},
                   {"correlation of the network's W1'W1 with it", net_similar, 0.9, 1, ""}};
  return report;
}

namespace {

struct HermiteSample {
  Matrix u;  // (d, 1) the hidden direction
  Sample train, test;
};

// y = He2 + He4 of u . x = (z^2 - 1) + (z^4 - 6 z^2 + 3).
HermiteSample hermite_sample(uint64_t seed, std::size_t n, std::size_t tests, std::size_t d) {
  RandomNumbers random(seed);
  HermiteSample out{random.normals(d, 1), {}, {}};
  out.u /= std::sqrt(xt::sum(out.u * out.u)());
  const auto he2_he4 = [&](const double* x) {
    double z = 0;
    for (std::size_t k = 0; k < d; ++k) z += out.u(k, 0) * x[k];
    return (z * z - 1) + (z * z * z * z - 6 * z * z + 3);
  };
  out.train = sample_of(random.normals(n, d), he2_he4);
  out.test = sample_of(random.normals(tests, d), he2_he4);
  return out;
}

double top_agreement(const Matrix& m, const Matrix& u) {
  const Matrix vectors = spectrum(m).vectors;
  double sum = 0;
  for (std::size_t k = 0; k < u.size(); ++k) sum += vectors(k, u.size() - 1) * u(k, 0);
  return std::abs(sum);
}

}  // namespace

Report hermite_index(const Settings& settings) {
  const std::size_t n = settings.quick ? 600 : 1000, tests = settings.quick ? 2000 : 10000, d = 10;
  const std::size_t samples = settings.quick ? 1 : 5;
  Report report;
  Table table{"rounds", {"sample", "round", "R2", "|top eigenvector . u|"}, {}};
  Table tangents{"tangents", {"sample", "NTK depth", "R2"}, {}};
  MachineOptions options;
  options.rounds = settings.quick ? 4 : 6;
  options.ridge = tiny_ridge;
  std::vector<double> first, last;
  double least_angle = 1, best_tangent = -1e9;
  for (std::size_t k = 0; k < samples; ++k) {
    const HermiteSample s = hermite_sample(settings.seed + k, n, tests, d);
    const std::string number = std::to_string(k + 1);
    fit_rounds(s.train.x, s.train.y, options, [&](const MachineRound& machine) {
      const double score = r2(machine.answers(s.test.x), s.test.y),
                   angle = top_agreement(machine.metric(), s.u);
      const std::size_t t = machine.round();
      if (t == 0) first.push_back(score);
      if (t == options.rounds) last.push_back(score);
      if (t == options.rounds) least_angle = std::min(least_angle, angle);
      table.rows.push_back({number, std::to_string(t), cell(score), t == 0 ? "" : cell(angle)});
    });
    for (int depth = 1; depth <= (settings.quick ? 2 : 5); ++depth) {
      const double score = tangent_r2(s.train, s.test, depth);
      best_tangent = std::max(best_tangent, score);
      tangents.rows.push_back({number, std::to_string(depth), cell(score)});
    }
  }
  std::sort(first.begin(), first.end());
  std::sort(last.begin(), last.end());
  report.tables = {table, tangents};
  report.claims = {
      {"R2 of the Laplace kernel, median", first[samples / 2], -1, 0.4, ""},
      {"R2 of the RFM, median: the target is heavy-tailed", last[samples / 2], 0.5, 1, ""},
      {"R2 of the best NTK", best_tangent, -1e308, 0.45, ""},
      {"|top eigenvector of M . hidden direction|, least", least_angle, 0.99, 1.0001, ""}};
  return report;
}

}  // namespace rfm::experiments
