#include "rfm/data/fit/landmarks.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "rfm/core/instances.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

Outcome refused(std::size_t centres, std::size_t bytes) {
  return refusal(
      "a fit with % centres takes % MiB, which this machine does not give: use fewer rows",
      {centres, bytes >> 20});
}

// p of the model's centres, in ascending order; nothing when there is no memory to choose with.
template <class T>
std::vector<std::size_t> chosen_centres(const Model<T>& model, std::size_t p,
                                        const FitSettings<T>& settings) {
  std::vector<std::size_t> chosen(p);
  if (p == model.n) {
    for (std::size_t i = 0; i < p; ++i) chosen[i] = i;
    return chosen;
  }
  const AlignedBytes scratch(
      saturating_multiply(choose_landmarks_scratch(model.n, p, model.r), sizeof(T)), std::nothrow);
  if (!scratch.given()) return {};
  raise_peak(settings, scratch.buffer().bytes);
  chosen.resize(choose_landmarks(model, p, chosen.data(), static_cast<T*>(scratch.buffer().data)));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

std::size_t landmark_count(std::size_t n, std::size_t sample) {
  constexpr double work = 1e12;
  constexpr std::size_t fewest = 1000;
  const double affordable = square_root(work / static_cast<double>(n));
  return std::min(sample, std::max(fewest, static_cast<std::size_t>(affordable)));
}

template <class T>
Outcome fit_landmarks(const EncodedTable<T>& rows, const EncodedTable<T>& sample,
                      const Choice& choice, const FitSettings<T>& settings, AlignedBytes& machine) {
  AlignedBytes learned;
  Model<T> source;
  if (Outcome outcome = fit_sample(sample, choice, settings, learned, source); !outcome.ok())
    return outcome;

  const std::size_t wanted = landmark_count(rows.n, sample.n);
  const std::vector<std::size_t> centres = chosen_centres(source, wanted, settings);
  if (centres.empty())
    return refused(wanted, saturating_multiply(choose_landmarks_scratch(source.n, wanted, source.r),
                                               sizeof(T)));
  const std::size_t workers = settings.executor == nullptr ? 1 : settings.executor->workers;
  const LandmarkShape shape =
      landmark_shape(centres.size(), rows.d, rows.c, choice.metric, workers);
  const std::size_t model_size_needed = model_bytes<T>(shape.p, shape.d, shape.c, shape.metric);
  const std::size_t workspace_size = landmark_workspace_bytes<T>(shape);
  const AlignedBytes model(model_size_needed, std::nothrow),
      workspace(workspace_size, std::nothrow);
  if (!model.given() || !workspace.given())
    return refused(shape.p, saturating_add(model_size_needed, workspace_size));
  raise_peak(settings,
             saturating_add(learned.size(), saturating_add(model_size_needed, workspace_size)));

  Landmarks<T> landmarks;
  const T* weights = rows.weights.empty() ? nullptr : rows.weights.data();
  Status status =
      start_landmarks(landmarks, source, centres.data(), shape, static_cast<T>(choice.ridge),
                      model.buffer(), workspace.buffer(), settings.executor);
  if (status == Status::ok) {
    status = add_rows(landmarks, Rows<T>(rows.x.data(), rows.n, rows.d),
                      Rows<T>(rows.y.data(), rows.n, rows.c), weights);
  }
  if (status == Status::ok) status = finish_landmarks(landmarks);
  if (status != Status::ok) return failure(std::string("the fit failed: ") + words(status));
  machine = AlignedBytes(model_size(landmarks.machine));
  std::memcpy(machine.data(), model.data(), model_size(landmarks.machine));
  return {};
}

template Outcome fit_landmarks(const EncodedTable<float>&, const EncodedTable<float>&,
                               const Choice&, const FitSettings<float>&, AlignedBytes&);
template Outcome fit_landmarks(const EncodedTable<double>&, const EncodedTable<double>&,
                               const Choice&, const FitSettings<double>&, AlignedBytes&);

}  // namespace rfm::data
