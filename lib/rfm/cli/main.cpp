// The program rfm: parses the command line and runs one command.
#include <stdio.h>

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/interrupt.hpp"
#include "rfm/host/variant_choice.hpp"
#include "rfm/version.h"

namespace {

// Whether this machine has the variant that RFM_VARIANT names; says so if not.
bool variant_exists() {
  const rfm::Engine<float>* engine = nullptr;
  std::string problem;
  if (rfm::choose_engine(rfm::variant_from_environment(), &engine, &problem)) return true;
  fprintf(stderr, "rfm: RFM_VARIANT: %s\n", problem.c_str());
  return false;
}

void add_commands(rfm::cli::Program& program) {
  rfm::cli::add_train(program);
  rfm::cli::add_predict(program);
  rfm::cli::add_evaluate(program);
  rfm::cli::add_inspect(program);
  rfm::cli::add_export(program);
  rfm::cli::add_shrink(program);
  rfm::cli::add_report(program);
  rfm::cli::add_sizes(program);
  rfm::cli::add_benchmark(program);
  rfm::cli::add_reproduce(program);
}

int read_and_run(const std::vector<std::string>& words) {
  rfm::cli::Program program("rfm", "Recursive feature machines: a CSV to a model in one command.",
                            RFM_VERSION);
  add_commands(program);
  program.footer(
      "Exit codes: 0 done, 1 failed, 2 used wrongly. Data goes to the standard output, words to the error "
      "stream.\n"
      "RFM_THREADS: threads to use. RFM_VARIANT: plain, baseline, avx2, avx512, neon, avx2_unfused or\n"
      "avx512_unfused instead of the fastest instructions this processor has; --portable goes before it.\n"
      "`rfm COMMAND --help` has the options, their defaults, formulas and examples.");
  const rfm::cli::Request request = program.read(words);
  if (request.action) return variant_exists() ? request.action() : rfm::cli::exit_misused;
  const rfm::data::Outcome outcome = rfm::host::write_file("-", request.text);
  return outcome.ok() ? rfm::cli::exit_done : rfm::cli::fail(outcome);
}

}  // namespace

int main(int count, char** words) {
  rfm::host::watch_signals();
  try {
    return read_and_run(std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count));
  } catch (const rfm::cli::Misuse& error) {
    fprintf(stderr, "rfm: %s\nRun with --help for more information.\n", error.what());
    return rfm::cli::exit_misused;
  } catch (const std::bad_alloc&) {
    fputs("rfm: out of memory: use fewer rows or columns\n", stderr);
  } catch (const std::exception& error) {
    fprintf(stderr, "rfm: %s\n", error.what());
  }
  return rfm::cli::exit_failed;
}
