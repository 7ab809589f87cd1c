// A small task of texts as word counts, generated: the topic is told by two pairs of words that
// must come together. Classical kernels, a network and an RFM, whose diagonal names the words.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/studies/polynomials.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

constexpr std::size_t marking =
    4;  // the words in front, which decide; the others are noise of uneven frequency
constexpr const char* named[marking] = {"bank", "river", "note", "music"};

std::string word(std::size_t k) { return k < marking ? named[k] : "word" + std::to_string(k); }

// A text holds each deciding word or not; it is of class 1 when "bank" comes with "river", or
// "note" with "music".
Sample texts(RandomNumbers& random, std::size_t n, std::size_t words) {
  Sample out{xt::zeros<double>({n, words}), xt::zeros<double>({n, std::size_t{2}})};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < words; ++k) {
      const double often = k < marking ? 0.5 : 0.5 / (1 + 0.1 * static_cast<double>(k));
      if (random.uniform() < often) out.x(i, k) = 1;
    }
    const bool topic = (out.x(i, 0) > 0 && out.x(i, 1) > 0) || (out.x(i, 2) > 0 && out.x(i, 3) > 0);
    out.y(i, topic ? 1 : 0) = 1;
  }
  return out;
}

// The eight largest entries of diag M, and how many of the deciding words are among the first four.
Table named_words(const Vector& diagonal, double& found) {
  std::vector<std::size_t> order(diagonal.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return diagonal(a) > diagonal(b); });
  Table top{"words", {"word", "diag M"}, {}};
  for (std::size_t k = 0; k < 8; ++k) {
    top.rows.push_back({word(order[k]), cell(diagonal(order[k]))});
    if (k < marking && order[k] < marking) found += 1;
  }
  return top;
}

}  // namespace

Report bag_of_words(const Settings& settings) {
  const std::size_t n = settings.quick ? 300 : 800, words = settings.quick ? 60 : 200;
  RandomNumbers random(settings.seed);
  const Sample train = texts(random, n, words),
               test = texts(random, settings.quick ? 500 : 2000, words);
  Report report;
  Table table{"methods", {"method", "test accuracy"}, {}};
  const auto add = [&](const std::string& name, const Matrix& answers) {
    const double score = same_class(answers, test.y);
    table.rows.push_back({name, cell(score)});
    return score;
  };
  const auto ridge = [&](const Matrix& k, const Matrix& k_test, double lambda) {
    return times(k_test, solve(k, train.y, lambda));
  };
  double best_other = add("linear", ridge(times_transposed(train.x, train.x) + 1.0,
                                          times_transposed(test.x, train.x) + 1.0, 1));
  best_other =
      std::max(best_other, add("Gaussian", ridge(gaussian_kernel(train.x, train.x, 3),
                                                 gaussian_kernel(test.x, train.x, 3), 0.1)));
  best_other =
      std::max(best_other, add("NTK, depth 1", ridge(tangent_kernel(train.x, train.x, 1),
                                                     tangent_kernel(test.x, train.x, 1), 1)));
  NetworkOptions net;
  net.width = settings.quick ? 64 : 512;
  net.steps = settings.quick ? 400 : 1000;
  net.rate = 0.2;
  net.seed = settings.seed;
  Network network(words, 2, net);
  network.train(train.x, train.y);
  add("network, one hidden layer", network.answers(test.x));
  MachineOptions options;
  options.rounds = 3;
  options.ridge = 1e-2;
  options.metric = Metric::diagonal;
  double last = 0;
  Vector diagonal;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    last = add(machine.round() == 0 ? "Laplace" : "RFM, round " + std::to_string(machine.round()),
               machine.answers(test.x));
    if (machine.round() == 0) best_other = std::max(best_other, last);
    diagonal = machine.diagonal();
  });
  double found = 0;
  const Table top = named_words(diagonal, found);
  report.tables = {table, top};
  report.claims = {{"deciding words among the four largest entries of diag M", found, 4, 4, ""},
                   {"accuracy that RFM has above the best kernel without learned features",
                    last - best_other, 0.01, 1, ""}};
  return report;
}

}  // namespace rfm::experiments
