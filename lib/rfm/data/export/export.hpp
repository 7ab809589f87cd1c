// Models for other programs: a model file as one C header (constant data and static functions, raw
// cells in, answers out, float only for float models, no memory but the stack, the bits of the
// portable predictor), as JSON for people and programs, or as an ONNX graph of standard operators
// (opset 13, in float). lib/docs/EXPORTS.md and JSON.md describe them. O(file).
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

// The header for C99 and C++11, every name in it beginning with `name` (a C identifier) or with it
// in upper case. Fails when the name is none, or when a number of the model is not finite.
template <class T>
Outcome export_c(const ModelFile<T>& file, const std::string& name, std::string& header);

// Fails when a number of the model is not finite, for which JSON has no word.
template <class T>
Outcome export_json(const ModelFile<T>& file, std::string& json);

// Fails when a number of the model is not finite, or a machine has learned nothing (rank 0).
template <class T>
Outcome export_onnx(const ModelFile<T>& file, std::string& onnx);

template <class T>
Outcome check_finite(const ModelFile<T>& file) {
  for (const Model<T>& m : file.members) {
    if (!all_finite(m.origin, m.d) || !all_finite(m.alpha, m.c * padded(m.n)) ||
        !all_finite(m.root, root_size(m.metric, m.r, m.d)) ||
        (m.centre_bytes == 0 && !all_finite(m.centres, padded(m.n) * m.r)))
      return failure("the model holds numbers that are not finite");
  }
  return {};
}

}  // namespace rfm::data
