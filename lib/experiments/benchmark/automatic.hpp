// The library's own automatic choice as a method of the comparison: rfm train on the training rows
// of each division, nothing taken from the choosing split. Costs a search a division.
#pragma once
#include <functional>
#include <string>

#include "experiments/benchmark/tabular_set.hpp"

namespace rfm::experiments {

struct AutomaticScore {
  double value =
      0;  // accuracy, or R2; 0, as the class shares or the mean would have, where no fit was found
  std::string setting;  // of the best candidate, in words
};

// `stop` is asked between fits; what comes back then is incomplete.
AutomaticScore automatic(const TabularSet& set, const Partition& partition,
                         const std::function<bool()>& stop);

}  // namespace rfm::experiments
