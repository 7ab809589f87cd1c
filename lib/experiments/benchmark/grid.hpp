// The paper's way to choose: every ridge, raw rows or rows of length one, every family, every
// round, scored on one split; the first of the best wins. A sweep costs ridges x 2 x families fits.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "experiments/benchmark/path.hpp"

namespace rfm::experiments {

constexpr double paper_ridges[] = {10, 1, 0.1, 0.01, 0.001};

struct Setting {
  Family family;
  double ridge = 0;
  bool normalised = false;
  std::size_t round = 0;
};

struct Scored {
  Setting setting;
  double score = 0;  // larger is better
};

// What a method is fitted to: encoded rows and the targets of their machine, one column for each
// output.
struct Problem {
  const Features* features = nullptr;  // (n, d)
  const Features* targets = nullptr;   // (n, c): one-hot classes, or standardised numbers
  const std::vector<uint32_t>* labels = nullptr;  // classification; otherwise null
};

// Share of rows whose largest output is that of their class; the first of equals counts.
double accuracy(const std::vector<float>& answers, std::size_t classes,
                const std::vector<uint32_t>& labels);

// 1 - (squared error) / (squared distance from the mean).
double r2(const std::vector<float>& answers, const Features& targets);

// Rows of length one; a row of zeros stays.
Features unit_rows(Features rows);

// (n, classes) of zeros and ones.
Features one_hot(const std::vector<uint32_t>& labels, std::size_t classes);

// Everything a sweep may try.
struct Grid {
  std::vector<Family> families;
  std::vector<double> ridges{std::begin(paper_ridges), std::end(paper_ridges)};
  std::vector<bool> normalised{true, false};
  MetricScale scale = MetricScale::rows;
};

// Scores of all of the grid on the partition's test rows, in the order in which ties are decided:
// larger ridges first, then rows of length one, then the order of the families, then fewer rounds.
// A fit that fails has no score. `stop` is asked before every fit.
std::vector<Scored> sweep(const Problem& problem, const Partition& partition, const Grid& grid,
                          const std::function<bool()>& stop);

// The score of one setting on the test rows: M learned on this partition's training rows.
double evaluate(const Problem& problem, const Partition& partition, const Setting& setting,
                MetricScale scale);

// A path that has reached the setting's round on the training rows, with the rows it was given.
struct Reached {
  Path path;
  Features x, y;
  Status status = Status::ok;
};
void reach(const Problem& problem, const std::vector<std::size_t>& rows, const Setting& setting,
           MetricScale scale, Reached& reached);

}  // namespace rfm::experiments
