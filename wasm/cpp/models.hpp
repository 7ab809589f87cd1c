// Opened model files as handles, raw cells made features, and answers.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"
#include "tables.hpp"

namespace rfm::wasm {

struct OpenModel {
  data::AlignedBytes bytes;
  std::size_t size = 0;  // of the file
  data::ModelFile<float> file;
};

// What the model answers to encoded rows: outputs, still to be decoded.
std::vector<float> answers_of(const OpenModel& model, const data::EncodedTable<float>& rows);

// Values of a regression, or the classes that are answered, into `values` (n); probabilities (n,
// classes) if any.
void decode(const Encoding<float>& encoding, const std::vector<float>& outputs, std::size_t n,
            std::vector<float>& values, std::vector<float>& probabilities);

}  // namespace rfm::wasm
