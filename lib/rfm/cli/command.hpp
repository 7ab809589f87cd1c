// The commands of the program: each adds itself, its arguments and what it does.
#pragma once
#include "rfm/cli/arguments.hpp"

namespace rfm::cli {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_misused = 2;

void add_train(Program& program);
void add_predict(Program& program);
void add_evaluate(Program& program);
void add_inspect(Program& program);
void add_export(Program& program);
void add_shrink(Program& program);
void add_report(Program& program);
void add_sizes(Program& program);
// Absent from a program built without experiments, where they say so.
void add_benchmark(Program& program);
void add_reproduce(Program& program);

}  // namespace rfm::cli
