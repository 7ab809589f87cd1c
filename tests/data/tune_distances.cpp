// Distances that candidates share: the search comes to the same bits with and without them, measures each of
// them once, and stays within the memory it is given.
#include <atomic>
#include <boost/test/unit_test.hpp>

#include "rfm/data/tune_distances.hpp"
#include "tests/data/tune_tables.hpp"

using rfm::KernelId;
using rfm::Metric;
using rfm::Status;
using rfm::data::Choice;
using rfm::data::Distances;
using rfm::data::Folds;
using rfm::data::FoldSums;
using rfm::data::TuneOptions;
using rfm::data::TuneResult;

BOOST_AUTO_TEST_SUITE(tune_distances)

namespace {

TuneResult searched(const rfm::data::TuneData& data, const TuneOptions& options) {
  TuneResult result;
  BOOST_TEST_REQUIRE((rfm::data::tune(data, options, result) == Status::ok));
  return result;
}

void check_same(const TuneResult& a, const TuneResult& b) {
  BOOST_TEST_REQUIRE(a.tried.size() == b.tried.size());
  for (std::size_t i = 0; i < a.tried.size(); ++i) {
    const Choice &one = a.tried[i].choice, &other = b.tried[i].choice;
    BOOST_TEST(a.tried[i].score == b.tried[i].score);
    BOOST_TEST(a.tried[i].folds == b.tried[i].folds);
    BOOST_TEST((one.kernel == other.kernel && one.metric == other.metric));
    BOOST_TEST((one.bandwidth == other.bandwidth && one.ridge == other.ridge && one.rounds == other.rounds));
  }
  BOOST_TEST(a.outputs == b.outputs, boost::test_tools::per_element());
}

// With everything kept, one fold in one norm, and nothing; with one worker and with three.
void check_sharing(const rfm::data::TuneData& data, TuneOptions options) {
  const std::size_t three = 3;
  const rfm::Executor executor = threads(three);
  options.effort = 0.1;
  options.kept_bytes = 0;
  const TuneResult alone = searched(data, options);
  for (const std::size_t bytes : {FoldSums::bytes(data.n, data.n), TuneOptions().kept_bytes}) {
    options.kept_bytes = bytes;
    for (const rfm::Executor* workers : {static_cast<const rfm::Executor*>(nullptr), &executor}) {
      options.executor = workers;
      check_same(searched(data, options), alone);
    }
  }
}

Folds folds_of(const rfm::data::TuneData& data, std::size_t each) {
  return rfm::data::make_folds(data, rfm::data::fair_order(data, 1), data.n, each, 1, 1);
}

// An engine whose Laplace kernel tells what is asked of it.
struct Counts {
  std::atomic<std::size_t> sums{0}, values{0};
} counts;

using Pairs = rfm::PairFunctions<float>;
using Steps = rfm::DistanceFunctions<float>;

const Pairs* counted_pairs(KernelId id) {
  static Pairs pairs;
  pairs = *rfm::best_engine<float>()->pairs(id);
  pairs.values = [](const rfm::KernelParameters<float>& parameters, const float* u, const float* v,
                    std::size_t r, std::size_t columns, float* out) {
    ++counts.values;
    rfm::best_engine<float>()->pairs(KernelId::laplace)->values(parameters, u, v, r, columns, out);
  };
  pairs.predict = [](const rfm::KernelParameters<float>& parameters, const rfm::Expansion<float>& f,
                     const float* points, std::size_t count, float* tile, float* sums) {
    ++counts.values;
    rfm::best_engine<float>()->pairs(KernelId::laplace)->predict(parameters, f, points, count, tile, sums);
  };
  return &pairs;
}

const Steps* counted_distances(KernelId id) {
  static Steps steps;
  steps = *rfm::best_engine<float>()->distances(id);
  steps.sums = [](const float* u, const float* v, std::size_t r, std::size_t columns, float* out) {
    ++counts.sums;
    rfm::best_engine<float>()->distances(KernelId::laplace)->sums(u, v, r, columns, out);
  };
  return &steps;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_search_comes_to_the_same_bits_without) {
  TuneOptions options;
  check_sharing(exclusive_or(450, 21).data(), options);
  options.wishes.metric = Metric::identity;
  check_sharing(exclusive_or(130, 22).data(), options);
  options.wishes.kernel = KernelId::ntk;
  check_sharing(exclusive_or(60, 23).data(), options);
}

BOOST_AUTO_TEST_CASE(so_does_one_of_classes_with_weights) {
  TuneTable table = even_columns(121, 3, 24);
  std::vector<uint32_t> labels(table.n);
  std::vector<float> weights(table.n);
  for (std::size_t i = 0; i < table.n; ++i) {
    labels[i] = table.x[i * 3] > 0.5F ? 1 : 0;
    weights[i] = i % 4 == 0 ? 0.25F : 1.5F;
  }
  make_classes(table, labels);
  rfm::data::TuneData data = table.data();
  data.weights = weights.data();
  check_sharing(data, {});
}

BOOST_AUTO_TEST_CASE(each_distance_is_measured_once_for_all_bandwidths_and_ridges) {
  if (rfm::best_engine<float>() == nullptr) return;  // the plain loops are no table to put a count into
  rfm::Engine<float> engine = *rfm::best_engine<float>();
  engine.pairs = counted_pairs;
  engine.distances = counted_distances;
  TuneOptions options;
  options.engine = &engine;
  options.effort = 0.1;
  options.wishes.kernel = KernelId::laplace;
  options.wishes.metric = Metric::identity;
  counts.sums = counts.values = 0;
  const TuneResult result = searched(exclusive_or(200, 25).data(), options);
  BOOST_TEST(result.tried.size() > 5u);
  // 20 folds: 160 rows, 10 panels with 55 tiles among them, against 40 rows, 3 panels
  BOOST_TEST(counts.sums == 20u * (55 + 3 * 10));
  BOOST_TEST(counts.values == 0u);

  counts.sums = 0;
  options.kept_bytes = 0;
  searched(exclusive_or(200, 25).data(), options);
  BOOST_TEST(counts.sums == 0u);
  BOOST_TEST(counts.values > 20u * 55 * 5);
}

BOOST_AUTO_TEST_CASE(kernels_of_one_norm_share_and_memory_ends_it) {
  const TuneTable table = exclusive_or(100, 26);
  const rfm::data::TuneData data = table.data();
  const Folds folds = folds_of(data, 5);
  const std::size_t each = FoldSums::bytes(80, 20);
  BOOST_TEST(each == (5u * 6 / 2 + 5 * 2) * 256 * sizeof(float));
  TuneOptions options;
  options.kept_bytes = 2 * each + each / 2;
  Distances distances{data, options};
  const FoldSums* first = distances.of(folds, 0, KernelId::laplace);
  BOOST_TEST_REQUIRE(first != nullptr);
  BOOST_TEST(distances.of(folds, 0, KernelId::gaussian) == first);
  const FoldSums* second = distances.of(folds, 1, KernelId::lpq150);
  BOOST_TEST_REQUIRE(second != nullptr);
  BOOST_TEST(second != first);
  BOOST_TEST(distances.of(folds, 2, KernelId::laplace) == nullptr);
  BOOST_TEST(distances.of(folds, 1, KernelId::laplace) == nullptr);
  BOOST_TEST(distances.of(folds, 0, KernelId::matern52) == first);
  BOOST_TEST(distances.of(folds, 0, KernelId::ntk) == nullptr);
  BOOST_TEST(distances.left == each / 2);
}

BOOST_AUTO_TEST_CASE(no_size_of_table_overflows) {
  constexpr std::size_t most = ~std::size_t{0};
  BOOST_TEST(FoldSums::bytes(most, 1) == most);
  BOOST_TEST(FoldSums::bytes(most / 2, most / 2) == most);
}

BOOST_AUTO_TEST_SUITE_END()
