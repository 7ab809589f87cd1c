// What answers lose when a column is shuffled among rows whose answers are known: the rise of the
// error tells how much the column is worth to the model, whatever it does with it. To be asked of
// rows that the model was not fitted on. Costs `repeats` predictions of the rows for each column.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::data {

// Raw columns that are shuffled together, since each could stand in for the others.
using ColumnGroups = std::vector<std::vector<std::size_t>>;

// The columns, those together whose features correlate by 0.7 or more. O(n d^2).
template <class T>
ColumnGroups correlated_columns(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                                const std::vector<std::size_t>& columns);

// Regression: the mean squared error in units of the target's. Classification: the share of
// mistakes, by the model's own decision.
template <class T>
double error_of(const ModelFile<T>& file, const EncodedTable<T>& rows);

// (groups, repeats) By how much the error rises.
template <class T>
std::vector<std::vector<double>> permuted_errors(const ModelFile<T>& file,
                                                 const EncodedTable<T>& rows,
                                                 const ColumnGroups& groups, std::size_t repeats,
                                                 uint64_t seed);

}  // namespace rfm::data
