// Scores of predictions: what the search makes small. O(classes) a row.
#pragma once
#include <cstddef>

#include "rfm/data/search/search.hpp"

namespace rfm::data {

// Sums over rows, so that folds can be added.
struct Loss {
  double squared = 0;   // squared error of the outputs
  double mistakes = 0;  // rows whose likeliest class is wrong
  double weight = 0;

  void add(const Loss& other);
};

// Of one row, times its weight; mistakes only where there are classes.
struct RowLoss {
  float squared = 0, mistakes = 0;
};

// Adds the loss of `row` of the data given its predicted outputs (c).
void add_loss(const SearchData& data, std::size_t row, const float* outputs, double* shares,
              Loss& loss);

// Regression: mean squared error. Classification: mean squared error of the codes plus the share of
// mistakes: squared errors tell neighbours apart where mistakes, being few, are too coarse.
double score_of(const SearchData& data, const Loss& loss);

}  // namespace rfm::data
