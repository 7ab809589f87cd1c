// The C interface gives the bits of the C++ one: models, predictions, everything read from them,
// for every kernel, metric and option, in float and double.
#include "tests/c/api.hpp"

using namespace rfm_test;

namespace {

// A kernel as the model file names it, and as C makes it.
template <class T>
struct Case {
  rfm::KernelId id;
  rfm::KernelParameters<T> parameters;
  typename Api<T>::Kernel c;
};

template <class T>
std::vector<Case<T>> kernels() {
  using C = Api<T>;
  using Id = rfm::KernelId;
  const T q = T(0.75), L = T(4), b = T(0.5);
  return {{Id::laplace, {L, 1, 0, 0}, C::laplace(L)},
          {Id::gaussian, {L, 2, 0, 0}, C::gaussian(L)},
          {Id::matern32, {L, 1, 0, 0}, C::matern32(L)},
          {Id::matern52, {L, 1, 0, 0}, C::matern52(L)},
          {Id::lpq100, {L, q, 0, 0}, C::lpq100(q, L)},
          {Id::lpq125, {L, q, 0, 0}, C::lpq125(q, L)},
          {Id::lpq150, {L, q, 0, 0}, C::lpq150(q, L)},
          {Id::lpq175, {L, q, 0, 0}, C::lpq175(q, L)},
          {Id::lpq200, {L, q, 0, 0}, C::lpq200(q, L)},
          {Id::nngp, {1, 1, b, 2}, C::nngp(2, b)},
          {Id::ntk, {1, 1, b, 3}, C::ntk(3, b)},
          {Id::brownian100, {1, q, 0, 0}, C::brownian100(q)},
          {Id::brownian150, {1, q, 0, 0}, C::brownian150(q)},
          {Id::brownian200, {1, q, 0, 0}, C::brownian200(q)},
          {Id::lpq125, {L, q, b, 1}, C::any_kernel(RFM_LPQ125, L, q, b, 1)}};
}

// Fits both ways; the models' bytes hold M and alpha.
template <class T>
void check_equal(const rfm::Data<T>& data, const rfm::Options<T>& options,
                 const typename Api<T>::Options& c_options) {
  Fitted<T> cpp(data, options);
  CFit<T> c(c_data(data), c_options);
  BOOST_TEST(c.workspace.bytes() == cpp.workspace.bytes());
  cpp.require_fit();
  require_ok(c.fit());
  const size_t size = Api<T>::model_size(&c.machine);
  BOOST_REQUIRE(size == rfm::model_size(cpp.machine));
  BOOST_TEST(std::memcmp(c.model_memory.data(), cpp.model_memory.data(), size) == 0);
  BOOST_TEST(c.workspace.intact());
  BOOST_TEST(c.model_memory.intact());
  rfm_progress progress;
  require_ok(Api<T>::progress(&c.machine, &progress));
  BOOST_TEST(progress.round == cpp.machine.round);
  BOOST_TEST(progress.jitter == static_cast<double>(cpp.machine.jitter));
  BOOST_TEST(progress.finished == 1);
}

template <class T>
std::pair<rfm::Options<T>, typename Api<T>::Options> both_options() {
  return {rfm::Options<T>{rfm::laplace(T(4))}, Api<T>::options(Api<T>::laplace(T(4)))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(equality)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_kernel_and_metric, T, Scalars) {
  const Sample<T> sample(37, 5, 2);
  for (const auto& kernel : kernels<T>())
    for (rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity})
      BOOST_TEST_CONTEXT("kernel " << static_cast<int>(kernel.id) << ", metric "
                                   << static_cast<int>(metric)) {
        rfm::Options<T> options{rfm::any_kernel(kernel.id, kernel.parameters)};
        auto c_options = Api<T>::options(kernel.c);
        options.metric = metric;
        c_options.metric = static_cast<rfm_metric>(metric);
        check_equal(sample.data(), options, c_options);
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_option, T, Scalars) {
  const Sample<T> sample(40, 3);
  rfm::Data<T> data = sample.data();
  const std::vector<T> weights(40, T(2));
  data.weights = weights.data();

  auto [options, c_options] = both_options<T>();
  options.ridge = c_options.ridge = T(0.25);
  options.rounds = c_options.rounds = 3;
  options.scale = rfm::MetricScale::rows, c_options.scale = RFM_SCALE_ROWS;
  options.centre_gradients = true, c_options.centre_gradients = 1;
  options.agop_rows = c_options.agop_rows = 17;
  options.seed = c_options.seed = 99;
  options.engine = nullptr, c_options.engine = RFM_PLAIN;
  check_equal(data, options, c_options);
}

// C++ with the plain loops, C with the fastest that promise the same bits.
BOOST_AUTO_TEST_CASE_TEMPLATE(portable_bits, T, Scalars) {
  const Sample<T> sample(150, 11, 3);
  for (const auto& kernel : kernels<T>())
    BOOST_TEST_CONTEXT("kernel " << static_cast<int>(kernel.id)) {
      rfm::Options<T> options{rfm::any_kernel(kernel.id, kernel.parameters)};
      auto c_options = Api<T>::options(kernel.c);
      options.engine = nullptr, c_options.engine = RFM_FASTEST_PORTABLE;
      check_equal(sample.data(), options, c_options);
    }
}

// Column-major tables and every other row, through strides.
BOOST_AUTO_TEST_CASE_TEMPLATE(strided_tables, T, Scalars) {
  const Sample<T> sample(80, 4);
  const rfm::Rows<T> x(sample.x.data() + 3 * 80 - 2, 40, 4, -2, -20),
      y(sample.y.data(), 40, 1, 2, 1);
  const auto [options, c_options] = both_options<T>();
  check_equal(rfm::Data<T>{x, y}, options, c_options);
}

// Tasks from the last to the first, worker by worker.
BOOST_AUTO_TEST_CASE_TEMPLATE(lent_threads_are_used_and_change_nothing, T, Scalars) {
  const Sample<T> sample(70, 4);
  size_t calls = 0;
  const rfm_executor backwards = {
      &calls,
      [](void* context, size_t tasks, void (*task)(void*, size_t, size_t), void* argument) {
        ++*static_cast<size_t*>(context);
        for (size_t i = tasks; i-- > 0;) task(argument, i, i % 3);
      },
      3};
  auto [options, c_options] = both_options<T>();
  Fitted<T> alone(sample.data(), options);
  alone.require_fit();
  c_options.executor = backwards;
  CFit<T> c(c_data(sample.data()), c_options);
  require_ok(c.start());
  auto moved = c.machine;  // a handle is a value: the executor moves with it
  std::memset(&c.machine, 0, sizeof c.machine);
  rfm_progress progress;
  do {
    require_ok(Api<T>::iterate(&moved));
    require_ok(Api<T>::progress(&moved, &progress));
  } while (progress.round < progress.rounds);
  require_ok(Api<T>::finish(&moved));
  BOOST_TEST(calls > 0);
  BOOST_TEST(std::memcmp(c.model_memory.data(), alone.model_memory.data(),
                         rfm::model_size(alone.machine)) == 0);

  typename Api<T>::Model model;
  require_ok(Api<T>::model(&moved, &model));
  Memory scratch(Api<T>::predict_bytes(4, 4, 1, 3));
  std::vector<T> answers(70);
  const size_t before = calls;
  require_ok(Api<T>::predict(&model, c_rows(sample.rows()), answers.data(), scratch.data(),
                             scratch.bytes(), &backwards));
  BOOST_TEST(calls > before);
  BOOST_TEST(same_bits(answers, alone.predict(sample.rows())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_read_from_a_model, T, Scalars) {
  using C = Api<T>;
  const size_t n = 45, d = 5, c = 2;
  const Sample<T> sample(n, d, c), fresh(18, d, c, 3);
  const auto [options, c_options] = both_options<T>();
  Fitted<T> cpp(sample.data(), options);
  cpp.require_fit();
  CFit<T> fit(c_data(sample.data()), c_options);
  require_ok(fit.fit());
  const auto model = fit.model();
  rfm_facts facts;
  require_ok(C::facts(&model, &facts));
  BOOST_TEST(facts.n == n);
  BOOST_TEST(facts.d == d);
  BOOST_TEST(facts.c == c);
  BOOST_TEST(facts.r == cpp.machine.model.r);
  BOOST_TEST(facts.metric == RFM_FULL);
  BOOST_TEST(facts.kernel == RFM_LAPLACE);
  BOOST_TEST(facts.bandwidth == 4);
  BOOST_TEST(facts.centre_bytes == 0u);

  Memory scratch(C::predict_bytes(facts.d, facts.r, facts.c, 1));
  std::vector<T> answers(18 * c);
  require_ok(C::predict(&model, c_rows(fresh.rows()), answers.data(), scratch.data(),
                        scratch.bytes(), nullptr));
  BOOST_TEST(same_bits(answers, cpp.predict(fresh.rows())));

  std::vector<T> slopes(18 * c * d), expected(18 * c * d);
  Memory room(C::gradient_bytes(facts.d, facts.r, facts.c));
  require_ok(C::gradient(&model, c_rows(fresh.rows()), slopes.data(), room.data(), room.bytes()));
  require_ok(
      rfm::gradient(cpp.machine.model, fresh.rows(), expected.data(), room.data(), room.bytes()));
  BOOST_TEST(same_bits(slopes, expected));

  std::vector<T> importances(d), diagonal(d), metric(d * (d + 1) / 2), packed(metric.size());
  require_ok(C::importances(&model, importances.data()));
  rfm::importances(cpp.machine.model, diagonal.data());
  BOOST_TEST(same_bits(importances, diagonal));
  std::vector<T> alpha(n * c), coefficients;
  require_ok(C::alpha(&model, alpha.data()));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t o = 0; o < c; ++o) coefficients.push_back(cpp.machine.model.outputs(o)[i]);
  BOOST_TEST(same_bits(alpha, coefficients));
  require_ok(C::metric(&model, metric.data()));
  rfm::metric_matrix(cpp.machine.model, packed.data());
  BOOST_TEST(same_bits(metric, packed));

  std::vector<T> values(d), vectors(d * d), cpp_values(d), cpp_vectors(d * d),
      numbers(rfm::directions_scratch(d));
  Memory wide(C::directions_bytes(d));
  require_ok(C::directions(&model, values.data(), vectors.data(), wide.data(), wide.bytes()));
  BOOST_TEST(wide.intact());
  rfm::directions(cpp.machine.model, cpp_values.data(), cpp_vectors.data(), numbers.data());
  BOOST_TEST(same_bits(values, cpp_values));
  BOOST_TEST(same_bits(vectors, cpp_vectors));
  BOOST_TEST(C::effective_rank(values.data(), d) == rfm::effective_rank(cpp_values.data(), d));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(leave_one_out_and_kept_features, T, Scalars) {
  using C = Api<T>;
  const Sample<T> sample(40, 6, 1);
  auto [options, c_options] = both_options<T>();
  Fitted<T> cpp(sample.data(), options);
  cpp.require_fit();
  CFit<T> fit(c_data(sample.data()), c_options);
  require_ok(fit.fit());

  std::vector<T> residuals(40);
  Memory scratch(C::leave_one_out_bytes(40));
  require_ok(C::leave_one_out(&fit.machine, residuals.data(), scratch.data(), scratch.bytes()));
  BOOST_TEST(scratch.intact());
  BOOST_TEST(same_bits(residuals, cpp.leave_one_out()));
  BOOST_TEST(C::leave_one_out(&fit.machine, residuals.data(), scratch.data(),
                              scratch.bytes() - 1) == RFM_BUFFER_TOO_SMALL);

  size_t kept = 0, cpp_kept = 0;
  require_ok(C::keep_features(&fit.machine, T(0.1), &kept));
  require_ok(rfm::keep_features(cpp.machine, T(0.1), &cpp_kept));
  BOOST_TEST(kept == cpp_kept);
  BOOST_TEST(kept < 6u);
  BOOST_TEST(C::model_size(&fit.machine) == 0u);  // until finished again
  require_ok(C::finish(&fit.machine));
  require_ok(rfm::finish(cpp.machine));
  BOOST_TEST(std::memcmp(fit.model_memory.data(), cpp.model_memory.data(),
                         rfm::model_size(cpp.machine)) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(merged_rows, T, Scalars) {
  const Sample<T> sample(12, 2);
  std::vector<T> x = sample.x, y = sample.y, weights(12, T(1));
  for (size_t i = 0; i < 12; ++i) x[2 * i] = x[2 * (i % 5)], x[2 * i + 1] = x[2 * (i % 5) + 1];
  std::vector<T> cpp_x = x, cpp_y = y, cpp_weights = weights;
  std::vector<uint32_t> order(12), cpp_order(12);
  size_t distinct = 0;
  require_ok(Api<T>::merge(x.data(), 12, 2, y.data(), 1, weights.data(), order.data(), &distinct,
                           nullptr));
  BOOST_TEST(distinct == 5u);
  BOOST_TEST(rfm::merge_duplicates(cpp_x.data(), 12, 2, cpp_y.data(), 1, cpp_weights.data(),
                                   cpp_order.data()) == distinct);
  BOOST_TEST(same_bits(x, cpp_x));
  BOOST_TEST(same_bits(y, cpp_y));
  BOOST_TEST(same_bits(weights, cpp_weights));
  BOOST_TEST(order == cpp_order, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
