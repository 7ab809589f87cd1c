// Solves a small dense symmetric positive definite system in place. O(n^3 / 6).
#pragma once
#include <cstddef>
#include <vector>

namespace rfm::data {

// a (n, n), its lower triangle counts and is overwritten; b becomes a^-1 b. False when a is not positive
// definite.
bool solve_positive(std::vector<double>& a, std::vector<double>& b);

}  // namespace rfm::data
