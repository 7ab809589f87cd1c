// Windows over the latest rows from C: the bits of the C++ ones, in memory of exactly the size they
// ask for, and a clear answer to everything that cannot be.
#include "rfm/core/stream/window.hpp"

#include <limits>

#include "tests/c/api.hpp"

using namespace rfm_test;

namespace {

constexpr size_t capacity = 20, d = 3, c = 2;

// A window in C over rows of a sample; the machine and its buffers are there for the test to look
// at.
template <class T>
struct CWindow {
  using C = Api<T>;
  explicit CWindow(const typename C::Options& wanted)
      : options(wanted),
        model_memory(C::model_bytes(capacity, d, c, wanted.metric)),
        workspace(C::window_bytes(capacity, d, c, &wanted)) {}

  rfm_status start(const rfm::Data<T>& data) {
    const auto table = c_data(data);
    return C::window_start(&window, &table, &options, capacity, model_memory.data(),
                           model_memory.bytes(), workspace.data(), workspace.bytes(), &report);
  }

  typename C::Options options;
  typename C::Window window{};
  rfm_report report{};
  Memory model_memory, workspace;
};

template <class T>
rfm::Data<T> first_rows(const Sample<T>& sample, size_t n) {
  return {rfm::Rows<T>(sample.x.data(), n, d), rfm::Rows<T>(sample.y.data(), n, c)};
}

template <class T>
typename Api<T>::Options plain_options() {
  auto options = Api<T>::options(Api<T>::laplace(T(3)));
  options.rounds = 2;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(window)

BOOST_AUTO_TEST_CASE_TEMPLATE(has_the_bits_of_the_window_in_cpp, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(60, d, c);
  CWindow<T> from_c(plain_options<T>());
  require_ok(from_c.start(first_rows(sample, 12)));

  rfm::Options<T> options{rfm::laplace(T(3))};
  options.rounds = 2;
  rfm::Window<T> cpp;
  Memory model(rfm::model_bytes<T>(capacity, d, c)), work(rfm::window_bytes<T>({capacity, d, c}));
  BOOST_TEST(work.bytes() == from_c.workspace.bytes());
  require_ok(rfm::start_window(cpp, first_rows(sample, 12), options, capacity, model.buffer(),
                               work.buffer()));
  for (size_t i = 12; i < 60; ++i) {
    if (C::window_rows(&from_c.window) == capacity) {
      require_ok(C::window_forget(&from_c.window));
      require_ok(rfm::forget_oldest(cpp));
    }
    require_ok(C::window_append(&from_c.window, &sample.x[i * d], &sample.y[i * c]));
    require_ok(rfm::append(cpp, &sample.x[i * d], &sample.y[i * c]));
    if (i % 20 != 0) continue;
    require_ok(C::window_learn(&from_c.window));
    require_ok(rfm::learn_again(cpp));
  }
  BOOST_TEST(C::window_rows(&from_c.window) == capacity);
  size_t bytes = 0, cpp_bytes = 0;
  require_ok(C::window_seal(&from_c.window, &bytes));
  require_ok(rfm::seal(cpp, &cpp_bytes));
  BOOST_REQUIRE(bytes == cpp_bytes);
  BOOST_TEST(std::memcmp(from_c.model_memory.data(), model.data(), bytes) == 0);
  BOOST_TEST(from_c.model_memory.intact());
  BOOST_TEST(from_c.workspace.intact());

  typename C::Model sealed, live;
  require_ok(C::open(&sealed, from_c.model_memory.data(), bytes));
  require_ok(C::window_model(&from_c.window, &live));
  Memory scratch(C::predict_bytes(d, d, c, 1));
  std::vector<T> one(c), other(c);
  const auto row = c_rows(rfm::Rows<T>(sample.x.data(), 1, d));
  require_ok(C::predict(&sealed, row, one.data(), scratch.data(), scratch.bytes(), nullptr));
  require_ok(C::predict(&live, row, other.data(), scratch.data(), scratch.bytes(), nullptr));
  BOOST_TEST(same_bits(one, other));
}

// The handle may be moved: the executor is the copy inside.
BOOST_AUTO_TEST_CASE(takes_its_executor_along) {
  const Sample<float> sample(20, d, c);
  int runs = 0;
  CWindow<float> window(plain_options<float>());
  window.options.executor = {
      &runs,
      [](void* count, size_t tasks, void (*task)(void*, size_t, size_t), void* argument) {
        ++*static_cast<int*>(count);
        for (size_t i = 0; i < tasks; ++i) task(argument, i, i % 2);
      },
      2};
  window.workspace = Memory(Api<float>::window_bytes(capacity, d, c, &window.options));
  require_ok(window.start(first_rows(sample, 18)));
  const auto moved = window.window;
  std::memset(&window.window, 0xEE, sizeof window.window);
  auto used = moved;
  runs = 0;
  require_ok(rfm_window_learn_again_f32(&used));
  BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(refuses_what_cannot_be) {
  const Sample<float> sample(40, d, c);
  const auto options = plain_options<float>();
  const float *x = sample.x.data(), *y = sample.y.data();
  CWindow<float> w(options);
  size_t bytes = 0;
  rfm_model_f32 model;
  BOOST_TEST(rfm_window_append_f32(&w.window, x, y) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_window_forget_oldest_f32(&w.window) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_window_learn_again_f32(&w.window) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_window_seal_f32(&w.window, &bytes) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_window_model_f32(&w.window, &model) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_window_rows_f32(&w.window) == 0);

  BOOST_TEST(rfm_window_append_f32(nullptr, x, y) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_forget_oldest_f32(nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_learn_again_f32(nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_seal_f32(nullptr, &bytes) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_model_f32(nullptr, &model) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_rows_f32(nullptr) == 0);
  BOOST_TEST(rfm_window_bytes_f32(capacity, d, c, nullptr) == SIZE_MAX);
  BOOST_TEST(rfm_window_bytes_f32(SIZE_MAX / 2, d, c, &options) == SIZE_MAX);

  BOOST_TEST(w.start(first_rows(sample, capacity + 1)) == RFM_BUFFER_TOO_SMALL);
  w.options.engine = 99;
  BOOST_TEST(w.start(first_rows(sample, capacity)) == RFM_BAD_OPTION);
  w.options = options;
  CWindow<float> short_of_one(options);
  short_of_one.workspace = Memory(w.workspace.bytes() - 1);
  BOOST_TEST(short_of_one.start(first_rows(sample, capacity)) == RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(short_of_one.report.bytes_needed == w.workspace.bytes());

  require_ok(w.start(first_rows(sample, capacity)));
  BOOST_TEST(rfm_window_append_f32(&w.window, x, y) == RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(rfm_window_append_f32(&w.window, nullptr, y) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_append_f32(&w.window, x, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_seal_f32(&w.window, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_window_model_f32(&w.window, nullptr) == RFM_NULL_POINTER);
  require_ok(rfm_window_forget_oldest_f32(&w.window));
  const float bad[d] = {0, std::numeric_limits<float>::quiet_NaN(), 0};
  BOOST_TEST(rfm_window_append_f32(&w.window, bad, y) == RFM_NOT_FINITE);
  for (size_t left = capacity - 1; left > 1; --left)
    require_ok(rfm_window_forget_oldest_f32(&w.window));
  BOOST_TEST(rfm_window_forget_oldest_f32(&w.window) == RFM_EMPTY);
  BOOST_TEST(rfm_window_rows_f32(&w.window) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
