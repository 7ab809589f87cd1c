// How shares of classes become calibrated scores in integers: c_0 pi + c_1 log pi + an offset, in
// parts of a doubling of the probability, so that probabilities are shifts of a short table.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/cells/encoding.hpp"

namespace rfm::data {

struct ClassTable {
  unsigned bits = 10;             // a score of 2^bits is one doubling
  std::vector<uint16_t> slopes;   // c_0 pi + c_1 log pi, above its least
  std::vector<int32_t> offsets;   // (classes)
  std::vector<int32_t> weighing;  // (classes) what a class counts for, as a score; or nothing
  std::vector<uint16_t> halving;  // 2^15 2^(-k/32), k = 0 to 32
};

template <class T>
ClassTable class_table(const Encoding<T>& encoding);

// At most.
std::size_t class_bytes(std::size_t classes);

}  // namespace rfm::data
