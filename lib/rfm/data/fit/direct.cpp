#include "rfm/data/fit/direct.hpp"

#include <string>

#include "rfm/core/instances.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

Outcome refused(std::size_t rows, std::size_t bytes) {
  return refusal("fitting % rows takes % MiB, which this machine does not give: use fewer rows",
                 {rows, bytes >> 20});
}

}  // namespace

template <class T>
Outcome fit_choice(const EncodedTable<T>& rows, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& machine) {
  Options<T> options = options_of<T>(choice, settings.seed, settings.executor);
  options.engine = settings.engine;
  Data<T> data;
  data.x = Rows<T>(rows.x.data(), rows.n, rows.d);
  data.y = Rows<T>(rows.y.data(), rows.n, rows.c);
  data.weights = rows.weights.empty() ? nullptr : rows.weights.data();

  const std::size_t model_size_needed = model_bytes<T>(rows.n, rows.d, rows.c, choice.metric);
  const std::size_t workspace_size = workspace_bytes<T>(shape_of(rows.n, rows.d, rows.c, options));
  const AlignedBytes model(model_size_needed, std::nothrow),
      workspace(workspace_size, std::nothrow);
  if (!model.given() || !workspace.given())
    return refused(rows.n, saturating_add(model_size_needed, workspace_size));

  raise_peak(settings, saturating_add(model_size_needed, workspace_size));

  Machine<T> fitted;
  Status status = start(fitted, data, options, model.buffer(), workspace.buffer());
  while (status == Status::ok && fitted.round < rounds_of(options)) status = iterate(fitted);
  if (status == Status::ok) status = finish(fitted);
  if (status != Status::ok) return failure(std::string("the fit failed: ") + words(status));
  machine = AlignedBytes(model_size(fitted));
  std::memcpy(machine.data(), model.data(), model_size(fitted));
  return {};
}

template <class T>
Outcome fit_sample(const EncodedTable<T>& sample, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& learned, Model<T>& source) {
  if (Outcome outcome = fit_choice(sample, choice, settings, learned); !outcome.ok())
    return outcome;
  const Status status = open<T>(learned.data(), learned.size(), any_kernel<T>, &source);
  if (status != Status::ok)
    return failure(std::string("the fit of the sample failed: ") + words(status));
  source.engine = settings.engine;
  source.kernel =
      with_engine(any_kernel<T>(source.kernel.id, source.kernel.parameters), settings.engine);
  return {};
}

template Outcome fit_choice(const EncodedTable<float>&, const Choice&, const FitSettings<float>&,
                            AlignedBytes&);
template Outcome fit_choice(const EncodedTable<double>&, const Choice&, const FitSettings<double>&,
                            AlignedBytes&);

template Outcome fit_sample(const EncodedTable<float>&, const Choice&, const FitSettings<float>&,
                            AlignedBytes&, Model<float>&);
template Outcome fit_sample(const EncodedTable<double>&, const Choice&, const FitSettings<double>&,
                            AlignedBytes&, Model<double>&);

}  // namespace rfm::data
