// Training again as another model was trained: `rfm train new.csv --like old.rfm`.
#pragma once
#include <string>

#include "rfm/data/outcome.hpp"
#include "rfm/data/train.hpp"

namespace rfm::cli {

// Takes over the target, the task, the columns and what was chosen from the history of that model,
// wherever the options leave it open. Of several members the first is taken.
data::Outcome take_over(const std::string& model, data::TrainOptions& options);

}  // namespace rfm::cli
