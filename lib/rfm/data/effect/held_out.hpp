// What rows that a fit has not seen tell of it: which columns it needs, by permutation, and how
// its error falls with the number of rows, which says what twice as many would bring. The chosen
// settings are fitted again for each fold, at most 3,000 rows a fit; beyond 1,500 rows one fold
// will do. Costs about as much as two or three trials of the search.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/effect/permutation.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/score/importance.hpp"
#include "rfm/data/search/search.hpp"

namespace rfm::data {

struct LearnedFrom {
  std::size_t rows = 0;
  double error = 0;  // 1 - R2, or the share of mistakes, on held-out rows
};

struct HeldOutStudy {
  std::vector<PermutedColumns> permuted;  // the largest fall first
  std::vector<LearnedFrom> learning;      // of ever more rows
  double twice = 1;  // what is left of the error with twice the rows, by the curve through these
};

// `table` are the training rows that `data` points into. Empty where nothing could be fitted.
HeldOutStudy held_out_study(const EncodedTable<float>& table, const SearchData& data,
                            const SearchOptions& options, const SearchResult& search,
                            const std::vector<ColumnImportance>& importances,
                            const FittedEncoding& fitted);

// error(rows) = a + b rows^-c through the points, a and b not negative: error(2 n) / error(n) at
// the last of them.
double error_left_by_twice(const std::vector<LearnedFrom>& learning);

}  // namespace rfm::data
