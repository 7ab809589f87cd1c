// The regression folders: at most some thousand seeded rows of each, three seeded splits in four
// fifths and one, columns and targets standardised by the training rows; kernel, metric, bandwidth,
// ridge and rounds chosen by R2 on a quarter of the training rows. Costs some hundred fits a table.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/benchmark/method.hpp"

namespace rfm::experiments {

// `honest` and `published` are both the mean R2 over the splits.
std::map<std::string, MethodScore> run_regression(const TabularSet& set,
                                                  const std::vector<std::string>& wanted,
                                                  std::size_t most_rows,
                                                  const std::function<bool()>& stop);

// The methods of `methods()` that this suite knows.
const std::vector<std::string>& regression_methods();

}  // namespace rfm::experiments
