// A model file as JSON, for people and for other programs; lib/docs/JSON.md describes it. Numbers
// read back exactly. O(file).
#pragma once
#include <string>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

// Fails when a number of the model is not finite, for which JSON has no word.
template <class T>
Outcome export_json(const ModelFile<T>& file, std::string& json);

}  // namespace rfm::data
