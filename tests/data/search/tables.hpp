// Small tables whose best answer is known, and workers to search with, for the tests of the
// automatic choice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/data/search/search.hpp"

struct SearchTable {
  std::size_t n = 0, d = 0, c = 1;
  std::vector<float> x, y;
  std::vector<uint32_t> labels;
  std::vector<double> prior;

  rfm::data::SearchData data() const {
    rfm::data::SearchData data;
    data.x = x.data();
    data.y = y.data();
    data.n = n;
    data.d = d;
    data.c = c;
    data.labels = labels.empty() ? nullptr : labels.data();
    data.prior = prior.empty() ? nullptr : prior.data();
    return data;
  }
};

// Columns of spread 1 between -sqrt(3) and sqrt(3), targets zero.
inline SearchTable even_columns(std::size_t n, std::size_t d, uint64_t seed) {
  SearchTable table;
  table.n = n;
  table.d = d;
  rfm::Random random(seed);
  for (std::size_t i = 0; i < n * d; ++i)
    table.x.push_back(static_cast<float>(3.4641 * (random.unit() - 0.5)));
  table.y.assign(n, 0.0F);
  return table;
}

// The sign of x0 x1, eight other columns say nothing.
inline SearchTable exclusive_or(std::size_t n, uint64_t seed) {
  SearchTable table = even_columns(n, 10, seed);
  for (std::size_t i = 0; i < n; ++i)
    table.y[i] = table.x[i * 10] * table.x[i * 10 + 1] > 0 ? 1.0F : -1.0F;
  return table;
}

inline SearchTable pure_noise(std::size_t n, uint64_t seed) {
  SearchTable table = even_columns(n, 5, seed);
  rfm::Random random(seed, 1);
  for (float& y : table.y) y = static_cast<float>(3.4641 * (random.unit() - 0.5));
  return table;
}

// Two classes coded as one column: the code of a class less the average.
inline void make_classes(SearchTable& table, const std::vector<uint32_t>& labels) {
  table.labels = labels;
  double ones = 0;
  for (const uint32_t label : labels) ones += label;
  const double share = ones / static_cast<double>(labels.size());
  table.prior = {1 - share, share};
  constexpr double code = 0.70710678118654752;
  table.y.clear();
  for (const uint32_t label : labels)
    table.y.push_back(static_cast<float>((label == 0 ? code : -code) - (1 - 2 * share) * code));
}

// Runs task i on worker i % workers.
inline rfm::Executor threads(const std::size_t& workers) {
  const auto run = [](void* context, std::size_t tasks,
                      void (*task)(void*, std::size_t, std::size_t), void* argument) {
    const std::size_t count = *static_cast<const std::size_t*>(context);
    std::vector<std::thread> pool;
    for (std::size_t worker = 0; worker < count; ++worker) {
      pool.emplace_back([=] {
        for (std::size_t i = worker; i < tasks; i += count) task(argument, i, worker);
      });
    }
    for (std::thread& thread : pool) thread.join();
  };
  return {const_cast<std::size_t*>(&workers), run, workers};
}
