// One candidate on one fold: a fit on the rows that are not held out, scored on those that are after every
// round.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/tune_folds.hpp"
#include "rfm/data/tune_score.hpp"

namespace rfm::data {

// Memory that fits reuse; one for each worker.
struct Bench {
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  std::vector<Block> model, workspace, scratch;
  std::vector<float> x, y, weights, held_x, answers;
  std::vector<std::size_t> held;
  std::vector<double> shares;
};

// Losses by round, first to last: those that could be fitted, perhaps none. Where `outputs` is not null the
// answers of round t for row i of folds.rows go to outputs[(t * folds.rows.size() + i) * c].
struct FoldFit {
  const TuneData& data;
  const Folds& folds;
  std::size_t fold;
  Choice choice;
  uint64_t seed;
  const Engine<float>* engine;
  float* outputs;
  std::vector<Loss> losses;

  void run(Bench& bench, const Executor* executor);
};

// Rows of the AGOP while tuning: 20 for each column lose less than 0.001 of R2.
constexpr std::size_t tuning_agop_rows(std::size_t d) { return d <= 10 ? 200 : 20 * d; }

// Operations of fitting n rows for some rounds and predicting `held` rows after each, roughly.
double fit_cost(const Choice& choice, std::size_t n, std::size_t d, std::size_t c, std::size_t held);

}  // namespace rfm::data
