// Iterations over all rows end where the direct solution is when all rows are landmarks, and near
// the best of fewer: for every output, with weights, for kernels that are and are not radial, for
// any number of workers, in memory that does not grow with the rows.
#include "rfm/data/fit/landmarks.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "rfm/core/base/random.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/host/threads.hpp"

BOOST_AUTO_TEST_SUITE(landmark_iterations)

namespace {

using rfm::data::AlignedBytes;
using rfm::data::Choice;
using rfm::data::EncodedTable;
using rfm::data::FitSettings;
using rfm::data::LandmarkOptions;
using rfm::data::LandmarkReport;

// Outputs o: x_o x_{o+1} + x_{o+2} of uniform columns, and noise.
template <class T>
EncodedTable<T> products(std::size_t n, std::size_t d, std::size_t c, uint64_t seed,
                         bool weighted) {
  EncodedTable<T> table;
  table.n = n;
  table.d = d;
  table.c = c;
  rfm::Random random(seed, 1);
  const auto uniform = [&] { return 2 * random.unit() - 1; };
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> x(d);
    for (double& cell : x) cell = uniform();
    for (const double cell : x) table.x.push_back(static_cast<T>(cell));
    for (std::size_t o = 0; o < c; ++o)
      table.y.push_back(static_cast<T>(x[o] * x[o + 1] + x[o + 2] + 0.1 * uniform()));
    if (weighted) table.weights.push_back(static_cast<T>(1.5 + uniform()));
  }
  return table;
}

template <class T>
EncodedTable<T> first_rows(const EncodedTable<T>& table, std::size_t n) {
  EncodedTable<T> rows = table;
  rows.n = n;
  rows.x.resize(n * table.d);
  rows.y.resize(n * table.c);
  if (!table.weights.empty()) rows.weights.resize(n);
  return rows;
}

Choice choice_of(rfm::KernelId kernel, rfm::Metric metric, std::size_t rounds) {
  Choice choice;
  choice.kernel = kernel;
  choice.metric = metric;
  choice.bandwidth = 3;
  choice.ridge = 0.01;
  choice.rounds = rounds;
  return choice;
}

template <class T>
std::vector<T> answers(const AlignedBytes& machine, const EncodedTable<T>& rows) {
  rfm::Model<T> model;
  BOOST_TEST_REQUIRE((rfm::open<T>(machine.data(), machine.size(), rfm::any_kernel<T>, &model) ==
                      rfm::Status::ok));
  std::vector<T> out(rows.n * rows.c);
  AlignedBytes scratch(rfm::predict_bytes(model));
  const rfm::Rows<T> x(rows.x.data(), rows.n, rows.d);
  BOOST_TEST_REQUIRE(
      (rfm::predict(model, x, out.data(), scratch.data(), scratch.size()) == rfm::Status::ok));
  return out;
}

// The root of the mean squared difference, as a share of the root of b's mean square.
template <class T>
double difference(const std::vector<T>& a, const std::vector<T>& b) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(sum / size);
}

template <class T>
rfm::Model<T> model_of(const AlignedBytes& machine) {
  rfm::Model<T> model;
  BOOST_TEST_REQUIRE((rfm::open<T>(machine.data(), machine.size(), rfm::any_kernel<T>, &model) ==
                      rfm::Status::ok));
  return model;
}

// M from the first rows, then all rows with so many landmarks.
template <class T>
AlignedBytes iterated(const EncodedTable<T>& rows, std::size_t sample, const Choice& choice,
                      const LandmarkOptions& options, LandmarkReport& report,
                      const FitSettings<T>& settings = {}) {
  AlignedBytes learned, machine;
  rfm::Model<T> source;
  BOOST_TEST_REQUIRE(
      rfm::data::fit_sample(first_rows(rows, sample), choice, settings, learned, source).ok());
  BOOST_TEST_REQUIRE(
      rfm::data::fit_landmarks(rows, source, choice.ridge, settings, options, machine, report)
          .ok());
  return machine;
}

// From the direct fit of the same rows without rounds: M is the identity for both.
template <class T>
double distance_from_direct(rfm::KernelId kernel, std::size_t c, bool weighted, double tolerance,
                            std::size_t landmarks = 500) {
  const EncodedTable<T> rows = products<T>(500, 6, c, 3, weighted),
                        fresh = products<T>(200, 6, c, 4, false);
  const Choice choice = choice_of(kernel, rfm::Metric::diagonal, 0);
  AlignedBytes direct;
  LandmarkReport report;
  LandmarkOptions options;
  options.tolerance = tolerance;
  options.landmarks = landmarks;
  BOOST_TEST_REQUIRE(rfm::data::fit_choice(rows, choice, {}, direct).ok());
  const AlignedBytes machine = iterated(rows, 200, choice, options, report);
  BOOST_TEST(report.excess <= tolerance);
  BOOST_TEST(report.steps > 0u);
  BOOST_TEST(report.landmarks == landmarks);
  return difference(answers(machine, fresh), answers(direct, fresh));
}

}  // namespace

BOOST_AUTO_TEST_CASE(agrees_with_the_direct_solution) {
  using rfm::KernelId;
  BOOST_TEST(distance_from_direct<float>(KernelId::laplace, 1, false, 1e-5) < 2e-3);
  BOOST_TEST(distance_from_direct<float>(KernelId::laplace, 3, true, 1e-5) < 2e-3);
  BOOST_TEST(distance_from_direct<double>(KernelId::laplace, 2, true, 1e-14) < 2e-6);
  BOOST_TEST(distance_from_direct<double>(KernelId::lpq150, 1, false, 1e-14) < 2e-6);
  BOOST_TEST(distance_from_direct<double>(KernelId::ntk, 1, true, 1e-14) < 2e-6);
}

BOOST_AUTO_TEST_CASE(fewer_landmarks_come_near) {
  BOOST_TEST(distance_from_direct<float>(rfm::KernelId::gaussian, 2, true, 1e-3, 250) < 0.02);
}

BOOST_AUTO_TEST_CASE(keeps_the_metric_of_the_sample) {
  const EncodedTable<float> rows = products<float>(600, 6, 1, 5, false);
  for (const rfm::Metric metric : {rfm::Metric::diagonal, rfm::Metric::full}) {
    const Choice choice = choice_of(rfm::KernelId::laplace, metric, 2);
    AlignedBytes sample, direct;
    LandmarkReport report;
    BOOST_TEST_REQUIRE(rfm::data::fit_choice(first_rows(rows, 200), choice, {}, sample).ok());
    const rfm::Model<float> a = model_of<float>(sample);
    const AlignedBytes machine = iterated(rows, 200, choice, {}, report);
    BOOST_TEST_REQUIRE(rfm::data::fit_with_metric<float>(rows, a, choice.ridge, {}, direct).ok());
    const AlignedBytes* const both[] = {&machine, &direct};
    for (const AlignedBytes* all : both) {
      const rfm::Model<float> b = model_of<float>(*all);
      BOOST_TEST(b.n == 600u);
      BOOST_TEST_REQUIRE(a.r == b.r);
      BOOST_TEST(std::memcmp(a.root, b.root, rfm::root_size(metric, a.r, a.d) * sizeof(float)) ==
                 0);
      // What it was fitted to, it answers: f = y - ridge alpha.
      BOOST_TEST(difference(answers(*all, rows), rows.y) < 0.1);
    }
    BOOST_TEST(difference(answers(machine, rows), answers(direct, rows)) < 0.01);
  }
}

BOOST_AUTO_TEST_CASE(any_number_of_workers_gives_the_same_bytes) {
  const EncodedTable<float> rows = products<float>(5000, 5, 2, 6, true);
  const Choice choice = choice_of(rfm::KernelId::laplace, rfm::Metric::diagonal, 1);
  LandmarkOptions options;
  options.landmarks = 300;
  LandmarkReport report;
  const rfm::Threads threads(3);
  FitSettings<float> settings;
  const AlignedBytes one = iterated(rows, 150, choice, options, report, settings);
  settings.executor = threads.executor();
  const AlignedBytes three = iterated(rows, 150, choice, options, report, settings);
  BOOST_TEST_REQUIRE(one.size() == three.size());
  BOOST_TEST(std::memcmp(one.data(), three.data(), one.size()) == 0);
}

BOOST_AUTO_TEST_CASE(memory_grows_with_the_landmarks_and_not_with_the_rows) {
  BOOST_TEST(rfm::data::landmark_bytes<float>(10000, 20, 1, rfm::Metric::full, 2) < 500'000'000u);
  const Choice choice = choice_of(rfm::KernelId::laplace, rfm::Metric::diagonal, 0);
  LandmarkOptions options;
  options.landmarks = 100;
  for (const std::size_t n : {300u, 3000u}) {
    LandmarkReport report;
    std::size_t peak = 0;
    FitSettings<float> settings;
    settings.peak = &peak;
    iterated(products<float>(n, 5, 1, 7, false), 100, choice, options, report, settings);
    BOOST_TEST(report.bytes ==
               rfm::data::landmark_bytes<float>(100, 5, 1, rfm::Metric::diagonal, 1));
    BOOST_TEST(peak >= report.bytes);
  }
}

// In float a weak ridge leaves little but rounding of the residual that is carried along: the true
// one is looked at, and no step makes the answers worse than those of the sample.
BOOST_AUTO_TEST_CASE(weak_ridges_and_equal_rows_do_no_harm) {
  EncodedTable<float> rows = products<float>(2000, 5, 1, 8, false);
  for (float& cell : rows.x) cell = static_cast<float>(static_cast<int>(4 * cell)) / 4;
  for (std::size_t i = 0; i < rows.n; ++i)
    rows.y[i] = rows.x[5 * i] * rows.x[5 * i + 1] + rows.x[5 * i + 2];
  Choice choice = choice_of(rfm::KernelId::gaussian, rfm::Metric::diagonal, 0);
  choice.ridge = 1e-6;
  LandmarkOptions options;
  options.landmarks = 600;
  LandmarkReport report;
  const AlignedBytes machine = iterated(rows, 300, choice, options, report);
  BOOST_TEST(difference(answers(machine, rows), rows.y) < 0.02);
}

namespace {

bool after_some_questions(void* context) { return --*static_cast<int*>(context) < 0; }

void run_here(void*, std::size_t tasks, void (*task)(void*, std::size_t, std::size_t),
              void* argument) {
  for (std::size_t i = 0; i < tasks; ++i) task(argument, i, 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(stopped_it_ends_with_the_best_so_far_or_none) {
  const EncodedTable<float> rows = products<float>(600, 5, 1, 9, false);
  const Choice choice = choice_of(rfm::KernelId::laplace, rfm::Metric::diagonal, 0);
  LandmarkOptions options;
  options.landmarks = 200;
  options.tolerance = 1e-9;
  AlignedBytes learned, machine;
  rfm::Model<float> source;
  BOOST_TEST_REQUIRE(
      rfm::data::fit_sample<float>(first_rows(rows, 100), choice, {}, learned, source).ok());
  const auto stopped_after = [&](int questions, LandmarkReport& report) {
    const rfm::Executor executor{&questions, run_here, 1, after_some_questions};
    FitSettings<float> settings;
    settings.executor = &executor;
    return rfm::data::fit_landmarks(rows, source, choice.ridge, settings, options, machine, report);
  };
  LandmarkReport early, late, whole;
  BOOST_TEST(!stopped_after(10, early).ok());
  BOOST_TEST_REQUIRE(stopped_after(1'000'000, whole).ok());
  BOOST_TEST_REQUIRE(stopped_after(600, late).ok());
  BOOST_TEST(late.steps < whole.steps);
}

BOOST_AUTO_TEST_SUITE_END()
