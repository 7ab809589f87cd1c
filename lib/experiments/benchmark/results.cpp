#include "experiments/benchmark/results.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"

namespace rfm::experiments {
namespace {

double mean_of_known(const std::vector<double>& scores) {
  double sum = 0;
  std::size_t count = 0;
  for (const double score : scores)
    if (!std::isnan(score)) {
      sum += score;
      ++count;
    }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

// 1 + those above + half of the others that are equal.
double rank_among(double mine, const std::vector<double>& others) {
  const double filling = mean_of_known(others);
  double rank = 1;
  for (const double other : others) {
    const double score = std::isnan(other) ? filling : other;
    if (score > mine) rank += 1;
    if (score == mine) rank += 0.5;
  }
  return rank;
}

using Json = nlohmann::ordered_json;

Json json_of(const SetResult& set) {
  Json out{{"rows", set.rows},
           {"columns", set.columns},
           {"classes", set.classes},
           {"seconds", set.seconds}};
  for (const auto& [name, score] : set.methods)
    out["methods"][name] = {{"score", score.honest},
                            {"score_frozen", score.published},
                            {"chosen_score", score.chosen_score},
                            {"setting", score.setting}};
  return out;
}

SetResult set_of(const Json& json) {
  SetResult out{json.at("rows"), json.at("columns"), json.at("classes"), json.at("seconds"), {}};
  for (const auto& [name, score] : json.at("methods").items())
    out.methods[name] = {score.at("setting"), score.at("chosen_score"), score.at("score_frozen"),
                         score.at("score")};
  return out;
}

}  // namespace

Summary summarise(const std::vector<double>& mine, const std::vector<std::vector<double>>& others) {
  Summary out;
  out.sets = mine.size();
  if (mine.empty()) return out;
  const double share = 1 / static_cast<double>(mine.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    double best = mine[i], worst = mine[i];
    for (const double other : others[i])
      if (!std::isnan(other)) {
        best = std::max(best, other);
        worst = std::min(worst, other);
      }
    out.average += share * mine[i];
    out.p90 += mine[i] >= 0.9 * best ? share : 0;
    out.p95 += mine[i] >= 0.95 * best ? share : 0;
    out.pma += share * mine[i] / best;
    out.adtm += best > worst ? share * (mine[i] - worst) / (best - worst) : share;
    out.rank += share * rank_among(mine[i], others[i]);
  }
  return out;
}

data::Outcome read_results(const std::string& path, Results& results) {
  if (!std::filesystem::exists(path)) return {};
  std::string text;
  if (data::Outcome outcome = host::read_text(path, text); !outcome.ok()) return outcome;
  try {
    const Json json = Json::parse(text);
    if (json.at("suite") != results.suite)
      return data::failure("'" + path + "' holds results of the suite '" +
                           json.at("suite").get<std::string>() + "'");
    for (const auto& [name, set] : json.at("sets").items()) results.sets[name] = set_of(set);
  } catch (const std::exception& error) {
    return data::failure("'" + path + "' holds no results of a benchmark: " + error.what());
  }
  return {};
}

data::Outcome write_results(const std::string& path, const Results& results) {
  Json json{{"command", "benchmark"}, {"suite", results.suite}};
  json["summary"] = Json::object();
  for (const auto& [name, s] : results.summaries)
    json["summary"][name] = {{"sets", s.sets}, {"average", s.average}, {"p90", s.p90},
                             {"p95", s.p95},   {"pma", s.pma},         {"adtm", s.adtm},
                             {"rank", s.rank}};
  json["sets"] = Json::object();
  for (const auto& [name, set] : results.sets) json["sets"][name] = json_of(set);
  return host::write_file(path, json.dump(1) + "\n");
}

data::Outcome read_peers(const std::string& path, const std::vector<std::string>& skip,
                         Peers& peers) {
  std::string text;
  if (data::Outcome outcome = host::read_text(path, text); !outcome.ok()) return outcome;
  data::TextTable table;
  if (data::Outcome outcome = data::read_csv(text, {}, table); !outcome.ok()) {
    outcome.words = "'" + path + "': " + outcome.words;
    return outcome;
  }
  peers = {};
  for (std::size_t k = 1; k < table.columns.size(); ++k) {
    if (std::find(skip.begin(), skip.end(), table.names[k]) != skip.end()) continue;
    peers.names.push_back(table.names[k]);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      double score = 0;
      const bool known = data::parse_number(table.columns[k][i], score);
      peers.scores[std::string(table.columns[0][i])].push_back(
          known ? score : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return {};
}

}  // namespace rfm::experiments
