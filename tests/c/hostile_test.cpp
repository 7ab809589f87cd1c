// Wrong arguments and wrong order: a status that says what is wrong, never a crash.
#include <limits>

#include "tests/c/finished.hpp"

using namespace rfm_test;

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE_TEMPLATE(null_pointers_while_fitting, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(20, 3);
  CFit<T> f(c_data(sample.data()), C::options(C::laplace(4)));
  void *model = f.model_memory.data(), *work = f.workspace.data();
  const size_t model_bytes = f.model_memory.bytes(), work_bytes = f.workspace.bytes();
  for (auto begin : {C::start, C::fit}) {
    BOOST_TEST(begin(nullptr, &f.data, &f.options, model, model_bytes, work, work_bytes, nullptr) ==
               RFM_NULL_POINTER);
    BOOST_TEST(begin(&f.machine, nullptr, &f.options, model, model_bytes, work, work_bytes,
                     nullptr) == RFM_NULL_POINTER);
    BOOST_TEST(begin(&f.machine, &f.data, nullptr, model, model_bytes, work, work_bytes, nullptr) ==
               RFM_NULL_POINTER);
    BOOST_TEST(begin(&f.machine, &f.data, &f.options, nullptr, model_bytes, work, work_bytes,
                     nullptr) == RFM_NULL_POINTER);
    BOOST_TEST(begin(&f.machine, &f.data, &f.options, model, model_bytes, nullptr, work_bytes,
                     nullptr) == RFM_NULL_POINTER);
    BOOST_TEST(begin(&f.machine, &f.data, &f.options, model, model_bytes, work, work_bytes,
                     nullptr) == RFM_OK);
  }
  auto data = f.data;
  data.y.data = nullptr;
  BOOST_TEST(C::start(&f.machine, &data, &f.options, model, model_bytes, work, work_bytes,
                      nullptr) == RFM_NULL_POINTER);

  rfm_progress progress;
  typename C::Model fitted;
  BOOST_TEST(C::iterate(nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::finish(nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::progress(nullptr, &progress) == RFM_NULL_POINTER);
  BOOST_TEST(C::progress(&f.machine, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::model(nullptr, &fitted) == RFM_NULL_POINTER);
  BOOST_TEST(C::model(&f.machine, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::model_size(nullptr) == 0u);
  BOOST_TEST(C::leave_one_out(nullptr, nullptr, nullptr, 0) == RFM_NULL_POINTER);
  BOOST_TEST(C::keep_features(nullptr, 0, nullptr) == RFM_NULL_POINTER);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(null_pointers_around_a_model, T, Scalars) {
  using C = Api<T>;
  Finished<T> f;
  void* scratch = f.scratch.data();
  const size_t bytes = f.scratch.bytes();
  T* out = f.out.data();
  rfm_facts facts;
  auto no_rows = f.rows;
  no_rows.data = nullptr;
  BOOST_TEST(C::open(nullptr, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::open(&f.model, nullptr, bytes) == RFM_NULL_POINTER);
  f.model = f.fit.model();
  BOOST_TEST(C::facts(nullptr, &facts) == RFM_NULL_POINTER);
  BOOST_TEST(C::facts(&f.model, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::predict(nullptr, f.rows, out, scratch, bytes, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::predict(&f.model, no_rows, out, scratch, bytes, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::predict(&f.model, f.rows, nullptr, scratch, bytes, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::predict(&f.model, f.rows, out, nullptr, bytes, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::gradient(nullptr, f.rows, out, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::gradient(&f.model, no_rows, out, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::gradient(&f.model, f.rows, nullptr, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::gradient(&f.model, f.rows, out, nullptr, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::importances(nullptr, out) == RFM_NULL_POINTER);
  BOOST_TEST(C::importances(&f.model, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::alpha(nullptr, out) == RFM_NULL_POINTER);
  BOOST_TEST(C::alpha(&f.model, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::metric(nullptr, out) == RFM_NULL_POINTER);
  BOOST_TEST(C::metric(&f.model, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(C::directions(nullptr, out, out + 3, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::directions(&f.model, nullptr, out, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::directions(&f.model, out, nullptr, scratch, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::directions(&f.model, out, out + 3, nullptr, bytes) == RFM_NULL_POINTER);
  BOOST_TEST(C::effective_rank(nullptr, 3) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(null_pointers_while_merging, T, Scalars) {
  std::vector<T> x(6), y(3);
  std::vector<uint32_t> order(3);
  size_t distinct;
  const auto merge = Api<T>::merge;
  BOOST_TEST(merge(nullptr, 3, 2, y.data(), 1, nullptr, order.data(), &distinct, nullptr) ==
             RFM_NULL_POINTER);
  BOOST_TEST(merge(x.data(), 3, 2, nullptr, 1, nullptr, order.data(), &distinct, nullptr) ==
             RFM_NULL_POINTER);
  BOOST_TEST(merge(x.data(), 3, 2, y.data(), 1, nullptr, nullptr, &distinct, nullptr) ==
             RFM_NULL_POINTER);
  BOOST_TEST(merge(x.data(), 3, 2, y.data(), 1, nullptr, order.data(), nullptr, nullptr) ==
             RFM_NULL_POINTER);
  x[5] = std::numeric_limits<T>::quiet_NaN();
  rfm_report report;
  BOOST_TEST(merge(x.data(), 3, 2, y.data(), 1, nullptr, order.data(), &distinct, &report) ==
             RFM_NOT_FINITE);
  BOOST_TEST(report.row == 2u);
  BOOST_TEST(report.column == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(buffers_too_small_or_misaligned, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(20, 3);
  CFit<T> f(c_data(sample.data()), C::options(C::laplace(4)));
  unsigned char *model = f.model_memory.data(), *work = f.workspace.data();
  const size_t model_bytes = f.model_memory.bytes(), work_bytes = f.workspace.bytes();
  const auto start = [&](void* m, size_t m_bytes, void* w, size_t w_bytes) {
    return C::start(&f.machine, &f.data, &f.options, m, m_bytes, w, w_bytes, &f.report);
  };
  BOOST_TEST(start(model, model_bytes - 1, work, work_bytes) == RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(f.report.bytes_needed == model_bytes);
  BOOST_TEST(start(model, model_bytes, work, work_bytes - 1) == RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(f.report.bytes_needed == work_bytes);
  BOOST_TEST(start(model + 8, model_bytes, work, work_bytes) == RFM_MISALIGNED);
  BOOST_TEST(start(model, model_bytes, work + 4, work_bytes) == RFM_MISALIGNED);
  BOOST_TEST(start(work, model_bytes, work, work_bytes) == RFM_OVERLAP);
  BOOST_TEST(C::iterate(&f.machine) == RFM_WRONG_ORDER);

  Finished<T> g;
  T* out = g.out.data();
  unsigned char* scratch = g.scratch.data();
  rfm_facts facts;
  require_ok(C::facts(&g.model, &facts));
  const size_t predict = C::predict_bytes(3, facts.r, 1, 1),
               gradient = C::gradient_bytes(3, facts.r, 1);
  BOOST_TEST(C::predict(&g.model, g.rows, out, scratch, predict - 1, nullptr) ==
             RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(C::predict(&g.model, g.rows, out, scratch + 8, predict, nullptr) == RFM_MISALIGNED);
  BOOST_TEST(C::predict(&g.model, g.rows, out, scratch, predict, nullptr) == RFM_OK);
  BOOST_TEST(C::gradient(&g.model, g.rows, out, scratch, gradient - 1) == RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(C::gradient(&g.model, g.rows, out, scratch + 8, gradient) == RFM_MISALIGNED);
  BOOST_TEST(C::gradient(&g.model, g.rows, out, scratch, gradient) == RFM_OK);
  BOOST_TEST(C::directions(&g.model, out, out + 3, scratch, C::directions_bytes(3) - 1) ==
             RFM_BUFFER_TOO_SMALL);
  BOOST_TEST(C::directions(&g.model, out, out + 3, scratch + 8, C::directions_bytes(3)) ==
             RFM_MISALIGNED);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(predicting_over_what_is_read, T, Scalars) {
  using C = Api<T>;
  Finished<T> f;
  void* scratch = f.scratch.data();
  T* table = f.sample.x.data();
  T* model = reinterpret_cast<T*>(f.fit.model_memory.data());
  const size_t bytes = f.scratch.bytes();
  BOOST_TEST(C::predict(&f.model, f.rows, table, scratch, bytes, nullptr) == RFM_OVERLAP);
  BOOST_TEST(C::predict(&f.model, f.rows, static_cast<T*>(scratch), scratch, bytes, nullptr) ==
             RFM_OVERLAP);
  BOOST_TEST(C::predict(&f.model, f.rows, model + 128 / sizeof(T), scratch, bytes, nullptr) ==
             RFM_OVERLAP);
  BOOST_TEST(C::predict(&f.model, f.rows, f.out.data(), f.fit.model_memory.data(),
                        f.fit.model_memory.bytes(), nullptr) == RFM_OVERLAP);
  BOOST_TEST(C::gradient(&f.model, f.rows, static_cast<T*>(scratch), scratch, bytes) ==
             RFM_OVERLAP);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(steps_in_the_wrong_order, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(20, 3);
  for (int pattern : {0, 0xA5, 0xFF}) {  // a handle that was never started, whatever it holds
    typename C::Machine machine;
    typename C::Model model;
    rfm_progress progress;
    rfm_facts facts;
    T out[60];
    std::memset(&machine, pattern, sizeof machine);
    std::memset(&model, pattern, sizeof model);
    BOOST_TEST(C::iterate(&machine) == RFM_WRONG_ORDER);
    BOOST_TEST(C::finish(&machine) == RFM_WRONG_ORDER);
    BOOST_TEST(C::progress(&machine, &progress) == RFM_WRONG_ORDER);
    BOOST_TEST(C::model_size(&machine) == 0u);
    BOOST_TEST(C::leave_one_out(&machine, out, out, sizeof out) == RFM_WRONG_ORDER);
    BOOST_TEST(C::keep_features(&machine, 0, nullptr) == RFM_WRONG_ORDER);
    BOOST_TEST(C::predict(&model, c_rows(sample.rows()), out, out, sizeof out, nullptr) ==
               RFM_WRONG_ORDER);
    BOOST_TEST(C::facts(&model, &facts) == RFM_WRONG_ORDER);
    BOOST_TEST(C::importances(&model, out) == RFM_WRONG_ORDER);
    BOOST_TEST(C::alpha(&model, out) == RFM_WRONG_ORDER);
  }
  CFit<T> f(c_data(sample.data()), C::options(C::laplace(4)));
  typename C::Model model;
  require_ok(f.start());
  BOOST_TEST(C::finish(&f.machine) == RFM_WRONG_ORDER);  // before the first round
  BOOST_TEST(C::model(&f.machine, &model) == RFM_WRONG_ORDER);
  require_ok(f.fit());
  BOOST_TEST(C::iterate(&f.machine) == RFM_WRONG_ORDER);  // after the last
  BOOST_TEST(C::model(&f.machine, &model) == RFM_OK);     // which changes nothing
}

BOOST_AUTO_TEST_CASE_TEMPLATE(options_out_of_range, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(20, 3);
  const auto refused = [&](auto change) {
    CFit<T> f(c_data(sample.data()), C::options(C::laplace(4)));
    change(f.options);
    return f.fit();
  };
  using Options = typename C::Options;
  BOOST_TEST(refused([](Options& o) { o.kernel = {}; }) == RFM_BAD_KERNEL);
  BOOST_TEST(refused([](Options& o) { o.kernel = C::laplace(0); }) == RFM_BAD_KERNEL);
  BOOST_TEST(refused([](Options& o) { o.kernel = C::any_kernel(99, 1, 1, 0, 1); }) ==
             RFM_BAD_KERNEL);
  BOOST_TEST(refused([](Options& o) { o.kernel = C::ntk(6, 0); }) == RFM_BAD_KERNEL);
  BOOST_TEST(refused([](Options& o) { o.ridge = -1; }) == RFM_BAD_RIDGE);
  BOOST_TEST(refused([](Options& o) { o.ridge = std::numeric_limits<T>::quiet_NaN(); }) ==
             RFM_BAD_RIDGE);
  BOOST_TEST(refused([](Options& o) { o.metric = 7; }) == RFM_BAD_OPTION);
  BOOST_TEST(refused([](Options& o) { o.scale = -1; }) == RFM_BAD_OPTION);
  BOOST_TEST(refused([](Options& o) { o.engine = 77; }) == RFM_BAD_OPTION);
  BOOST_TEST(refused([](Options& o) { o.engine = -3; }) == RFM_BAD_OPTION);
  BOOST_TEST(refused([](Options& o) { o.executor.workers = 1; }) == RFM_BAD_OPTION);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_round_that_fails_leaves_no_machine, T, Scalars) {
  using C = Api<T>;
  Sample<T> sample(20, 3);
  for (size_t i = 0; i < 20; ++i)
    sample.y[i] = i % 2 == 0 ? std::numeric_limits<T>::max() : -sample.y[i];
  CFit<T> f(c_data(sample.data()), C::options(C::laplace(1000)));
  f.options.ridge = 0;
  require_ok(f.start());
  typename C::Model model;
  BOOST_TEST(C::iterate(&f.machine) == RFM_OVERFLOW);
  BOOST_TEST(C::iterate(&f.machine) == RFM_WRONG_ORDER);
  BOOST_TEST(C::finish(&f.machine) == RFM_WRONG_ORDER);
  BOOST_TEST(C::model(&f.machine, &model) == RFM_WRONG_ORDER);
  BOOST_TEST(f.fit() == RFM_OVERFLOW);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_step_that_fails_leaves_no_machine, T, Scalars) {
  using C = Api<T>;
  Finished<T> f;
  size_t kept = 99;
  BOOST_TEST(C::keep_features(&f.fit.machine, T(-1), &kept) == RFM_BAD_OPTION);  // changes nothing
  BOOST_TEST(C::model(&f.fit.machine, &f.model) == RFM_OK);
  BOOST_TEST(C::keep_features(&f.fit.machine, T(1), &kept) == RFM_NOTHING_LEFT);
  BOOST_TEST(kept == 0u);
  BOOST_TEST(C::finish(&f.fit.machine) == RFM_WRONG_ORDER);
  BOOST_TEST(C::model(&f.fit.machine, &f.model) == RFM_WRONG_ORDER);
}

BOOST_AUTO_TEST_SUITE_END()
