// The commands of the program: each adds itself to the parser, and says what to run when it was the one
// given.
#pragma once
#include <functional>

namespace CLI {
class App;
}

namespace rfm::cli {

// Returns the exit code: 0 done, 1 failed, 2 used wrongly.
using Command = std::function<int()>;

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_misused = 2;

void add_train(CLI::App& program, Command& chosen);
void add_predict(CLI::App& program, Command& chosen);
void add_evaluate(CLI::App& program, Command& chosen);
void add_inspect(CLI::App& program, Command& chosen);
void add_export(CLI::App& program, Command& chosen);
void add_shrink(CLI::App& program, Command& chosen);
void add_report(CLI::App& program, Command& chosen);
void add_sizes(CLI::App& program, Command& chosen);
// Absent from a program built without experiments, where they say so.
void add_benchmark(CLI::App& program, Command& chosen);
void add_reproduce(CLI::App& program, Command& chosen);

}  // namespace rfm::cli
