// The program rfm_experiments: the paper's studies and its benchmark.
#include "experiments/commands.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/version.h"

int main(int count, char** words) {
  rfm::cli::begin();
  rfm::cli::Program program("rfm_experiments",
                            "Recursive feature machines: the results of the paper beside ours.",
                            RFM_VERSION);
  rfm::experiments::add_benchmark(program);
  rfm::experiments::add_reproduce(program);
  program.footer(
      "Exit codes: 0 done, 1 failed, 2 used wrongly. Data goes to the standard output, words to "
      "the error "
      "stream.\n"
      "RFM_THREADS: threads to use. RFM_ENGINE: the instructions to use, as for rfm.\n"
      "`rfm_experiments COMMAND --help` has the options, their defaults and examples.");
  return rfm::cli::run(program, count, words);
}
