#include "experiments/benchmark/grid.hpp"

#include <cmath>

namespace rfm::experiments {
namespace {

constexpr double no_score = -1e9;

// The rows of one partition, raw or of length one.
struct Sides {
  Features train_x, train_y, test_x, test_y;
  std::vector<uint32_t> test_labels;
};

Sides sides_of(const Problem& problem, const Partition& partition, bool normalised) {
  Sides out;
  out.train_x = some_rows(*problem.features, partition.train);
  out.test_x = some_rows(*problem.features, partition.test);
  if (normalised) {
    out.train_x = unit_rows(std::move(out.train_x));
    out.test_x = unit_rows(std::move(out.test_x));
  }
  out.train_y = some_rows(*problem.targets, partition.train);
  out.test_y = some_rows(*problem.targets, partition.test);
  if (problem.labels != nullptr)
    for (const std::size_t i : partition.test) out.test_labels.push_back((*problem.labels)[i]);
  return out;
}

double score_of(Path& path, const Problem& problem, const Sides& sides) {
  std::vector<float> answers;
  if (path.answers(sides.test_x, answers) != Status::ok) return no_score;
  return problem.labels == nullptr ? r2(answers, sides.test_y)
                                   : accuracy(answers, sides.test_y.d, sides.test_labels);
}

}  // namespace

double accuracy(const std::vector<float>& answers, std::size_t classes,
                const std::vector<uint32_t>& labels) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float* row = answers.data() + i * classes;
    std::size_t largest = 0;
    for (std::size_t k = 1; k < classes; ++k)
      if (row[k] > row[largest]) largest = k;
    right += largest == labels[i] ? 1 : 0;
  }
  return labels.empty() ? 0 : static_cast<double>(right) / static_cast<double>(labels.size());
}

double r2(const std::vector<float>& answers, const Features& targets) {
  double mean = 0, error = 0, spread = 0;
  for (const float y : targets.x) mean += static_cast<double>(y);
  mean /= static_cast<double>(targets.x.size());
  for (std::size_t i = 0; i < targets.x.size(); ++i) {
    const double y = static_cast<double>(targets.x[i]), f = static_cast<double>(answers[i]);
    error += (y - f) * (y - f);
    spread += (y - mean) * (y - mean);
  }
  return spread > 0 ? 1 - error / spread : 0;
}

Features unit_rows(Features rows) {
  for (std::size_t i = 0; i < rows.n; ++i) {
    float* x = rows.row(i);
    double sum = 0;
    for (std::size_t k = 0; k < rows.d; ++k)
      sum += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    if (!(sum > 0)) continue;
    const auto factor = static_cast<float>(1 / std::sqrt(sum));
    for (std::size_t k = 0; k < rows.d; ++k) x[k] *= factor;
  }
  return rows;
}

Features one_hot(const std::vector<uint32_t>& labels, std::size_t classes) {
  Features out{labels.size(), classes, std::vector<float>(labels.size() * classes)};
  for (std::size_t i = 0; i < labels.size(); ++i) out.row(i)[labels[i]] = 1;
  return out;
}

std::vector<Scored> sweep(const Problem& problem, const Partition& partition, const Grid& grid,
                          const std::function<bool()>& stop) {
  std::vector<Scored> out;
  std::vector<Sides> sides;
  for (const bool normalised : grid.normalised)
    sides.push_back(sides_of(problem, partition, normalised));
  Path path;
  for (const double ridge : grid.ridges) {
    for (std::size_t side = 0; side < sides.size(); ++side) {
      for (const Family& family : grid.families) {
        if (stop && stop()) return out;
        const Sides& rows = sides[side];
        Status status =
            path.start(rows.train_x, rows.train_y, family, ridge, family.rounds, grid.scale);
        for (std::size_t round = 0; round <= family.rounds && status == Status::ok; ++round) {
          status = path.next();
          if (status != Status::ok) break;
          out.push_back(
              {{family, ridge, grid.normalised[side], round}, score_of(path, problem, rows)});
        }
      }
    }
  }
  return out;
}

double evaluate(const Problem& problem, const Partition& partition, const Setting& setting,
                MetricScale scale) {
  const Sides sides = sides_of(problem, partition, setting.normalised);
  Path path;
  Status status =
      path.start(sides.train_x, sides.train_y, setting.family, setting.ridge, setting.round, scale);
  for (std::size_t round = 0; round <= setting.round && status == Status::ok; ++round)
    status = path.next();
  return status == Status::ok ? score_of(path, problem, sides) : 0;
}

void reach(const Problem& problem, const std::vector<std::size_t>& rows, const Setting& setting,
           MetricScale scale, Reached& reached) {
  reached.x = some_rows(*problem.features, rows);
  if (setting.normalised) reached.x = unit_rows(std::move(reached.x));
  reached.y = some_rows(*problem.targets, rows);
  reached.status =
      reached.path.start(reached.x, reached.y, setting.family, setting.ridge, setting.round, scale);
  for (std::size_t round = 0; round <= setting.round && reached.status == Status::ok; ++round)
    reached.status = reached.path.next();
}

}  // namespace rfm::experiments
