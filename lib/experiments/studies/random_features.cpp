// Random Fourier features: the cosine of a random projection, averaged, is a kernel. The error
// falls as one over the root of the number of features, whatever the kernel.
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/random_numbers.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

// phi(x) = sqrt(2 / m) cos(W x + b),  b uniform on the circle.
Matrix features(const Matrix& x, const Matrix& w, const Matrix& b) {
  Matrix out = times_transposed(x, w);
  const double scale = std::sqrt(2.0 / static_cast<double>(w.shape(0)));
  for (std::size_t i = 0; i < out.shape(0); ++i)
    for (std::size_t k = 0; k < out.shape(1); ++k)
      out(i, k) = scale * std::cos(out(i, k) + b(k, 0));
  return out;
}

// The frequencies of each kernel at L = 1: normal, Cauchy, Laplace, and for exp(-|u|) a normal
// vector over a normal number.
enum class Spectral { gaussian, product_laplace, cauchy, laplace };

Matrix frequencies(Spectral kind, std::size_t m, std::size_t d, RandomNumbers& random) {
  if (kind == Spectral::gaussian) return random.normals(m, d);
  if (kind == Spectral::product_laplace) return random.table(m, d, [&] { return random.cauchy(); });
  if (kind == Spectral::cauchy) return random.table(m, d, [&] { return random.laplace(); });
  Matrix out = random.normals(m, d);
  for (std::size_t i = 0; i < m; ++i) {
    const double radius = std::abs(random.normal());
    for (std::size_t k = 0; k < d; ++k) out(i, k) /= radius;
  }
  return out;
}

Matrix exact(Spectral kind, const Matrix& x) {
  if (kind == Spectral::gaussian) return gaussian_kernel(x, x, 1);
  if (kind == Spectral::product_laplace) return product_laplace_kernel(x, x, 1);
  return kind == Spectral::cauchy ? cauchy_kernel(x, x, 1) : laplace_kernel(x, x, 1);
}

}  // namespace

Report random_features(const Settings& settings) {
  constexpr const char* names[] = {"Gaussian", "product Laplace", "Cauchy", "Laplace"};
  const std::size_t n = settings.quick ? 60 : 300, d = 5;
  const std::vector<std::size_t> counts =
      settings.quick ? std::vector<std::size_t>{100, 400, 1600}
                     : std::vector<std::size_t>{100, 400, 1600, 6400, 25600};
  RandomNumbers random(settings.seed);
  const Matrix x = random.normals(n, d, 0.7);
  Report report;
  Table table{"errors", {"kernel", "features", "RMS error", "times the root of their number"}, {}};
  for (int k = 0; k < 4; ++k) {
    const auto kind = static_cast<Spectral>(k);
    const Matrix kernel = exact(kind, x);
    Curve curve{names[k], {}, {}};
    double least = 1e9, most = 0;
    for (const std::size_t m : counts) {
      const Matrix w = frequencies(kind, m, d, random);
      const Matrix b = random.table(m, 1, [&] { return random.uniform(0, 2 * pi); });
      const Matrix phi = features(x, w, b);
      const double error = std::sqrt(mean_square(times_transposed(phi, phi), kernel));
      const double scaled = error * std::sqrt(static_cast<double>(m));
      least = std::min(least, scaled);
      most = std::max(most, scaled);
      table.rows.push_back({names[k], std::to_string(m), cell(error), cell(scaled)});
      curve.x.push_back(static_cast<double>(m));
      curve.y.push_back(error);
    }
    if (report.plots.empty())
      report.plots.push_back(
          {"errors", "Error of random features", "features", "RMS error", {}, true, true});
    report.plots[0].curves.push_back(curve);
    const std::string subject = std::string("RMS error times root of the number, ") + names[k];
    report.claims.push_back({subject + ", least", least, 0.6, 1.4, "1.00"});
    report.claims.push_back({subject + ", most", most, 0.6, 1.4, "1.00"});
  }
  report.tables.push_back(table);
  return report;
}

}  // namespace rfm::experiments
