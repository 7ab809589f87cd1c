// rfm_experiments benchmark: the paper's tabular comparison on a folder of tables, beside the
// published numbers.
#include <stdio.h>

#include <memory>

#include "experiments/benchmark/regression.hpp"
#include "experiments/benchmark/run.hpp"
#include "experiments/commands.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/interrupt.hpp"
#include "rfm/host/progress.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::experiments {
namespace {

using cli::counted;
using cli::exit_done;
using cli::fail;
using cli::say;
using data::Outcome;

struct BenchmarkArguments {
  std::string folder, json, suite = "classification", protocol = "paper";
  std::vector<std::string> methods, sets;
  std::size_t most_rows = 0, threads = 0;
};

struct PublishedRow {
  const char* name;
  double average, p90, p95, pma, rank;
};
// The paper's table over all 121 sets of the collection.
constexpr PublishedRow published[] = {{"RFM", 85.39, 92.56, 85.96, 97.36, 17.79},
                                      {"Laplace", 83.76, 90.08, 74.38, 95.95, 28.48},
                                      {"NTK", 82.70, 85.95, 68.60, 94.84, 33.55},
                                      {"random forest", 81.96, 83.47, 68.60, 93.48, 33.52},
                                      {"Gaussian SVM", 81.81, 82.35, 69.75, 93.21, 37.50},
                                      {"neural network", 79.37, 73.55, 53.72, 91.14, 44.13}};

std::string line_of(const std::string& name, double average, double p90, double p95, double pma,
                    double rank) {
  char line[128];
  snprintf(line, sizeof line, "%-26s %9.2f %7.1f %7.1f %7.2f %7.2f", name.c_str(), average, p90,
           p95, pma, rank);
  return std::string(line);
}

std::string classification_table(const BenchmarkArguments& a, const Results& results) {
  char head[128];
  snprintf(head, sizeof head, "%-26s %9s %7s %7s %7s %7s\n", "", "average", "P90", "P95", "PMA",
           "rank");
  std::string out = head;
  for (const std::string& method : a.methods)
    for (const char* version : {"", " (frozen M)"}) {
      const Summary& s = results.summaries.at(method + version);
      if (*version != '\0' && results.summaries.at(method).average == s.average) continue;
      out += line_of(method + version, s.average, 100 * s.p90, 100 * s.p95, 100 * s.pma, s.rank) +
             "  " + counted(s.sets, "set", "sets") + "\n";
    }
  out += "published, all 121 sets (M frozen)\n";
  for (const PublishedRow& row : published)
    out += line_of(std::string("  ") + row.name, row.average, row.p90, row.p95, row.pma, row.rank) +
           "\n";
  return out;
}

std::string regression_table(const BenchmarkArguments& a, const Results& results) {
  char line[128];
  snprintf(line, sizeof line, "%-14s %9s %7s %7s %7s\n", "", "mean R2", "ADTM", "PMA", "rank");
  std::string out = line;
  for (const std::string& method : a.methods) {
    const Summary& s = results.summaries.at(method);
    snprintf(line, sizeof line, "%-14s %9.4f %7.3f %7.3f %7.2f  ", method.c_str(), s.average,
             s.adtm, s.pma, s.rank);
    out += line + counted(s.sets, "set", "sets") + "\n";
  }
  return out;
}

int run(BenchmarkArguments a) {
  const bool regression = a.suite == "regression";
  if (a.methods.empty()) a.methods = {"rfm", "laplace"};
  if (a.most_rows == 0) a.most_rows = regression ? 3000 : 5000;
  const Threads threads(a.threads);
  host::ProgressLine line(true);
  Results results;
  results.suite = a.suite;
  BenchmarkOptions options{a.folder,           a.json, regression, a.methods, a.sets, a.most_rows,
                           threads.executor(), {},     {}};
  options.stop = [] { return host::interrupted(); };
  options.progress = [&](const std::string& name, std::size_t done, std::size_t all) {
    line.show(std::to_string(done) + " of " + std::to_string(all) + " sets, the last was " + name);
  };
  Outcome outcome;
  if (!a.json.empty()) {
    if (outcome = host::check_writable(a.json); !outcome.ok()) return fail(outcome);
    if (outcome = read_results(a.json, results); !outcome.ok()) return fail(outcome);
  }
  const double started = host::seconds();
  {
    const host::GentleInterrupt gentle;
    outcome = run_benchmark(options, results);
    line.clear();
    if (host::interrupted())
      say(a.json.empty() ? "interrupted; with --json FILE the same command would go on from here"
                         : "interrupted; the same command goes on from here");
  }
  if (!outcome.ok()) return fail(outcome);
  std::size_t peers = 0;
  if (outcome = summarise_results(options, results, peers); !outcome.ok()) return fail(outcome);
  if (!a.json.empty())
    if (outcome = write_results(a.json, results); !outcome.ok()) return fail(outcome);
  double processor = 0;
  for (const auto& [name, set] : results.sets) processor += set.seconds;
  say("ranked among " + std::to_string(peers) + " published results; " +
      data::format_rounded(processor, 3) + " s of processor time, " +
      data::format_rounded(host::seconds() - started, 3) + " s since it began");
  outcome = host::write_file(
      "-", regression ? regression_table(a, results) : classification_table(a, results));
  return outcome.ok() ? exit_done : fail(outcome);
}

std::string footer() {
  std::string out =
      "DIR holds one folder a table: data.csv or data.csv.gz with the target last, meta.json "
      "(task, n) and, "
      "for "
      "classes, partitions.json (holdout: train, valid; kfold: train, test). Ranks are against DIR/"
      "delgado_results.csv, or DIR/regression_peers.csv for --suite regression.\nMethods\n";
  for (const MethodFacts& method : methods())
    out += std::string("  ") + method.name +
           std::string(14 - std::string(method.name).size(), ' ') + method.words + "\n";
  return out +
         "Protocol: ridge 10, 1, .1, .01, .001 x rows of length one or raw x families x rounds are "
         "scored on "
         "the "
         "holdout split, the first of the best is scored on the four folds. M is learned in every "
         "fold; "
         "where "
         "that matters a second line, (frozen M), keeps the M of the holdout split as the paper "
         "did: it has "
         "seen "
         "rows that are tested on.\nExample\n  rfm_experiments benchmark tables --methods "
         "rfm,laplace,ntk "
         "--json "
         "results.json";
}

void check_methods(const BenchmarkArguments& a) {
  for (const std::string& name : a.methods) {
    bool known = false;
    if (a.suite == "regression") {
      for (const std::string& method : regression_methods()) known = known || method == name;
    } else {
      for (const auto& method : methods()) known = known || method.name == name;
    }
    if (!known)
      throw cli::Misuse("--methods", "the suite " + a.suite + " has no method '" + name + "'");
  }
}

}  // namespace

void add_benchmark(cli::Program& program) {
  cli::Command& command =
      program.add("benchmark", "The paper's tabular benchmark on a folder of tables");
  auto arguments = std::make_shared<BenchmarkArguments>();
  BenchmarkArguments& a = *arguments;
  command.add("folder", a.folder, "The collection, one folder a table").required();
  command.add("--suite", a.suite, "Which tables")
      .among({"classification", "regression"})
      .shows_default();
  command.add("--protocol", a.protocol, "How parameters are chosen")
      .among({"paper"})
      .shows_default();
  command.add("--methods", a.methods, "Separated by commas [rfm,laplace]");
  command.add("--sets", a.sets, "Only these tables, separated by commas [all that qualify]");
  command.add("--json", a.json, "Results, kept after every table; tables it has are not run again");
  command.add(
      "--max-rows", a.most_rows,
      "Larger tables are left out [5000]; for --suite regression, rows taken of each [3000]");
  command.add("--threads", a.threads, "Threads to use; 0: RFM_THREADS, or all processors")
      .shows_default();
  command.footer(footer());
  command.action([arguments] {
    check_methods(*arguments);
    return run(*arguments);
  });
}

}  // namespace rfm::experiments
