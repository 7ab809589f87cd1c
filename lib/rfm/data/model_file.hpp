// The bytes of a model file (lib/docs/FORMAT.md): a fitted machine and, behind it, the sections
// that make it whole. Writing copies once; opening verifies everything and copies nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/base/rows.hpp"
#include "rfm/core/base/sections.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/core/model/novelty.hpp"
#include "rfm/data/bytes.hpp"

namespace rfm::data {

// The machine's own bytes (model_size of them) with these sections behind them and a new checksum.
// Whatever sections the machine had before are left out.
AlignedBytes model_file(const unsigned char* machine, std::size_t bytes,
                        const std::vector<Section>& sections);

// Multiplies a machine's outputs: in a mean of K machines one of weight w has its own times K w.
template <class T>
void scale_outputs(double factor, AlignedBytes& machine);

// A model file in memory, opened. Valid as long as those bytes.
template <class T>
struct ModelFile {
  std::vector<Model<T>> members;  // the machine itself first; their outputs are averaged
  bool encoded = false;           // whether the file says how cells become features
  Encoding<T> encoding{};         // if it does
  Novelty<T> novelty{};           // if the file says how far its training rows are
  std::string_view history;       // JSON, or nothing

  const Model<T>& model() const { return members.front(); }
};

// The bytes of a number in the file, 4 or 8, as its header claims; 0 when these bytes are no model.
std::size_t number_bytes(const void* memory, std::size_t bytes);

// `portable` predicts with the loops that give the same bits on every machine. Members and encoding
// must fit the machine: the same type, columns and outputs.
template <class T>
Status open_model_file(const void* memory, std::size_t bytes, bool portable, ModelFile<T>* file);

// The engine whose bits are the plain loops' on every machine, or else the fastest.
template <class T>
const Engine<T>* engine_for(bool portable);

// (x.n, c) the mean of the members' outputs.
template <class T>
std::vector<T> outputs_of(const ModelFile<T>& file, const Rows<T>& x, const Executor* executor);

// What is said of a file that cannot tell novelty.
constexpr const char* no_novelty =
    "the model cannot say how new a row is: it was written before novelty was kept; train it again";

// (x.n) how new rows are, from 0 to 1, as core/model/novelty.hpp has it; by the first machine,
// which is the best one. Nothing where the file has no novelty.
template <class T>
std::vector<T> novelties_of(const ModelFile<T>& file, const Rows<T>& x, const Executor* executor);

// (x.n, c, d) its gradient in the features.
template <class T>
std::vector<T> gradients_of(const ModelFile<T>& file, const Rows<T>& x);

}  // namespace rfm::data
