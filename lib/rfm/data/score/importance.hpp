// Which columns a machine listens to: the mean square of its gradient in a column, times how much
// that column varies. Works for every metric, also when none was learned. A gradient costs n (r +
// d) c for each row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::data {

struct ColumnImportance {
  std::string name;  // of the raw column
  double share = 0;  // of all columns together; they sum to 1 unless the function is flat
};

// Over at most `most` rows of the table, chosen by the seed; the most important column first.
template <class T>
std::vector<ColumnImportance> column_importances(const ModelFile<T>& file,
                                                 const EncodedTable<T>& rows, std::size_t most,
                                                 uint64_t seed);

}  // namespace rfm::data
