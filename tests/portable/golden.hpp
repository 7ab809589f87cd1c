// What the bits of a build are told by: one number for M, alpha and the answers of every kernel and
// metric on a small made-up table. Needs no heap and no C++ library, so that emulated boards run it
// too.
#pragma once
#include "rfm/core/rfm.hpp"

namespace golden {

// Kernels that came together, by their numbers, and their bits: what comes later changes no earlier
// ones.
struct Generation {
  int32_t first, last;
  uint32_t float_bits, double_bits;
};
constexpr Generation generations[] = {{0, 10, 2829086718u, 2299564159u},
                                      {11, 13, 3600286705u, 2103643564u}};

constexpr size_t n = 75, d = 6, c = 2;

template <class T>
struct Table {
  T x[n * d], y[n * c];
};

template <class T>
void make_table(Table<T>& table) {
  rfm::Random random(2212);
  for (T& cell : table.x) cell = static_cast<T>(2 * random.unit() - 1);
  for (size_t i = 0; i < n; ++i) {
    const T a = table.x[i * d], b = table.x[i * d + 1];
    table.y[i * c] = a * b;
    table.y[i * c + 1] = a + b > T(0) ? T(1) : T(0);
  }
}

constexpr rfm::Shape shape_for(size_t workers) {
  rfm::Shape shape{n, d, c};
  shape.centre_gradients = true;
  shape.workers = workers;
  return shape;
}

// Everything a fit and its predictions need with at most so many workers.
template <class T, size_t workers>
struct Memory {
  Table<T> table;
  alignas(16) unsigned char model[rfm::model_bytes<T>(n, d, c)];
  alignas(16) unsigned char work[rfm::larger_size(rfm::workspace_bytes<T>(shape_for(workers)),
                                                  rfm::predict_bytes<T>(d, d, c, workers))];
  T metric[rfm::packed_size(d)];
  T answers[n * c];
};

// Continues `hash` over M, alpha and the answers of one fit; a failure leaves its status in
// `status`.
template <class T, size_t workers>
uint32_t hash_of(Memory<T, workers>& memory, const rfm::Options<T>& options, uint32_t hash,
                 rfm::Status& status) {
  const rfm::Rows<T> x(memory.table.x, n, d), y(memory.table.y, n, c);
  rfm::Machine<T> machine;
  status = rfm::fit(machine, rfm::Data<T>{x, y}, options, {memory.model, sizeof memory.model},
                    {memory.work, sizeof memory.work});
  if (status != rfm::Status::ok) return 0;
  rfm::metric_matrix(machine.model, memory.metric);
  hash = rfm::crc32(memory.metric, sizeof memory.metric, hash);
  hash = rfm::crc32(machine.model.alpha, rfm::padded(n) * c * sizeof(T), hash);
  status = rfm::predict(machine.model, x, memory.answers, memory.work, sizeof memory.work,
                        options.executor);
  return rfm::crc32(memory.answers, sizeof memory.answers, hash);
}

// Kernel `id` and a metric, with settings that differ from kernel to kernel.
template <class T>
rfm::Options<T> options_of(int32_t id, rfm::Metric metric, const rfm::Engine<T>* engine,
                           const rfm::Executor* executor) {
  rfm::Options<T> options{
      rfm::any_kernel<T>(static_cast<rfm::KernelId>(id), {T(2), T(1), T(0.5), 2})};
  options.metric = metric;
  options.rounds = 3;
  options.ridge = T(0.01);
  options.centre_gradients = id % 2 == 1;
  options.agop_rows = id % 3 == 1 ? 40 : 0;
  options.engine = engine;
  options.executor = executor;
  return options;
}

template <class T, size_t workers>
uint32_t hash_of_all(Memory<T, workers>& memory, const Generation& kernels,
                     const rfm::Engine<T>* engine, const rfm::Executor* executor,
                     rfm::Status& status) {
  uint32_t hash = 0;
  for (int32_t id = kernels.first; id <= kernels.last; ++id)
    for (int diagonal = 0; diagonal < 2; ++diagonal) {
      const rfm::Metric metric = diagonal == 0 ? rfm::Metric::full : rfm::Metric::diagonal;
      hash = hash_of(memory, options_of(id, metric, engine, executor), hash, status);
      if (status != rfm::Status::ok) return 0;
    }
  return hash;
}

}  // namespace golden
