#include "rfm/data/fit/eigenpro.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "rfm/core/instances.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// mu in units of the mean of what the landmarks leave unexplained of k(u, u), beside the ridge.
constexpr double tail = 4;

// The least mu in units of the rounding of a sum over K: below, P would damp with noise.
constexpr double noise = 64;

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Landmarks whose n p^2 operations cost as much as some steps of n^2 kernel values.
std::size_t damping_landmarks(std::size_t n, std::size_t sample) {
  constexpr double share = 8;
  return std::min(sample, static_cast<std::size_t>(share * std::sqrt(static_cast<double>(n))));
}

template <class T>
struct IterationMemory {
  // (c, n) each
  double *beta = nullptr, *residual = nullptr, *direction = nullptr, *product = nullptr,
         *damped = nullptr;
  double* roots = nullptr;  // (n) of the weights
  T* values = nullptr;      // (c, padded(n)) an expansion at all rows
  T* small = nullptr;       // (c, padded(p))
  T* scratch = nullptr;     // a worker's: tile, (c, 16, 16) sums, 2 (d, 16) points
};

constexpr std::size_t scratch_size(std::size_t d, std::size_t c) {
  return (1 + c) * tile_size + 2 * project_scratch(d);
}

template <class T>
IterationMemory<T> layout_iterations(Arena& arena, std::size_t n, std::size_t d, std::size_t c,
                                     std::size_t p, std::size_t workers) {
  IterationMemory<T> memory;
  const std::size_t each = saturating_multiply(c, n);
  for (double** vector :
       {&memory.beta, &memory.residual, &memory.direction, &memory.product, &memory.damped})
    *vector = arena.take<double>(each);
  memory.roots = arena.take<double>(n);
  memory.values = arena.take<T>(saturating_multiply(c, padded(n)));
  memory.small = arena.take<T>(saturating_multiply(c, padded(p)));
  memory.scratch = arena.take<T>(saturating_multiply(workers, scratch_size(d, c)));
  return memory;
}

// The iterations: a machine of all rows whose alpha is found by conjugate gradients, and the
// landmarks that their steps are damped with. A step costs n^2 + 2 n p kernel values. Solves for
// one sample's M. Everything it points to stays with the caller.
template <class T>
class PreconditionedIterations {
 public:
  PreconditionedIterations(const EncodedTable<T>& rows, const Choice& choice,
                           const Executor* executor)
      : rows_(rows), ridge_(choice.ridge), executor_(executor) {}

  Status prepare(const Model<T>& source, std::size_t p, Buffer model, Buffer landmark_model,
                 Buffer landmark_workspace, Buffer own);
  void run(const EigenproOptions& options, EigenproReport& report);
  Status finish_model();
  std::size_t bytes() const { return model_size(machine_); }

 private:
  std::size_t n() const { return rows_.n; }
  std::size_t c() const { return rows_.c; }
  Status find_landmarks(const Model<T>& source, std::size_t p, Buffer model, Buffer workspace);
  void evaluate(const Model<T>& f, const Model<T>& at, T* out) const;
  void weigh(const double* from, T* to) const;
  void multiply(const double* v, double* out);
  void damp(const double* v, double* out);
  double find_residual();
  std::size_t descend(double tolerance, std::size_t most_steps);

  const EncodedTable<T>& rows_;
  double ridge_;
  const Executor* executor_;
  Machine<T> machine_;  // of all rows
  Landmarks<T> landmarks_;
  IterationMemory<T> memory_;
};

// out (c, padded(at.n)) = f at the centres of `at`.
template <class T>
void PreconditionedIterations<T>::evaluate(const Model<T>& f, const Model<T>& at, T* out) const {
  const std::size_t stride = padded(at.n);
  auto work = [&](std::size_t q, std::size_t worker) {
    T* tile = memory_.scratch + worker * scratch_size(f.d, f.c);
    T* sums = tile + tile_size;
    std::fill(sums, sums + f.c * tile_size, T(0));
    f.kernel.functions->predict(f.kernel.parameters, f.expansion(), at.centres + q * panel * at.r,
                                panel, tile, sums);
    for (std::size_t o = 0; o < f.c; ++o)
      for (std::size_t j = 0; j < panel; ++j)
        out[o * stride + q * panel + j] = fold(sums + o * tile_size + j * panel);
  };
  for_each(executor_, panels_of(at.n), work);
}

// to (c, padded(n)) = W from.
template <class T>
void PreconditionedIterations<T>::weigh(const double* from, T* to) const {
  for (std::size_t o = 0; o < c(); ++o)
    for (std::size_t i = 0; i < n(); ++i)
      to[o * padded(n()) + i] = static_cast<T>(memory_.roots[i] * from[o * n() + i]);
}

// out = (W K W + ridge I) v.
template <class T>
void PreconditionedIterations<T>::multiply(const double* v, double* out) {
  weigh(v, machine_.memory.alpha);
  evaluate(machine_.model, machine_.model, memory_.values);
  for (std::size_t o = 0; o < c(); ++o)
    for (std::size_t i = 0; i < n(); ++i) {
      const double value = static_cast<double>(memory_.values[o * padded(n()) + i]);
      out[o * n() + i] = memory_.roots[i] * value + ridge_ * v[o * n() + i];
    }
}

// out = P v, with Phi never in memory: Phi'v = L^-1 K_pn W v.
template <class T>
void PreconditionedIterations<T>::damp(const double* v, double* out) {
  const Triangle<T> l = landmarks_.machine.workspace.solve.triangle,
                    normal = landmarks_.memory.normal;
  Model<T> small = landmarks_.machine.model;
  small.alpha = memory_.small;
  weigh(v, machine_.memory.alpha);
  evaluate(machine_.model, small, memory_.small);
  for (std::size_t o = 0; o < c(); ++o) {
    T* q = memory_.small + o * padded(small.n);
    forward_substitute(l, q);
    forward_substitute(normal, q);
    back_substitute(normal, q);
    back_substitute(l, q);
    std::fill(q + small.n, q + padded(small.n), T(0));
  }
  evaluate(small, machine_.model, memory_.values);
  for (std::size_t o = 0; o < c(); ++o)
    for (std::size_t i = 0; i < n(); ++i)
      out[o * n() + i] =
          v[o * n() + i] -
          memory_.roots[i] * static_cast<double>(memory_.values[o * padded(n()) + i]);
}

// The factors of K_pp and of Phi'Phi + mu.
template <class T>
Status PreconditionedIterations<T>::find_landmarks(const Model<T>& source, std::size_t p,
                                                   Buffer model, Buffer workspace) {
  std::vector<std::size_t> chosen(p);  // the sample is in no order
  for (std::size_t i = 0; i < p; ++i) chosen[i] = i * source.n / p;
  const LandmarkShape shape = landmark_shape(p, rows_.d, rows_.c, source.metric,
                                             executor_ == nullptr ? 1 : executor_->workers);
  const Rows<T> x(rows_.x.data(), n(), rows_.d), y(rows_.y.data(), n(), c());
  RFM_TRY(
      start_landmarks(landmarks_, source, chosen.data(), shape, T(0), model, workspace, executor_));
  RFM_TRY(add_rows(landmarks_, x, y, rows_.weights.empty() ? nullptr : rows_.weights.data()));
  // The diagonal of K is in `values` for a moment; the sum of Phi'Phi's is negative as it is kept.
  double trace = 0, explained = 0;
  detail::kernel_diagonal(machine_.model, memory_.scratch, memory_.values);
  for (std::size_t i = 0; i < n(); ++i)
    trace += memory_.roots[i] * memory_.roots[i] * static_cast<double>(memory_.values[i]);
  for (std::size_t j = 0; j < p; ++j)
    explained -= static_cast<double>(landmarks_.memory.normal.at(j, j));
  const double unexplained = tail * (trace - explained) / static_cast<double>(n());
  const double rounding = noise * static_cast<double>(machine_epsilon<T>) * trace;
  landmarks_.ridge = static_cast<T>(ridge_ + std::max(rounding, unexplained));
  return finish_landmarks(landmarks_);
}

template <class T>
Status PreconditionedIterations<T>::prepare(const Model<T>& source, std::size_t p, Buffer model,
                                            Buffer landmark_model, Buffer landmark_workspace,
                                            Buffer own) {
  std::memset(model.data, 0, model.bytes);
  Arena space(own.data), arena(model.data);
  const std::size_t workers = executor_ == nullptr ? 1 : executor_->workers;
  memory_ = layout_iterations<T>(space, n(), rows_.d, c(), p, workers);
  machine_.memory = layout_model<T>(arena, n(), rows_.d, source.r, c(), source.metric);
  const ModelMemory<T>& memory = machine_.memory;
  std::memcpy(memory.origin, source.origin, source.d * sizeof(T));
  if (source.metric != Metric::identity)
    std::memcpy(memory.root, source.root, root_size(source.metric, source.r, source.d) * sizeof(T));
  machine_.model = source;
  machine_.model.n = n();
  point_to(memory, &machine_.model);
  for (std::size_t i = 0; i < n(); ++i)
    memory_.roots[i] = rows_.weights.empty() ? 1 : std::sqrt(static_cast<double>(rows_.weights[i]));
  const Rows<T> x(rows_.x.data(), n(), rows_.d);
  auto work = [&](std::size_t q, std::size_t worker) {
    T* scratch = memory_.scratch + worker * scratch_size(rows_.d, c());
    project_panel(machine_.model, x, q * panel, scratch, memory.centres + q * panel * source.r);
  };
  for_each(executor_, panels_of(n()), work);
  return find_landmarks(source, p, landmark_model, landmark_workspace);
}

// residual = W y - (W K W + ridge) beta; returns the largest share of the targets over the outputs.
template <class T>
double PreconditionedIterations<T>::find_residual() {
  double worst = 0;
  multiply(memory_.beta, memory_.product);
  for (std::size_t o = 0; o < c(); ++o) {
    double targets = 0;
    double* r = memory_.residual + o * n();
    for (std::size_t i = 0; i < n(); ++i) {
      const double y = memory_.roots[i] * static_cast<double>(rows_.y[i * c() + o]);
      targets += y * y;
      r[i] = y - memory_.product[o * n() + i];
    }
    if (targets > 0) worst = std::max(worst, std::sqrt(dot(r, r, n()) / targets));
  }
  return worst;
}

// Conjugate gradients, each output for itself but for the kernel values, until every residual is
// `tolerance` of what it was; returns the steps taken. The direction is made conjugate to the last
// one by its product: that stays right when rounding makes P a little unsymmetric.
template <class T>
std::size_t PreconditionedIterations<T>::descend(double tolerance, std::size_t most_steps) {
  const std::size_t m = n();
  std::vector<double> goal(c()), last(c(), 0.0);  // last: p'A p of the step before
  std::vector<bool> done(c(), false);
  for (std::size_t o = 0; o < c(); ++o) {
    const double* r = memory_.residual + o * m;
    goal[o] = tolerance * tolerance * dot(r, r, m);
    done[o] = dot(r, r, m) == 0;
  }
  std::size_t step = 0;
  for (; step < most_steps && std::find(done.begin(), done.end(), false) != done.end(); ++step) {
    damp(memory_.residual, memory_.damped);
    for (std::size_t o = 0; o < c(); ++o) {
      double *p = memory_.direction + o * m, *z = memory_.damped + o * m;
      const double share = last[o] > 0 ? dot(z, memory_.product + o * m, m) / last[o] : 0;
      for (std::size_t i = 0; i < m; ++i) p[i] = last[o] > 0 ? z[i] - share * p[i] : z[i];
    }
    multiply(memory_.direction, memory_.product);
    for (std::size_t o = 0; o < c(); ++o) {
      double *p = memory_.direction + o * m, *r = memory_.residual + o * m;
      const double* product = memory_.product + o * m;
      last[o] = dot(p, product, m);
      done[o] = done[o] || !(last[o] > 0);
      if (done[o]) continue;
      const double length = dot(p, r, m) / last[o];
      for (std::size_t i = 0; i < m; ++i) memory_.beta[o * m + i] += length * p[i];
      for (std::size_t i = 0; i < m; ++i) r[i] -= length * product[i];
      done[o] = dot(r, r, m) <= goal[o];
    }
  }
  return step;
}

// The residual that conjugate gradients carry along drifts from the true one in float, so they
// begin anew from the true one, until that is small enough or becomes no smaller.
template <class T>
void PreconditionedIterations<T>::run(const EigenproOptions& options, EigenproReport& report) {
  std::fill(memory_.beta, memory_.beta + n() * c(), 0.0);
  report.residual = find_residual();
  while (report.residual > options.tolerance && report.steps < options.most_steps) {
    const double wanted = std::max(0.5 * options.tolerance / report.residual, 1e-3);
    report.steps += descend(wanted, options.most_steps - report.steps);
    const double before = report.residual;
    report.residual = find_residual();
    if (!(report.residual < 0.5 * before)) break;
  }
}

template <class T>
Status PreconditionedIterations<T>::finish_model() {
  weigh(memory_.beta, machine_.memory.alpha);
  machine_.started = true;
  machine_.round = 1;
  return finish(machine_);
}

}  // namespace

template <class T>
std::size_t eigenpro_bytes(std::size_t n, std::size_t d, std::size_t c, Metric metric,
                           std::size_t p, std::size_t workers) {
  const LandmarkShape shape = landmark_shape(p, d, c, metric, workers);
  Arena arena;
  layout_iterations<T>(arena, n, d, c, p, workers);
  std::size_t bytes = arena.bytes();
  for (const std::size_t part : {model_bytes<T>(n, d, c, metric), model_bytes<T>(p, d, c, metric),
                                 landmark_workspace_bytes<T>(shape)})
    bytes = saturating_add(bytes, part);
  return bytes;
}

template <class T>
Outcome fit_eigenpro(const EncodedTable<T>& rows, const EncodedTable<T>& sample,
                     const Choice& choice, const FitSettings<T>& settings,
                     const EigenproOptions& options, AlignedBytes& machine,
                     EigenproReport& report) {
  AlignedBytes learned;
  Model<T> source;
  if (Outcome outcome = fit_sample(sample, choice, settings, learned, source); !outcome.ok())
    return outcome;

  report = {};
  report.landmarks = options.landmarks > 0 ? std::min(options.landmarks, sample.n)
                                           : damping_landmarks(rows.n, sample.n);
  const std::size_t workers = settings.executor == nullptr ? 1 : settings.executor->workers;
  report.bytes =
      eigenpro_bytes<T>(rows.n, rows.d, rows.c, choice.metric, report.landmarks, workers);
  const LandmarkShape shape =
      landmark_shape(report.landmarks, rows.d, rows.c, choice.metric, workers);
  Arena counted;
  layout_iterations<T>(counted, rows.n, rows.d, rows.c, report.landmarks, workers);
  const AlignedBytes model(model_bytes<T>(rows.n, rows.d, rows.c, choice.metric), std::nothrow),
      landmark_model(model_bytes<T>(shape.p, shape.d, shape.c, shape.metric), std::nothrow),
      landmark_workspace(landmark_workspace_bytes<T>(shape), std::nothrow),
      own(counted.bytes(), std::nothrow);
  if (!model.given() || !landmark_model.given() || !landmark_workspace.given() || !own.given())
    return refusal("iterations over % rows take % MiB, which this machine does not give",
                   {rows.n, report.bytes >> 20});
  raise_peak(settings, saturating_add(learned.size(), report.bytes));
  PreconditionedIterations<T> iterations(rows, choice, settings.executor);
  Status status = iterations.prepare(source, shape.p, model.buffer(), landmark_model.buffer(),
                                     landmark_workspace.buffer(), own.buffer());
  if (status == Status::ok) {
    iterations.run(options, report);
    status = iterations.finish_model();
  }
  if (status != Status::ok) return failure(std::string("the fit failed: ") + words(status));
  if (!(report.residual < 100 * options.tolerance))
    return refusal(
        "the iterations ended with a residual of % of the targets: use a larger ridge, or --solver "
        "landmarks",
        {format_rounded(report.residual)});
  machine = AlignedBytes(iterations.bytes());
  std::memcpy(machine.data(), model.data(), iterations.bytes());
  return {};
}

std::string sentence_of(const EigenproReport& report) {
  return sentence(
      "each of them as a centre, by % preconditioned iterations that left % of the targets",
      {report.steps, format_rounded(100 * report.residual, 2) + " %"});
}

template std::size_t eigenpro_bytes<float>(std::size_t, std::size_t, std::size_t, Metric,
                                           std::size_t, std::size_t);
template std::size_t eigenpro_bytes<double>(std::size_t, std::size_t, std::size_t, Metric,
                                            std::size_t, std::size_t);
template Outcome fit_eigenpro(const EncodedTable<float>&, const EncodedTable<float>&, const Choice&,
                              const FitSettings<float>&, const EigenproOptions&, AlignedBytes&,
                              EigenproReport&);
template Outcome fit_eigenpro(const EncodedTable<double>&, const EncodedTable<double>&,
                              const Choice&, const FitSettings<double>&, const EigenproOptions&,
                              AlignedBytes&, EigenproReport&);

}  // namespace rfm::data
