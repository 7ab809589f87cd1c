// Windows: a machine that rows were appended to and forgotten from equals one fitted to the rows
// that are left, at sizes around the panels; learning M again is the round a fit would do; refusals
// change nothing.
#include "rfm/core/stream/window.hpp"

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using Types = boost::mpl::list<float, double>;

namespace {

using rfm_test::Memory;
using rfm_test::Sample;

template <class T>
struct Sliding {
  size_t capacity;
  rfm::Options<T> options;
  Memory model, workspace;
  rfm::Window<T> window;

  Sliding(size_t rows, size_t d, size_t c, const rfm::Options<T>& wanted)
      : capacity(rows),
        options(wanted),
        model(rfm::model_bytes<T>(rows, d, c, wanted.metric)),
        workspace(rfm::window_bytes<T>(rfm::shape_of(rows, d, c, wanted))) {}

  rfm::Status start(const Sample<T>& sample, size_t rows) {
    const rfm::Data<T> first{rfm::Rows<T>(sample.x.data(), rows, sample.d),
                             rfm::Rows<T>(sample.y.data(), rows, sample.c)};
    return rfm::start_window(window, first, options, capacity, model.buffer(), workspace.buffer());
  }
  rfm::Status append(const Sample<T>& sample, size_t row) {
    return rfm::append(window, sample.x.data() + row * sample.d, sample.y.data() + row * sample.c);
  }
  bool intact() { return model.intact() && workspace.intact(); }
};

template <class T>
std::vector<T> answers_of(const rfm::Model<T>& model, const Sample<T>& fresh) {
  Memory scratch(rfm::predict_bytes(model));
  std::vector<T> out(fresh.n * model.c);
  BOOST_REQUIRE((rfm::predict(model, fresh.rows(), out.data(), scratch.data(), scratch.bytes()) ==
                 rfm::Status::ok));
  return out;
}

// The same kernel and metric on rows first .. first + count - 1, solved from nothing: plain kernel
// ridge on R x.
template <class T>
std::vector<T> fitted_answers(const rfm::Window<T>& window, const Sample<T>& sample, size_t first,
                              size_t count, const Sample<T>& fresh) {
  const rfm::Model<T>& m = window.machine.model;
  const auto turned = [&](const T* x, size_t rows) {
    std::vector<T> u(rows * m.r, T(0));
    for (size_t i = 0; i < rows; ++i)
      for (size_t k = 0; k < m.r; ++k)
        for (size_t j = 0; j < m.d; ++j) {
          const T weight = m.metric == rfm::Metric::full ? m.root[k * m.d + j]
                           : k == j                      ? T(1)
                                                         : T(0);
          u[i * m.r + k] += weight * x[i * m.d + j];
        }
    return u;
  };
  const auto u = turned(sample.x.data() + first * sample.d, count),
             v = turned(fresh.x.data(), fresh.n);
  auto options = window.machine.options;
  options.metric = rfm::Metric::identity;
  rfm_test::Fitted<T> reference({rfm::Rows<T>(u.data(), count, m.r),
                                 rfm::Rows<T>(sample.y.data() + first * sample.c, count, sample.c)},
                                options);
  reference.require_fit();
  Memory scratch(rfm::predict_bytes(reference.machine.model));
  std::vector<T> out(fresh.n * m.c);
  BOOST_REQUIRE((rfm::predict(reference.machine.model, rfm::Rows<T>(v.data(), fresh.n, m.r),
                              out.data(), scratch.data(), scratch.bytes()) == rfm::Status::ok));
  return out;
}

template <class T>
T largest_difference(const std::vector<T>& a, const std::vector<T>& b) {
  T largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

template <class T>
constexpr T tolerance = sizeof(T) == 4 ? T(2e-4) : T(1e-11);

}  // namespace

BOOST_AUTO_TEST_SUITE(window)

BOOST_AUTO_TEST_CASE_TEMPLATE(appended_rows_give_the_bits_of_a_factor_of_all, T, Types) {
  const Sample<T> sample(53, 4, 2);
  rfm::Options<T> options{rfm::laplace<T>(3)};
  options.metric = rfm::Metric::identity;
  options.engine = nullptr;
  Sliding<T> sliding(53, 4, 2, options);
  for (const size_t start : {size_t{1}, size_t{15}, size_t{16}, size_t{17}}) {
    BOOST_TEST_REQUIRE((sliding.start(sample, start) == rfm::Status::ok));
    for (size_t i = start; i < sample.n; ++i)
      BOOST_TEST_REQUIRE((sliding.append(sample, i) == rfm::Status::ok));
    const std::vector<T> alpha(sliding.window.machine.model.alpha,
                               sliding.window.machine.model.outputs(2));
    auto& machine = sliding.window.machine;
    fill_kernel(machine);
    BOOST_TEST_REQUIRE((solve(machine) == rfm::Status::ok));
    BOOST_TEST((std::memcmp(alpha.data(), machine.model.alpha, alpha.size() * sizeof(T)) == 0));
    BOOST_TEST(sliding.intact());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_sliding_window_is_a_fit_of_its_rows, T, Types) {
  const Sample<T> sample(150, 3, 2), fresh(30, 3, 2, 11);
  for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::identity})
    for (const size_t capacity : {size_t{2}, size_t{16}, size_t{17}, size_t{40}}) {
      rfm::Options<T> options{rfm::matern52<T>(3)};
      options.metric = metric;
      options.ridge = T(0.05);
      Sliding<T> sliding(capacity, 3, 2, options);
      BOOST_TEST_REQUIRE((sliding.start(sample, capacity) == rfm::Status::ok));
      for (size_t i = capacity; i < sample.n; ++i) {
        BOOST_TEST_REQUIRE((rfm::forget_oldest(sliding.window) == rfm::Status::ok));
        BOOST_TEST_REQUIRE((sliding.append(sample, i) == rfm::Status::ok));
      }
      const size_t first = sample.n - capacity;
      const auto ours = answers_of(sliding.window.machine.model, fresh);
      const auto scratch = fitted_answers(sliding.window, sample, first, capacity, fresh);
      BOOST_TEST(largest_difference(ours, scratch) < tolerance<T>);
      BOOST_TEST(sliding.intact());
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(learning_again_is_a_round_of_a_fit, T, Types) {
  const Sample<T> sample(60, 4, 1), fresh(20, 4, 1, 3);
  rfm::Options<T> options{rfm::laplace<T>(3)};
  options.rounds = 2;
  Sliding<T> sliding(60, 4, 1, options);
  BOOST_TEST_REQUIRE((sliding.start(sample, 60) == rfm::Status::ok));
  BOOST_TEST_REQUIRE((rfm::learn_again(sliding.window) == rfm::Status::ok));
  options.rounds = 3;
  rfm_test::Fitted<T> reference(sample.data(), options);
  reference.require_fit();
  const auto ours = answers_of(sliding.window.machine.model, fresh);
  BOOST_TEST(largest_difference(ours, answers_of(reference.machine.model, fresh)) < tolerance<T>);
}

BOOST_AUTO_TEST_CASE(sealed_bytes_open_and_answer_alike) {
  const Sample<float> sample(30, 3, 2), fresh(20, 3, 2, 3);
  Sliding<float> sliding(25, 3, 2, rfm::Options<float>{rfm::laplace(3.0f)});
  BOOST_TEST_REQUIRE((sliding.start(sample, 18) == rfm::Status::ok));
  BOOST_TEST_REQUIRE((sliding.append(sample, 18) == rfm::Status::ok));
  size_t bytes = 0;
  BOOST_TEST_REQUIRE((rfm::seal(sliding.window, &bytes) == rfm::Status::ok));
  Memory copy(bytes);
  std::memcpy(copy.data(), sliding.model.data(), bytes);
  rfm::Model<float> opened;
  BOOST_TEST_REQUIRE(
      (rfm::open(copy.data(), bytes, rfm::any_kernel<float>, &opened) == rfm::Status::ok));
  BOOST_TEST((answers_of(opened, fresh) == answers_of(sliding.window.machine.model, fresh)));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused) {
  const Sample<double> sample(20, 3, 1);
  rfm::Options<double> options{rfm::laplace(3.0)};
  options.ridge = 0;
  Sliding<double> sliding(8, 3, 1, options);
  BOOST_TEST((sliding.append(sample, 0) != rfm::Status::ok));
  BOOST_TEST((sliding.start(sample, 9) == rfm::Status::buffer_too_small));
  BOOST_TEST_REQUIRE((sliding.start(sample, 7) == rfm::Status::ok));
  const auto before = answers_of(sliding.window.machine.model, sample);
  BOOST_TEST((sliding.append(sample, 3) == rfm::Status::singular));
  const double bad[] = {0, std::nan(""), 0}, y = 0;
  BOOST_TEST((rfm::append(sliding.window, bad, &y) == rfm::Status::not_finite));
  BOOST_TEST((answers_of(sliding.window.machine.model, sample) == before));
  BOOST_TEST_REQUIRE((sliding.append(sample, 7) == rfm::Status::ok));
  BOOST_TEST((sliding.append(sample, 8) == rfm::Status::buffer_too_small));
  for (int i = 0; i < 7; ++i) BOOST_TEST((rfm::forget_oldest(sliding.window) == rfm::Status::ok));
  BOOST_TEST((rfm::forget_oldest(sliding.window) == rfm::Status::empty));
}

BOOST_AUTO_TEST_SUITE_END()
