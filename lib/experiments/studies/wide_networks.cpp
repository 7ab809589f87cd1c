// Networks of finite width beside their limits: sampled networks and the Gaussian process kernel,
// the empirical tangent kernel before and after training, and what the scale of the first weights
// decides.
#include <algorithm>
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

double relative(const Matrix& a, const Matrix& b) {
  const Matrix difference = a - b;
  return std::sqrt(xt::sum(difference * difference)() / xt::sum(b * b)());
}

// f(x) = sqrt(2 / w) v . relu(A x) with all entries of A and v standard normal at first.
struct OneLayer {
  Matrix a, v;  // (w, d), (w, 1)

  Matrix hidden(const Matrix& x) const {
    Matrix h = times_transposed(x, a);
    for (double& value : h) value = std::max(0.0, value);
    return h;
  }
  double scale() const { return std::sqrt(2.0 / static_cast<double>(a.shape(0))); }
  Matrix answers(const Matrix& x) const { return scale() * times(hidden(x), v); }

  // K(x, z) = (2 / w) (sum_j v_j^2 1 1 x.z + sum_j relu relu): the inner product of the gradients
  // in a and v.
  Matrix tangent(const Matrix& x, const Matrix& z) const {
    const Matrix hx = hidden(x), hz = hidden(z);
    Matrix gx = hx, gz = hz;
    for (Matrix* g : {&gx, &gz})
      for (std::size_t i = 0; i < g->shape(0); ++i)
        for (std::size_t j = 0; j < g->shape(1); ++j) (*g)(i, j) = (*g)(i, j) > 0 ? v(j, 0) : 0;
    return scale() * scale() *
           (times_transposed(gx, gz) * times_transposed(x, z) + times_transposed(hx, hz));
  }

  // Full-batch gradient descent on half the squared error until its mean is below `enough`.
  void train(const Matrix& x, const Matrix& y, double rate, double enough, std::size_t most_steps) {
    for (std::size_t step = 0; step < most_steps; ++step) {
      const Matrix h = hidden(x);
      const Matrix error = scale() * times(h, v) - y;
      if (xt::sum(error * error)() / static_cast<double>(y.size()) < enough) return;
      Matrix back = times_transposed(error, v);
      for (std::size_t i = 0; i < back.size(); ++i)
        if (!(h.flat(i) > 0)) back.flat(i) = 0;
      const Matrix gradient_v = transposed_times(h, error);
      a -= rate * scale() * transposed_times(back, x);
      v -= rate * scale() * gradient_v;
    }
  }
};

}  // namespace

Report sampled_networks(const Settings& settings) {
  const std::size_t n = settings.quick ? 40 : 100, d = 10;
  RandomNumbers random(settings.seed);
  const Matrix x = random.normals(n, d);
  const std::vector<std::size_t> widths = settings.quick
                                              ? std::vector<std::size_t>{50, 200, 800}
                                              : std::vector<std::size_t>{50, 200, 800, 3200};
  Report report;
  Table table{"errors", {"hidden layers", "width", "relative error of the kernel"}, {}};
  Plot plot{"errors", "Sampled networks and their limit", "width", "relative error", {}, true,
            true};
  for (int depth = 1; depth <= 3; ++depth) {
    const Matrix limit = gaussian_process_kernel(x, x, depth);
    Curve curve{"depth " + std::to_string(depth), {}, {}};
    for (const std::size_t width : widths) {
      Matrix h = x;  // h <- sqrt(2 / w) relu(h W'), W standard normal
      for (int layer = 0; layer < depth; ++layer) {
        h = times_transposed(h, random.normals(width, h.shape(1)));
        for (double& value : h)
          value = std::sqrt(2.0 / static_cast<double>(width)) * std::max(0.0, value);
      }
      const double error = relative(times_transposed(h, h), limit);
      table.rows.push_back({std::to_string(depth), std::to_string(width), cell(error)});
      curve.x.push_back(static_cast<double>(width));
      curve.y.push_back(error);
    }
    const double widening =
        static_cast<double>(widths.back()) / static_cast<double>(widths.front());
    report.claims.push_back(
        {"fall of the error over the root of the widening, depth " + std::to_string(depth),
         curve.y.front() / curve.y.back() / std::sqrt(widening), 0.4, 2.5, "1"});
    plot.curves.push_back(curve);
  }
  report.tables.push_back(table);
  report.plots.push_back(plot);
  return report;
}

Report empirical_tangent(const Settings& settings) {
  const std::size_t n = settings.quick ? 100 : 200, tests = settings.quick ? 200 : 1000, d = 10;
  RandomNumbers random(settings.seed);
  const auto target = [](const double* x) { return x[0] * x[1] + 0.5 * x[2]; };
  Sample train = sample_of(random.normals(n, d), target),
         test = sample_of(random.normals(tests, d), target);
  standardise_targets(train, test);
  const Matrix limit = tangent_kernel(train.x, train.x, 1);
  const Vector eigenvalues = spectrum(limit).values;
  const double rate = 0.5 / eigenvalues(n - 1);
  const auto error = [&](const Matrix& answers) { return 1 - r2(answers, test.y); };
  Report report;
  Table table{"widths",
              {"width", "error of the kernel at first", "drift of the kernel",
               "likeness of features", "network", "lazy", "after-kernel"},
              {}};
  Curve errors{"kernel at first against the limit", {}, {}}, drifts{"drift in training", {}, {}};
  double network_error = 0, after_error = 0;
  for (const std::size_t width : settings.quick
                                     ? std::vector<std::size_t>{50, 200, 800}
                                     : std::vector<std::size_t>{50, 100, 200, 500, 1000, 4000}) {
    OneLayer net{random.normals(width, d), random.normals(width, 1)};
    const OneLayer before = net;
    net.train(train.x, train.y, rate, 1e-3, settings.quick ? 3000 : 20000);
    const Matrix k0 = before.tangent(train.x, train.x), k1 = net.tangent(train.x, train.x);
    // The lazy network stays linear in its weights: f0 + K0 (K0)^-1 (y - f0).
    const Matrix rest = train.y - before.answers(train.x);
    const Matrix lazy =
        before.answers(test.x) + times(before.tangent(test.x, train.x), solve(k0, rest, 1e-6));
    const Matrix after = times(net.tangent(test.x, train.x), solve(k1, train.y, 1e-6));
    const double first = relative(k0, limit), drift = relative(k1, k0);
    const double likeness = cosine(before.hidden(train.x), net.hidden(train.x));
    network_error += error(net.answers(test.x));
    after_error += error(after);
    table.rows.push_back({std::to_string(width), cell(first), cell(drift), cell(likeness),
                          cell(error(net.answers(test.x))), cell(error(lazy)), cell(error(after))});
    errors.x.push_back(static_cast<double>(width));
    errors.y.push_back(first);
    drifts.x.push_back(static_cast<double>(width));
    drifts.y.push_back(drift);
  }
  report.tables.push_back(table);
  report.plots.push_back({"widths",
                          "Tangent kernels over width",
                          "width",
                          "relative change",
                          {errors, drifts},
                          true,
                          true});
  const double root = std::sqrt(errors.x.back());
  report.claims = {{"error of the widest network's kernel, times the root of its width",
                    errors.y.back() * root, 1, 4, "2.2"},
                   {"drift of the narrowest over that of the widest",
                    drifts.y.front() / drifts.y.back(), settings.quick ? 4.0 : 15.0, 1e308, "51"},
                   {"error of the after-kernel over the network's", after_error / network_error, 0,
                    1.1, "0.85"}};
  return report;
}

Report initialisation_scale(const Settings& settings) {
  const std::size_t n = settings.quick ? 300 : 1000, d = settings.quick ? 15 : 30;
  RandomNumbers random(settings.seed);
  Sample train = sample_of(random.normals(n, d), product),
         test = sample_of(random.normals(n, d), product);
  standardise_targets(train, test);
  Matrix truth = xt::zeros<double>({d, d});
  truth(0, 0) = truth(1, 1) = 1;
  Report report;
  Table table{
      "scales",
      {"first layer's deviation", "W1'W1 and the true outer product", "movement of W1", "1 - R2"},
      {}};
  std::vector<double> likeness, error;
  for (const double deviation : {1e-3, 1e-2, 1e-1, 0.5}) {
    NetworkOptions options;
    options.width = settings.quick ? 128 : 512;
    options.steps = settings.quick ? 600 : 1000;
    options.first_deviation = deviation;
    // A step must not leap beyond the largest curvature, about width * deviation^2 * d.
    options.rate =
        std::min(0.1, 5 / (static_cast<double>(options.width * d) * deviation * deviation));
    options.seed = settings.seed;
    Network network(d, 1, options);
    const MatrixOf<float> first = network.weights[0];
    network.train(train.x, train.y);
    const MatrixOf<float> change = network.weights[0] - first;
    const double moved =
        std::sqrt(static_cast<double>(xt::sum(change * change)() / xt::sum(first * first)()));
    likeness.push_back(correlation(network.first_feature_matrix(), truth));
    error.push_back(1 - r2(network.answers(test.x), test.y));
    table.rows.push_back({cell(deviation), cell(likeness.back()), cell(moved), cell(error.back())});
  }
  report.tables.push_back(table);
  report.claims = {
      {"likeness of W1'W1 and the truth from small weights", likeness.front(), 0.9, 1, ""},
      {"and from large ones", likeness.back(), -1, 0.8, ""},
      {"error from large weights over that from small ones", error.back() / error.front(), 1.5,
       1e308, ""}};
  return report;
}

}  // namespace rfm::experiments
