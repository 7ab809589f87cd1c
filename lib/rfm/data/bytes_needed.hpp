// How much memory training takes, before it begins: an upper bound from the table's text and the
// plan of its columns.
#pragma once
#include <cstddef>

#include "rfm/data/outcome.hpp"
#include "rfm/data/search/search.hpp"
#include "rfm/data/table/plan.hpp"

namespace rfm::data {

struct Width {
  std::size_t features = 0, outputs = 1;
};

// What the columns become; at most, since columns that tell nothing apart are dropped later.
Width width_of(const Plan& plan);

// By so many workers as the executor has, for a machine whose numbers take `number` bytes in the
// end; with the metric that was wished for, else with the full one where training would learn it
// (widest_full_metric), and so many centres in the last fit (usual_centres). SIZE_MAX when no
// machine can address it.
std::size_t bytes_to_train(const TextTable& text, const Width& width, const SearchOptions& options,
                           std::size_t centres, std::size_t number = sizeof(float));

// Refuses what takes more than is allowed; 0 allows everything. "training takes up to 14 GB, ...".
Outcome within_memory(const char* what, std::size_t needed, std::size_t allowed);

}  // namespace rfm::data
