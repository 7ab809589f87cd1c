#include "rfm/data/fit/landmarks.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// Rows that pass by at once.
constexpr std::size_t block = 4096;

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

template <class T>
struct IterationMemory {
  // (c, p) each
  double *solution = nullptr, *best = nullptr, *residual = nullptr, *direction = nullptr,
         *product = nullptr, *damped = nullptr;
  double* sums = nullptr;  // (c, padded(p)) an expansion of all rows at the landmarks
  T* small = nullptr;      // (c, padded(p)) the same of one block
  T* points = nullptr;     // (block, r) the rows of one block, projected
  T* values = nullptr;     // (c, block)
  T* scratch = nullptr;    // a worker's: tile, (c, 16, 16) sums, (d, 16) of projection
};

constexpr std::size_t scratch_size(std::size_t d, std::size_t c) {
  return (1 + c) * tile_size + project_scratch(d);
}

template <class T>
IterationMemory<T> layout_iterations(Arena& arena, const LandmarkShape& s) {
  IterationMemory<T> memory;
  for (double** vector : {&memory.solution, &memory.best, &memory.residual, &memory.direction,
                          &memory.product, &memory.damped})
    *vector = arena.take<double>(saturating_multiply(s.c, s.p));
  memory.sums = arena.take<double>(saturating_multiply(s.c, padded(s.p)));
  memory.small = arena.take<T>(saturating_multiply(s.c, padded(s.p)));
  memory.points = arena.take<T>(saturating_multiply(block, s.d));
  memory.values = arena.take<T>(saturating_multiply(block, s.c));
  memory.scratch = arena.take<T>(saturating_multiply(s.workers, scratch_size(s.d, s.c)));
  return memory;
}

// The fit of all rows for one metric. Everything it points to stays with the caller.
template <class T>
class LandmarkIterations {
 public:
  LandmarkIterations(const EncodedTable<T>& rows, double ridge, const Executor* executor)
      : rows_(rows), ridge_(ridge), executor_(executor) {}

  Status prepare(const Model<T>& source, const std::vector<std::size_t>& chosen,
                 const LandmarkShape& shape, Buffer model, Buffer workspace, Buffer own);
  Status run(const LandmarkOptions& options, LandmarkReport& report);
  Status finish_model();
  std::size_t bytes() const { return model_size(landmarks_.machine); }

 private:
  std::size_t p() const { return landmarks_.shape.p; }
  std::size_t c() const { return rows_.c; }
  T* scratch_of(std::size_t worker) const {
    return memory_.scratch + worker * scratch_size(rows_.d, c());
  }
  void add_landmarks();
  void project_rows(const Model<T>& model, std::size_t first, std::size_t count, T* to) const;
  void evaluate(const Model<T>& f, const T* points, std::size_t n, T* out) const;
  void pass(bool towards_targets, std::vector<double>* losses);
  void expand(const double* v);
  void collect(double* out);
  void damp(const double* r, double* out);
  void multiply(const double* v, double* out);
  std::vector<double> find_residual();
  std::size_t descend(const std::vector<double>& enough, std::size_t most_steps);

  const EncodedTable<T>& rows_;
  double ridge_;
  const Executor* executor_;
  Landmarks<T> landmarks_;
  IterationMemory<T> memory_;
};

// The rows' points, in panels.
template <class T>
void LandmarkIterations<T>::project_rows(const Model<T>& model, std::size_t first,
                                         std::size_t count, T* to) const {
  const Rows<T> x(rows_.x.data(), rows_.n, rows_.d);
  auto work = [&](std::size_t q, std::size_t worker) {
    T* scratch = scratch_of(worker) + (1 + c()) * tile_size;
    project_panel(model, x, first + q * panel, scratch, to + q * panel * model.r);
  };
  for_each(executor_, panels_of(count), work);
}

// out (c, padded(n)) = f at the points.
template <class T>
void LandmarkIterations<T>::evaluate(const Model<T>& f, const T* points, std::size_t n,
                                     T* out) const {
  const std::size_t stride = padded(n);
  auto work = [&](std::size_t q, std::size_t worker) {
    T* tile = scratch_of(worker);
    T* sums = tile + tile_size;
    std::fill(sums, sums + f.c * tile_size, T(0));
    f.kernel.functions->predict(f.kernel.parameters, f.expansion(), points + q * panel * f.r, panel,
                                tile, sums);
    for (std::size_t o = 0; o < f.c; ++o)
      for (std::size_t j = 0; j < panel; ++j)
        out[o * stride + q * panel + j] = fold(sums + o * tile_size + j * panel);
  };
  for_each(executor_, panels_of(n), work);
}

// sums = K_pn W e, where e is y - f or f for the f whose alpha the machine has; losses (c): e'We.
template <class T>
void LandmarkIterations<T>::pass(bool towards_targets, std::vector<double>* losses) {
  const Model<T>& model = landmarks_.machine.model;
  std::fill(memory_.sums, memory_.sums + c() * padded(p()), 0.0);
  if (losses != nullptr) losses->assign(c(), 0.0);
  for (std::size_t first = 0; first < rows_.n && !stopped(executor_); first += block) {
    const std::size_t count = std::min(block, rows_.n - first);
    project_rows(model, first, count, memory_.points);
    evaluate(model, memory_.points, count, memory_.values);
    for (std::size_t o = 0; o < c(); ++o)
      for (std::size_t i = 0; i < padded(count); ++i) {
        T& value = memory_.values[o * padded(count) + i];
        if (i >= count) {
          value = T(0);
          continue;
        }
        const T weight = rows_.weights.empty() ? T(1) : rows_.weights[first + i];
        if (towards_targets) value = rows_.y[(first + i) * c() + o] - value;
        if (losses != nullptr)
          (*losses)[o] +=
              static_cast<double>(weight) * static_cast<double>(value) * static_cast<double>(value);
        value *= weight;
      }
    Model<T> back = model;
    back.n = count;
    back.centres = memory_.points;
    back.alpha = memory_.values;
    evaluate(back, model.centres, p(), memory_.small);
    for (std::size_t i = 0; i < c() * padded(p()); ++i)
      memory_.sums[i] += static_cast<double>(memory_.small[i]);
  }
}

// alpha = L'^-1 v. What float numbers of a triangle stand for is solved in double: else L^-1 were
// not the transpose of L'^-1, and the system not symmetric.
template <class T>
void LandmarkIterations<T>::expand(const double* v) {
  for (std::size_t o = 0; o < c(); ++o) {
    double* wide = memory_.sums;
    std::copy_n(v + o * p(), p(), wide);
    back_substitute(landmarks_.machine.workspace.solve.triangle, wide);
    T* alpha = landmarks_.machine.memory.alpha + o * padded(p());
    for (std::size_t i = 0; i < p(); ++i) alpha[i] = static_cast<T>(wide[i]);
  }
}

// out = L^-1 sums.
template <class T>
void LandmarkIterations<T>::collect(double* out) {
  for (std::size_t o = 0; o < c(); ++o) {
    std::copy_n(memory_.sums + o * padded(p()), p(), out + o * p());
    forward_substitute(landmarks_.machine.workspace.solve.triangle, out + o * p());
  }
}

// out = (n/p L'L + ridge I)^-1 r.
template <class T>
void LandmarkIterations<T>::damp(const double* r, double* out) {
  std::copy_n(r, c() * p(), out);
  for (std::size_t o = 0; o < c(); ++o) {
    forward_substitute(landmarks_.memory.normal, out + o * p());
    back_substitute(landmarks_.memory.normal, out + o * p());
  }
}

// out = (Phi' W Phi + ridge I) v.
template <class T>
void LandmarkIterations<T>::multiply(const double* v, double* out) {
  expand(v);
  pass(false, nullptr);
  collect(out);
  for (std::size_t i = 0; i < c() * p(); ++i) out[i] += ridge_ * v[i];
}

// residual = Phi' W (y - Phi v) - ridge v for the solution v; returns what is minimised by output,
// (y - Phi v)' W (y - Phi v) + ridge v'v.
template <class T>
std::vector<double> LandmarkIterations<T>::find_residual() {
  std::vector<double> objective;
  expand(memory_.solution);
  pass(true, &objective);
  collect(memory_.residual);
  for (std::size_t o = 0; o < c(); ++o) {
    const double* v = memory_.solution + o * p();
    objective[o] += ridge_ * dot(v, v, p());
    for (std::size_t i = 0; i < p(); ++i) memory_.residual[o * p() + i] -= ridge_ * v[i];
  }
  return objective;
}

// What the landmarks as all rows would add to the normal equations: phi of landmark i is row i of
// L.
template <class T>
void LandmarkIterations<T>::add_landmarks() {
  const Triangle<T> l = landmarks_.machine.workspace.solve.triangle,
                    normal = landmarks_.memory.normal;
  const std::size_t at_once = landmarks_.shape.panels;
  double total = rows_.weights.empty() ? static_cast<double>(rows_.n) : 0;
  for (const T weight : rows_.weights) total += static_cast<double>(weight);
  const double share = total / static_cast<double>(p());
  const T root = rounded_square_root(static_cast<T>(share));
  for (std::size_t first = 0; first < l.panels() && !stopped(executor_); first += at_once) {
    const std::size_t last = std::min(l.panels(), first + at_once);
    const std::size_t end = std::min(p(), last * panel);
    auto turn = [&](std::size_t q, std::size_t) {
      const std::size_t height = normal.height(q);
      T* to = landmarks_.memory.columns + q * tile_size * at_once;
      for (std::size_t i = first * panel; i < end; ++i)
        for (std::size_t k = q * panel; k < q * panel + height; ++k)
          *to++ = root * (k < i ? l.at(i, k) : k == i ? T(1) / l.at(i, i) : T(0));
    };
    for_each(executor_, last, turn);
    auto add = [&](std::size_t q, std::size_t) {
      detail::add_panel(landmarks_, q, end - first * panel);
    };
    for_each(executor_, last, add);
  }
}

template <class T>
Status LandmarkIterations<T>::prepare(const Model<T>& source,
                                      const std::vector<std::size_t>& chosen,
                                      const LandmarkShape& shape, Buffer model, Buffer workspace,
                                      Buffer own) {
  Arena space(own.data);
  memory_ = layout_iterations<T>(space, shape);
  std::vector<T> centres(array_size<T>(padded(shape.p), source.r)),
      x(array_size<T>(shape.p, shape.d));
  std::vector<std::size_t> all(shape.p);
  for (std::size_t i = 0; i < shape.p; ++i) {
    all[i] = i;
    std::copy_n(rows_.x.data() + chosen[i] * shape.d, shape.d, x.data() + i * shape.d);
  }
  for (std::size_t q = 0; q < panels_of(shape.p); ++q)
    project_panel(source, Rows<T>(x.data(), shape.p, shape.d), q * panel, memory_.scratch,
                  centres.data() + q * panel * source.r);
  Model<T> chosen_source = source;
  chosen_source.n = shape.p;
  chosen_source.centres = centres.data();
  RFM_TRY(start_landmarks(landmarks_, chosen_source, all.data(), shape, static_cast<T>(ridge_),
                          model, workspace, executor_));
  add_landmarks();
  return factor_normal(landmarks_);
}

// Conjugate gradients from the residual on, each output for itself but for the kernel values, until
// each r'Pr is `enough` or a ten-thousandth of what it was; returns the steps taken. The direction
// is made conjugate to the last one by its product, which stays right when rounding makes the
// system a little unsymmetric.
template <class T>
std::size_t LandmarkIterations<T>::descend(const std::vector<double>& enough,
                                           std::size_t most_steps) {
  std::vector<double> goal(enough), last(c(), 0.0);
  std::vector<bool> done(c(), false);
  std::size_t step = 0;
  for (;; ++step) {
    damp(memory_.residual, memory_.damped);
    bool all = true;
    for (std::size_t o = 0; o < c(); ++o) {
      const double size = dot(memory_.residual + o * p(), memory_.damped + o * p(), p());
      if (step == 0) goal[o] = std::max(goal[o], 1e-4 * size);
      done[o] = done[o] || !(size > goal[o]);
      all = all && done[o];
    }
    if (all || step == most_steps) return step;
    for (std::size_t o = 0; o < c(); ++o) {
      double *d = memory_.direction + o * p(), *z = memory_.damped + o * p();
      const double share = last[o] > 0 ? dot(z, memory_.product + o * p(), p()) / last[o] : 0;
      for (std::size_t i = 0; i < p(); ++i) d[i] = last[o] > 0 ? z[i] - share * d[i] : z[i];
    }
    multiply(memory_.direction, memory_.product);
    if (stopped(executor_)) return step;
    for (std::size_t o = 0; o < c(); ++o) {
      const double *d = memory_.direction + o * p(), *product = memory_.product + o * p();
      double *v = memory_.solution + o * p(), *r = memory_.residual + o * p();
      last[o] = dot(d, product, p());
      done[o] = done[o] || !(last[o] > 0);
      if (done[o]) continue;
      const double length = dot(d, r, p()) / last[o];
      for (std::size_t i = 0; i < p(); ++i) v[i] += length * d[i];
      for (std::size_t i = 0; i < p(); ++i) r[i] -= length * product[i];
    }
  }
}

// The residual that conjugate gradients carry along drifts from the true one in float, so they
// begin anew from the true one, until what is minimised is within the tolerance of its least or
// becomes no smaller. r'Pr is how far above it lies, as far as P is the inverse of the system.
template <class T>
Status LandmarkIterations<T>::run(const LandmarkOptions& options, LandmarkReport& report) {
  std::fill_n(memory_.solution, c() * p(), 0.0);
  std::vector<double> least;
  for (;;) {
    const std::vector<double> objective = find_residual();
    if (stopped(executor_)) break;
    damp(memory_.residual, memory_.damped);
    bool gained = least.empty();
    report.excess = 0;
    if (least.empty()) least = objective;
    for (std::size_t o = 0; o < c(); ++o) {
      double *v = memory_.solution + o * p(), *best = memory_.best + o * p();
      const double excess = dot(memory_.residual + o * p(), memory_.damped + o * p(), p());
      gained = gained || objective[o] < (1 - options.tolerance) * least[o];
      if (objective[o] <= least[o]) {
        least[o] = objective[o];
        std::copy_n(v, p(), best);
      }
      if (least[o] > 0) report.excess = std::max(report.excess, excess / least[o]);
    }
    if (!gained || report.excess <= options.tolerance || report.steps >= options.most_steps) break;
    std::vector<double> enough = least;
    for (double& excess : enough) excess *= options.tolerance / 4;
    report.steps += descend(enough, options.most_steps - report.steps);
    if (stopped(executor_)) break;
  }
  if (least.empty()) return Status::stopped;
  expand(memory_.best);
  return Status::ok;
}

template <class T>
Status LandmarkIterations<T>::finish_model() {
  Machine<T>& machine = landmarks_.machine;
  for (std::size_t i = 0; i < padded(p()) * c(); ++i)
    if (!finite(machine.memory.alpha[i])) return Status::overflow;
  machine.round = 1;
  return finish(machine);
}

}  // namespace

template <class T>
std::size_t landmark_bytes(std::size_t p, std::size_t d, std::size_t c, Metric metric,
                           std::size_t workers) {
  const LandmarkShape shape = landmark_shape(p, d, c, metric, workers);
  Arena arena;
  layout_iterations<T>(arena, shape);
  const std::size_t bytes = saturating_add(arena.bytes(), model_bytes<T>(p, d, c, metric));
  return saturating_add(bytes, landmark_workspace_bytes<T>(shape));
}

template <class T>
Outcome fit_landmarks(const EncodedTable<T>& rows, const Model<T>& source, double ridge,
                      const FitSettings<T>& settings, const LandmarkOptions& options,
                      AlignedBytes& machine, LandmarkReport& report) {
  report = {};
  const std::size_t workers = settings.executor == nullptr ? 1 : settings.executor->workers;
  std::vector<std::size_t> chosen;
  for (Chosen some(options.landmarks, rows.n, settings.seed); some.more();)
    chosen.push_back(some.next());
  const LandmarkShape shape = landmark_shape(chosen.size(), rows.d, rows.c, source.metric, workers);
  Arena counted;
  layout_iterations<T>(counted, shape);
  report.landmarks = shape.p;
  report.bytes = landmark_bytes<T>(shape.p, shape.d, shape.c, shape.metric, workers);
  const AlignedBytes model(model_bytes<T>(shape.p, shape.d, shape.c, shape.metric), std::nothrow),
      workspace(landmark_workspace_bytes<T>(shape), std::nothrow),
      own(counted.bytes(), std::nothrow);
  if (!model.given() || !workspace.given() || !own.given())
    return refusal(
        "a fit with % centres takes % MiB, which this machine does not give: use fewer rows",
        {shape.p, report.bytes >> 20});
  raise_peak(settings, report.bytes);
  LandmarkIterations<T> iterations(rows, ridge, settings.executor);
  Status status =
      iterations.prepare(source, chosen, shape, model.buffer(), workspace.buffer(), own.buffer());
  if (status == Status::ok) status = iterations.run(options, report);
  if (status == Status::ok) status = iterations.finish_model();
  if (status != Status::ok) return failure(std::string("the fit failed: ") + words(status));
  machine = AlignedBytes(iterations.bytes());
  std::memcpy(machine.data(), model.data(), iterations.bytes());
  return {};
}

std::string sentence_of(const LandmarkReport& report) {
  return sentence("% landmarks, by % steps", {report.landmarks, report.steps});
}

template std::size_t landmark_bytes<float>(std::size_t, std::size_t, std::size_t, Metric,
                                           std::size_t);
template std::size_t landmark_bytes<double>(std::size_t, std::size_t, std::size_t, Metric,
                                            std::size_t);
template Outcome fit_landmarks(const EncodedTable<float>&, const Model<float>&, double,
                               const FitSettings<float>&, const LandmarkOptions&, AlignedBytes&,
                               LandmarkReport&);
template Outcome fit_landmarks(const EncodedTable<double>&, const Model<double>&, double,
                               const FitSettings<double>&, const LandmarkOptions&, AlignedBytes&,
                               LandmarkReport&);

}  // namespace rfm::data
