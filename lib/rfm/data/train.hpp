// From a table of text to a model file in one call: guess columns, split, encode, choose,
// calibrate, fit on all training rows, score, assemble. The choice takes nearly all of the time;
// see search.hpp.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/doubt/warnings.hpp"
#include "rfm/data/effect/dependence.hpp"
#include "rfm/data/effect/held_out.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/fit/last_fits.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/score/decision.hpp"
#include "rfm/data/score/importance.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/search/search.hpp"
#include "rfm/data/table/plan.hpp"

namespace rfm::data {

struct TrainOptions {
  PlanOptions plan;
  DecisionOptions decision;
  Findings reading;       // what was found when the table was read, for the history
  double test_share = 0;  // of the rows is kept out of everything but the scores under `test`
  const TextTable* test = nullptr;  // or these rows are
  std::string test_name;    // what complaints about them call them, such as " of 'july.csv'"
  std::size_t members = 0;  // average this many of the best; 0: as many as help, weighted
  bool several = true;      // whether it may be more than one where `members` is 0
  bool portable = false;    // the same bytes on every machine
  bool study = true;        // what held-out rows and effects of columns tell, see effect/
  Solver solver = Solver::automatic;
  std::size_t most_classes = 1000;  // a target of more is refused
  std::size_t memory = 0;           // bytes that training may take (bytes_needed.hpp); 0: no limit
  SearchOptions search;             // wishes, seed, budget, progress, executor, ...
};

struct Trained {
  Plan plan;
  FittedEncoding encoding;
  SearchResult search;
  std::vector<Choice> members;  // what was fitted; more than one in an ensemble
  std::size_t rows = 0;         // of the table
  std::size_t train_rows = 0;
  std::size_t fitted_rows =
      0;  // of the training rows; fewer when they are too many for a direct solution
  Solver solver = Solver::direct;
  std::size_t fit_bytes = 0;  // the most memory that the last fits took besides the table
  Scores cross_validated;     // of the choice or the ensemble, on rows that its fits had not seen
  Scores test;
  // Regression: actual and predicted value of some rows, spread evenly, predicted by fits that had
  // not seen them.
  std::vector<std::array<double, 2>> out_of_fold;
  std::vector<ColumnImportance> importances;
  std::vector<Reliability> reliability;  // classification: of the out-of-fold probabilities
  HeldOutStudy held_out;                 // columns by permutation, and the learning curve
  std::vector<Dependence> dependences;   // on the most important columns
  std::vector<std::string> notes;  // sentences: the findings of the plan, what was dropped, grouped
  std::vector<Warning> warnings;   // why the scores may be better than what comes
  std::string history;             // JSON, as in the file
  AlignedBytes file;
};

// The same table, options and seed give the same bytes for any number of workers, unless a budget
// or a cancellation cut the search short. T is the type of the machine's numbers.
template <class T>
Outcome train(const TextTable& text, const TrainOptions& options, Trained& trained);

// The history section of the file: what was tried and chosen, scores, seed, version; nothing that
// changes from run to run.
std::string history_text(const TrainOptions& options, const Trained& trained);

}  // namespace rfm::data
