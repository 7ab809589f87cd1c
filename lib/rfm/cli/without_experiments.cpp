// The commands benchmark and reproduce of a program that was built without the experiments: they say so.

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"

namespace rfm::cli {
namespace {

void add_absent(Program& program, const char* name) {
  Command& command = program.add(name, "Not part of this program: built without experiments");
  command.ignores_arguments();
  command.action([] {
    say("rfm: this program was built without the experiments. Install libxtensor-blas-dev, libopenblas-dev "
        "and "
        "zlib1g-dev, configure with -DRFM_BUILD_EXPERIMENTS=ON and build again.");
    return exit_misused;
  });
}

}  // namespace

void add_benchmark(Program& program) { add_absent(program, "benchmark"); }
void add_reproduce(Program& program) { add_absent(program, "reproduce"); }

}  // namespace rfm::cli
