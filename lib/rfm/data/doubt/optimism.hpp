// How much too good the best of many trials looks on the very rows they were compared on, and the
// scores without it. The losses of all trials on held-out rows are known, so choosing can be
// repeated: on nine tenths of the rows the best is chosen, on the last tenth it is judged, in ten
// turns and several divisions. What it loses there beyond the best of all rows is the optimism.
// O(divisions trials rows), no fit.
//
// After Tsamardinos, Greasidou and Borboudakis, Bootstrapping the out-of-sample predictions for
// efficient and accurate cross-validation (2018), with tenths in place of bootstrap samples: a
// choice on the 63 % of the rows that a sample holds is poorer than the one that was made.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/data/score/scores.hpp"
#include "rfm/data/search/loss.hpp"

namespace rfm::data {

// What one trial lost on each row (rows), summed over the ways in which rows were divided.
using TrialLosses = const RowLoss*;

// weight (rows) is 0 for rows that were never held out. Rows of one group go together; groups
// (rows), or nothing.
Optimism optimism_of(const std::vector<TrialLosses>& trials, const std::vector<double>& weight,
                     const std::vector<uint32_t>& groups, bool classes, uint64_t seed);

// Cross-validated scores as they are to be expected of new rows: r2, rmse, mae; accuracy, balanced
// accuracy, f1, brier, log_loss, and what they are worth beside the baseline. An area, recalls and
// counts stay.
void correct(const Optimism& optimism, double target_scale, Scores& scores);

}  // namespace rfm::data
