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
void check_bits(size_t workers, const rfm::Engine<T>* engine = rfm::portable_engine<T>()) {
  const auto memory = std::make_unique<golden::Memory<T, 7>>();
  golden::make_table(memory->table);
  size_t context = 0;
  const rfm::Executor executor = backwards(workers, &context);
  rfm::Status status = rfm::Status::ok;
  for (const golden::Generation& kernels : golden::generations) {
    const uint32_t bits =
        golden::hash_of_all(*memory, kernels, engine, workers > 1 ? &executor : nullptr, status);
    BOOST_TEST_REQUIRE((status == rfm::Status::ok), words(status));
    BOOST_TEST(bits == (sizeof(T) == sizeof(float) ? kernels.float_bits : kernels.double_bits),
               "kernels " << kernels.first << " to " << kernels.last << ": " << bits);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_bits)

BOOST_AUTO_TEST_CASE(float_bits) { check_bits<float>(1); }
BOOST_AUTO_TEST_CASE(double_bits) { check_bits<double>(1); }
BOOST_AUTO_TEST_CASE(two_workers) {
  check_bits<float>(2);
  check_bits<double>(2);
}
BOOST_AUTO_TEST_CASE(seven_workers) {
  check_bits<float>(7);
  check_bits<double>(7);
}

BOOST_AUTO_TEST_CASE(plain_loops) {
  check_bits<float>(2, nullptr);
  check_bits<double>(2, nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
