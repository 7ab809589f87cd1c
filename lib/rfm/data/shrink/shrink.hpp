// A model made to fit a number of bytes: fewer centres, chosen greedily; fewer directions of the
// metric; centres as whole numbers of one or two bytes; alpha solved again, so that the small model
// repeats the large one on its centres. No training data are needed. About n p^2 operations for p
// centres of n, a few times over.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/bytes.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

struct ShrinkOptions {
  std::size_t bytes = 0;  // of the whole file, at most
  std::string history;    // what the small file says of itself, JSON; nothing when it is too long
};

// What became of one machine.
struct ShrunkMachine {
  std::size_t centres = 0, rank = 0;
  std::size_t centre_bytes = 0;  // of a coordinate; 0: as it was
  double fidelity = 1;  // share of the large machine's variance over its centres that it repeats
};

struct Shrunk {
  AlignedBytes file;
  std::vector<ShrunkMachine> machines;
};

// Fails, naming the smallest size that would do, when the encoding alone leaves no room. A file
// that is small enough, or is without its history, keeps its machines as they are.
Outcome shrink(const AlignedBytes& file, std::size_t size, const ShrinkOptions& options,
               Shrunk& shrunk);

// The same for a file of numbers of this type.
template <class T>
Outcome shrink_as(const AlignedBytes& file, std::size_t size, const ShrinkOptions& options,
                  Shrunk& shrunk);

}  // namespace rfm::data
