// A table as JavaScript gave it: columns of text, or of numbers that stay numbers until somebody
// needs their text.
#pragma once
#include "rfm/data/table/text_table.hpp"

namespace rfm::wasm {

using data::TextTable;

// The same table with every cell as text too.
const TextTable& spelled(TextTable& table);

}  // namespace rfm::wasm
