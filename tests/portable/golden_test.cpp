// The same bits everywhere: one number for M, alpha and the answers of every kernel and metric,
// float and double, whatever the compiler, its optimisation, the width of its vectors, sanitizers,
// WebAssembly or the number of workers.
#include "tests/portable/golden.hpp"

#include <boost/test/unit_test.hpp>
#include <memory>

namespace {

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
uint32_t hash_of_all(size_t workers, const rfm::Engine<T>* engine = rfm::portable_engine<T>()) {
  const auto memory = std::make_unique<golden::Memory<T, 7>>();
  golden::make_table(memory->table);
  size_t context = 0;
  const rfm::Executor executor = backwards(workers, &context);
  rfm::Status status = rfm::Status::ok;
  const uint32_t hash =
      golden::hash_of_all(*memory, engine, workers > 1 ? &executor : nullptr, status);
  BOOST_TEST_REQUIRE((status == rfm::Status::ok), words(status));
  return hash;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_bits)

BOOST_AUTO_TEST_CASE(float_bits) { BOOST_TEST(hash_of_all<float>(1) == golden::float_bits); }
BOOST_AUTO_TEST_CASE(double_bits) { BOOST_TEST(hash_of_all<double>(1) == golden::double_bits); }
BOOST_AUTO_TEST_CASE(two_workers) {
  BOOST_TEST(hash_of_all<float>(2) == golden::float_bits);
  BOOST_TEST(hash_of_all<double>(2) == golden::double_bits);
}
BOOST_AUTO_TEST_CASE(seven_workers) {
  BOOST_TEST(hash_of_all<float>(7) == golden::float_bits);
  BOOST_TEST(hash_of_all<double>(7) == golden::double_bits);
}

BOOST_AUTO_TEST_CASE(plain_loops) {
  BOOST_TEST(hash_of_all<float>(2, nullptr) == golden::float_bits);
  BOOST_TEST(hash_of_all<double>(2, nullptr) == golden::double_bits);
}

BOOST_AUTO_TEST_SUITE_END()
