// A model file as an ONNX graph of standard operators (opset 13): raw cells in, answers out, in
// float. Its inputs, outputs and metadata are described in lib/docs/EXPORTS.md. O(file).
#pragma once
#include <string>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

// Fails when a number of the model is not finite, or a machine has learned nothing (rank 0).
template <class T>
Outcome export_onnx(const ModelFile<T>& file, std::string& onnx);

}  // namespace rfm::data
