// Least squares in whole numbers: the centres and weights with which a machine of integers repeats
// given answers. Centres are chosen one after another, each time the one that leaves the least
// unexplained, by a Cholesky factorisation that pivots on it; what every kernel value is after
// rounding is known by then, so weights make good for all of it. n candidates at N rows cost
// N n^2 / 2 operations, p centres of them n p^2.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/whole/frame.hpp"

namespace rfm::data {

// What is to be repeated, at every row: values of a regression, shares of classes (of the second
// one, where there are two).
struct Wanted {
  std::size_t c = 1;
  std::vector<double> y;  // (rows.n, c)
  bool shares = false;    // outputs are then in steps of 2^-20
};

constexpr int share_bits = 20;

// A space to choose centres from: the first coordinates of a machine's, as make_coordinates has it.
struct Place {
  const Frame* frame = nullptr;
  std::size_t rank = 0;
  double cut = 0;
};

// Centres of at most so many bytes with their weights; fewer of them where these repeat this share
// of the variance already.
struct Size {
  std::size_t bytes;
  double enough;
};

struct Effort {
  std::size_t candidates, rows;
  bool hold_out;  // whether some rows of training score; else only those mixed of them
};

struct Repeated {
  WholeMachine machine;
  double fidelity = -1e30;  // 1 - |f - g|^2 / |f - mean f|^2 at rows that took no part
  bool found() const { return machine.centres() > 0; }
};

// Centres of all these spaces together.
Repeated repeat(const std::vector<Place>& places, const LikeRows& rows, const Wanted& wanted,
                const Size& size, const Effort& effort);

}  // namespace rfm::data
