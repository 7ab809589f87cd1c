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

}  // namespace rfm::data
