// Whether every number of a model is finite: opening checks sizes, not values, and no export has a
// word for NaN. O(file).
#pragma once
#include <cstddef>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

template <class T>
bool all_finite(const T* values, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    if (!(values[k] - values[k] == 0)) return false;
  return true;
}

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
