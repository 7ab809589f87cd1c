// Text files that may be compressed with gzip, whole. Errors name the file.
#pragma once
#include <string>

#include "rfm/data/outcome.hpp"

namespace rfm::experiments {

// Reads `path`, or `path` + ".gz" when that is what there is.
data::Outcome read_maybe_compressed(const std::string& path, std::string& text);

}  // namespace rfm::experiments
