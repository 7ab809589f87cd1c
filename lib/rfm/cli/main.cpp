// The program rfm: parses the command line and runs one command.
#include <stdio.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>

#include "rfm/cli/command.hpp"
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

int parse_and_run(int count, char** words) {
  CLI::App program("Recursive feature machines: a CSV to a model in one command.", "rfm");
  program.set_version_flag("--version", RFM_VERSION);
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 done, 1 failed, 2 used wrongly. Data goes to the standard output, words to the error "
      "stream.\n"
      "RFM_THREADS: threads to use. RFM_VARIANT: plain, baseline, avx2, avx512 or neon instead of the "
      "fastest\n"
      "instructions this processor has; --portable goes before it.\n"
      "`rfm COMMAND --help` has the options, their defaults, formulas and examples.");
  rfm::cli::Command chosen;
  rfm::cli::add_train(program, chosen);
  rfm::cli::add_predict(program, chosen);
  rfm::cli::add_evaluate(program, chosen);
  rfm::cli::add_inspect(program, chosen);
  rfm::cli::add_export(program, chosen);
  rfm::cli::add_shrink(program, chosen);
  rfm::cli::add_report(program, chosen);
  rfm::cli::add_sizes(program, chosen);
  rfm::cli::add_benchmark(program, chosen);
  rfm::cli::add_reproduce(program, chosen);
  try {
    program.parse(count, words);
  } catch (const CLI::RequiredError& error) {
    const bool unknown = count > 1 && words[1][0] != '-' && program.get_subcommands().empty();
    if (unknown) fprintf(stderr, "rfm: there is no command '%s'\n", words[1]);
    program.exit(error);
    return rfm::cli::exit_misused;
  } catch (const CLI::ParseError& error) {
    const int code = program.exit(error);
    return code == 0 ? rfm::cli::exit_done : rfm::cli::exit_misused;
  }
  return variant_exists() ? chosen() : rfm::cli::exit_misused;
}

}  // namespace

int main(int count, char** words) {
  rfm::host::watch_signals();
  try {
    return parse_and_run(count, words);
  } catch (const std::bad_alloc&) {
    fputs("rfm: out of memory: use fewer rows or columns\n", stderr);
  } catch (const std::exception& error) {
    fprintf(stderr, "rfm: %s\n", error.what());
  }
  return rfm::cli::exit_failed;
}
