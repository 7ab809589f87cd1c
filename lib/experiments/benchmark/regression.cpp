#include "experiments/benchmark/regression.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/data/search/split.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::experiments {
namespace {

constexpr std::size_t splits = 3;

std::vector<Family> families_of(const std::string& method) {
  std::vector<Family> out;
  for (const double bandwidth : {1.0, 3.0, 10.0, 30.0}) {
    if (method == "gaussian")
      out.push_back({KernelId::gaussian, bandwidth, 1, 1, Metric::identity, 0});
    if (method == "laplace")
      out.push_back({KernelId::laplace, bandwidth, 1, 1, Metric::identity, 0});
    if (method == "rfm" || method == "rfm-full")
      out.push_back({KernelId::laplace, bandwidth, 1, 1, Metric::full, 4});
    if (method == "rfm" || method == "rfm-diagonal")
      out.push_back({KernelId::laplace, bandwidth, 1, 1, Metric::diagonal, 4});
  }
  if (method == "ntk")
    for (const int32_t depth : {1, 2, 3, 4, 5})
      out.push_back({KernelId::ntk, 1, 1, depth, Metric::identity, 0});
  return out;
}

Partition parts_of(const std::vector<std::size_t>& rows, double share) {
  const auto cut =
      static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(rows.size())));
  return {{rows.begin(), rows.begin() + cut}, {rows.begin() + cut, rows.end()}};
}

// (x - mean) / sd of the training rows, column by column; a constant column becomes zeros.
void standardise(Features& all, const std::vector<std::size_t>& train) {
  const auto n = static_cast<double>(train.size());
  for (std::size_t k = 0; k < all.d; ++k) {
    double mean = 0, square = 0;
    for (const std::size_t i : train) mean += static_cast<double>(all.row(i)[k]) / n;
    for (const std::size_t i : train)
      square += std::pow(static_cast<double>(all.row(i)[k]) - mean, 2) / n;
    const double factor = square > 0 ? 1 / std::sqrt(square) : 0;
    for (std::size_t i = 0; i < all.n; ++i)
      all.row(i)[k] = static_cast<float>((static_cast<double>(all.row(i)[k]) - mean) * factor);
  }
}

// A method of the grid on one division: chosen on a quarter of the training rows, scored on the
// test rows.
void add_grid_score(const std::string& name, const Problem& problem, const Partition& outer,
                    const std::function<bool()>& stop, MethodScore& score) {
  Grid grid;
  grid.families = families_of(name);
  grid.ridges = {1, 0.1, 0.01, 1e-3, 1e-4};
  grid.normalised = {false};
  grid.scale = MetricScale::largest;
  const std::vector<Scored> all = sweep(problem, parts_of(outer.train, 0.75), grid, stop);
  if (stop() || all.empty()) return;
  const Scored& best = *std::max_element(
      all.begin(), all.end(), [](const Scored& a, const Scored& b) { return a.score < b.score; });
  score.honest += evaluate(problem, outer, best.setting, grid.scale) / splits;
  score.chosen_score += best.score / splits;
  score.setting = "ridge " + data::format_rounded(best.setting.ridge) + ", L " +
                  data::format_rounded(best.setting.family.bandwidth) + ", round " +
                  std::to_string(best.setting.round);
}

}  // namespace

const std::vector<std::string>& regression_methods() {
  static const std::vector<std::string> all{"rfm",      "rfm-full", "rfm-diagonal", "laplace",
                                            "gaussian", "ntk",      "auto"};
  return all;
}

std::map<std::string, MethodScore> run_regression(const TabularSet& set,
                                                  const std::vector<std::string>& wanted,
                                                  std::size_t most_rows,
                                                  const std::function<bool()>& stop) {
  std::map<std::string, MethodScore> out;
  for (std::size_t seed = 0; seed < splits; ++seed) {
    std::vector<std::size_t> rows = data::shuffled(set.features.n, seed);
    rows.resize(std::min(rows.size(), most_rows));
    const Partition outer = parts_of(rows, 0.8);
    Features x = set.features, y{set.targets.size(), 1, {set.targets.begin(), set.targets.end()}};
    standardise(x, outer.train);
    standardise(y, outer.train);
    const Problem problem{&x, &y, nullptr};
    for (const std::string& name : wanted) {
      if (stop()) return out;
      MethodScore& score = out[name];
      if (name == "auto") {
        const AutomaticScore one = automatic(set, outer, stop);
        score.honest += one.value / splits;
        score.setting = one.setting;
      } else {
        add_grid_score(name, problem, outer, stop, score);
      }
      score.published = score.honest;
    }
  }
  return out;
}

}  // namespace rfm::experiments
