// Iterations over all rows end where the direct solution is: for every output, with weights, for
// kernels that are and are not radial, for any number of workers, in less memory than the triangle.
#include "rfm/data/fit/eigenpro.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "rfm/core/base/random.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/host/threads.hpp"

BOOST_AUTO_TEST_SUITE(eigenpro)

namespace {

using rfm::data::AlignedBytes;
using rfm::data::Choice;
using rfm::data::EncodedTable;

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

// From the direct fit of the same rows without rounds: M is the identity for both.
template <class T>
double distance_from_direct(rfm::KernelId kernel, std::size_t c, bool weighted, double tolerance) {
  const EncodedTable<T> rows = products<T>(500, 6, c, 3, weighted),
                        fresh = products<T>(200, 6, c, 4, false);
  const Choice choice = choice_of(kernel, rfm::Metric::diagonal, 0);
  AlignedBytes direct, iterated;
  rfm::data::EigenproReport report;
  rfm::data::EigenproOptions options;
  options.tolerance = tolerance;
  BOOST_TEST_REQUIRE(rfm::data::fit_choice(rows, choice, {}, direct).ok());
  BOOST_TEST_REQUIRE(
      rfm::data::fit_eigenpro(rows, first_rows(rows, 200), choice, {}, options, iterated, report)
          .ok());
  BOOST_TEST(report.residual <= tolerance);
  BOOST_TEST(report.steps > 0u);
  return difference(answers(iterated, fresh), answers(direct, fresh));
}

}  // namespace

BOOST_AUTO_TEST_CASE(agrees_with_the_direct_solution) {
  using rfm::KernelId;
  BOOST_TEST(distance_from_direct<float>(KernelId::laplace, 1, false, 1e-3) < 2e-3);
  BOOST_TEST(distance_from_direct<float>(KernelId::laplace, 3, true, 1e-3) < 2e-3);
  BOOST_TEST(distance_from_direct<double>(KernelId::laplace, 2, true, 1e-8) < 2e-8);
  BOOST_TEST(distance_from_direct<double>(KernelId::lpq150, 1, false, 1e-7) < 2e-7);
  BOOST_TEST(distance_from_direct<double>(KernelId::ntk, 1, true, 1e-7) < 2e-6);
}

BOOST_AUTO_TEST_CASE(keeps_the_metric_of_the_sample) {
  const EncodedTable<float> rows = products<float>(600, 6, 1, 5, false);
  for (const rfm::Metric metric : {rfm::Metric::diagonal, rfm::Metric::full}) {
    const Choice choice = choice_of(rfm::KernelId::laplace, metric, 2);
    AlignedBytes sample, iterated;
    rfm::data::EigenproReport report;
    const EncodedTable<float> some = first_rows(rows, 200);
    BOOST_TEST_REQUIRE(rfm::data::fit_choice(some, choice, {}, sample).ok());
    BOOST_TEST_REQUIRE(rfm::data::fit_eigenpro(rows, some, choice, {}, {}, iterated, report).ok());
    rfm::Model<float> a, b;
    (void)rfm::open<float>(sample.data(), sample.size(), rfm::any_kernel<float>, &a);
    (void)rfm::open<float>(iterated.data(), iterated.size(), rfm::any_kernel<float>, &b);
    BOOST_TEST(b.n == 600u);
    BOOST_TEST_REQUIRE(a.r == b.r);
    BOOST_TEST(std::memcmp(a.root, b.root, rfm::root_size(metric, a.r, a.d) * sizeof(float)) == 0);
    // What it was fitted to, it answers: f = y - ridge alpha.
    const std::vector<float> found = answers(iterated, rows);
    BOOST_TEST(difference(found, rows.y) < 0.1);
  }
}

BOOST_AUTO_TEST_CASE(any_number_of_workers_gives_the_same_bytes) {
  const EncodedTable<float> rows = products<float>(300, 5, 2, 6, true),
                            some = first_rows(rows, 150);
  const Choice choice = choice_of(rfm::KernelId::laplace, rfm::Metric::diagonal, 1);
  AlignedBytes one, three;
  rfm::data::EigenproReport report;
  const rfm::Threads threads(3);
  rfm::data::FitSettings<float> settings;
  BOOST_TEST_REQUIRE(rfm::data::fit_eigenpro(rows, some, choice, settings, {}, one, report).ok());
  settings.executor = threads.executor();
  BOOST_TEST_REQUIRE(rfm::data::fit_eigenpro(rows, some, choice, settings, {}, three, report).ok());
  BOOST_TEST_REQUIRE(one.size() == three.size());
  BOOST_TEST(std::memcmp(one.data(), three.data(), one.size()) == 0);
}

BOOST_AUTO_TEST_CASE(memory_grows_with_the_rows_and_not_with_their_square) {
  const auto bytes = [](std::size_t n) {
    return rfm::data::eigenpro_bytes<float>(n, 10, 1, rfm::Metric::diagonal, 1000, 2);
  };
  BOOST_TEST(bytes(200000) - bytes(100000) < 110 * 100000u);
  BOOST_TEST(bytes(20000) < rfm::triangle_size(20000) * sizeof(float) / 20);
  const EncodedTable<float> rows = products<float>(300, 5, 1, 7, false);
  const Choice choice = choice_of(rfm::KernelId::laplace, rfm::Metric::diagonal, 0);
  AlignedBytes machine;
  rfm::data::EigenproReport report;
  std::size_t peak = 0;
  rfm::data::FitSettings<float> settings;
  settings.peak = &peak;
  BOOST_TEST_REQUIRE(
      rfm::data::fit_eigenpro(rows, first_rows(rows, 100), choice, settings, {}, machine, report)
          .ok());
  BOOST_TEST(report.bytes == rfm::data::eigenpro_bytes<float>(300, 5, 1, rfm::Metric::diagonal,
                                                              report.landmarks, 1));
  BOOST_TEST(peak >= report.bytes);
}

BOOST_AUTO_TEST_CASE(too_few_steps_are_an_error_and_not_a_bad_model) {
  const EncodedTable<double> rows = products<double>(300, 5, 1, 8, false);
  Choice choice = choice_of(rfm::KernelId::gaussian, rfm::Metric::diagonal, 0);
  choice.ridge = 1e-9;
  rfm::data::EigenproOptions options;
  options.most_steps = 1;
  options.tolerance = 1e-9;
  options.landmarks = 5;
  AlignedBytes machine;
  rfm::data::EigenproReport report;
  const rfm::data::Outcome outcome =
      rfm::data::fit_eigenpro(rows, first_rows(rows, 100), choice, {}, options, machine, report);
  BOOST_TEST(!outcome.ok());
  BOOST_TEST(outcome.words.find("--solver landmarks") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
