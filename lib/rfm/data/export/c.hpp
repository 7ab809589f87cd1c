// A model file as one C header: constant data and static functions, raw cells in, answers out,
// float only for float models, no memory but the stack. Its answers have the bits of the portable
// predictor. O(file).
#pragma once
#include <string>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

// The header for C99 and C++17, every name in it beginning with `name` (a C identifier) or with it
// in upper case. Fails when the name is none, or when a number of the model is not finite.
template <class T>
Outcome export_c(const ModelFile<T>& file, const std::string& name, std::string& header);

}  // namespace rfm::data
