// A pool runs every task once, gives simultaneous tasks different workers, can be shared, and gives
// the bits of one worker.
#include "rfm/host/threads.hpp"

#include <pthread.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <set>
#include <string>
#include <thread>

#include "tests/core/fitted.hpp"

BOOST_AUTO_TEST_SUITE(threads)

// The threads of this process, as the kernel numbers them.
std::set<std::string> thread_numbers() {
  std::set<std::string> numbers;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    numbers.insert(entry.path().filename());
  return numbers;
}

// How often these threads have been switched away from so far; below zero if one of them is not
// asleep.
long times_woken(const std::vector<std::string>& numbers) {
  long sum = 0;
  for (const std::string& number : numbers) {
    std::ifstream status("/proc/self/task/" + number + "/status");
    std::string word;
    while (status >> word) {
      if (word == "State:" && status >> word && word != "S") return -1;
      if (word != "voluntary_ctxt_switches:" && word != "nonvoluntary_ctxt_switches:") continue;
      long count = 0;
      status >> count;
      sum += count;
    }
  }
  return sum;
}

BOOST_AUTO_TEST_CASE(each_task_runs_once_and_no_worker_twice_at_a_time) {
  for (size_t workers : {1u, 2u, 7u}) {
    rfm::Threads pool(workers);
    BOOST_TEST(pool.workers() == workers);
    BOOST_TEST((pool.executor() == nullptr) == (workers == 1));
    std::vector<std::atomic<int>> runs(1000), inside(workers);
    std::atomic<bool> shared{false};
    for (int job = 0; job < 50; ++job) {
      auto work = [&](size_t index, size_t worker) {
        if (inside[worker].fetch_add(1) != 0) shared = true;
        runs[index].fetch_add(1);
        inside[worker].fetch_sub(1);
      };
      rfm::for_each(pool.executor(), runs.size(), work);
      for (const auto& count : runs) BOOST_REQUIRE_EQUAL(count.load(), job + 1);
    }
    BOOST_TEST(!shared.load());
  }
}

// Tasks that throw in the caller's share, in that of others and in all of them; the pool is as good
// as before.
BOOST_AUTO_TEST_CASE(what_a_task_throws_is_the_callers_once_all_have_left) {
  for (size_t workers : {1u, 2u, 7u}) {
    rfm::Threads pool(workers);
    for (int job = 0; job < 300; ++job) {
      std::vector<std::atomic<int>> runs(64);
      std::atomic<int> inside{0};
      const size_t bad = static_cast<size_t>(job) % 65;
      auto work = [&](size_t index, size_t) {
        inside.fetch_add(1);
        runs[index].fetch_add(1);
        std::this_thread::yield();
        inside.fetch_sub(1);
        if (index == bad || bad == 64) throw std::bad_alloc();
      };
      BOOST_CHECK_THROW(rfm::for_each(pool.executor(), runs.size(), work), std::bad_alloc);
      BOOST_TEST(inside.load() == 0);
      for (const auto& count : runs) BOOST_REQUIRE_LE(count.load(), 1);
      std::atomic<int> sum{0};
      auto sound = [&](size_t, size_t) { sum.fetch_add(1); };
      rfm::for_each(pool.executor(), 64, sound);
      BOOST_REQUIRE_EQUAL(sum.load(), 64);
    }
  }
}

#ifdef __GLIBC__
// A stack that no address space holds makes the system refuse threads.
BOOST_AUTO_TEST_CASE(a_thread_that_is_refused_is_done_without) {
  pthread_attr_t before, huge;
  BOOST_REQUIRE(pthread_getattr_default_np(&before) == 0);
  BOOST_REQUIRE(pthread_attr_init(&huge) == 0);
  BOOST_REQUIRE(pthread_attr_setstacksize(&huge, SIZE_MAX / 4) == 0);
  BOOST_REQUIRE(pthread_setattr_default_np(&huge) == 0);
  rfm::Threads pool(4);
  BOOST_TEST(pthread_setattr_default_np(&before) == 0);
  pthread_attr_destroy(&huge);
  pthread_attr_destroy(&before);
  BOOST_TEST(pool.workers() == 1u);
  BOOST_TEST(pool.executor() == nullptr);
}
#endif

BOOST_AUTO_TEST_CASE(several_callers_take_turns) {
  rfm::Threads pool(3);
  std::atomic<int> sum{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      auto work = [&](size_t, size_t) { sum.fetch_add(1); };
      for (int job = 0; job < 25; ++job) rfm::for_each(pool.executor(), 10, work);
    });
  for (auto& caller : callers) caller.join();
  BOOST_TEST(sum.load() == 4 * 25 * 10);
}

BOOST_AUTO_TEST_CASE(a_sleeping_pool_is_not_woken) {
  std::thread([] {
  }).join();  // beside the first thread of a program a sanitizer may start one of its own
  const std::set<std::string> others = thread_numbers();
  rfm::Threads pool(4);
  auto work = [](size_t, size_t) {};
  rfm::for_each(pool.executor(), 100, work);
  std::vector<std::string> workers;
  for (const std::string& number : thread_numbers())
    if (others.count(number) == 0) workers.push_back(number);
  BOOST_REQUIRE_EQUAL(workers.size(), 3u);
  bool quiet = false;
  for (int attempt = 0; attempt < 100 && !quiet; ++attempt) {
    const long before = times_woken(workers);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    quiet = before >= 0 && times_woken(workers) == before;
  }
  BOOST_TEST(quiet);
}

BOOST_AUTO_TEST_CASE(a_fit_has_the_same_bits_for_any_pool) {
  const rfm_test::Sample<float> sample(300, 6, 2);
  rfm::Options<float> options{rfm::laplace<float>(3)};
  options.rounds = 2;
  rfm_test::Fitted<float> alone(sample.data(), options);
  alone.require_fit();
  const std::vector<float> expected = alone.predict(sample.rows());
  for (size_t workers : {2u, 7u}) {
    rfm::Threads pool(workers);
    options.executor = pool.executor();
    rfm_test::Fitted<float> fitted(sample.data(), options);
    fitted.require_fit();
    const std::vector<float> answers = fitted.predict(sample.rows());
    BOOST_TEST(std::memcmp(answers.data(), expected.data(), expected.size() * sizeof(float)) == 0);
  }
}

BOOST_AUTO_TEST_CASE(the_environment_sets_the_default) {
  setenv("RFM_THREADS", "3", 1);
  BOOST_TEST(rfm::default_workers() == 3u);
  BOOST_TEST(rfm::Threads().workers() == 3u);
  for (const char* nonsense : {"0", "-1", "many", "3x", ""}) {
    setenv("RFM_THREADS", nonsense, 1);
    BOOST_TEST(rfm::default_workers() >= 1u);
    BOOST_TEST(rfm::default_workers() <= 1024u);
  }
  unsetenv("RFM_THREADS");
}

BOOST_AUTO_TEST_SUITE_END()
