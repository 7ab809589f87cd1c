// The commands benchmark and reproduce of a program that was built without the experiments: they say so.
#include <CLI/CLI.hpp>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"

namespace rfm::cli {
namespace {

void add_absent(CLI::App& program, Command& chosen, const char* name) {
  CLI::App* command = program.add_subcommand(name, "Not part of this program: built without experiments");
  command->allow_extras();
  command->callback([&chosen] {
    chosen = [] {
      say("rfm: this program was built without the experiments. Install libxtensor-blas-dev, libopenblas-dev "
          "and "
          "zlib1g-dev, configure with -DRFM_BUILD_EXPERIMENTS=ON and build again.");
      return exit_misused;
    };
  });
}

}  // namespace

void add_benchmark(CLI::App& program, Command& chosen) { add_absent(program, chosen, "benchmark"); }
void add_reproduce(CLI::App& program, Command& chosen) { add_absent(program, chosen, "reproduce"); }

}  // namespace rfm::cli
