// What happens to the kernel matrix: gradient descent on it and its limit, its alignment with the
// ideal kernel, its eigenvalues and tr(K^-1)/n over the rounds of an RFM.
#include <algorithm>
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/machine.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

// Rows and columns less their means: at bandwidth 10 most of K is a constant.
Matrix centred_kernel(const Matrix& k) {
  const std::size_t n = k.shape(0);
  Matrix out = k + xt::mean(k)();
  for (std::size_t i = 0; i < n; ++i) {
    double mean = 0;
    for (std::size_t j = 0; j < n; ++j) mean += k(i, j) / static_cast<double>(n);
    for (std::size_t j = 0; j < n; ++j) {
      out(i, j) -= mean;
      out(j, i) -= mean;
    }
  }
  return out;
}

}  // namespace

// f <- f - (eta / n) K (f - y) from 0; in the eigenbasis of K the error of direction k is (1 - eta
// s_k / n)^t.
Report gradient_descent_limit(const Settings& settings) {
  const std::size_t n = settings.quick ? 60 : 200, d = 5, steps = settings.quick ? 4096 : 65536;
  RandomNumbers random(settings.seed);
  const Sample train = sample_of(random.normals(n, d), product),
               test = sample_of(random.normals(n, d), product);
  const Matrix k = laplace_kernel(train.x, train.x, 3), k_test = laplace_kernel(test.x, train.x, 3);
  const Matrix limit = times(k_test, solve(k, train.y, 0));
  const Spectrum s = spectrum(k);
  const double eta = static_cast<double>(n) / s.values(n - 1);
  Matrix alpha = xt::zeros<double>({n, std::size_t{1}});
  Report report;
  Table table{"steps",
              {"steps", "from the limit", "from ridge regression at n / (eta t)",
               "predicted on training rows", "found on training rows"},
              {}};
  Curve curve{"distance from the limit", {}, {}};
  double last = 0, worst_prediction = 0, nearest_ridge = 1e9;
  const double scale = std::sqrt(mean_square(limit, xt::zeros_like(limit)));
  for (std::size_t step = 1; step <= steps; ++step) {
    const Matrix error = times(k, alpha) - train.y;
    alpha -= eta / static_cast<double>(n) * error;
    if ((step & (step - 1)) != 0) continue;
    const Matrix answers = times(k_test, alpha);
    const Matrix ridge = times(
        k_test, solve(k, train.y, static_cast<double>(n) / (eta * static_cast<double>(step))));
    // |y - f_t|^2 = sum_k (1 - eta s_k / n)^(2 t) (v_k . y)^2
    const Matrix along = transposed_times(s.vectors, train.y);
    double predicted = 0;
    for (std::size_t j = 0; j < n; ++j)
      predicted += std::pow(1 - eta * s.values(j) / static_cast<double>(n),
                            2.0 * static_cast<double>(step)) *
                   along(j, 0) * along(j, 0) / static_cast<double>(n);
    const double found = mean_square(times(k, alpha), train.y);
    last = std::sqrt(mean_square(answers, limit)) / scale;
    nearest_ridge = std::min(nearest_ridge, std::sqrt(mean_square(answers, ridge)) / scale);
    if (predicted > 1e-12)
      worst_prediction = std::max(worst_prediction, std::abs(found / predicted - 1));
    table.rows.push_back({std::to_string(step), cell(last),
                          cell(std::sqrt(mean_square(answers, ridge)) / scale), cell(predicted),
                          cell(found)});
    curve.x.push_back(static_cast<double>(step));
    curve.y.push_back(last);
  }
  report.tables.push_back(table);
  report.plots.push_back(
      {"steps", "Kernel gradient descent and its limit", "steps", "distance", {curve}, true, true});
  report.claims = {
      {"distance from the closed form at the end, as a share of it", last, 0, 0.05, ""},
      {"worst relative error of the predicted training error", worst_prediction, 0, 1e-6, ""},
      {"first distance over the last", curve.y.front() / last, 10, 1e308, ""}};
  return report;
}

Report alignment_over_rounds(const Settings& settings) {
  const std::size_t n = settings.quick ? 300 : 1000, d = settings.quick ? 10 : 20, rounds = 5;
  RandomNumbers random(settings.seed);
  Sample train = sample_of(random.normals(n, d), product),
         test = sample_of(random.normals(n, d), product);
  standardise_targets(train, test);
  const Matrix ideal = times_transposed(train.y, train.y);
  Report report;
  Table table{
      "rounds",
      {"round", "1 - R2", "alignment of K with y y'", "share of y in the first n/20 eigenvectors",
       "largest eigenvalue's share", "tr((K + 1e-6)^-1)/n"},
      {}};
  Curve aligned{"alignment", {}, {}}, held{"share of y in the first eigenvectors", {}, {}};
  MachineOptions options;
  options.rounds = rounds;
  options.ridge = 1e-6;
  std::vector<double> errors;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    const Matrix seen = times(train.x, symmetric_root(machine.metric()));
    const Matrix k = laplace_kernel(seen, seen, options.bandwidth);
    const Spectrum s = spectrum(k);
    const Matrix along = transposed_times(s.vectors, train.y);
    double share = 0, inverse = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j >= n - n / 20) share += along(j, 0) * along(j, 0) / static_cast<double>(n);
      inverse += 1 / (std::max(0.0, s.values(j)) + 1e-6) / static_cast<double>(n);
    }
    const Matrix centred = centred_kernel(k);
    errors.push_back(1 - r2(machine.answers(test.x), test.y));
    const double alignment = cosine(centred, ideal);
    table.rows.push_back({std::to_string(machine.round()), cell(errors.back()), cell(alignment),
                          cell(share), cell(s.values(n - 1) / static_cast<double>(n)),
                          cell(inverse)});
    aligned.x.push_back(static_cast<double>(machine.round()));
    aligned.y.push_back(alignment);
    held.x.push_back(static_cast<double>(machine.round()));
    held.y.push_back(share);
  });
  report.tables.push_back(table);
  report.plots.push_back(
      {"alignment", "K over rounds", "round", "share", {aligned, held}, false, false});
  report.claims = {
      {"alignment of the last round over that of the first", aligned.y.back() / aligned.y.front(),
       1.5, 1e308, ""},
      {"share of y in the first n/20 eigenvectors, last round", held.y.back(), 0.8, 1, ""},
      {"the same in round 0", held.y.front(), 0, 0.7, ""},
      {"error of round 0 over that of the last", errors.front() / errors.back(), 2, 1e308, ""}};
  return report;
}

}  // namespace rfm::experiments
