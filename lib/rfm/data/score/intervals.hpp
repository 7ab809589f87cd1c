// Prediction intervals from residuals of rows that the machine was not fitted on (split conformal
// and CV+ in the form that keeps one machine): a new value lies within the p-th residual quantile
// of its prediction with chance p or more. Where large answers miss by more than small ones,
// residuals are first divided by what is usual around their prediction. O(n log n).
#pragma once
#include <vector>

#include "rfm/data/encode/fitted_encoding.hpp"

namespace rfm::data {

// (interval_points) Entry p is the ceil((n + 1) p / 100)-th smallest absolute residual: half the
// width that covers p percent of new rows, if rows are exchangeable. The largest residual where n
// is too small for that promise, 0 at p = 0; empty without residuals.
std::vector<double> residual_quantiles(std::vector<double> residuals);

// residuals: truth less out-of-fold prediction, in units of the target. The same width anywhere.
void set_intervals(const std::vector<double>& residuals, FittedEncoding& encoding);

// predicted: out-of-fold predictions; residuals: truth less those, in units of the target. Widths
// differ by the predicted value from 200 residuals on, if that makes their mean at 90 % narrower by
// 2 % or more. What is usual around a value is then learned in five parts of the rows, each for the
// next, so that no residual is held against itself.
void set_intervals(const std::vector<double>& predicted, const std::vector<double>& residuals,
                   FittedEncoding& encoding);

}  // namespace rfm::data
