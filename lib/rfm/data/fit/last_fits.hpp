// The last fits: what the search chose, on all training rows, within the time that the budget has
// left. Where there are more rows than a direct fit takes, or than there is time for, M is learned
// on a sample of them (metric.hpp makes it that of all) and alpha comes from all: directly, or with
// landmarks. What time cuts short leaves less: fewer members, fewer landmarks, the sample's
// machine.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/fit/direct.hpp"
#include "rfm/data/fit/metric.hpp"
#include "rfm/data/fit/stoppable.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/search/search.hpp"

namespace rfm::data {

// How alpha comes from all rows in the end. `automatic` solves directly as far as usual_centres
// (landmarks.hpp), memory and time allow, with landmarks beyond. Unless `direct` was asked for, M
// is learned on at most search.direct_rows of the rows.
enum class Solver : int32_t { automatic, direct, landmarks };
inline constexpr Solver all_solvers[] = {Solver::direct, Solver::landmarks};
const char* word(Solver solver);  // "auto", "direct", "landmarks"

// Of more features no full metric is learned unless it is wished for: a round would take d^3
// operations, 1.5 d^2 numbers for each worker, and minutes.
constexpr std::size_t widest_full_metric = 1000;

// For want of memory.
std::size_t fewer(std::size_t centres);

template <class T>
class LastFits {
 public:
  // `found.leaders` are the members; those that there is no time for leave it. `centres`: at most
  // so many. `weighted`: whether the leaders' weights are those of the answers.
  LastFits(const EncodedTable<T>& rows, const SearchOptions& search, SearchResult& found,
           Solver wanted, std::size_t centres, bool weighted, const Engine<T>* engine);

  // Fails, too, where somebody asked for an end.
  Outcome run();

  // What came of it.
  std::vector<AlignedBytes> machines;
  Solver solver = Solver::direct;  // that it came to
  std::size_t fitted = 0;          // rows that alpha comes from
  std::size_t bytes = 0;           // the most memory that a fit took besides the table
  std::vector<std::string> notes;

 private:
  bool given_up() const;
  static bool ended(void* fits);
  bool late() const;
  double left() const;
  double seconds_for(double operations) const;
  std::size_t rows_in_time(std::size_t most) const;
  std::size_t landmarks_in_time() const;
  Outcome refine(const Choice& choice, MetricSource<T>& metric);
  bool brief(const Choice& choice) const;
  bool direct_in_time(const Choice& choice) const;
  Outcome fit_large(std::size_t k, const EncodedTable<T>& sample, AlignedBytes& machine);
  Outcome fit_members(const EncodedTable<T>& sample);

  const EncodedTable<T>& rows_;
  const SearchOptions& search_;
  SearchResult& found_;
  const Solver wanted_;
  std::size_t centres_;
  const bool weighted_;
  bool patient_ = false;  // whether a fit goes on when time is out
  std::string with_;      // how all rows were fitted, in words; empty: they were not
  Stoppable pool_;
  FitSettings<T> settings_;
};

extern template class LastFits<float>;
extern template class LastFits<double>;

}  // namespace rfm::data
