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

// A fit with these options; `source`, where it is not null, lends its metric.
template <class T>
Outcome fit_rows(const EncodedTable<T>& rows, const Options<T>& options, const Model<T>* source,
                 const FitSettings<T>& settings, AlignedBytes& machine) {
  Data<T> data;
  data.x = Rows<T>(rows.x.data(), rows.n, rows.d);
  data.y = Rows<T>(rows.y.data(), rows.n, rows.c);
  data.weights = rows.weights.empty() ? nullptr : rows.weights.data();

  const std::size_t model_size_needed = model_bytes<T>(rows.n, rows.d, rows.c, options.metric);
  const std::size_t workspace_size = workspace_bytes<T>(shape_of(rows.n, rows.d, rows.c, options));
  const AlignedBytes model(model_size_needed, std::nothrow),
      workspace(workspace_size, std::nothrow);
  if ((!model.given() || !workspace.given()) && settings.insists) no_memory();
  if (!model.given() || !workspace.given())
    return refused(rows.n, saturating_add(model_size_needed, workspace_size));

  raise_peak(settings, saturating_add(model_size_needed, workspace_size));

  Machine<T> fitted;
  Status status = start(fitted, data, options, model.buffer(), workspace.buffer());
  if (status == Status::ok && source != nullptr) {
    std::memcpy(fitted.memory.origin, source->origin, rows.d * sizeof(T));
    std::memcpy(fitted.memory.root, source->root,
                root_size(source->metric, source->r, source->d) * sizeof(T));
    fitted.model.r = source->r;
  }
  while (status == Status::ok && fitted.round < rounds_of(options)) status = iterate(fitted);
  if (status == Status::ok) status = finish(fitted);
  if (status != Status::ok) return failure(std::string("the fit failed: ") + words(status));
  machine = AlignedBytes(model_size(fitted));
  std::memcpy(machine.data(), model.data(), model_size(fitted));
  return {};
}

}  // namespace

template <class T>
Outcome fit_choice(const EncodedTable<T>& rows, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& machine) {
  Options<T> options = options_of<T>(choice, settings.seed, settings.executor);
  options.engine = settings.engine;
  return fit_rows<T>(rows, options, nullptr, settings, machine);
}

template <class T>
Outcome fit_with_metric(const EncodedTable<T>& rows, const Model<T>& source, double ridge,
                        const FitSettings<T>& settings, AlignedBytes& machine) {
  Options<T> options{source.kernel};
  options.engine = settings.engine;
  options.executor = settings.executor;
  options.metric = source.metric;
  options.ridge = static_cast<T>(ridge);
  options.rounds = 0;
  return fit_rows<T>(rows, options, &source, settings, machine);
}

template <class T>
Outcome open_fitted(const AlignedBytes& bytes, const FitSettings<T>& settings, Model<T>& model) {
  const Status status = open<T>(bytes.data(), bytes.size(), any_kernel<T>, &model);
  if (status != Status::ok)
    return failure(std::string("the fitted machine cannot be opened: ") + words(status));
  model.engine = settings.engine;
  model.kernel =
      with_engine(any_kernel<T>(model.kernel.id, model.kernel.parameters), settings.engine);
  return {};
}

template <class T>
Outcome fit_sample(const EncodedTable<T>& sample, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& learned, Model<T>& source) {
  if (Outcome outcome = fit_choice(sample, choice, settings, learned); !outcome.ok())
    return outcome;
  return open_fitted(learned, settings, source);
}

template Outcome open_fitted(const AlignedBytes&, const FitSettings<float>&, Model<float>&);
template Outcome open_fitted(const AlignedBytes&, const FitSettings<double>&, Model<double>&);
template Outcome fit_choice(const EncodedTable<float>&, const Choice&, const FitSettings<float>&,
                            AlignedBytes&);
template Outcome fit_choice(const EncodedTable<double>&, const Choice&, const FitSettings<double>&,
                            AlignedBytes&);

template Outcome fit_with_metric(const EncodedTable<float>&, const Model<float>&, double,
                                 const FitSettings<float>&, AlignedBytes&);
template Outcome fit_sample(const EncodedTable<float>&, const Choice&, const FitSettings<float>&,
                            AlignedBytes&, Model<float>&);
template Outcome fit_with_metric(const EncodedTable<double>&, const Model<double>&, double,
                                 const FitSettings<double>&, AlignedBytes&);
template Outcome fit_sample(const EncodedTable<double>&, const Choice&, const FitSettings<double>&,
                            AlignedBytes&, Model<double>&);

}  // namespace rfm::data
