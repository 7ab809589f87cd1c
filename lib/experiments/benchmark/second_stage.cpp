#include "experiments/benchmark/second_stage.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/data/text/numbers.hpp"

namespace rfm::experiments {
namespace {

constexpr double shares[] = {0.05, 0.01, 0.02, 0.1, 0.2};

double mean_square_norm(const Features& rows) {
  double sum = 0;
  for (const float x : rows.x) sum += static_cast<double>(x) * static_cast<double>(x);
  return sum / static_cast<double>(rows.n);
}

// z R', scaled so that its rows are as long as those of z on average: the kernel is homogeneous,
// and the ridges keep their meaning.
Features projected_to_scale(const Path& path, const Features& z) {
  Features out = path.projected(z);
  const double square = mean_square_norm(out);
  if (!(square > 0)) return z;
  const auto factor = static_cast<float>(std::sqrt(mean_square_norm(z) / square));
  for (float& x : out.x) x *= factor;
  return out;
}

// The columns whose entry of diag M, scaled to [0, 1], is above the share.
Features marked_columns(const std::vector<float>& importance, double share, const Features& z) {
  const auto [least, most] = std::minmax_element(importance.begin(), importance.end());
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < z.d; ++k)
    if (static_cast<double>(importance[k] - *least) >= share * static_cast<double>(*most - *least))
      kept.push_back(k);
  Features out{z.n, kept.size(), {}};
  for (std::size_t i = 0; i < z.n; ++i)
    for (const std::size_t k : kept) out.x.push_back(z.row(i)[k]);
  return out;
}

// What the second fit sees, with M learned on these training rows. No choice of `share` for
// ntk-rfm.
Features second_features(const std::string& name, const Problem& problem, const Reached& reached,
                         const Setting& first, double share) {
  Features rows = *problem.features;
  if (first.normalised) rows = unit_rows(std::move(rows));
  if (name == "ntk-rfm") return projected_to_scale(reached.path, rows);
  rows = marked_columns(reached.path.importances(), share, rows);
  return first.normalised ? unit_rows(std::move(rows)) : rows;
}

Grid second_grid(const std::string& name) {
  Grid grid;
  grid.normalised = {false};
  if (name == "rfm-t") grid.families = {Family{}};
  if (name == "ntk-rfm")
    for (const int32_t depth : {1, 2, 3, 4, 5})
      grid.families.push_back({KernelId::ntk, 1, 1, depth, Metric::identity, 0});
  return grid;
}

}  // namespace

MethodScore second_stage(const std::string& name, const Problem& problem, const TabularSet& set,
                         Setting first, const std::function<bool()>& stop) {
  first.round = std::max<std::size_t>(first.round, 1);
  const Grid grid = second_grid(name);
  Reached reached;
  reach(problem, set.facts.choice[0].train, first, MetricScale::rows, reached);
  Scored best;
  best.score = -1;
  double share = 0;
  for (const double tried : shares) {
    if (reached.status != Status::ok || (name == "ntk-rfm" && tried != shares[0])) break;
    const Features rows = second_features(name, problem, reached, first, tried);
    for (const Scored& one :
         sweep({&rows, problem.targets, problem.labels}, set.facts.choice[0], grid, stop))
      if (one.score > best.score) {
        best = one;
        share = tried;
      }
  }
  MethodScore out;
  out.chosen_score = best.score;
  out.setting = "ridge " + data::format_rounded(best.setting.ridge) +
                (name == "rfm-t" ? ", share " + data::format_rounded(share)
                                 : ", depth " + std::to_string(best.setting.family.depth));
  const auto on_fold = [&](const Reached& learned, const Partition& fold) {
    if (learned.status != Status::ok) return 0.0;
    const Features rows = second_features(name, problem, learned, first, share);
    return evaluate({&rows, problem.targets, problem.labels}, fold, best.setting, grid.scale);
  };
  for (const Partition& fold : set.facts.folds) {
    if (stop()) break;
    out.published += on_fold(reached, fold) / static_cast<double>(set.facts.folds.size());
    Reached learned;
    reach(problem, fold.train, first, MetricScale::rows, learned);
    out.honest += on_fold(learned, fold) / static_cast<double>(set.facts.folds.size());
  }
  return out;
}

}  // namespace rfm::experiments
