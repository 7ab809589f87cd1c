// rfm_experiments reproduce: one study of the paper, its published numbers beside ours, its figures
// into a folder.
#include <memory>

#include "experiments/commands.hpp"
#include "experiments/studies/study.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/progress.hpp"

namespace rfm::experiments {
namespace {

using cli::exit_done;
using cli::fail;
using cli::say;

struct ReproduceArguments {
  std::string name, folder;
  Settings settings;
  bool list = false, json = false;
};

std::string list_of_studies() {
  std::string out;
  for (const Study& study : studies())
    out += std::string(study.name) + std::string(22 - std::string(study.name).size(), ' ') +
           study.words + "\n";
  return out;
}

const Study* find_study(const std::string& name) {
  for (const Study& study : studies())
    if (study.name == name) return &study;
  return nullptr;
}

int run(const ReproduceArguments& a) {
  if (a.list) {
    const data::Outcome outcome = host::write_file("-", list_of_studies());
    return outcome.ok() ? exit_done : fail(outcome);
  }
  const double started = host::seconds();
  const Report report = run_study(*find_study(a.name), a.settings);
  data::Outcome outcome = host::write_file("-", a.json ? json_of(report) : text_of(report));
  if (!outcome.ok()) return fail(outcome);
  const std::string folder = a.folder.empty() ? "rfm-" + a.name : a.folder;
  if (outcome = write_report(report, folder); !outcome.ok()) return fail(outcome);
  say("tables and figures are in the folder " + folder + ", after " +
      data::format_rounded(host::seconds() - started, 3) + " s");
  for (const Claim& claim : report.claims)
    if (!claim.holds()) return fail(data::failure("not reproduced: " + claim.words));
  return exit_done;
}

}  // namespace

void add_reproduce(cli::Program& program) {
  cli::Command& command =
      program.add("reproduce", "A result of the paper, the published number beside ours");
  auto arguments = std::make_shared<ReproduceArguments>();
  ReproduceArguments& a = *arguments;
  command.add("name", a.name, "The study, see --list");
  command.add("--list", a.list, "The studies there are");
  command.add("--quick", a.settings.quick,
              "Smaller, in seconds; published numbers then do not apply");
  command.add("--seed", a.settings.seed, "Decides all that is random").shows_default();
  command.add("-o,--output", a.folder, "Folder for CSV and SVG files [rfm-NAME]");
  command.add("--json", a.json, "One JSON object on the standard output");
  command.footer("Exit code 1: a claim did not hold.\nStudies\n" + list_of_studies() +
                 "Example\n  rfm_experiments reproduce grokking --quick -o figures");
  command.action([arguments] {
    if (!arguments->list && find_study(arguments->name) == nullptr)
      throw cli::Misuse(
          "name", "'" + arguments->name + "' is no study; see rfm_experiments reproduce --list");
    return run(*arguments);
  });
}

}  // namespace rfm::experiments
