// Cholesky against LAPACK, and prediction against matrix products.
#include <cstring>

#include "rfm/core/algebra/cholesky.hpp"
#include "tests/bench/machine.hpp"
#include "tests/bench/peer.hpp"
#include "tests/bench/works.hpp"

namespace rfm_bench {

namespace {

template <class T>
void factor_row(Table& table, const char* type, size_t n, size_t threads, size_t repeats,
                size_t times, double bar) {
  const rfm::Threads pool(threads);
  const Clock clock = times > 1 ? Clock::wall : clock_of(threads);
  set_peer_threads(static_cast<int>(threads));
  const rfm::Engine<T>* engine = rfm::fastest<T>();
  const auto factor = engine == nullptr ? rfm::factor<T> : engine->factor;
  const size_t size = rfm::triangle_size(n);
  const Memory packed(size * sizeof(T));
  const rfm::Triangle<T> triangle{static_cast<T*>(packed.buffer().data), n};
  std::vector<T> full(n * n), original(size), square(n * n);
  rfm::Random random(n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const T value =
          static_cast<T>((2 * random.unit() - 1) / static_cast<double>(n) + (i == j ? 2 : 0));
      triangle.at(i, j) = full[j * n + i] = value;
    }
  std::memcpy(original.data(), triangle.data, size * sizeof(T));
  const auto ours = [&] {
    double sum = 0;
    for (size_t i = 0; i < times; ++i) {
      std::memcpy(triangle.data, original.data(), size * sizeof(T));
      sum += seconds_of(clock, [&] {
        if (factor(triangle, T(0), pool.executor()) != n) std::exit(1);
      });
    }
    return sum / static_cast<double>(times);
  };
  const auto peer = [&] {
    double sum = 0;
    for (size_t i = 0; i < times; ++i) {
      square = full;
      sum += seconds_of(clock, [&] {
        if (!peer_cholesky(square.data(), static_cast<int>(n))) std::exit(1);
      });
    }
    return sum / static_cast<double>(times);
  };
  Row row{"Cholesky", type, n, 0, 0, threads};
  row.bar = bar;
  compare(row, repeats, ours, peer);
  table.add(row);
}

}  // namespace

void measure_cholesky(Table& table, bool quick) {
  for (const size_t n : {16u, 32u, 64u, 128u}) {
    factor_row<float>(table, "float", n, 1, quick ? 3 : 15, quick ? 5 : 400, 1.5);
    factor_row<double>(table, "double", n, 1, quick ? 3 : 15, quick ? 5 : 400, 1.5);
  }
  if (quick) return;
  for (const size_t threads : {1u, 2u})
    for (const size_t n : {1000u, 2000u, 4000u}) {
      const size_t repeats = n == 4000 ? 5 : 9;
      factor_row<float>(table, "float", n, threads, repeats, 1, 0.9);
      factor_row<double>(table, "double", n, threads, repeats, 1, 0.9);
    }
}

void measure_prediction(Table& table, bool quick) {
  const size_t n = quick ? 200 : 1000, rows = quick ? 500 : 10000, d = 20, c = 2;
  const Sample sample(n, d, c), fresh(rows, d, c);
  const rfm::Threads pool(1);
  set_peer_threads(1);
  Fitted ours(sample, usual_options(nullptr));
  ours.fit();
  PeerMachine peer(sample.x.data(), sample.y.data(), n, d, c);
  peer.fit(1, 10, 1e-3f);
  const rfm::Model<float>& model = ours.machine.model;
  const Memory scratch(rfm::predict_bytes(model));
  std::vector<float> answers(rows * c);
  const auto predict = [&](size_t first, size_t count) {
    require(rfm::predict(model, rfm::Rows<float>(fresh.x.data() + first * d, count, d),
                         answers.data() + first * c, scratch.buffer().data,
                         scratch.buffer().bytes));
  };
  const auto batch = [&] { return seconds_of(Clock::processor, [&] { predict(0, rows); }); };
  Row row{"batch predict, all rows", "float", n, d, c, 1};
  row.bar = 3;
  compare(row, quick ? 3 : 15, batch, [&] {
    return seconds_of(Clock::processor,
                      [&] { peer.predict(fresh.x.data(), rows, answers.data()); });
  });
  table.add(row);
  const double batch_row = row.seconds / static_cast<double>(rows);
  Row each{
      "batch predict, one row in 1 us", "float", n, d, c, 1, batch_row, 1e-6, 1e-6 / batch_row, 1};
  table.add(each);
  const size_t singles = quick ? 50 : 2000;
  Row single{"single row, 2 x its share of a batch", "float", n, d, c, 1};
  single.bar = 0.5;
  compare(
      single, quick ? 3 : 15,
      [&] {
        return seconds_of(Clock::processor,
                          [&] {
                            for (size_t i = 0; i < singles; ++i) predict(i, 1);
                          }) /
               static_cast<double>(singles);
      },
      [&] { return batch() / static_cast<double>(rows); });
  table.add(single);
}

}  // namespace rfm_bench
