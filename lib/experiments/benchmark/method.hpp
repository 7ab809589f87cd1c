// The methods of the tabular comparison and how each is chosen and scored on one table. Methods
// that search the same fits share them.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/benchmark/grid.hpp"

namespace rfm::experiments {

struct MethodFacts {
  const char* name;
  const char* words;
};
// In the order of the table.
const std::vector<MethodFacts>& methods();

// The library's own automatic choice as a method: rfm train on the training rows of each division,
// nothing taken from the choosing split. Costs a search a division.
struct AutomaticScore {
  // Accuracy, or R2; 0, as the class shares or the mean would have, where no fit was found.
  double value = 0;
  std::string setting;  // of the best candidate, in words
};

// `stop` is asked between fits; what comes back then is incomplete.
AutomaticScore automatic(const TabularSet& set, const Partition& partition,
                         const std::function<bool()>& stop);

// Results of one method on one table. `published` keeps the M learned on the choosing split, which
// has seen rows that are tested on; `honest` learns M in every fold. They differ only where M is
// learned.
struct MethodScore {
  std::string setting;
  double chosen_score = 0;  // on the choosing split
  double published = 0, honest = 0;
};

// All the methods asked for, by name. `stop` is asked between fits; what comes back then is
// incomplete.
std::map<std::string, MethodScore> run_methods(const TabularSet& set,
                                               const std::vector<std::string>& wanted,
                                               const std::function<bool()>& stop);

}  // namespace rfm::experiments
