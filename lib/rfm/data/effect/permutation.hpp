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
#include "rfm/data/text/json.hpp"

namespace rfm::data {

// Columns that were shuffled together, and by how much R2 or accuracy falls then: the mean of the
// shuffles, and the deviation between them.
struct PermutedColumns {
  std::vector<std::string> columns;
  double fall = 0, spread = 0;
};

void write(const PermutedColumns& permuted, JsonText& json);

// The first of these raw columns and those among the others that could stand in for it: a feature
// correlates by 0.7 or more with one of it, or of another that could. O(n d) for each that is
// found.
std::vector<std::size_t> stand_ins(const Encoding<float>& encoding, const EncodedTable<float>& rows,
                                   std::vector<std::size_t> columns);

// Regression: the mean squared error in units of the target's. Classification: the share of
// mistakes, by the model's own decision.
double error_of(const ModelFile<float>& file, const EncodedTable<float>& rows);

// By how much the error rises from `error` in each of the repeats when these columns are shuffled.
std::vector<double> permuted_errors(const ModelFile<float>& file, const EncodedTable<float>& rows,
                                    double error, const std::vector<std::size_t>& columns,
                                    std::size_t repeats, uint64_t seed);

PermutedColumns permuted_columns(const Encoding<float>& encoding,
                                 const std::vector<std::size_t>& columns,
                                 const std::vector<double>& falls);

}  // namespace rfm::data
