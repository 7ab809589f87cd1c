// How much memory training takes, before it begins: an upper bound from the table's text and the
// plan of its columns.
#pragma once
#include <cstddef>

#include "rfm/data/search/search.hpp"
#include "rfm/data/table/plan.hpp"

namespace rfm::wasm {

struct Width {
  std::size_t features = 0, outputs = 1;
};

// What the columns become; at most, since columns that tell nothing apart are dropped later.
Width width_of(const data::Plan& plan);

// By so many workers as the executor has. SIZE_MAX when no machine can address it.
std::size_t bytes_to_train(const data::TextTable& text, const Width& width,
                           const data::SearchOptions& options);

}  // namespace rfm::wasm
