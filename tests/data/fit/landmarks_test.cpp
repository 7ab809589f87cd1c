// A table too large for a direct solution is fitted with all of its rows: better than its sample
// alone, in a model no larger than the sample's where it has as many landmarks.
#include <boost/test/unit_test.hpp>

#include "rfm/core/instances.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/train.hpp"
#include "tests/data/search/tables.hpp"

BOOST_AUTO_TEST_SUITE(landmark_fit)

namespace {

using rfm::data::AlignedBytes;
using rfm::data::Choice;
using rfm::data::EncodedTable;

// Rows `first` to `end` of a table whose target is a product.
EncodedTable<float> rows_of(const SearchTable& table, std::size_t first, std::size_t end) {
  EncodedTable<float> rows;
  rows.n = end - first;
  rows.d = table.d;
  rows.c = 1;
  for (std::size_t i = first; i < end; ++i) {
    for (std::size_t k = 0; k < table.d; ++k) rows.x.push_back(table.x[i * table.d + k]);
    rows.y.push_back(table.x[i * table.d] * table.x[i * table.d + 1]);
  }
  return rows;
}

Choice choice() {
  Choice choice;
  choice.kernel = rfm::KernelId::lpq150;
  choice.exponent = 1.5;
  choice.metric = rfm::Metric::diagonal;
  choice.bandwidth = 5;
  choice.ridge = 0.01;
  choice.rounds = 2;
  return choice;
}

// All rows with the metric of the sample and as many landmarks as that has rows.
AlignedBytes fitted(const EncodedTable<float>& rows, const EncodedTable<float>& sample) {
  AlignedBytes learned, machine;
  rfm::Model<float> source;
  rfm::data::LandmarkOptions options;
  options.landmarks = sample.n;
  rfm::data::LandmarkReport report;
  BOOST_TEST_REQUIRE(rfm::data::fit_sample<float>(sample, choice(), {}, learned, source).ok());
  BOOST_TEST_REQUIRE(
      rfm::data::fit_landmarks<float>(rows, source, choice().ridge, {}, options, machine, report)
          .ok());
  return machine;
}

struct Answered {
  double error = 0;
  std::size_t centres = 0;
};

Answered answered(const AlignedBytes& machine, const EncodedTable<float>& fresh) {
  rfm::Model<float> model;
  BOOST_TEST_REQUIRE((rfm::open<float>(machine.data(), machine.size(), rfm::any_kernel<float>,
                                       &model) == rfm::Status::ok));
  AlignedBytes scratch(rfm::predict_bytes(model));
  std::vector<float> outputs(fresh.n);
  const rfm::Rows<float> x(fresh.x.data(), fresh.n, fresh.d);
  BOOST_TEST_REQUIRE(
      (rfm::predict(model, x, outputs.data(), scratch.data(), scratch.size()) == rfm::Status::ok));
  Answered result;
  result.centres = model.n;
  for (std::size_t i = 0; i < fresh.n; ++i) {
    const double error = static_cast<double>(outputs[i]) - static_cast<double>(fresh.y[i]);
    result.error += error * error / static_cast<double>(fresh.n);
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_rows_are_better_than_their_sample) {
  const SearchTable table = even_columns(1300, 6, 21);
  const EncodedTable<float> rows = rows_of(table, 0, 900), sample = rows_of(table, 0, 150);
  const EncodedTable<float> fresh = rows_of(table, 900, 1300);
  AlignedBytes small;
  BOOST_TEST_REQUIRE(rfm::data::fit_choice(sample, choice(), {}, small).ok());
  const AlignedBytes large = fitted(rows, sample);
  BOOST_TEST(answered(large, fresh).error < 0.8 * answered(small, fresh).error);
  BOOST_TEST(answered(large, fresh).centres == 150u);
  BOOST_TEST(large.size() == small.size());
}

BOOST_AUTO_TEST_CASE(the_sample_as_all_rows_is_the_direct_fit) {
  const SearchTable table = even_columns(300, 6, 22);
  const EncodedTable<float> sample = rows_of(table, 0, 150), fresh = rows_of(table, 150, 300);
  AlignedBytes direct;
  BOOST_TEST_REQUIRE(rfm::data::fit_choice(sample, choice(), {}, direct).ok());
  const AlignedBytes streamed = fitted(sample, sample);
  BOOST_TEST(answered(streamed, fresh).error == answered(direct, fresh).error,
             boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(all_rows_are_fitted_directly_or_with_landmarks) {
  std::string csv = "a,b,y\n";
  for (int row = 0; row < 90; ++row) {
    const std::string a = std::to_string(row * row % 83), b = std::to_string(row * 7 % 31);
    csv += a + "," + b + "," + std::to_string(row * row % 83 + 2 * (row * 7 % 31)) + ".5\n";
  }
  rfm::data::TextTable text;
  BOOST_TEST_REQUIRE(rfm::data::read_csv(csv, {}, text).ok());
  rfm::data::TrainOptions options;
  // So wide and with so little ridge that float tells hardly one row from the next.
  options.search.wishes.kernel = rfm::KernelId::gaussian;
  options.search.wishes.metric = rfm::Metric::diagonal;
  options.search.wishes.bandwidth = 300;
  options.search.wishes.ridge = 1e-7;
  options.search.wishes.rounds = 1;
  options.search.direct_rows = 40;
  rfm::data::Trained trained;
  BOOST_TEST_REQUIRE(rfm::data::train<float>(text, options, trained).ok());
  BOOST_TEST((trained.solver == rfm::data::Solver::direct));
  BOOST_TEST(trained.notes.back() ==
             "the features were learned on a seeded sample of 40 of the 90 training rows; all of "
             "them were fitted directly");
  BOOST_TEST(trained.cross_validated.rows == 40u);
  options.solver = rfm::data::Solver::landmarks;
  BOOST_TEST_REQUIRE(rfm::data::train<float>(text, options, trained).ok());
  BOOST_TEST((trained.solver == rfm::data::Solver::landmarks));
  BOOST_TEST(trained.notes.back().find("fitted with 90 landmarks, by ") != std::string::npos,
             trained.notes.back());
}

BOOST_AUTO_TEST_CASE(centres_are_all_rows_until_these_are_too_many) {
  using rfm::data::usual_centres;
  BOOST_TEST(usual_centres(5000, 20, 1, 6000, 16) == 5000u);
  BOOST_TEST(usual_centres(20000, 500, 9, 6000, 1) == 20000u);
  BOOST_TEST(usual_centres(20001, 20, 1, 6000, 1) == 10000u);
  BOOST_TEST(usual_centres(100000000, 20, 1, 6000, 1) == 10000u);
  // Machines that are averaged share the work.
  BOOST_TEST(usual_centres(12000, 20, 1, 6000, 4) == 12000u);
  BOOST_TEST(usual_centres(12001, 20, 1, 6000, 4) == 10000u);
  BOOST_TEST(usual_centres(8000, 20, 1, 6000, 16) == 8000u);
  BOOST_TEST(usual_centres(100000, 20, 1, 6000, 16) == 5000u);
  // Wide tables cost more a step.
  BOOST_TEST(usual_centres(50000, 100, 1, 6000, 1) == 6787u);
  BOOST_TEST(usual_centres(1000000, 100, 1, 6000, 1) == 3393u);
  BOOST_TEST(usual_centres(1000000, 5000, 30, 6000, 1) == 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
