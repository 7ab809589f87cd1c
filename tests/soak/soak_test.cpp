// Ten thousand fits, searches that are ended, models opened, rows answered and failures in one
// process: its memory stays what it was after the first thousand, and no thread is left.
#include <dirent.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "rfm/host/threads.hpp"
#include "tests/c_table/tables.hpp"

using namespace rfm_test;

// Sanitizers keep what is freed, and a thread of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RFM_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RFM_SANITIZED
#endif

namespace {

constexpr int cycles = 10000;
constexpr int cycles_a_pool = 500;
#ifdef RFM_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

std::size_t resident_bytes() {
  std::unique_ptr<FILE, int (*)(FILE*)> file(fopen("/proc/self/statm", "r"), fclose);
  unsigned long all = 0, resident = 0;
  BOOST_REQUIRE(file != nullptr && fscanf(file.get(), "%lu %lu", &all, &resident) == 2);
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

int threads() {
  std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/task"), closedir);
  int count = -2;  // . and ..
  while (readdir(folder.get()) != nullptr) ++count;
  return count;
}

// One of each, with the pool's threads.
struct Life {
  std::string csv = houses_csv(24);
  Own<rfm_table> table = read(csv);
  std::vector<unsigned char> model;
  rfm_executor lent{};

  void lend(const rfm::Executor* executor) {
    lent = executor == nullptr ? rfm_executor{}
                               : rfm_executor{executor->context, executor->run, executor->workers};
  }

  void fit() {
    const Own<rfm_training> training =
        training_with({"target=price", "kernel=laplace", "bandwidth=5", "ridge=0.001", "rounds=1"});
    rfm_training_lend(training.get(), &lent);
    BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
    model = model_of(training.get());
  }

  // The search's first word ends it.
  void fit_and_end() {
    const Own<rfm_training> training = training_with({"target=price", "metric=diagonal"});
    rfm_training_lend(training.get(), &lent);
    rfm_training_watch(
        training.get(), [](void*, double, const char*) { return 1; }, nullptr);
    BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  }

  void open_and_answer() {
    const Own<rfm_predictor> predictor = opened(model);
    double values[24], pushes[72];
    BOOST_REQUIRE(rfm_predictor_answer(predictor.get(), table.get(), values, nullptr) == RFM_OK);
    BOOST_REQUIRE(rfm_predictor_explain(predictor.get(), table.get(), pushes) == RFM_OK);
  }

  void fail() {
    const Own<rfm_predictor> predictor = new_predictor();
    std::vector<unsigned char> broken = model;
    broken[broken.size() / 3] ^= 4;
    BOOST_REQUIRE(rfm_predictor_open(predictor.get(), broken.data(), broken.size()) != RFM_OK);
    const Own<rfm_table> none = new_table();
    BOOST_REQUIRE(rfm_table_read_csv(none.get(), "a,b\n1,\"2\n", 9) != RFM_OK);
    const Own<rfm_training> training = training_with({"target=colour"});
    BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) != RFM_OK);
  }

  void cycle(int k) {
    fit();
    if (k % 10 == 0) fit_and_end();
    open_and_answer();
    fail();
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(soak)

BOOST_AUTO_TEST_CASE(memory_is_flat_over_10000_cycles, *boost::unit_test::timeout(1200)) {
  Life life;
  std::size_t early = 0;
  for (int first = 0; first < cycles; first += cycles_a_pool) {
    const rfm::Threads pool(2);
    life.lend(pool.executor());
    for (int k = first; k < first + cycles_a_pool; ++k) life.cycle(k);
    if (first == 1000) early = resident_bytes();
  }
  life.lend(nullptr);
  if (!sanitized) {
    BOOST_TEST(threads() == 1);
    BOOST_TEST(resident_bytes() <= early + (1u << 20));
  }
}

BOOST_AUTO_TEST_SUITE_END()
