// Studies of targets that depend on few directions (the paper's appendix D, Figures 10 and 14, and
// its notebook).
#include <algorithm>
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

constexpr double no_limit = 1e308;
constexpr double tiny_ridge = 1e-8;

Matrix tangent_answers(const Sample& train, const Matrix& z, int depth) {
  return times(tangent_kernel(z, train.x, depth),
               solve(tangent_kernel(train.x, train.x, depth), train.y, tiny_ridge));
}

Matrix laplace_answers(const Sample& train, const Matrix& z) {
  return times(laplace_kernel(z, train.x, 10),
               solve(laplace_kernel(train.x, train.x, 10), train.y, tiny_ridge));
}

// Rows seen through M, divided by its largest entry.
Matrix through(const Matrix& x, const Matrix& m) {
  return times(x, symmetric_root(m / xt::amax(m)()));
}

// Error of what a kernel and the same kernel on a network's W1'W1 say, beside the network.
struct DepthRow {
  double network, tangent, tangent_on_features, laplace_on_features;
};

DepthRow at_depth(const Sample& train, const Sample& test, int depth, const NetworkOptions& base) {
  NetworkOptions options = base;
  options.depth = static_cast<std::size_t>(depth);
  Network network(train.x.shape(1), 1, options);
  network.train(train.x, train.y);
  const Matrix m = network.first_feature_matrix();
  const Sample seen{through(train.x, m), train.y};
  const Matrix seen_test = through(test.x, m);
  const auto error = [&](const Matrix& answers) { return 1 - r2(answers, test.y); };
  return {error(network.answers(test.x)), error(tangent_answers(train, test.x, depth)),
          error(tangent_answers(seen, seen_test, depth)), error(laplace_answers(seen, seen_test))};
}

NetworkOptions network_options(const Settings& settings) {
  NetworkOptions options;
  options.width = settings.quick ? 128 : 1024;
  options.steps = settings.quick ? 500 : 1000;
  options.enough = 0.01;  // of a variance of one: what follows costs most and changes little
  options.seed = settings.seed;
  return options;
}

// The depth table both figures have.
void depth_table(const Sample& train, const Sample& test, const Settings& settings, int deepest,
                 const std::vector<std::vector<std::string>>& published, Report& report) {
  Table table{
      "depths", {"hidden layers", "network", "NTK", "NTK on W1'W1", "Laplace on W1'W1"}, {}};
  if (!published.empty()) table.columns.emplace_back("published (in that order)");
  double network = 0, tangent = 0, features = 0;
  for (int depth = 1; depth <= deepest; ++depth) {
    const DepthRow row = at_depth(train, test, depth, network_options(settings));
    table.rows.push_back({std::to_string(depth), cell(row.network), cell(row.tangent),
                          cell(row.tangent_on_features), cell(row.laplace_on_features)});
    if (!published.empty())
      table.rows.back().push_back(published[static_cast<std::size_t>(depth) - 1][0]);
    network += row.network / deepest;
    tangent += row.tangent / deepest;
    features += row.tangent_on_features / deepest;
  }
  report.tables.push_back(table);
  report.claims.push_back({"the network's error is below the NTK's, by a factor", tangent / network,
                           settings.quick ? 1 : 1.2, no_limit, ""});
  report.claims.push_back({"the NTK on the network's W1'W1 is better than the NTK, by a factor",
                           tangent / features, settings.quick ? 1.2 : 1.5, no_limit, ""});
  report.claims.push_back({"and no worse than the network it came from, by a factor",
                           network / features, 1, no_limit, ""});
}

}  // namespace

Report low_rank_trace(const Settings& settings) {
  constexpr double published[] = {0.0123, 0.0063, 0.0032, 0.0024, 0.0021, 0.0020};
  constexpr std::size_t rounds = 5;
  const std::size_t n = settings.quick ? 1000 : 4000, d = settings.quick ? 10 : 20,
                    samples = settings.quick ? 1 : 5;
  MachineOptions options;
  options.rounds = rounds;
  options.scale = MetricScale::rows;
  Report report;
  Plot plot{"rounds", "Test error over rounds", "round", "MSE", {}, false, true};
  double least_marked = 1, fall = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    RandomNumbers random(settings.seed + k);
    const Sample train = sample_of(random.normals(n, d, 0.5), gated_product);
    const Sample test = sample_of(random.normals(n, d, 0.5), gated_product);
    Curve curve{"sample " + std::to_string(k + 1), {}, {}};
    fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
      curve.x.push_back(static_cast<double>(machine.round()));
      curve.y.push_back(mean_square(machine.answers(test.x), test.y));
      if (machine.round() < rounds) return;
      const Matrix m = machine.metric();
      least_marked =
          std::min(least_marked, (m(0, 0) + m(1, 1) + m(5, 5)) / xt::sum(diagonal_of(m))());
      if (k == 0)
        report.pictures.push_back(
            {"metric", "M: columns 0, 1 and 5 matter", d, d, {m.begin(), m.end()}});
    });
    fall += curve.y.front() / curve.y.back() / static_cast<double>(samples);
    plot.curves.push_back(curve);
  }
  Table table{"rounds", {"round"}, {}};
  for (const Curve& curve : plot.curves) table.columns.push_back(curve.name);
  if (!settings.quick) table.columns.emplace_back("published");
  for (std::size_t t = 0; t <= rounds; ++t) {
    table.rows.push_back({std::to_string(t)});
    double nearest = 1e9;
    for (const Curve& curve : plot.curves) {
      table.rows[t].push_back(cell(curve.y[t]));
      if (std::abs(curve.y[t] / published[t] - 1) < std::abs(nearest - 1))
        nearest = curve.y[t] / published[t];
    }
    if (settings.quick) continue;
    table.rows[t].push_back(cell(published[t]));
    report.claims.push_back({"test MSE of round " + std::to_string(t) + " over the published " +
                                 cell(published[t]) + ", nearest of five samples",
                             nearest, 0.75, 1.25, "1"});
  }
  report.claims.push_back(
      {"share of M's diagonal on columns 0, 1 and 5, least", least_marked, 0.9, 1, ""});
  report.claims.push_back({"error of round 0 over that of the last", fall,
                           settings.quick ? 2.0 : 3.0, no_limit, settings.quick ? "" : "6.1"});
  report.tables.push_back(table);
  report.plots.push_back(plot);
  return report;
}

Report figure_14(const Settings& settings) {
  const std::size_t n = settings.quick ? 400 : 1000, d = settings.quick ? 25 : 40;
  RandomNumbers random(settings.seed);
  Sample train = sample_of(random.normals(n, d), product),
         test = sample_of(random.normals(n, d), product);
  standardise_targets(train, test);
  Report report;
  std::vector<std::vector<std::string>> published{
      {".0829 .280 .0384 .0547"}, {".0732 .465 .0422 .0631"}, {".0707 .574 .0428 .0605"}};
  if (settings.quick) published.clear();
  const double laplace = 1 - r2(laplace_answers(train, test.x), test.y);
  report.claims.push_back({"error of the Laplace kernel, as a share of the variance", laplace,
                           settings.quick ? 0.2 : 0.6, settings.quick ? 0.8 : 0.8,
                           settings.quick ? "" : ".712"});
  depth_table(train, test, settings, settings.quick ? 1 : 3, published, report);
  return report;
}

Report figure_10(const Settings& settings) {
  const std::size_t n = settings.quick ? 400 : 1000, d = settings.quick ? 15 : 40,
                    rounds = settings.quick ? 4 : 6;
  RandomNumbers random(settings.seed);
  Sample train = sample_of(random.normals(n, d, 0.5), switched),
         test = sample_of(random.normals(n, d, 0.5), switched);
  Report report;
  Table kernels{"kernels", {"method", "R2", "measured elsewhere"}, {}};
  Curve curve{"RFM", {}, {}};
  MachineOptions options;
  options.rounds = rounds;
  options.ridge = 1e-6;
  options.scale = MetricScale::rows;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    const double score = r2(machine.answers(test.x), test.y);
    curve.x.push_back(static_cast<double>(machine.round()));
    curve.y.push_back(score);
    const char* elsewhere[] = {".48-.50", ".63-.67", ".69-.74", ".71-.76",
                               ".72-.77", ".72-.78", ".72-.78"};
    kernels.rows.push_back(
        {machine.round() == 0 ? "Laplace" : "RFM, round " + std::to_string(machine.round()),
         cell(score), settings.quick ? "" : elsewhere[machine.round()]});
  });
  double best_tangent = -1;
  for (int depth = 1; depth <= (settings.quick ? 2 : 5); ++depth) {
    const char* elsewhere[] = {".54", ".54", ".52", ".50", ".48"};
    const double score = r2(tangent_answers(train, test.x, depth), test.y);
    best_tangent = std::max(best_tangent, score);
    kernels.rows.push_back({"NTK, depth " + std::to_string(depth), cell(score),
                            settings.quick ? "" : elsewhere[depth - 1]});
  }
  report.tables.push_back(kernels);
  report.plots.push_back({"rounds", "R2 over rounds", "round", "R2", {curve}, false, false});
  report.claims.push_back({"R2 that learning features adds to the Laplace kernel",
                           curve.y.back() - curve.y.front(), settings.quick ? 0.05 : 0.15, 1, ""});
  report.claims.push_back(
      {"R2 that RFM has above the best NTK", curve.y.back() - best_tangent, 0.02, 1, ""});
  standardise_targets(train, test);
  depth_table(train, test, settings, settings.quick ? 1 : 4, {}, report);
  return report;
}

}  // namespace rfm::experiments
