// One candidate on one fold: a fit on the rows that are not held out, scored on those that are
// after every round.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/core/instances.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/search/folds.hpp"
#include "rfm/data/search/loss.hpp"

namespace rfm::data {

// What the first round of a fit came to. It has no metric yet, so that fits which differ in metric
// or rounds alone share it.
struct FirstRound {
  std::size_t rows = 0, fold = 0;  // rows: of the stage; 0: nothing is known
  Choice choice;
  std::vector<float> alpha, answers;
};

// Whether the first rounds of two fits on the same rows are the same.
bool share_first_round(const Choice& a, const Choice& b);

// Memory that fits reuse, and the first round of the fit before; one for each worker.
struct Bench {
  AlignedBytes model, workspace, scratch;
  std::vector<float> x, y, weights, held_x, answers;
  std::vector<std::size_t> held;
  std::vector<double> shares;
  FirstRound first;
};

// Asked from within fits, by any worker: whether to give one up that has rounds to show, or none.
struct Question {
  bool (*give_up)(void* context, bool answered) = nullptr;
  void* context = nullptr;
};

// Losses by round, first to last: those that could be fitted, perhaps none. Where `outputs` is not
// null the answers of round t for row i of folds.rows go to outputs[(t * folds.rows.size() + i) *
// c]. Where `row_losses` is not null the losses of that row are added to row_losses[t *
// folds.rows.size() + i].
struct FoldFit {
  const SearchData& data;
  const Folds& folds;
  std::size_t fold;
  Choice choice;
  uint64_t seed;
  const Engine<float>* engine;
  float* outputs;
  RowLoss* row_losses;
  bool patient;              // does all rounds, even those behind two that brought nothing
  const Question* question;  // null: nobody asks
  std::vector<Loss> losses;

  void run(Bench& bench, const Executor* pool);
};

// Rows of the AGOP of the search: 20 for each column lose less than 0.001 of R2.
constexpr std::size_t search_agop_rows(std::size_t d) { return d <= 10 ? 200 : 20 * d; }

// Operations of fitting n rows for some rounds and predicting `held` rows after each, roughly.
double fit_cost(const Choice& choice, std::size_t n, std::size_t d, std::size_t c,
                std::size_t held);

}  // namespace rfm::data
