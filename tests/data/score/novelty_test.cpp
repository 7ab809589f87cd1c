// What novelty means: rows like those of training have any from 0 to 1 alike, rows with a column
// where none was are near 1, whether the metric heeds that column or not; and what a file without
// it or with a false one does.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "rfm/core/base/random.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/score/novelty.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(novelty)

using namespace rfm::data;

namespace {

constexpr std::size_t numbers = 5;

// Five numbers of deviation 1 with heavy tails in one of them, of which two matter, and a category
// with missing cells; `column` is moved by so much.
TextTable table_of(std::size_t n, uint64_t seed, bool classes, std::size_t column = 0,
                   double by = 0) {
  TextTable table;
  table.names = {"a", "b", "c", "d", "e", "kind", "answer"};
  table.columns.resize(table.names.size());
  rfm::Random random(seed);
  for (std::size_t i = 0; i < n; ++i) {
    double x[numbers];
    for (double& cell : x) {
      cell = -6;
      for (int k = 0; k < 12; ++k) cell += random.unit();
    }
    x[4] *= 0.3 + 1.5 * random.unit() * random.unit();
    const char* kind = random.unit() < 0.4 ? "old" : random.unit() < 0.9 ? "new" : "";
    const double answer = 2 * x[0] + x[1] * x[1] + (kind[0] == 'o' ? 1 : 0) + 0.3 * random.unit();
    x[column] += by;
    for (std::size_t k = 0; k < numbers; ++k) table.columns[k].append(std::to_string(x[k]));
    table.columns[5].append(kind);
    table.columns[6].append(classes ? (answer < 1 ? "low" : "high") : std::to_string(answer));
  }
  return table;
}

template <class T>
struct Model {
  Trained trained;
  ModelFile<T> file;

  Model(const TextTable& table, const TrainOptions& options) {
    const Outcome outcome = train<T>(table, options, trained);
    BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
    const rfm::Status status =
        open_model_file(trained.file.data(), trained.file.size(), false, &file);
    BOOST_TEST_REQUIRE((status == rfm::Status::ok));
    BOOST_TEST_REQUIRE(file.novelty.given());
  }
  std::vector<T> of(const TextTable& table) const {
    EncodedTable<T> rows;
    BOOST_TEST_REQUIRE(encode_text(file.encoding, table, rows).ok());
    return novelties_of(file, rfm::Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  }
};

template <class T>
double share_above(const std::vector<T>& novelties, double level) {
  const auto above = std::count_if(novelties.begin(), novelties.end(),
                                   [level](T x) { return static_cast<double>(x) > level; });
  return static_cast<double>(above) / static_cast<double>(novelties.size());
}

TrainOptions settled(rfm::KernelId kernel, rfm::Metric metric) {
  TrainOptions options;
  options.search.wishes.kernel = kernel;
  options.search.wishes.metric = metric;
  options.search.wishes.bandwidth = 4;
  options.search.wishes.ridge = 1e-2;
  options.search.wishes.rounds = 3;
  options.study = false;
  return options;
}

template <class T>
void check(const TrainOptions& options, bool classes, uint64_t seed) {
  const Model<T> model(table_of(400, seed, classes), options);
  const std::vector<T> held = model.of(table_of(1000, seed + 1, classes));
  for (const double level : {0.1, 0.3, 0.5, 0.7, 0.9, 0.95})
    BOOST_TEST(std::abs(share_above(held, level) - (1 - level)) < 0.08,
               share_above(held, level) << " above " << level << ", seed " << seed);
  for (std::size_t column = 0; column < numbers; ++column)
    for (const double by : {5.0, -5.0}) {
      const std::vector<T> moved = model.of(table_of(200, seed + 2, classes, column, by));
      BOOST_TEST(share_above(moved, 0.95) > 0.85, "column " << column << " by " << by);
    }
  for (const double by : {8.0, -8.0})
    BOOST_TEST(share_above(model.of(table_of(200, seed + 3, classes, 2, by)), 0.95) == 1.0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_like_those_of_training_have_any_alike_and_moved_ones_are_near_one) {
  check<float>(settled(rfm::KernelId::gaussian, rfm::Metric::full), false, 11);
  check<float>(settled(rfm::KernelId::lpq150, rfm::Metric::diagonal), true, 12);
  check<double>(settled(rfm::KernelId::brownian100, rfm::Metric::full), false, 13);
  check<float>(settled(rfm::KernelId::ntk, rfm::Metric::full), true, 14);
  check<double>(settled(rfm::KernelId::lpq125, rfm::Metric::identity), false, 15);
  check<float>(settled(rfm::KernelId::lpq175, rfm::Metric::diagonal), false, 16);
}

BOOST_AUTO_TEST_CASE(several_machines) {
  TrainOptions options;
  options.search.effort = 0.3;
  options.members = 3;
  options.study = false;
  check<float>(options, false, 21);
}

// Where the centres are some of the training rows.
BOOST_AUTO_TEST_CASE(landmarks) {
  TrainOptions options = settled(rfm::KernelId::laplace, rfm::Metric::full);
  options.solver = Solver::landmarks;
  check<float>(options, false, 31);
}

BOOST_AUTO_TEST_CASE(one_row_and_many_have_the_same) {
  const Model<float> model(table_of(300, 41, false),
                           settled(rfm::KernelId::lpq150, rfm::Metric::full));
  EncodedTable<float> rows;
  BOOST_TEST_REQUIRE(encode_text(model.file.encoding, table_of(40, 42, false), rows).ok());
  const std::vector<float> all =
      novelties_of(model.file, rfm::Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
  for (std::size_t i = 0; i < rows.n; ++i)
    BOOST_TEST(novelties_of(model.file, rfm::Rows<float>(&rows.x[i * rows.d], 1, rows.d),
                            nullptr) == std::vector<float>{all[i]});
}

// Between two quantiles a share is linear; what is as far as the least row is farther than none.
BOOST_AUTO_TEST_CASE(shares) {
  float quantile[rfm::novelty_points];
  for (std::size_t k = 0; k < rfm::novelty_points; ++k) quantile[k] = static_cast<float>(k * k);
  BOOST_TEST(rfm::share_below(quantile, 0.0f) == 0.0f);
  BOOST_TEST(rfm::share_below(quantile, 2.5f) == 1.5f / 101);
  BOOST_TEST(rfm::share_below(quantile, 10000.0f) == 100.0f / 101);
  BOOST_TEST(rfm::share_below(quantile, 10001.0f) == 1.0f);
  for (std::size_t k = 0; k < 60; ++k) quantile[k] = 0;
  BOOST_TEST(rfm::share_below(quantile, 0.0f) == 0.0f);
  BOOST_TEST(rfm::share_below(quantile, 1.0f) > 58.9f / 101);
}

// Files that claim what they have not are damaged; files without it say nothing of it.
BOOST_AUTO_TEST_CASE(sections_are_checked) {
  const Model<float> model(table_of(100, 51, false),
                           settled(rfm::KernelId::gaussian, rfm::Metric::diagonal));
  const rfm::Model<float>& machine = model.file.model();
  rfm::Section section;
  BOOST_TEST_REQUIRE((rfm::find_section(machine.extra, machine.extra_bytes, rfm::novelty_section, 0,
                                        &section) == rfm::Status::ok));
  BOOST_TEST_REQUIRE(section.bytes == rfm::novelty_bytes<float>(machine.d));
  rfm::Novelty<float> novelty;
  AlignedBytes copy(section.bytes);
  const auto opened = [&](std::size_t bytes, std::size_t features) {
    return rfm::open_novelty<float>({0, copy.data(), bytes}, features, &novelty) == rfm::Status::ok;
  };
  const auto fresh = [&] { std::memcpy(copy.data(), section.data, section.bytes); };
  fresh();
  BOOST_TEST(opened(section.bytes, machine.d));
  BOOST_TEST(!opened(section.bytes - 16, machine.d));
  BOOST_TEST(!opened(8, machine.d));
  BOOST_TEST(!opened(section.bytes, machine.d + 1));
  auto* at = reinterpret_cast<float*>(copy.data() + sizeof(rfm::NoveltyHeader)) + 2 * machine.d;
  at[5] = at[4] - 1;
  BOOST_TEST(!opened(section.bytes, machine.d));
  fresh();
  at[0] = -1.0f / 0.0f;
  BOOST_TEST(!opened(section.bytes, machine.d));
  const AlignedBytes bare = model_file(model.trained.file.data(), model.trained.file.size(), {});
  ModelFile<float> file;
  BOOST_TEST_REQUIRE((open_model_file(bare.data(), bare.size(), false, &file) == rfm::Status::ok));
  BOOST_TEST(!file.novelty.given());
  BOOST_TEST(novelties_of(file, rfm::Rows<float>(at, 1, machine.d), nullptr).empty());
}

// A smaller machine keeps the ranges and has distances of its own.
BOOST_AUTO_TEST_CASE(other_distances) {
  const Model<float> model(table_of(100, 52, false),
                           settled(rfm::KernelId::gaussian, rfm::Metric::diagonal));
  const std::size_t d = model.file.model().d;
  std::vector<double> distances;
  for (int k = 0; k < 301; ++k) distances.push_back(k);
  const AlignedBytes bytes = with_distances(model.file.novelty, d, distances);
  rfm::Novelty<float> novelty;
  BOOST_TEST_REQUIRE((rfm::open_novelty<float>({0, bytes.data(), rfm::novelty_bytes<float>(d)}, d,
                                               &novelty) == rfm::Status::ok));
  BOOST_TEST(novelty.nearest[0] < 10.0f);
  BOOST_TEST(novelty.nearest[rfm::novelty_points - 1] == 300.0f);
  BOOST_TEST(std::abs(novelty.nearest[rfm::novelty_points / 2] - 150.0f) < 5.0f);
  for (std::size_t j = 0; j < d; ++j) {
    BOOST_TEST(novelty.least[j] == model.file.novelty.least[j]);
    BOOST_TEST(novelty.largest[j] == model.file.novelty.largest[j]);
  }
  BOOST_TEST(novelty.beyond[3] == model.file.novelty.beyond[3]);
}

BOOST_AUTO_TEST_SUITE_END()
