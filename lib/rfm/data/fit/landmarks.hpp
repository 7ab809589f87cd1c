// The last fit when there are more rows than a direct solution can hold: M is learned on a sample
// of the rows, and alpha from all of them, for centres of that sample. Memory grows with the sample
// alone.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/fit/direct.hpp"

namespace rfm::data {

// Centres for n rows when `sample` were fitted: all of them, or so many that n p^2 is some minute's
// work.
std::size_t landmark_count(std::size_t n, std::size_t sample);

// Rows that come are added up by blocks, eight for each worker.
inline LandmarkShape landmark_shape(std::size_t p, std::size_t d, std::size_t c, Metric metric,
                                    std::size_t workers) {
  LandmarkShape shape{p, d, c, metric};
  shape.workers = workers;
  shape.panels = 8 * workers;
  return shape;
}

// Fits the rows of `sample`, then all rows; `machine` becomes the bytes of a model with
// landmark_count centres.
template <class T>
Outcome fit_landmarks(const EncodedTable<T>& rows, const EncodedTable<T>& sample,
                      const Choice& choice, const FitSettings<T>& settings, AlignedBytes& machine);

}  // namespace rfm::data
