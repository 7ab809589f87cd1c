// Random numbers that are a pure function of (seed, counter), the same on every target: splitmix64
// bits, numbers below n, units, and a seeded choice of m of n rows that needs no storage.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/target.hpp"

namespace rfm {

// splitmix64 (Steele, Lea, Flood 2014): its output number `counter` after starting from `seed`.
constexpr uint64_t random_bits(uint64_t seed, uint64_t counter) {
  uint64_t z = seed + (counter + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// The high 64 bits of the product, from 32-bit halves.
constexpr uint64_t multiply_high(uint64_t a, uint64_t b) {
  const uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t low_middle = a0 * b1 + (middle & 0xFFFFFFFFu);
  return a1 * b1 + (middle >> 32) + (low_middle >> 32);
}

// 64 random bits -> 0 .. n-1; no value is favoured by more than a share of n / 2^64. 0 when n is 0.
constexpr uint64_t scaled_below(uint64_t bits, uint64_t n) { return multiply_high(bits, n); }

// A stream of random numbers: a seed and how far it has been used.
class Random {
 public:
  constexpr explicit Random(uint64_t seed) : seed_(seed) {}

  // A stream for purpose number `purpose`, unrelated to the seed's other purposes.
  constexpr Random(uint64_t seed, uint64_t purpose) : seed_(random_bits(~seed, purpose)) {}

  constexpr uint64_t bits() { return random_bits(seed_, counter_++); }
  constexpr uint64_t below(uint64_t n) { return scaled_below(bits(), n); }

  // A multiple of 2^-53 in [0, 1).
  constexpr double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  uint64_t seed_;
  uint64_t counter_ = 0;
};

// m of n rows in ascending order, every subset of m rows equally likely: row i is taken with
// probability (still needed) / (still to come), decided in integers (Fan, Muller, Rezucha 1962).
// All rows when m >= n. O(n) for the whole walk.
//     for (Chosen chosen(m, n, seed); chosen.more();) use(chosen.next());
class Chosen {
 public:
  constexpr Chosen(size_t m, size_t n, uint64_t seed)
      : needed_(m < n ? m : n), n_(n), seed_(seed) {}

  constexpr bool more() const { return needed_ > 0; }

  // The next chosen row; n when there is no more.
  constexpr size_t next() {
    if (needed_ == 0) return n_;
    while (scaled_below(random_bits(seed_, row_), n_ - row_) >= needed_) ++row_;
    --needed_;
    return row_++;
  }

 private:
  size_t needed_, n_, row_ = 0;
  uint64_t seed_;
};

}  // namespace rfm
