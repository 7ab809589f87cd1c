// M from more rows than the rounds of a direct fit can hold. A machine of few landmarks, fitted to
// all rows, knows the function better than one of a sample; M is learned from its gradients, and
// kept where another such machine answers rows that none has seen better with it.
//
//     f = landmarks of all rows under M,   M' = average over rows of grad f grad f',   again
//
// A trial costs a fit of 2,000 landmarks to at most 50,000 rows.
#pragma once
#include <string>
#include <vector>

#include "rfm/data/fit/direct.hpp"

namespace rfm::data {

// The module of a page has no room for it.
#ifdef RFM_SMALL_FITS
constexpr bool refines_metric = false;
#else
constexpr bool refines_metric = true;
#endif

constexpr std::size_t trial_landmarks = 2000, most_trial_rows = 50000;

struct MetricTrial {
  Metric metric = Metric::identity;
  bool taken = false;  // as better than those before; the first is that of the sample
  double error = 0;    // mean square over the rows held out, as a share of what the targets have
};

// A model's metric in memory of its own: `model` is the source that fits take kernel and M from.
template <class T>
struct MetricSource {
  Model<T> model;  // points to what follows, once M was learned here
  std::vector<T> root, origin;
};

// Learns M at rows of the table from the gradients of f. Everything else of f stays.
template <class T>
MetricSource<T> learn_metric(const Model<T>& f, Metric metric, const EncodedTable<T>& rows,
                             const FitSettings<T>& settings);

// Makes `source` the better of what it is and of what machines of all rows learn, round by round
// while that answers better. The first round tries each of `kinds`, later ones the best of them.
// Stopped by the executor, the best so far stays.
template <class T>
Outcome refine_metric(const EncodedTable<T>& rows, double ridge, std::vector<Metric> kinds,
                      const FitSettings<T>& settings, MetricSource<T>& source,
                      std::vector<MetricTrial>& trials);

// "the metric was learned anew from all rows (full): errors on rows held out 12 % smaller"
std::string sentence_of(const std::vector<MetricTrial>& trials);

}  // namespace rfm::data
