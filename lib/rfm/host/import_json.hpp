// The way back from data/export_json.hpp: JSON that describes a model to the bytes of its file. The text may
// come from anywhere; O(text).
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/encoding_bytes.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::host {

// The same `size` bytes that were exported, zeros behind them. Words name what is wrong or absent; what the
// numbers mean is verified when the file is opened.
data::Outcome import_json(const std::string& json, data::AlignedBytes& file, std::size_t& size);

}  // namespace rfm::host
