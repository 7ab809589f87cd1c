#include "experiments/benchmark/run.hpp"

#include <time.h>

#include <algorithm>
#include <mutex>

#include "experiments/benchmark/regression.hpp"

namespace rfm::experiments {
namespace {

// Of the calling thread.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

data::Outcome qualifying_sets(const BenchmarkOptions& options, std::vector<SetFacts>& sets) {
  std::vector<SetFacts> all;
  if (data::Outcome outcome = read_collection(options.folder, all); !outcome.ok()) return outcome;
  for (const std::string& name : options.sets)
    if (std::none_of(all.begin(), all.end(), [&](const SetFacts& set) { return set.name == name; }))
      return data::failure("'" + options.folder + "' has no set '" + name + "'");
  for (SetFacts& set : all) {
    if (!options.sets.empty() && !contains(options.sets, set.name)) continue;
    if (set.classification == options.regression) continue;
    if (!options.regression && (set.choice.empty() || set.rows > options.most_rows)) continue;
    sets.push_back(std::move(set));
  }
  if (sets.empty())
    return data::failure("no set of '" + options.folder + "' qualifies for this benchmark");
  std::sort(sets.begin(), sets.end(), [](const SetFacts& a, const SetFacts& b) {
    return a.rows != b.rows ? a.rows > b.rows : a.name < b.name;
  });
  return {};
}

// What the tables' tasks share; the mutex guards results and the first trouble.
struct Shared {
  const BenchmarkOptions& options;
  const std::vector<SetFacts>& sets;
  Results& results;
  std::mutex mutex{};
  std::size_t done = 0;
  data::Outcome trouble{};

  std::vector<std::string> missing(const std::string& set) {
    const std::lock_guard<std::mutex> lock(mutex);
    std::vector<std::string> out;
    const auto known = results.sets.find(set);
    for (const std::string& method : options.methods)
      if (known == results.sets.end() || known->second.methods.count(method) == 0)
        out.push_back(method);
    return out;
  }

  void finish(const TabularSet& set, double seconds,
              const std::map<std::string, MethodScore>& found) {
    const std::lock_guard<std::mutex> lock(mutex);
    SetResult& result = results.sets[set.facts.name];
    result.rows = set.facts.rows;
    result.columns = set.features.d;
    result.classes = set.classes;
    result.seconds += seconds;
    for (const auto& [name, score] : found) result.methods[name] = score;
    if (!options.results_file.empty() && trouble.ok())
      trouble = write_results(options.results_file, results);
  }

  void count(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex);
    ++done;
    if (options.progress) options.progress(name, done, sets.size());
  }
};

void one_set(Shared& shared, const SetFacts& facts) {
  const BenchmarkOptions& options = shared.options;
  if (options.stop()) return;
  const std::vector<std::string> missing = shared.missing(facts.name);
  if (!missing.empty()) {
    const double started = processor_seconds();
    TabularSet set;
    if (data::Outcome outcome = read_set(facts, set); !outcome.ok()) {
      const std::lock_guard<std::mutex> lock(shared.mutex);
      shared.trouble = std::move(outcome);
      return;
    }
    const auto found = options.regression
                           ? run_regression(set, missing, options.most_rows, options.stop)
                           : run_methods(set, missing, options.stop);
    if (options.stop()) return;
    shared.finish(set, processor_seconds() - started, found);
  }
  shared.count(facts.name);
}

}  // namespace

data::Outcome run_benchmark(const BenchmarkOptions& options, Results& results) {
  std::vector<SetFacts> sets;
  if (data::Outcome outcome = qualifying_sets(options, sets); !outcome.ok()) return outcome;
  Shared shared{options, sets, results};
  auto work = [&](std::size_t index, std::size_t) { one_set(shared, sets[index]); };
  for_each(options.executor, sets.size(), work);
  return shared.trouble;
}

data::Outcome summarise_results(const BenchmarkOptions& options, Results& results,
                                std::size_t& peer_count) {
  Peers peers;
  const std::string file = options.regression ? "/regression_peers.csv" : "/delgado_results.csv";
  const std::vector<std::string> skip{"min", "max", "mean", "std", "n", "d"};
  if (data::Outcome outcome = read_peers(options.folder + file, skip, peers); !outcome.ok())
    return outcome;
  peer_count = peers.names.size();
  const double unit = options.regression ? 1 : 100;  // published accuracies are percentages
  for (const std::string& method : options.methods) {
    for (const bool frozen : {false, true}) {
      std::vector<double> mine;
      std::vector<std::vector<double>> others;
      for (const auto& [name, set] : results.sets) {
        const auto score = set.methods.find(method);
        const auto known = peers.scores.find(name);
        if (score == set.methods.end() || known == peers.scores.end()) continue;
        mine.push_back(unit * (frozen ? score->second.published : score->second.honest));
        others.push_back(known->second);
      }
      results.summaries[method + (frozen ? " (frozen M)" : "")] = summarise(mine, others);
    }
  }
  return {};
}

}  // namespace rfm::experiments
