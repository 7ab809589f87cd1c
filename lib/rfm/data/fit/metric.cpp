#include "rfm/data/fit/metric.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_rounds = 3;

// Smaller gains of 2,000 landmarks are lost with the many of the last fit (docs/SPEED).
constexpr double least_gain = 0.05;

// Rows whose gradients M is the average of: fewer where each costs more.
std::size_t gradient_rows(std::size_t n, std::size_t d, std::size_t c) {
  constexpr double work = 4e9, fewest = 500, most = 8000;
  const double product = static_cast<double>(c) * static_cast<double>(d) * static_cast<double>(d);
  return std::min(n, static_cast<std::size_t>(std::clamp(work / product, fewest, most)));
}

// M (packed) += g g' of each gradient, or of a diagonal metric its squares.
template <class T>
void add_products(const T* g, std::size_t d, Metric metric, double* m) {
  if (metric == Metric::full) {
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        *m++ += static_cast<double>(g[i]) * static_cast<double>(g[j]);
  } else {
    for (std::size_t i = 0; i < d; ++i)
      m[i] += static_cast<double>(g[i]) * static_cast<double>(g[i]);
  }
}

// The average outer product of the gradients of f at some of the rows, not yet scaled.
template <class T>
std::vector<double> outer_products(const Model<T>& f, Metric metric, const EncodedTable<T>& rows,
                                   const FitSettings<T>& settings) {
  const std::size_t width = f.c * f.d, workers = settings.executor ? settings.executor->workers : 1,
                    room = rounded_up(gradient_bytes<T>(f.d, f.r, f.c)), block = 8 * workers;
  std::vector<double> m(metric == Metric::full ? packed_size(f.d) : f.d);
  std::vector<T> x(array_size<T>(block * panel, f.d)), g(array_size<T>(block * panel, width));
  AlignedBytes scratch(saturating_multiply(workers, room));
  for (Chosen chosen(gradient_rows(rows.n, f.d, f.c), rows.n, settings.seed);
       chosen.more() && !stopped(settings.executor);) {
    std::size_t count = 0;
    for (; count < block * panel && chosen.more(); ++count)
      std::copy_n(rows.x.data() + chosen.next() * f.d, f.d, x.data() + count * f.d);
    auto work = [&](std::size_t q, std::size_t worker) {
      const Rows<T> some(x.data() + q * panel * f.d, std::min(panel, count - q * panel), f.d);
      (void)gradient(f, some, g.data() + q * panel * width, scratch.data() + worker * room, room);
    };
    for_each(settings.executor, panels_of(count), work);
    for (std::size_t i = 0; i < count * f.c; ++i)
      add_products(g.data() + i * f.d, f.d, metric, m.data());
  }
  return m;
}

// Mean square of y - f over the rows, by output, as a share of what y has.
template <class T>
double error_of(const Model<T>& f, const EncodedTable<T>& rows, const Executor* executor) {
  ModelFile<T> file;
  file.members = {f};
  const std::vector<T> outputs = outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), executor);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double weight = rows.weights.empty() ? 1 : static_cast<double>(rows.weights[i / rows.c]);
    const auto y = static_cast<double>(rows.y[i]), rest = y - static_cast<double>(outputs[i]);
    error += weight * rest * rest;
    size += weight * y * y;
  }
  return size > 0 ? error / size : 0;
}

template <class T>
struct TrialRows {
  EncodedTable<T> fitted, held_out;
};

template <class T>
TrialRows<T> divided(const EncodedTable<T>& rows, uint64_t seed) {
  constexpr std::size_t share = 10;
  std::vector<std::size_t> fitted, held_out;
  for (Chosen chosen(most_trial_rows, rows.n, random_bits(seed, 1)); chosen.more();)
    ((fitted.size() + held_out.size()) % share == 0 ? held_out : fitted).push_back(chosen.next());
  return {chosen_rows(rows, fitted), chosen_rows(rows, held_out)};
}

// A machine of few landmarks and how well it answers.
template <class T>
struct Tried {
  AlignedBytes bytes;
  Model<T> machine;
  double error = 0;
};

template <class T>
Outcome try_metric(const TrialRows<T>& rows, const Model<T>& source, double ridge,
                   const FitSettings<T>& settings, Tried<T>& tried) {
  LandmarkOptions options;
  options.landmarks = trial_landmarks;
  options.tolerance = 1e-2;
  LandmarkReport report;
  if (Outcome outcome =
          fit_landmarks(rows.fitted, source, ridge, settings, options, tried.bytes, report);
      !outcome.ok())
    return outcome;
  if (Outcome outcome = open_fitted(tried.bytes, settings, tried.machine); !outcome.ok())
    return outcome;
  tried.error = error_of(tried.machine, rows.held_out, settings.executor);
  return {};
}

}  // namespace

template <class T>
MetricSource<T> learn_metric(const Model<T>& f, Metric metric, const EncodedTable<T>& rows,
                             const FitSettings<T>& settings) {
  MetricSource<T> learned;
  learned.model = f;
  std::vector<double> m = outer_products(f, metric, rows, settings);
  double largest = 0;
  for (const double entry : m) largest = std::max(largest, std::abs(entry));
  if (!(largest > 0) || !(largest - largest == 0)) return learned;  // a flat function
  learned.origin.assign(f.origin, f.origin + f.d);
  learned.model.origin = learned.origin.data();
  learned.model.metric = metric;
  learned.model.r = f.d;
  learned.root.resize(root_size(metric, f.d, f.d));
  if (metric == Metric::full) {
    std::vector<T> packed(m.size()), scratch(root_scratch(f.d));
    for (std::size_t i = 0; i < m.size(); ++i) packed[i] = static_cast<T>(m[i] / largest);
    learned.model.r =
        f.kernel.root(packed.data(), f.d, learned.root.data(), scratch.data(), settings.executor);
  } else {
    for (std::size_t k = 0; k < f.d; ++k)
      learned.root[k] = static_cast<T>(std::sqrt(m[k] / largest));
  }
  learned.model.root = learned.root.data();
  return learned;
}

template <class T>
Outcome refine_metric(const EncodedTable<T>& rows, double ridge, std::vector<Metric> kinds,
                      const FitSettings<T>& settings, MetricSource<T>& source,
                      std::vector<MetricTrial>& trials) {
  const TrialRows<T> parts = divided(rows, settings.seed);
  Tried<T> best;
  if (Outcome outcome = try_metric(parts, source.model, ridge, settings, best); !outcome.ok())
    return outcome;
  trials.push_back({source.model.metric, true, best.error});
  for (std::size_t round = 0; round < most_rounds; ++round) {
    double least = (1 - least_gain) * best.error;
    Tried<T> better;
    for (const Metric kind : kinds) {
      MetricSource<T> learned = learn_metric(best.machine, kind, parts.fitted, settings);
      if (learned.root.empty()) continue;
      Tried<T> tried;
      Outcome outcome = try_metric(parts, learned.model, ridge, settings, tried);
      if (stopped(settings.executor)) return {};
      if (!outcome.ok()) return outcome;
      trials.push_back({kind, tried.error < least, tried.error});
      if (!trials.back().taken) continue;
      least = tried.error;
      better = std::move(tried);
      source = std::move(learned);
    }
    if (better.machine.n == 0) break;
    best = std::move(better);
    kinds = {source.model.metric};
  }
  return {};
}

std::string sentence_of(const std::vector<MetricTrial>& trials) {
  const MetricTrial* last = nullptr;
  for (const MetricTrial& trial : trials)
    if (trial.taken) last = &trial;
  if (last == nullptr || last == &trials.front()) return "";
  const double fall = 1 - last->error / trials.front().error;
  return sentence(
      "the metric was learned anew from all rows (%); errors on rows held out are % smaller",
      {word(last->metric), format_rounded(100 * fall, 2) + " %"});
}

#define RFM_METRIC(T)                                                                    \
  template MetricSource<T> learn_metric(const Model<T>&, Metric, const EncodedTable<T>&, \
                                        const FitSettings<T>&);                          \
  template Outcome refine_metric(const EncodedTable<T>&, double, std::vector<Metric>,    \
                                 const FitSettings<T>&, MetricSource<T>&,                \
                                 std::vector<MetricTrial>&);
RFM_METRIC(float)
RFM_METRIC(double)
#undef RFM_METRIC

}  // namespace rfm::data
