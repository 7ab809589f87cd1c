// Automatic choice: kernel, metric, bandwidth, ridge and rounds from the training rows alone, by
// cross-validation of the whole loop (M is learned again in every fold). Costs as much as some tens
// of fits; see search_stages.cpp for the plan. The same data, seed and options give the same choice
// for any number of workers; only a budget or a cancellation makes the answer depend on how far the
// search got.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/kernels/kernel.hpp"
#include "rfm/core/machine/options.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/encode/level_means.hpp"

namespace rfm::data {

// One point of the search; with it a fit is determined.
struct Choice {
  KernelId kernel{};
  double exponent = 1, bias = 0;
  int32_t depth = 1;
  Metric metric = Metric::full;
  double bandwidth = 10, ridge = 1e-3;
  std::size_t rounds = 0;
  bool centre_gradients = false;
};

// What the user has settled; everything else is chosen.
struct Wishes {
  std::optional<KernelId> kernel;
  std::optional<double> norm;  // p, until settle_options makes it a part of the kernel
  std::optional<double> exponent, bias;
  std::optional<int32_t> depth;
  std::optional<Metric> metric;
  std::optional<double> bandwidth, ridge;
  std::optional<std::size_t> rounds;
  bool centre_gradients = false;
};

// Training rows as the machine sees them: encoded features and coded targets, both row-major and
// finite.
struct SearchData {
  const float* x = nullptr;  // (n, d)
  const float* y = nullptr;  // (n, c)
  std::size_t n = 0, d = 0, c = 1;
  const float* weights = nullptr;    // (n) or null
  const uint32_t* labels = nullptr;  // (n) classification: the class of each row; null: regression
  const uint32_t* groups = nullptr;  // (n) or null: rows of one are held out together
  const uint32_t* times = nullptr;   // (n) or null: rows are held out from fits of earlier ones
  const double* prior =
      nullptr;  // (c + 1) classification: shares of the classes, as the codes in y were made with
  // Features that are means of the target: a fit makes them anew, without the rows it holds out.
  const std::vector<MeanColumn>* means = nullptr;
};

struct Trial {
  Choice choice;     // its rounds are the best of those scored
  double score = 0;  // smaller is better; comparable between trials of equal rows and folds
  std::size_t rows = 0, folds = 0;  // rows that took part, folds that were held out
  double weight = 1;                // of a leader: its share in the answers
};

// A trial as people follow it: the share of mistakes, else of the target's variance that is left.
struct Heard {
  const Choice* choice = nullptr;
  double error = 0;
  std::size_t rows = 0;
};

struct SearchProgress {
  const Choice* trying = nullptr;  // null when the search is over and the last fit begins
  const Trial* best = nullptr;     // null before there is one
  double done = 0;                 // share of the planned work
  bool classes = false;            // else a score is a share of the target's variance
  std::vector<Heard> heard{};      // those that ended since this was told the last time
};

// How much is tried: `narrow` a few kernels, in fewer places, on fewer folds; `broad` also kernels
// that are seldom the best alone.
enum class Breadth : int32_t { narrow, usual, broad };

struct SearchOptions {
  Wishes wishes;
  uint64_t seed = 1;
  std::size_t folds = 0;  // 0: five, more on few rows
  double effort = 1;      // planned work in units of the default
  Breadth breadth = Breadth::usual;
  std::size_t averaged = 1;  // leaders to find, all of the same weight; 0: as many as help, with
                             // weights chosen by their out-of-fold answers
  std::size_t direct_rows =
      6000;  // most rows that a fit may take; a larger table is sampled, see SearchResult::rows
  // Seconds for the search and the last fits, which it leaves time for; 0: no limit; needs `now`.
  // One candidate is tried however long it takes, with no more rounds, unless they were wished for,
  // than there was time for.
  double budget = 0;
  double began = -1;  // when they began to count, on the same clock; below 0: with the search
  // Both are asked often, also within fits and by any worker: seconds on a clock that never goes
  // back, and whether to end, which is never taken back.
  double (*now)(void* context) = nullptr;
  bool (*cancelled)(void* context) = nullptr;
  void (*progress)(void* context, const SearchProgress&) = nullptr;
  void* context = nullptr;
  const Executor* executor = nullptr;
  const Engine<float>* engine = fastest<float>();
};

// What is left of the budget, in seconds; infinite without one.
double seconds_left(const SearchOptions& options);

// How much too good the score of the best looks on the rows that it was chosen by: its mean losses
// of a row are too small by so much, see doubt/optimism.hpp.
struct Optimism {
  double squared = 0, mistakes = 0;
  double share = 0;  // of the squared loss of the best
};

enum class SearchEnd : int32_t { done, out_of_time, cancelled };

struct SearchResult {
  Choice best;
  // Of best, by cross-validation: the mean squared error of the outputs, for classes plus the share
  // of mistakes.
  double score = 0;
  SearchEnd end = SearchEnd::done;
  std::vector<Trial> tried;  // in order
  std::vector<Trial>
      leaders;  // as many as are averaged, of the last stage, best first, all different
  // The weighted mean of the leaders' out-of-fold answers: outputs (rows, c) for `rows`, ascending,
  // which are all rows of the table unless there are more than direct_rows, or the earliest are
  // held out from no fit.
  std::vector<std::size_t> rows;
  std::vector<float> outputs;
  Optimism optimism;           // of the best
  std::vector<uint32_t> fold;  // (rows) the fold, below `folds`, in which each was held out
  std::size_t folds = 0;
  double rate = 0;  // operations a second, as fit_cost counts them; 0 without a clock
};

Status search(const SearchData& data, const SearchOptions& options, SearchResult& result);

// Whether somebody has asked for an end since the search was over.
bool given_up(const SearchOptions& options, const SearchResult& result);

// The options of a fit with this choice, all rows in its AGOP.
template <class T>
Options<T> options_of(const Choice& choice, uint64_t seed, const Executor* executor);

extern template Options<float> options_of<float>(const Choice&, uint64_t, const Executor*);
extern template Options<double> options_of<double>(const Choice&, uint64_t, const Executor*);

}  // namespace rfm::data
