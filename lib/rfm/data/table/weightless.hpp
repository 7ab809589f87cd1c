// Rows of weight 0 count for nothing: they are taken out before anything is learned from a table,
// so that whatever stands in them the model is the same. A copy of the table where there are any.
#pragma once
#include <string>

#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// `text` itself when no cell of the column `weights` is 0, else `kept`, filled with the other rows,
// which keep their lines.
const TextTable& without_weightless(const TextTable& text, const std::string& weights,
                                    TextTable& kept);

}  // namespace rfm::data
