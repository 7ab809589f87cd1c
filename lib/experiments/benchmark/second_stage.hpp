// Methods that fit once more on what an RFM has found: RFM-T (the columns it marks) and the neural
// tangent kernel on rows projected by its M. Costs one RFM fit and a small sweep a partition.
#pragma once
#include <functional>
#include <string>

#include "experiments/benchmark/method.hpp"

namespace rfm::experiments {

// `name` is "rfm-t" or "ntk-rfm", `first` the RFM's setting; round 0 counts as round 1, since an M
// is needed.
MethodScore second_stage(const std::string& name, const Problem& problem, const TabularSet& set,
                         Setting first, const std::function<bool()>& stop);

}  // namespace rfm::experiments
