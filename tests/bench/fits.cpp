// Whole fits against the peer, against themselves with other engines and threads, and stage by
// stage.
#include <cmath>

#include "rfm/core/algebra/cholesky.hpp"
#include "tests/bench/handover.hpp"
#include "tests/bench/machine.hpp"
#include "tests/bench/peak.hpp"
#include "tests/bench/peer.hpp"
#include "tests/bench/works.hpp"

namespace rfm_bench {

namespace {

struct Size {
  size_t n, d, c, repeats;
};

constexpr Size fits[] = {{200, 10, 2, 15}, {1000, 20, 2, 9}, {4000, 20, 10, 3}, {4000, 100, 2, 3}};

double fit_seconds(const Sample& sample, const rfm::Options<float>& options, Clock clock) {
  Fitted fitted(sample, options);
  return seconds_of(clock, [&] { fitted.fit(); });
}

// What the fit would take if nothing but its matrix products were left, all at the processor's
// peak; no bar, but one above this ratio is out of reach.
void peak_row(Table& table, Row row) {
  std::vector<double> peaks;
  for (size_t i = 0; i < 9; ++i) peaks.push_back(measured_peak());
  const double peak =
      *std::max_element(peaks.begin(), peaks.end()) * static_cast<double>(row.threads);
  row.name = "  its products alone, at the peak";
  row.seconds = least_operations(static_cast<double>(row.n), static_cast<double>(row.d),
                                 static_cast<double>(row.c), 5) /
                peak;
  row.ratio = row.peer_seconds / row.seconds;
  row.bar = 0;
  table.add(row);
}

void fit_row(Table& table, const Size& s, size_t threads) {
  const Sample sample(s.n, s.d, s.c);
  const rfm::Threads pool(threads);
  set_peer_threads(static_cast<int>(threads));
  PeerMachine peer(sample.x.data(), sample.y.data(), s.n, s.d, s.c);
  Row row{"fit, 5 rounds", "float", s.n, s.d, s.c, threads};
  row.bar = 2;
  compare(
      row, s.repeats,
      [&] { return fit_seconds(sample, usual_options(pool.executor()), clock_of(threads)); },
      [&] { return seconds_of(clock_of(threads), [&] { peer.fit(5, 10, 1e-3f); }); });
  table.add(row);
  if (s.n >= 4000) peak_row(table, row);
}

// The loops of an engine as share of the fastest.
void engine_row(Table& table, const char* name, const Size& s, const rfm::Engine<float>* engine,
                double bar) {
  const Sample sample(s.n, s.d, s.c);
  rfm::Options<float> options = usual_options(nullptr);
  options.engine = engine;
  Row row{name, "float", s.n, s.d, s.c, 1};
  row.bar = bar;
  compare(
      row, s.repeats, [&] { return fit_seconds(sample, options, Clock::processor); },
      [&] { return fit_seconds(sample, usual_options(nullptr), Clock::processor); });
  table.add(row);
}
void portable_rows(Table& table) {
  for (const Size& s : fits)
    engine_row(table, "fit with portable bits", s, rfm::portable_engine<float>(), 0.4);
  const rfm::Engine<float>* baseline = nullptr;
  if (rfm::find_engine(rfm::EngineId::baseline, &baseline))
    engine_row(table, "fit with the baseline engine", fits[1], baseline, 0);
}

// Each time is that of the second of two fits in a row: a core that has been idle takes the first
// millisecond or two to get up to speed, and it is idle while one thread is measured.
void threads_row(Table& table, const Size& s) {
  const Sample sample(s.n, s.d, s.c);
  const rfm::Threads pool(2);
  const auto second_fit = [&](const rfm::Executor* executor) {
    fit_seconds(sample, usual_options(executor), Clock::wall);
    return fit_seconds(sample, usual_options(executor), Clock::wall);
  };
  Row row{"fit, two threads against one", "float", s.n, s.d, s.c, 2};
  row.bar = 1.8;
  compare(
      row, s.repeats, [&] { return second_fit(pool.executor()); },
      [&] { return second_fit(nullptr); });
  table.add(row);
  table.add({"  a word to the other and back", "", 0, 0, 0, 2, handover_seconds()});
}

// Seconds of the parts of one round, each the median of a few.
void stage_rows(Table& table, const Size& s, size_t threads) {
  const Sample sample(s.n, s.d, s.c);
  const rfm::Threads pool(threads);
  const rfm::Options<float> options = usual_options(pool.executor());
  Fitted fitted(sample, options);
  fitted.start();
  rfm::Machine<float>& machine = fitted.machine;
  require(rfm::iterate(machine));
  rfm::Model<float>& model = machine.model;
  const rfm::SolveMemory<float>& memory = machine.workspace.solve;
  const auto factor = model.engine == nullptr ? rfm::factor<float> : model.engine->factor;
  const auto substitute =
      model.engine == nullptr ? rfm::substitute<float> : model.engine->substitute;
  const size_t rank = model.r;
  std::vector<double> kernel, values, factors, solves, agops;
  for (size_t i = 0; i < s.repeats; ++i) {
    const auto fill = [&](size_t r) {
      model.r = r;
      return seconds_of(clock_of(threads), [&] { rfm::fill_kernel(machine); });
    };
    kernel.push_back(fill(1));
    values.push_back(fill(rank));
    factors.push_back(
        seconds_of(clock_of(threads), [&] { factor(memory.triangle, 0.0f, options.executor); }));
    solves.push_back(seconds_of(clock_of(threads), [&] {
      substitute(memory.triangle, machine.memory.alpha, rfm::padded(s.n), s.c, options.executor);
    }));
    agops.push_back(
        seconds_of(clock_of(threads), [&] { rfm::sum_gradient_products(machine, 1.0f, 1); }));
  }
  const auto add = [&](const char* stage, double seconds) {
    table.add({stage, "float", s.n, s.d, s.c, threads, seconds});
  };
  add("stage: distances", median(values) - median(kernel));
  add("stage: kernel function, 1 coordinate", median(kernel));
  add("stage: factor", median(factors));
  add("stage: solve", median(solves));
  add("stage: AGOP", median(agops));
}

}  // namespace

void measure_fits(Table& table, bool quick) {
  for (const Size& s : fits) {
    if (quick && s.n > 200) return;
    for (const size_t threads : {1u, 2u})
      fit_row(table, quick ? Size{s.n, s.d, s.c, 1} : s, threads);
  }
  portable_rows(table);
  threads_row(table, {2000, 20, 2, 5});
  threads_row(table, {4000, 20, 10, 3});
  threads_row(table, {4000, 100, 2, 3});
}

void measure_stages(Table& table, bool quick) {
  if (quick) return stage_rows(table, {200, 10, 2, 1}, 1);
  for (const Size& s : fits)
    for (const size_t threads : {1u, 2u}) stage_rows(table, s, threads);
}

// Exponents of the processor time of a fit in n; the ratio is the bar's exponent over the one
// measured.
void measure_growth(Table& table) {
  std::vector<double> seconds;
  const size_t sizes[] = {1000, 2000, 4000, 8000};
  for (const size_t n : sizes) {
    const Sample sample(n, 20, 2);
    rfm::Options<float> options = usual_options(nullptr);
    options.rounds = 2;
    std::vector<double> times;
    for (size_t i = 0; i < (n < 4000 ? 5 : 1); ++i)
      times.push_back(fit_seconds(sample, options, Clock::processor));
    seconds.push_back(median(times));
  }
  const double early = std::log2(seconds[1] / seconds[0]),
               whole = std::log2(seconds[3] / seconds[0]) / 3;
  std::printf("growth of a fit: exponent %.2f from n = 1000 to 2000, %.2f to 8000\n", early, whole);
  table.add({"growth to 2000: 2.6 / exponent", "float", 2000, 20, 2, 1, seconds[1], seconds[0],
             2.6 / early, 1});
  table.add({"growth to 8000: 3.0 / exponent", "float", 8000, 20, 2, 1, seconds[3], seconds[0],
             3.0 / whole, 1});
}

}  // namespace rfm_bench
