// The neural feature ansatz: what the first layer of a trained network looks at, W1'W1, is what the recursion
// of an RFM finds, M, and the average gradient outer product of the network itself.
#include <cmath>

#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/images.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

struct Task {
  std::string name;
  Matrix x, y;
  std::size_t rounds;
  bool few_directions;  // one or two lead; otherwise only the diagonals are compared
};

Matrix centred_columns(Matrix x) {
  for (std::size_t k = 0; k < x.shape(1); ++k) {
    double mean = 0;
    for (std::size_t i = 0; i < x.shape(0); ++i) mean += x(i, k) / static_cast<double>(x.shape(0));
    for (std::size_t i = 0; i < x.shape(0); ++i) x(i, k) -= mean;
  }
  return x;
}

std::vector<Task> tasks_of(const Settings& settings) {
  const std::size_t n = settings.quick ? 400 : 1000, d = settings.quick ? 15 : 30;
  RandomNumbers random(settings.seed);
  std::vector<Task> out;
  const auto polynomial = [&](const std::string& name, double (*f)(const double*)) {
    Sample sample = sample_of(random.normals(n, d), f), same = sample;
    standardise_targets(sample, same);
    out.push_back({name, sample.x, sample.y, 3, true});
  };
  polynomial("x0 x1", product);
  if (!settings.quick) polynomial("x0 x1 or x2", switched);
  out.back().few_directions = settings.quick;
  const std::vector<std::size_t> per_digit(10, n / 10);
  const Images digits = images_of(per_digit, 64, random, digit);
  out.push_back({"8 x 8 digits", centred_columns(digits.x), centred_columns(digits.y), 1, false});
  constexpr std::size_t side = 16;
  const Images marked =
      images_of({n / 2, n / 2}, side * side, random, [](std::size_t k, RandomNumbers& r, double* x) {
        smooth_field(r, side, 1, x);
        fill(x, side, 1, 3, 3, 6, 6, {k == 1 ? 1.0 : 0.0});
      });
  out.push_back({"pictures with a mark", centred_columns(marked.x), centred_columns(marked.y), 2, true});
  return out;
}

// |v . w| of the eigenvectors of the largest eigenvalues.
double top_agreement(const Matrix& a, const Matrix& b) {
  const Matrix v = spectrum(a).vectors, w = spectrum(b).vectors;
  double sum = 0;
  for (std::size_t k = 0; k < v.shape(0); ++k) sum += v(k, v.shape(0) - 1) * w(k, w.shape(0) - 1);
  return std::abs(sum);
}

// Of the span of the two leading eigenvectors where these have nearly one eigenvalue, as for x0 x1.
double plane_agreement(const Matrix& a, const Matrix& b) {
  const Matrix v = spectrum(a).vectors, w = spectrum(b).vectors;
  const std::size_t d = v.shape(0);
  double sum = 0;
  for (std::size_t p = d - 2; p < d; ++p)
    for (std::size_t q = d - 2; q < d; ++q) {
      double inner = 0;
      for (std::size_t k = 0; k < d; ++k) inner += v(k, p) * w(k, q);
      sum += inner * inner;
    }
  return std::sqrt(sum / 2);
}

}  // namespace

Report ansatz(const Settings& settings) {
  Report report;
  Table table{"ansatz",
              {"task", "hidden layers", "diagonals", "top eigenvector", "top plane", "whole matrices",
               "W1'W1 and the network's own AGOP"},
              {}};
  for (const Task& task : tasks_of(settings)) {
    Matrix m;
    MachineOptions options;
    options.rounds = task.rounds;
    fit_rounds(task.x, task.y, options, [&](const MachineRound& machine) { m = machine.metric(); });
    double least = 1;
    for (std::size_t depth = 1; depth <= (settings.quick ? 1u : 3u); ++depth) {
      NetworkOptions net;
      net.depth = depth;
      net.width = settings.quick ? 128 : 256;
      net.steps = 1000;
      net.rate = 0.1 * static_cast<double>(task.y.shape(1));  // the loss is a mean over outputs too
      net.seed = settings.seed;
      Network network(task.x.shape(1), task.y.shape(1), net);
      network.train(task.x, task.y);
      const Matrix w = network.first_feature_matrix();
      const double top = top_agreement(m, w), plane = plane_agreement(m, w);
      const double diagonals = correlation(diagonal_of(m), diagonal_of(w));
      least = std::min(least, task.few_directions ? std::max(top, plane) : diagonals);
      table.rows.push_back({task.name, std::to_string(depth), cell(diagonals), cell(top), cell(plane),
                            cell(correlation(m, w)),
                            cell(correlation(w, network.gradient_outer_product(task.x)))});
    }
    const std::string what =
        task.few_directions ? "agreement of the leading eigenvectors" : "correlation of the diagonals";
    report.claims.push_back({what + " of M and W1'W1, " + task.name, least, task.few_directions ? 0.95 : 0.5,
                             1.0001, task.few_directions ? ".99 where the paper shows faces" : ""});
  }
  report.tables.push_back(table);
  return report;
}

}  // namespace rfm::experiments
