// The library's own automatic choice as a method of the comparison: rfm train on the training rows of each
// fold, nothing taken from the choosing split. Costs four searches a table.
#pragma once
#include <functional>

#include "experiments/benchmark/method.hpp"

namespace rfm::experiments {

MethodScore automatic(const TabularSet& set, const std::function<bool()>& stop);

}  // namespace rfm::experiments
