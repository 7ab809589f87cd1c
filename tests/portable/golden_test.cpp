// The same bits everywhere: one number for M and alpha of every kernel and metric, float and double, whatever
// the compiler, its optimisation, the width of its vectors, sanitizers, WebAssembly or the number of workers.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <vector>

#include "rfm/core/rfm.hpp"

namespace {

struct alignas(16) Block {
  unsigned char bytes[16];
};

template <class T>
struct Table {
  static constexpr size_t n = 75, d = 6, c = 2;
  std::vector<T> x, y;
  Table() {
    rfm::Random random(2212);
    for (size_t i = 0; i < n * d; ++i) x.push_back(static_cast<T>(2 * random.unit() - 1));
    for (size_t i = 0; i < n; ++i) {
      const T a = x[i * d], b = x[i * d + 1];
      y.push_back(a * b);
      y.push_back(a + b > T(0) ? T(1) : T(0));
    }
  }
};

// Runs tasks backwards and hands them to workers in turn: an order no serial loop would take.
rfm::Executor backwards(size_t workers, size_t* context) {
  *context = workers;
  return {context,
          [](void* count, size_t tasks, void (*task)(void*, size_t, size_t), void* argument) {
            for (size_t i = tasks; i-- > 0;) task(argument, i, i % *static_cast<size_t*>(count));
          },
          workers};
}

template <class T>
uint32_t hash_of(const rfm::Options<T>& options, uint32_t hash) {
  const Table<T> table;
  const auto shape = rfm::shape_of(table.n, table.d, table.c, options);
  std::vector<Block> model(rfm::model_bytes<T>(table.n, table.d, table.c, options.metric) / 16 + 1);
  std::vector<Block> work(rfm::workspace_bytes<T>(shape) / 16 + 1);
  rfm::Machine<T> machine;
  const rfm::Status status =
      rfm::fit(machine, rfm::Data<T>{{table.x.data(), table.n, table.d}, {table.y.data(), table.n, table.c}},
               options, {model.data(), model.size() * 16}, {work.data(), work.size() * 16});
  BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, words(status));
  std::vector<T> m(rfm::packed_size(table.d));
  rfm::metric_matrix(machine.model, m.data());
  hash = rfm::crc32(m.data(), m.size() * sizeof(T), hash);
  hash = rfm::crc32(machine.model.alpha, rfm::padded(table.n) * table.c * sizeof(T), hash);
  std::vector<Block> scratch(rfm::predict_bytes(machine.model, shape.workers) / 16 + 1);
  std::vector<T> answers(table.n * table.c);
  BOOST_REQUIRE((rfm::predict(machine.model, {table.x.data(), table.n, table.d}, answers.data(),
                              scratch.data(), scratch.size() * 16, options.executor) == rfm::Status::ok));
  return rfm::crc32(answers.data(), answers.size() * sizeof(T), hash);
}

// The engine to use: in the fast build, where others fuse, the baseline, else the fastest of all.
template <class T>
const rfm::Engine<T>* portable_engine() {
#ifdef RFM_PORTABLE
  return rfm::fastest<T>();
#else
  const rfm::Engine<T>* engine = nullptr;
  (void)rfm::find_engine(rfm::Variant::baseline, &engine);
  return engine;
#endif
}

template <class T>
uint32_t hash_of_all(size_t workers, const rfm::Engine<T>* engine = portable_engine<T>()) {
  uint32_t hash = 0;
  size_t context = 0;
  const rfm::Executor executor = backwards(workers, &context);
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::ntk); ++id)
    for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal}) {
      rfm::Options<T> options{rfm::any_kernel<T>(static_cast<rfm::KernelId>(id), {T(2), T(1), T(0.5), 2})};
      options.metric = metric;
      options.rounds = 3;
      options.ridge = T(0.01);
      options.centre_gradients = id % 2 == 1;
      options.agop_rows = id % 3 == 1 ? 40 : 0;
      options.engine = engine;
      options.executor = workers > 1 ? &executor : nullptr;
      hash = hash_of(options, hash);
    }
  return hash;
}

constexpr uint32_t golden_float = 2829086718u, golden_double = 2299564159u;

}  // namespace

BOOST_AUTO_TEST_SUITE(golden)

BOOST_AUTO_TEST_CASE(float_bits) { BOOST_TEST(hash_of_all<float>(1) == golden_float); }
BOOST_AUTO_TEST_CASE(double_bits) { BOOST_TEST(hash_of_all<double>(1) == golden_double); }
BOOST_AUTO_TEST_CASE(two_workers) {
  BOOST_TEST(hash_of_all<float>(2) == golden_float);
  BOOST_TEST(hash_of_all<double>(2) == golden_double);
}
BOOST_AUTO_TEST_CASE(seven_workers) {
  BOOST_TEST(hash_of_all<float>(7) == golden_float);
  BOOST_TEST(hash_of_all<double>(7) == golden_double);
}

BOOST_AUTO_TEST_CASE(plain_loops) {
  BOOST_TEST(hash_of_all<float>(2, nullptr) == golden_float);
  BOOST_TEST(hash_of_all<double>(2, nullptr) == golden_double);
}

BOOST_AUTO_TEST_SUITE_END()
