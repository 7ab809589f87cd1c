#include "rfm/data/fit/eigenpro.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "rfm/core/instances.hpp"
#include "rfm/data/fit/iterations.hpp"
#include "rfm/data/fit/memory.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::host {
namespace {

using data::Outcome;

// Landmarks whose n p^2 operations cost as much as some steps of n^2 kernel values.
std::size_t landmark_count(std::size_t n, std::size_t sample) {
  constexpr double share = 8;
  return std::min(sample, static_cast<std::size_t>(share * std::sqrt(static_cast<double>(n))));
}

}  // namespace

template <class T>
std::size_t eigenpro_bytes(std::size_t n, std::size_t d, std::size_t c, Metric metric,
                           std::size_t p, std::size_t workers) {
  const LandmarkShape shape = landmark_shape(d, c, metric, p, workers);
  Arena arena;
  layout_iterations<T>(arena, n, d, c, p, workers);
  std::size_t bytes = arena.bytes();
  for (const std::size_t part : {model_bytes<T>(n, d, c, metric), model_bytes<T>(p, d, c, metric),
                                 landmark_workspace_bytes<T>(shape)})
    bytes = saturating_add(bytes, part);
  return bytes;
}

template <class T>
Outcome fit_eigenpro(const data::EncodedTable<T>& rows, const data::EncodedTable<T>& sample,
                     const data::Choice& choice, const data::FitSettings<T>& settings,
                     const EigenproOptions& options, data::AlignedBytes& machine,
                     EigenproReport& report) {
  data::AlignedBytes learned;
  Model<T> source;
  if (Outcome outcome = data::fit_sample(sample, choice, settings, learned, source); !outcome.ok())
    return outcome;

  report = {};
  report.landmarks = options.landmarks > 0 ? std::min(options.landmarks, sample.n)
                                           : landmark_count(rows.n, sample.n);
  const std::size_t workers = settings.executor == nullptr ? 1 : settings.executor->workers;
  report.bytes =
      eigenpro_bytes<T>(rows.n, rows.d, rows.c, choice.metric, report.landmarks, workers);
  const LandmarkShape shape =
      landmark_shape(rows.d, rows.c, choice.metric, report.landmarks, workers);
  Arena counted;
  layout_iterations<T>(counted, rows.n, rows.d, rows.c, report.landmarks, workers);
  const data::Memory model(model_bytes<T>(rows.n, rows.d, rows.c, choice.metric)),
      landmark_model(model_bytes<T>(shape.p, shape.d, shape.c, shape.metric)),
      landmark_workspace(landmark_workspace_bytes<T>(shape)), own(counted.bytes());
  if (!model.given() || !landmark_model.given() || !landmark_workspace.given() || !own.given())
    return data::failure("iterations over " + std::to_string(rows.n) + " rows take " +
                         std::to_string(report.bytes >> 20) +
                         " MiB, which this machine does not give");
  data::raise_peak(settings, saturating_add(learned.size(), report.bytes));
  PreconditionedIterations<T> iterations(rows, choice, settings.executor);
  Status status = iterations.prepare(source, shape.p, model.buffer(), landmark_model.buffer(),
                                     landmark_workspace.buffer(), own.buffer());
  if (status == Status::ok) {
    iterations.run(options, report);
    status = iterations.finish_model();
  }
  if (status != Status::ok) return data::failure(std::string("the fit failed: ") + words(status));
  if (!(report.residual < 100 * options.tolerance))
    return data::failure("the iterations ended with a residual of " +
                         std::to_string(report.residual) +
                         " of the targets: use a larger ridge, or --solver landmarks");
  machine = data::AlignedBytes(iterations.bytes());
  std::memcpy(machine.data(), model.data(), iterations.bytes());
  return {};
}

template <class T>
Outcome iterate_to_fit(const data::EncodedTable<T>& rows, const data::EncodedTable<T>& sample,
                       const data::Choice& choice, const data::FitSettings<T>& settings,
                       data::AlignedBytes& machine, std::string& words) {
  EigenproReport report;
  Outcome outcome = fit_eigenpro(rows, sample, choice, settings, {}, machine, report);
  words = "each of them as a centre, by " + std::to_string(report.steps) +
          " preconditioned iterations that left " + data::format_rounded(100 * report.residual, 2) +
          " % of the targets";
  return outcome;
}

template std::size_t eigenpro_bytes<float>(std::size_t, std::size_t, std::size_t, Metric,
                                           std::size_t, std::size_t);
template std::size_t eigenpro_bytes<double>(std::size_t, std::size_t, std::size_t, Metric,
                                            std::size_t, std::size_t);
template Outcome fit_eigenpro(const data::EncodedTable<float>&, const data::EncodedTable<float>&,
                              const data::Choice&, const data::FitSettings<float>&,
                              const EigenproOptions&, data::AlignedBytes&, EigenproReport&);
template Outcome fit_eigenpro(const data::EncodedTable<double>&, const data::EncodedTable<double>&,
                              const data::Choice&, const data::FitSettings<double>&,
                              const EigenproOptions&, data::AlignedBytes&, EigenproReport&);

template Outcome iterate_to_fit(const data::EncodedTable<float>&, const data::EncodedTable<float>&,
                                const data::Choice&, const data::FitSettings<float>&,
                                data::AlignedBytes&, std::string&);
template Outcome iterate_to_fit(const data::EncodedTable<double>&,
                                const data::EncodedTable<double>&, const data::Choice&,
                                const data::FitSettings<double>&, data::AlignedBytes&,
                                std::string&);

}  // namespace rfm::host
