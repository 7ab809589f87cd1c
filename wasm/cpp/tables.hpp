// A table as JavaScript gave it: columns of text, or of numbers that stay numbers until somebody
// needs their text.
#pragma once
#include "rfm/data/findings.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::wasm {

struct TextTable : data::TextTable {
  data::Findings reading;  // what was found where it was read as CSV
};

// The same table with every cell as text too.
const TextTable& spelled(TextTable& table);

}  // namespace rfm::wasm
