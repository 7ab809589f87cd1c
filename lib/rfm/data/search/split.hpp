// Seeded shuffles and splits of rows, the same on every target. O(n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rfm::data {

// Rows in ascending order; every row in exactly one of the two.
struct Split {
  std::vector<std::size_t> train, test;
};

// 0 .. n-1.
std::vector<std::size_t> all_rows(std::size_t n);

// 0 .. n-1 in an order that the seed decides, every order equally likely.
std::vector<std::size_t> shuffled(std::size_t n, uint64_t seed);

// `share` of the rows, rounded, for testing; both parts keep at least one row when n >= 2.
Split holdout(std::size_t n, double share, uint64_t seed);

// The same with each class's share as equal as whole rows allow. A class of one row stays in
// training.
Split stratified_holdout(const std::vector<uint32_t>& labels, double share, uint64_t seed);

// (n) The fold, 0 .. folds-1, that holds each row out. Sizes differ by at most one.
std::vector<uint32_t> folds_of(std::size_t n, uint32_t folds, uint64_t seed);

// The same where the rows of each class, too, are spread so that their numbers differ by at most
// one.
std::vector<uint32_t> stratified_folds_of(const std::vector<uint32_t>& labels, uint32_t folds,
                                          uint64_t seed);

// Of groups (n): the fold that holds each row out, whole groups together, with as equal numbers of
// rows as the groups allow.
std::vector<uint32_t> group_folds_of(const std::vector<uint32_t>& groups, uint32_t folds,
                                     uint64_t seed);

// Of times (n): blocks 0, 1, ... of rows as equal as rows of one time, which stay together, allow;
// at most `blocks`, and none is empty.
std::vector<uint32_t> time_blocks_of(const std::vector<uint32_t>& times, uint32_t blocks);

// Whole groups for testing, until about `share` of the rows are; one stays in training.
Split grouped_holdout(const std::vector<uint32_t>& groups, double share, uint64_t seed);

// The latest rows for testing; the earliest time stays in training.
Split latest_holdout(const std::vector<uint32_t>& times, double share);

}  // namespace rfm::data
