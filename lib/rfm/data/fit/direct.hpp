// One fit with everything decided, from encoded rows to the machine's bytes. Its memory is taken
// for the fit and given back; running out of it is an Outcome, not a crash.
#pragma once
#include <cstddef>
#include <cstdint>

#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/search/search.hpp"

namespace rfm::data {

template <class T>
struct FitSettings {
  uint64_t seed = 1;
  const Engine<T>* engine = fastest<T>();
  const Executor* executor = nullptr;
  std::size_t* peak =
      nullptr;           // where not null: raised to the bytes that the fit takes besides its table
  bool insists = false;  // want of memory ends as every request does, not in a sentence
};

template <class T>
void raise_peak(const FitSettings<T>& settings, std::size_t bytes) {
  if (settings.peak != nullptr && *settings.peak < bytes) *settings.peak = bytes;
}

// Fits all rows with this choice; `machine` becomes exactly its model_size bytes.
template <class T>
Outcome fit_choice(const EncodedTable<T>& rows, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& machine);

// What a fit made, as a model that predicts with the same engine.
template <class T>
Outcome open_fitted(const AlignedBytes& bytes, const FitSettings<T>& settings, Model<T>& model);

// The same for a sample, from which solvers for more rows take M: `source` is opened from the bytes
// `learned`.
template <class T>
Outcome fit_sample(const EncodedTable<T>& sample, const Choice& choice,
                   const FitSettings<T>& settings, AlignedBytes& learned, Model<T>& source);

// Fits all rows with the kernel and the metric of `source`: one system and no rounds.
template <class T>
Outcome fit_with_metric(const EncodedTable<T>& rows, const Model<T>& source, double ridge,
                        const FitSettings<T>& settings, AlignedBytes& machine);

}  // namespace rfm::data
