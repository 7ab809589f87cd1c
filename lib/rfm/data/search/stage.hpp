// One stage of the search: a sample of the rows in folds, and the candidates scored on it.
// Candidates race: folds come one group after the other, and who falls behind is not tried on the
// rest.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/doubt/optimism.hpp"
#include "rfm/data/search/fold_fit.hpp"
#include "rfm/data/search/space.hpp"

namespace rfm::data {

// Fits of more rows than this use the workers inside one fit; smaller ones run side by side, if
// there is one for each worker.
constexpr std::size_t side_by_side_rows = 2500;

struct Candidate {
  Point point;
  Choice choice;                          // with the most rounds to try
  std::vector<std::vector<Loss>> losses;  // by fold, then by round
  std::vector<float>
      outputs;  // (rounds + 1, rows, c) of the best few candidates, nothing in the others
  std::vector<RowLoss> row_losses;  // (rounds + 1, rows) where there are at most most_judged_rows
  std::size_t best_round = 0;
  double score = 0;     // over the folds done, at the best round
  bool failed = false;  // no round could be fitted in some fold
};

// Candidates whose answers are kept: those that weights are chosen for, or the members themselves.
constexpr std::size_t pool_size(const SearchOptions& options) {
  return options.averaged > 0 ? options.averaged : 16;
}

// Beyond so many rows the best of many trials is hardly better than it looks.
constexpr std::size_t most_judged_rows = 3000;

class Stage;

// What a search shares between its stages.
struct Bill {
  double spent = 0, planned = 1;                        // operations
  bool (*stop)(void* context) = nullptr;                // asked between fits
  void (*told)(void* context, const Stage&) = nullptr;  // after every fold of a race
  void* context = nullptr;
  Question question;  // asked within them
  std::vector<Bench> benches;
};

class Stage {
 public:
  Stage(const SearchData& data, const Space& space, Folds folds, const SearchOptions& options)
      : data_(data), space_(space), folds_(std::move(folds)), options_(options) {}

  // Tries the points that are new here; at most `survivors` go beyond the first fold, none that is
  // clearly behind the best. Candidates that were left unfinished when the bill said stop do not
  // count.
  void race(const std::vector<Point>& points, std::size_t survivors, Bill& bill);

  // Indices of the candidates with all folds, best first; equal scores keep the order of trial.
  std::vector<std::size_t> ranking() const;

  // The best of them, best first, as the members of an ensemble: `count`, or all there are. While
  // there are others, at most 1 + count / 8 share a kind: near equals make the same mistakes.
  std::vector<std::size_t> leading(std::size_t count) const;

  // How much too good the score of the best looks, see doubt/optimism.hpp.
  Optimism optimism() const;

  // By kind: whether some candidate, on the folds it was tried on, is not clearly behind the best.
  std::vector<bool> hopeful_kinds() const;

  const std::vector<Candidate>& candidates() const { return candidates_; }
  const Folds& folds() const { return folds_; }
  bool known(const Point& point) const;
  double cost(const Point& point) const;  // of one candidate on all folds

 private:
  bool run_fold(const std::vector<std::size_t>& racing, std::size_t fold, Bill& bill);
  void settle(Candidate& candidate) const;
  std::vector<std::size_t> survivors_of(std::vector<std::size_t> racing, std::size_t most) const;

  const SearchData& data_;
  const Space& space_;
  Folds folds_;
  const SearchOptions& options_;
  std::vector<Candidate> candidates_;
};

}  // namespace rfm::data
