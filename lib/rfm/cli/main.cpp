// The program rfm.
#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/version.h"

int main(int count, char** words) {
  using namespace rfm::cli;
  begin();
  Program program("rfm", "Recursive feature machines: a CSV to a model in one command.",
                  RFM_VERSION);
  add_train(program);
  add_look(program);
  add_predict(program);
  add_evaluate(program);
  add_inspect(program);
  add_export(program);
  add_shrink(program);
  add_report(program);
  add_sizes(program);
  program.elsewhere({"benchmark", "reproduce"},
                    "the paper's results are a program of their own: rfm_experiments");
  program.footer(
      "Exit codes: 0 done, 1 failed, 2 used wrongly. Data goes to the standard output, words to "
      "the error "
      "stream.\n"
      "RFM_THREADS: threads to use. RFM_ENGINE: plain, baseline, avx2, avx512, neon, avx2_unfused "
      "or\n"
      "avx512_unfused instead of the fastest instructions this processor has; --portable goes "
      "before it.\n"
      "`rfm help COMMAND` has the options, their defaults, formulas and examples.");
  return run(program, count, words);
}
