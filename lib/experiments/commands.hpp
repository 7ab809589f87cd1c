// The commands of the program rfm_experiments.
#pragma once
#include "rfm/cli/arguments.hpp"

namespace rfm::experiments {

void add_benchmark(cli::Program& program);
void add_reproduce(cli::Program& program);

}  // namespace rfm::experiments
