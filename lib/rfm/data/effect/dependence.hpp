// What the answers do when one column changes and all others stay as they are in the table, on
// average over its rows (partial dependence). Costs a prediction of 200 rows for each point.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::data {

struct Dependence {
  std::string column;
  std::vector<double> numbers;      // where the column is set to these, or
  std::vector<std::string> levels;  // to these
  // (points, 1) mean values of a regression, or (points, classes) mean probabilities.
  std::vector<double> answers;
};

// Of raw column k; numbers at quantiles of what is in the rows.
template <class T>
Dependence dependence_on(const ModelFile<T>& file, const EncodedTable<T>& rows, std::size_t k,
                         uint64_t seed);

}  // namespace rfm::data
