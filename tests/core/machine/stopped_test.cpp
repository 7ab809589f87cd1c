// An executor that no longer wants the work ends it within a round, wherever that is, and one that
// only asks changes no bit.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <vector>

#include "tests/core/fitted.hpp"

namespace {

using rfm::Status;
using namespace rfm_test;
using Types = boost::mpl::list<float, double>;

// Says stop at a certain question, and from then on.
struct Patience {
  size_t asked = 0, limit = SIZE_MAX;
  rfm::Executor executor;

  explicit Patience(size_t questions = SIZE_MAX, size_t workers = 1)
      : limit(questions), executor{this, run, workers, stop} {}
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  static bool stop(void* context) {
    auto* self = static_cast<Patience*>(context);
    return ++self->asked > self->limit;
  }
  static void run(void* context, size_t tasks, void (*task)(void*, size_t, size_t),
                  void* argument) {
    for (size_t i = 0; i < tasks && !stop(context); ++i) task(argument, i, i % 2);
  }
};

template <class T>
Status fit(const Sample<T>& sample, const rfm::Options<T>& options, std::vector<T>* alpha) {
  Memory model(rfm::model_bytes<T>(sample.n, sample.d, sample.c, options.metric)),
      workspace(rfm::workspace_bytes<T>(shape_of(sample.n, sample.d, sample.c, options)));
  rfm::Machine<T> machine;
  const Status status =
      rfm::fit(machine, sample.data(), options, model.buffer(), workspace.buffer());
  if (alpha != nullptr) alpha->assign(machine.model.alpha, machine.model.alpha + sample.n);
  return status;
}

template <class T>
rfm::Options<T> options_with(const rfm::Kernel<T>& kernel, rfm::Metric metric,
                             const rfm::Engine<T>* engine) {
  rfm::Options<T> options{kernel};
  options.rounds = 1;
  options.metric = metric;
  options.engine = engine;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stopped)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_question_may_be_the_last, T, Types) {
  const Sample<T> sample(70, 37, 2);
  for (const auto& kernel : {rfm::laplace<T>(T(5)), rfm::lpq<T, 150>(T(1.5), T(5))})
    for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal})
      for (const rfm::Engine<T>* engine :
           {rfm::fastest<T>(), static_cast<const rfm::Engine<T>*>(nullptr)})
        for (const size_t workers : {1u, 2u}) {
          rfm::Options<T> options = options_with(kernel, metric, engine);
          std::vector<T> plain, asked;
          BOOST_TEST((fit(sample, options, &plain) == Status::ok));
          Patience patient(SIZE_MAX, workers);
          options.executor = &patient.executor;
          BOOST_TEST((fit(sample, options, &asked) == Status::ok));
          BOOST_TEST(plain == asked, boost::test_tools::per_element());
          for (size_t limit = 0; limit < patient.asked; ++limit) {
            Patience impatient(limit, workers);
            options.executor = &impatient.executor;
            BOOST_TEST(
                (fit(sample, options, static_cast<std::vector<T>*>(nullptr)) == Status::stopped));
          }
        }
}

// A round of many columns takes d^3 operations, none of which may run on for long.
BOOST_AUTO_TEST_CASE(learning_is_left_between_its_columns) {
  const Sample<float> sample(40, 300);
  for (const auto& [kernel, least] : {std::pair(rfm::laplace<float>(5.0f), 120u),
                                      std::pair(rfm::lpq<float, 150>(1.5f, 5.0f), 1000u)}) {
    rfm::Options<float> options = options_with(kernel, rfm::Metric::full, rfm::fastest<float>());
    Patience patient;
    options.executor = &patient.executor;
    options.rounds = 0;
    BOOST_TEST((fit(sample, options, static_cast<std::vector<float>*>(nullptr)) == Status::ok));
    const size_t first = patient.asked;
    patient.asked = 0;
    options.rounds = 1;
    BOOST_TEST((fit(sample, options, static_cast<std::vector<float>*>(nullptr)) == Status::ok));
    BOOST_TEST(patient.asked - 2 * first >= least);
  }
}

// The plain and the vectorised factor alike.
BOOST_AUTO_TEST_CASE(solving_is_left_between_its_panels) {
  const Sample<float> sample(600, 2, 40);
  for (const rfm::Engine<float>* engine :
       {rfm::fastest<float>(), static_cast<const rfm::Engine<float>*>(nullptr)}) {
    rfm::Options<float> options =
        options_with(rfm::laplace<float>(5.0f), rfm::Metric::identity, engine);
    Patience patient;
    options.executor = &patient.executor;
    BOOST_TEST((fit(sample, options, static_cast<std::vector<float>*>(nullptr)) == Status::ok));
    const size_t panels = (600 + 15) / 16;
    BOOST_TEST(patient.asked >= 2 * panels + (engine == nullptr ? panels + 40 : panels / 8));
  }
}

BOOST_AUTO_TEST_CASE(a_prediction_that_was_stopped_says_so) {
  const Sample<float> sample(40, 3);
  Memory model(rfm::model_bytes<float>(40, 3, 1, rfm::Metric::full));
  const rfm::Options<float> options{rfm::laplace<float>(5.0f)};
  Memory workspace(rfm::workspace_bytes<float>(shape_of(40, 3, 1, options)));
  rfm::Machine<float> machine;
  BOOST_TEST_REQUIRE((
      rfm::fit(machine, sample.data(), options, model.buffer(), workspace.buffer()) == Status::ok));
  Memory scratch(rfm::predict_bytes(machine.model));
  std::vector<float> out(40);
  Patience impatient(2);
  BOOST_TEST((rfm::predict(machine.model, sample.rows(), out.data(), scratch.data(),
                           scratch.bytes(), &impatient.executor) == Status::stopped));
}

BOOST_AUTO_TEST_SUITE_END()
