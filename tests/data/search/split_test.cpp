// Splits hold every row exactly once, are as equal as whole rows allow, and depend on nothing but
// the seed.
#include "rfm/data/search/split.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

BOOST_AUTO_TEST_SUITE(split)

namespace {

using Rows = std::vector<std::size_t>;

void check_partition(const rfm::data::Split& split, std::size_t n) {
  Rows all = split.train;
  all.insert(all.end(), split.test.begin(), split.test.end());
  std::sort(all.begin(), all.end());
  BOOST_TEST(all == rfm::data::all_rows(n), boost::test_tools::per_element());
  BOOST_TEST(std::is_sorted(split.train.begin(), split.train.end()));
  BOOST_TEST(std::is_sorted(split.test.begin(), split.test.end()));
}

std::size_t count(const Rows& rows, const std::vector<uint32_t>& labels, uint32_t label) {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](std::size_t row) { return labels[row] == label; }));
}

// 70, 25, 4 and 1 rows of four classes, mixed.
std::vector<uint32_t> uneven_labels() {
  std::vector<uint32_t> labels;
  for (std::size_t k : rfm::data::shuffled(100, 5))
    labels.push_back(k < 70 ? 0 : k < 95 ? 1 : k < 99 ? 2 : 3);
  return labels;
}

// Rows of the fold for testing, all others for training.
rfm::data::Split fold_split(const std::vector<uint32_t>& fold_of_row, uint32_t fold) {
  rfm::data::Split split;
  for (std::size_t row = 0; row < fold_of_row.size(); ++row)
    (fold_of_row[row] == fold ? split.test : split.train).push_back(row);
  return split;
}

}  // namespace

BOOST_AUTO_TEST_CASE(golden_orders) {
  // Recorded from the first version: a model file names its seed, so the seed must keep its
  // meaning.
  BOOST_TEST(rfm::data::shuffled(10, 0) == (Rows{4, 9, 2, 5, 1, 7, 6, 0, 3, 8}),
             boost::test_tools::per_element());
  BOOST_TEST(rfm::data::shuffled(10, 42) == (Rows{8, 3, 6, 5, 4, 0, 9, 2, 1, 7}),
             boost::test_tools::per_element());
  BOOST_TEST(rfm::data::holdout(10, 0.3, 7).test == (Rows{5, 8, 9}),
             boost::test_tools::per_element());
  BOOST_TEST(rfm::data::folds_of(9, 3, 7) == (std::vector<uint32_t>{1, 2, 1, 2, 0, 1, 0, 0, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_order_of_a_shuffle_occurs) {
  std::set<Rows> orders;
  for (uint64_t seed = 0; seed < 200; ++seed) orders.insert(rfm::data::shuffled(4, seed));
  BOOST_TEST(orders.size() == 24u);
}

BOOST_AUTO_TEST_CASE(holdout_sizes_are_rounded_and_never_empty) {
  for (const std::size_t n : {2u, 3u, 10u, 101u}) {
    for (const double share : {0.0, 0.2, 0.5, 0.99, 1.0}) {
      const auto split = rfm::data::holdout(n, share, 1);
      check_partition(split, n);
      BOOST_TEST(!split.train.empty());
      BOOST_TEST(!split.test.empty());
    }
  }
  BOOST_TEST(rfm::data::holdout(101, 0.2, 1).test.size() == 20u);
  BOOST_TEST(rfm::data::holdout(1, 0.5, 1).train.size() == 1u);
}

BOOST_AUTO_TEST_CASE(stratified_holdout_keeps_the_shares) {
  const std::vector<uint32_t> labels = uneven_labels();
  const auto split = rfm::data::stratified_holdout(labels, 0.2, 3);
  check_partition(split, labels.size());
  BOOST_TEST(split.test.size() == 20u);
  BOOST_TEST(count(split.test, labels, 0) == 14u);
  BOOST_TEST(count(split.test, labels, 1) == 5u);
  BOOST_TEST(count(split.test, labels, 2) == 1u);
  BOOST_TEST(count(split.train, labels, 3) == 1u);
  BOOST_TEST(split.test != rfm::data::stratified_holdout(labels, 0.2, 4).test);
}

BOOST_AUTO_TEST_CASE(no_class_leaves_training) {
  const std::vector<uint32_t> labels = uneven_labels();
  const auto split = rfm::data::stratified_holdout(labels, 0.97, 3);
  for (uint32_t k = 0; k < 4; ++k) BOOST_TEST(count(split.train, labels, k) >= 1u);
}

BOOST_AUTO_TEST_CASE(folds_partition_the_rows_evenly) {
  const std::vector<uint32_t> labels = uneven_labels();
  for (const uint32_t k : {2u, 3u, 5u, 7u}) {
    for (const auto& folds :
         {rfm::data::folds_of(100, k, 9), rfm::data::stratified_folds_of(labels, k, 9)}) {
      for (uint32_t fold = 0; fold < k; ++fold) {
        const auto split = fold_split(folds, fold);
        check_partition(split, 100);
        BOOST_TEST(split.test.size() >= 100 / k);
        BOOST_TEST(split.test.size() <= (100 + k - 1) / k);
      }
    }
    const auto folds = rfm::data::stratified_folds_of(labels, k, 9);
    for (uint32_t label = 0; label < 4; ++label) {
      std::size_t least = 100, most = 0;
      for (uint32_t fold = 0; fold < k; ++fold) {
        const std::size_t here = count(fold_split(folds, fold).test, labels, label);
        least = std::min(least, here);
        most = std::max(most, here);
      }
      BOOST_TEST(most - least <= 1u);
    }
  }
}

BOOST_AUTO_TEST_CASE(one_group_is_always_left_to_learn_from) {
  for (const double share : {0.5, 0.9, 0.999}) {
    const rfm::data::Split split = rfm::data::grouped_holdout({0, 0, 1, 1, 2, 2}, share, 3);
    check_partition(split, 6);
    BOOST_TEST(split.train.size() >= 2u);
    BOOST_TEST(split.test.size() >= 2u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
