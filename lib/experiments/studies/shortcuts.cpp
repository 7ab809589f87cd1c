// Figures 8 and 9: two parts of a picture tell the class, a simple one and a complex one. RFM and a
// trained network look at the simple one only, and M says which pixels those are.
#include <cmath>

#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/images.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

constexpr std::size_t side = 16;

// The complex part: a smooth field with a faint wave across it, along one direction or the other.
void wave(std::size_t k, RandomNumbers& random, double* pixels) {
  smooth_field(random, side, 1, pixels);
  const double phase = random.uniform(0, 2 * pi);
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t j = 0; j < side; ++j)
      pixels[i * side + j] +=
          0.5 * std::sin(1.2 * static_cast<double>(k == 1 ? i + j : i + side - j) + phase);
}

// The simple part: a bar that stands or lies, on an even ground.
void bar(std::size_t k, RandomNumbers& random, double* pixels) {
  for (std::size_t i = 0; i < side * side; ++i) pixels[i] = 0.1 * random.normal();
  const std::size_t a = side / 2 - 1, b = side / 2 + 1;
  if (k == 1) fill(pixels, side, 1, 2, a, side - 2, b, {1});
  if (k == 0) fill(pixels, side, 1, a, 2, b, side - 2, {1});
}

// Simple part first, then complex, each of its own class.
Images both(RandomNumbers& random, std::size_t n, const std::vector<std::size_t>& simple,
            const std::vector<std::size_t>& complex) {
  std::size_t row = 0;
  Images out = images_of({n / 2, n - n / 2}, 2 * side * side, random,
                         [&](std::size_t k, RandomNumbers& r, double* pixels) {
                           bar(simple.empty() ? k : simple[row], r, pixels);
                           wave(complex.empty() ? k : complex[row], r, pixels + side * side);
                           ++row;
                         });
  return out;
}

std::vector<std::size_t> coins(RandomNumbers& random, std::size_t n) {
  std::vector<std::size_t> out(n);
  for (std::size_t& coin : out) coin = random.below(2);
  return out;
}

Network trained(const Images& train, const Settings& settings) {
  NetworkOptions options;
  options.width = settings.quick ? 64 : 512;
  options.steps = settings.quick ? 300 : 1000;
  options.seed = settings.seed;
  Network network(train.x.shape(1), 2, options);
  network.train(train.x, train.y);
  return network;
}

// diag M as one picture, the parts side by side.
Picture picture_of(const std::string& name, const std::string& title, const Matrix& diagonal) {
  Picture out{name, title, side, 2 * side, std::vector<double>(2 * side * side)};
  for (std::size_t k = 0; k < 2 * side * side; ++k)
    out.values[k % (side * side) / side * 2 * side + k / (side * side) * side + k % side] =
        diagonal(k, 0);
  return out;
}

double share_on_complex(const Matrix& diagonal) {
  double complex = 0, all = 0;
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    all += diagonal(k, 0);
    if (k >= side * side) complex += diagonal(k, 0);
  }
  return complex / all;
}

struct Learned {
  Matrix diagonal;  // (d, 1)
  Matrix answers;   // at the table asked for
};

Learned learned(const Images& train, const Matrix& z) {
  MachineOptions options;
  options.rounds = 3;
  options.metric = Metric::diagonal;
  Learned out;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    const Vector d = machine.diagonal();
    out.diagonal = Matrix::from_shape({d.size(), 1});
    for (std::size_t k = 0; k < d.size(); ++k) out.diagonal(k, 0) = d(k);
    out.answers = machine.answers(z);
  });
  return out;
}

}  // namespace

Report simplicity_bias(const Settings& settings) {
  const std::size_t n = settings.quick ? 200 : 600;
  RandomNumbers random(settings.seed);
  const Images train = both(random, n, {}, {});
  const Images complex_random = both(random, n, {}, coins(random, n));
  const Images simple_random = both(random, n, coins(random, n), {});
  const Network network = trained(train, settings);
  const Learned on_complex = learned(train, complex_random.x),
                on_simple = learned(train, simple_random.x);
  const Matrix net_diagonal = diagonal_of(network.first_feature_matrix());
  Report report;
  Table table{"accuracy", {"test pictures", "RFM", "network"}, {}};
  const double rfm_complex = same_class(on_complex.answers, complex_random.y);
  const double rfm_simple = same_class(on_simple.answers, simple_random.y);
  table.rows = {{"complex part of a random class", cell(rfm_complex),
                 cell(same_class(network.answers(complex_random.x), complex_random.y))},
                {"simple part of a random class", cell(rfm_simple),
                 cell(same_class(network.answers(simple_random.x), simple_random.y))}};
  report.tables.push_back(table);
  report.pictures = {
      picture_of("metric", "diag M: simple part left, complex right", on_complex.diagonal),
      picture_of("network", "diag W1'W1 of the network", net_diagonal)};
  report.claims = {
      {"share of diag M on the complex part", share_on_complex(on_complex.diagonal), 0, 0.05, ""},
      {"share of the network's diag W1'W1 on it", share_on_complex(net_diagonal), 0, 0.25, ""},
      {"accuracy when the complex part means nothing", rfm_complex, 0.97, 1, ""},
      {"accuracy when the simple part means nothing", rfm_simple, 0.35, 0.65, ""},
      {"correlation of diag M and diag W1'W1", correlation(on_complex.diagonal, net_diagonal), 0.8,
       1, ""}};
  return report;
}

Report spurious_features(const Settings& settings) {
  const std::size_t n = settings.quick ? 200 : 600;
  RandomNumbers random(settings.seed);
  const Images train = both(random, n, {}, {}), test = both(random, n, {}, {});
  const Matrix diagonal = learned(train, test.x).diagonal;
  const Network network = trained(train, settings);
  // What M marks comes from a picture of the other class; then all that it does not mark does.
  const double most = xt::amax(diagonal)();
  Matrix marked = test.x, unmarked = test.x;
  std::size_t count = 0;
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    const bool marks = diagonal(k, 0) > 0.05 * most;
    count += marks ? 1 : 0;
    for (std::size_t i = 0; i < n; ++i) (marks ? marked : unmarked)(i, k) = test.x(n - 1 - i, k);
  }
  const double plain = same_class(network.answers(test.x), test.y);
  const double ruined = same_class(network.answers(marked), test.y);
  const double whole = same_class(network.answers(unmarked), test.y);
  const double share = static_cast<double>(count) / static_cast<double>(diagonal.size());
  Report report;
  report.tables.push_back(
      {"network",
       {"test pictures", "network's accuracy"},
       {{"as they are", cell(plain)},
        {"what M marks exchanged (" + cell(100 * share) + " % of pixels)", cell(ruined)},
        {"everything else exchanged", cell(whole)}}});
  report.pictures.push_back(picture_of("metric", "diag M", diagonal));
  report.claims = {{"accuracy of the network on pictures as they are", plain, 0.97, 1, ""},
                   {"accuracy when what M marks is exchanged", ruined, 0, 0.5, ""},
                   {"accuracy when everything else is", whole, 0.9, 1, ""},
                   {"share of pixels that M marks", share, 0, 0.25, ""}};
  return report;
}

}  // namespace rfm::experiments
