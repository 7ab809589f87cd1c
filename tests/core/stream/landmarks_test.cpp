// Machines with landmarks: the full solution when every row is one, close to it with far fewer, in
// memory that does not grow with the rows, and the same bits however the rows arrive.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "rfm/core/stream/landmarks.hpp"
#include "tests/core/fitted.hpp"
#include "tests/data/search/tables.hpp"

BOOST_AUTO_TEST_SUITE(landmarks)

namespace {

using rfm_test::Fitted;
using rfm_test::Memory;
using rfm_test::Sample;

template <class T>
struct LandmarkFit {
  rfm::LandmarkShape shape;
  Memory model, workspace;
  rfm::Landmarks<T> landmarks;

  LandmarkFit(const rfm::Model<T>& source, const std::vector<size_t>& chosen, size_t c, T ridge,
              size_t panels = 1, const rfm::Executor* executor = nullptr)
      : shape{chosen.size(), source.d, c,
              source.metric, panels,   executor == nullptr ? 1 : executor->workers},
        model(rfm::model_bytes<T>(shape.p, shape.d, c, source.metric)),
        workspace(rfm::landmark_workspace_bytes<T>(shape)) {
    BOOST_TEST_REQUIRE(
        (rfm::start_landmarks(landmarks, source, chosen.data(), shape, ridge, model.buffer(),
                              workspace.buffer(), executor) == rfm::Status::ok));
  }
  void add(const rfm::Rows<T>& x, const rfm::Rows<T>& y, const T* weights = nullptr) {
    BOOST_TEST_REQUIRE((rfm::add_rows(landmarks, x, y, weights) == rfm::Status::ok));
  }
  void finish() { BOOST_TEST_REQUIRE((rfm::finish_landmarks(landmarks) == rfm::Status::ok)); }
  std::vector<T> predict(const rfm::Rows<T>& z) const {
    const rfm::Model<T>& m = landmarks.machine.model;
    Memory scratch(rfm::predict_bytes(m));
    std::vector<T> out(z.n * m.c);
    BOOST_TEST_REQUIRE(
        (rfm::predict(m, z, out.data(), scratch.data(), scratch.bytes()) == rfm::Status::ok));
    return out;
  }
};

std::vector<size_t> everyone(size_t n) {
  std::vector<size_t> all(n);
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

template <class T>
std::vector<size_t> chosen_of(const rfm::Model<T>& model, size_t p) {
  std::vector<T> scratch(rfm::choose_landmarks_scratch(model.n, p, model.r));
  std::vector<size_t> chosen(p);
  chosen.resize(rfm::choose_landmarks(model, p, chosen.data(), scratch.data()));
  return chosen;
}

template <class T>
rfm::Options<T> options_with(rfm::Metric metric, T ridge) {
  rfm::Options<T> options{rfm::laplace<T>(3)};
  options.metric = metric;
  options.ridge = ridge;
  options.rounds = 2;
  return options;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(with_every_row_a_landmark_it_is_the_full_solution) {
  const Sample<double> table(75, 4, 2), fresh(40, 4, 2, 11);
  for (const rfm::Metric metric :
       {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
    Fitted<double> full(table.data(), options_with<double>(metric, 0.05));
    full.require_fit();
    LandmarkFit<double> fit(full.machine.model, everyone(75), 2, 0.05);
    fit.add(table.rows(), table.targets());
    fit.finish();
    BOOST_TEST(distance(fit.predict(fresh.rows()), full.predict(fresh.rows())) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(single_precision_stays_close) {
  const Sample<float> table(75, 4, 1), fresh(40, 4, 1, 11);
  Fitted<float> full(table.data(), options_with<float>(rfm::Metric::diagonal, 0.05F));
  full.require_fit();
  LandmarkFit<float> fit(full.machine.model, everyone(75), 1, 0.05F);
  fit.add(table.rows(), table.targets());
  fit.finish();
  const auto expected = full.predict(fresh.rows()), found = fit.predict(fresh.rows());
  for (size_t i = 0; i < found.size(); ++i) BOOST_TEST(std::fabs(found[i] - expected[i]) < 1e-3F);
}

BOOST_AUTO_TEST_CASE(far_fewer_landmarks_come_near) {
  const Sample<double> table(400, 3, 1), fresh(100, 3, 1, 11);
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::full, 0.05));
  full.require_fit();
  const std::vector<double> expected = full.predict(fresh.rows());
  double before = 1e9;
  for (const size_t p : {size_t{20}, size_t{60}, size_t{150}}) {
    LandmarkFit<double> fit(full.machine.model, chosen_of(full.machine.model, p), 1, 0.05);
    fit.add(table.rows(), table.targets());
    fit.finish();
    const double now = distance(fit.predict(fresh.rows()), expected);
    BOOST_TEST(now < before);
    before = now;
  }
  BOOST_TEST(before < 0.02);
}

BOOST_AUTO_TEST_CASE(pieces_blocks_and_workers_change_no_bit) {
  const Sample<float> table(203, 5, 2), fresh(20, 5, 2, 11);
  Fitted<float> full(table.data(), options_with<float>(rfm::Metric::diagonal, 0.1F));
  full.require_fit();
  const std::vector<size_t> chosen = chosen_of(full.machine.model, 50);
  LandmarkFit<float> whole(full.machine.model, chosen, 2, 0.1F);
  whole.add(table.rows(), table.targets());
  whole.finish();
  const std::vector<float> expected = whole.predict(fresh.rows());

  LandmarkFit<float> pieces(full.machine.model, chosen, 2, 0.1F);
  for (size_t first = 0; first < 203; first += 32) {
    const size_t count = 203 - first < 32 ? 203 - first : 32;
    pieces.add({table.x.data() + first * 5, count, 5}, {table.y.data() + first * 2, count, 2});
  }
  pieces.finish();
  BOOST_TEST(pieces.predict(fresh.rows()) == expected, boost::test_tools::per_element());

  const size_t workers = 3;
  const rfm::Executor executor = threads(workers);
  LandmarkFit<float> together(full.machine.model, chosen, 2, 0.1F, 5, &executor);
  together.add(table.rows(), table.targets());
  together.finish();
  BOOST_TEST(together.predict(fresh.rows()) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_of_weight_two_is_two_rows) {
  const Sample<double> table(60, 3, 1), fresh(20, 3, 1, 11);
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::diagonal, 0.1));
  full.require_fit();
  const std::vector<size_t> chosen = chosen_of(full.machine.model, 25);
  std::vector<double> weights(60, 1.0);
  weights[5] = weights[17] = 2;
  LandmarkFit<double> weighted(full.machine.model, chosen, 1, 0.1),
      twice(full.machine.model, chosen, 1, 0.1);
  weighted.add(table.rows(), table.targets(), weights.data());
  twice.add(table.rows(), table.targets());
  for (const size_t row : {size_t{5}, size_t{17}})
    twice.add({&table.x[row * 3], 1, 3}, {&table.y[row], 1, 1});
  weighted.finish();
  twice.finish();
  BOOST_TEST(distance(weighted.predict(fresh.rows()), twice.predict(fresh.rows())) < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_result_is_an_ordinary_model) {
  const Sample<double> table(80, 4, 1);
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::full, 0.1));
  full.require_fit();
  LandmarkFit<double> fit(full.machine.model, chosen_of(full.machine.model, 20), 1, 0.1);
  fit.add(table.rows(), table.targets());
  fit.finish();
  const size_t bytes = rfm::model_size(fit.landmarks.machine);
  rfm::Model<double> opened;
  BOOST_TEST((rfm::open<double>(fit.model.data(), bytes, rfm::any_kernel<double>, &opened) ==
              rfm::Status::ok));
  BOOST_TEST(opened.n == 20u);
  BOOST_TEST(fit.model.intact());
  BOOST_TEST(fit.workspace.intact());
}

BOOST_AUTO_TEST_CASE(equal_centres_have_a_defined_answer) {
  Sample<double> table(40, 3, 1);
  for (size_t k = 0; k < 3; ++k) table.x[3 + k] = table.x[k];
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::diagonal, 0.1));
  full.require_fit();
  LandmarkFit<double> fit(full.machine.model, everyone(40), 1, 0.1);
  fit.add(table.rows(), table.targets());
  fit.finish();
  BOOST_TEST(distance(fit.predict(table.rows()), full.predict(table.rows())) < 1e-4);
  BOOST_TEST(chosen_of(full.machine.model, 40).size() == 39u);
}

BOOST_AUTO_TEST_CASE(the_most_distant_points_are_chosen_first) {
  Sample<double> table(50, 2, 1);
  table.x[20 * 2] = 9;
  table.x[31 * 2 + 1] = -9;
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::identity, 0.1));
  full.require_fit();
  const std::vector<size_t> chosen = chosen_of(full.machine.model, 3);
  BOOST_TEST(
      (chosen == std::vector<size_t>{0, 20, 31} || chosen == std::vector<size_t>{0, 31, 20}));
}

BOOST_AUTO_TEST_CASE(misuse_is_refused) {
  const Sample<double> table(30, 3, 1);
  Fitted<double> full(table.data(), options_with<double>(rfm::Metric::diagonal, 0.1));
  full.require_fit();
  const rfm::Model<double>& source = full.machine.model;
  const std::vector<size_t> chosen = everyone(10), wrong{0, 30};
  rfm::LandmarkShape shape{10, 3, 1, rfm::Metric::diagonal};
  Memory model(rfm::model_bytes<double>(10, 3, 1, shape.metric)),
      work(rfm::landmark_workspace_bytes<double>(shape));
  rfm::Landmarks<double> l;
  const auto start = [&](const size_t* rows, const rfm::LandmarkShape& s, double ridge,
                         rfm::Buffer space) {
    return rfm::start_landmarks(l, source, rows, s, ridge, model.buffer(), space);
  };
  BOOST_TEST((start(chosen.data(), shape, 0.1, {work.data(), work.bytes() - 1}) ==
              rfm::Status::buffer_too_small));
  BOOST_TEST((start(chosen.data(), shape, -1, work.buffer()) == rfm::Status::bad_ridge));
  BOOST_TEST((start(nullptr, shape, 0.1, work.buffer()) == rfm::Status::null_pointer));
  rfm::LandmarkShape two = shape, wide = shape;
  two.p = 2;
  wide.d = 4;
  BOOST_TEST((start(wrong.data(), two, 0.1, work.buffer()) == rfm::Status::bad_option));
  BOOST_TEST((start(chosen.data(), wide, 0.1, work.buffer()) == rfm::Status::shape_mismatch));
  BOOST_TEST((rfm::add_rows(l, table.rows(), table.targets()) == rfm::Status::wrong_order));
  BOOST_TEST((start(chosen.data(), shape, 0.1, work.buffer()) == rfm::Status::ok));
  BOOST_TEST((rfm::add_rows(l, table.rows(), rfm::Rows<double>(table.y.data(), 29, 1)) ==
              rfm::Status::shape_mismatch));
  BOOST_TEST((rfm::finish_landmarks(l) == rfm::Status::ok));
  BOOST_TEST((rfm::finish_landmarks(l) == rfm::Status::wrong_order));
}

BOOST_AUTO_TEST_SUITE_END()
