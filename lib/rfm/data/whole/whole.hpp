// A model in whole numbers, for processors without floats: one machine of fewer centres in 8 bits
// that repeats what the model answers, all its machines together, chosen without training data and
// exported as a C header that computes in integers alone. lib/docs/INTEGERS.md says what it is
// worth. A few seconds.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/whole/columns.hpp"
#include "rfm/data/whole/machine.hpp"

namespace rfm::data {

struct WholeOptions {
  std::size_t flash = 0;  // bytes of constants and code, at most; 0: what the answers take
  std::size_t ram = 0;    // bytes of the stack, at most; 0: any
};

// How far the answers are from the model's at rows of its training.
struct WholeAgreement {
  std::size_t rows = 0;
  double fidelity = 0;  // share of the model's variance that is repeated between its centres
  double largest = 0, mean = 0;  // difference of values; of shares of classes
  double same_class = 1;         // share of these rows
};

struct WholeModel {
  WholeMachine machine;
  std::vector<WholeCells> cells;  // of each space
  std::size_t classes = 0;
  std::size_t constants = 0, code = 0, ram = 0;  // bytes; of code and stack about so many
  WholeAgreement agreement;
};

// Fails for models without an encoding, with dates or with a full metric of very many features, and
// where so many bytes are too few, naming the smallest number that does.
template <class T>
Outcome make_whole(const ModelFile<T>& file, const WholeOptions& options, WholeModel& whole);

// (x.n, c) its answers to features as outputs of the model, which decode as the model's own do.
template <class T>
std::vector<T> outputs_of(const WholeModel& whole, const ModelFile<T>& file, const Rows<T>& x);

// How near the answers are, as a sentence.
std::string agreement_words(const WholeModel& whole);

// The header for C99 and C++11, every name in it beginning with `name` as export_c has it.
template <class T>
Outcome export_whole(const ModelFile<T>& file, const WholeModel& whole, const std::string& name,
                     std::string& header);

}  // namespace rfm::data
