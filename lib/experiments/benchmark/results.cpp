#include "experiments/benchmark/results.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "rfm/host/files.hpp"

namespace rfm::experiments {
namespace {

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

}  // namespace rfm::experiments
