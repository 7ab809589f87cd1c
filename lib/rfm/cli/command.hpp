// The commands of the program rfm: each adds itself, its arguments and what it does.
#pragma once
#include "rfm/cli/arguments.hpp"

namespace rfm::cli {

void add_train(Program& program);
void add_look(Program& program);
void add_predict(Program& program);
void add_evaluate(Program& program);
void add_inspect(Program& program);
void add_export(Program& program);
void add_shrink(Program& program);
void add_report(Program& program);
void add_sizes(Program& program);

}  // namespace rfm::cli
