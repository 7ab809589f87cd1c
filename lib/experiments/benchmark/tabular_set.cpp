#include "experiments/benchmark/tabular_set.hpp"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::experiments {
namespace {

using data::failure;
using data::Outcome;
using nlohmann::json;

// Reads a text file whole: `path`, or `path` + ".gz" when that is what there is.
Outcome read_maybe_compressed(const std::string& path, std::string& text) {
  const std::string found = std::filesystem::exists(path) ? path : path + ".gz";
  struct Close {
    void operator()(gzFile_s* file) const { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Close> file(gzopen(found.c_str(), "rb"));
  if (file == nullptr) return failure("cannot read '" + path + "', nor the same with .gz");
  text.clear();
  constexpr unsigned block = 1u << 16u;
  std::string buffer(block, '\0');
  for (;;) {
    const int count = gzread(file.get(), buffer.data(), block);
    if (count < 0) return failure("'" + found + "' is damaged");
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (static_cast<unsigned>(count) < block) return {};
  }
}

Outcome read_json(const std::string& path, json& out) {
  std::string text;
  if (Outcome outcome = read_maybe_compressed(path, text); !outcome.ok()) return outcome;
  out = json::parse(text, nullptr, false);
  return out.is_object() ? Outcome{} : failure("'" + path + "' is no JSON object");
}

// Row numbers below `rows`; without `train`, all rows that are not in `test`.
Partition partition_of(const json& pair, const char* test, std::size_t rows) {
  Partition out;
  out.test = pair.at(test).get<std::vector<std::size_t>>();
  if (pair.contains("train")) {
    out.train = pair.at("train").get<std::vector<std::size_t>>();
  } else {
    std::vector<bool> taken(rows, false);
    for (const std::size_t i : out.test) taken.at(i) = true;
    for (std::size_t i = 0; i < rows; ++i)
      if (!taken[i]) out.train.push_back(i);
  }
  for (const std::vector<std::size_t>* part : {&out.train, &out.test})
    for (const std::size_t i : *part)
      if (i >= rows) throw std::out_of_range("a row number beyond the table");
  return out;
}

// Every column but the last: itself when all cells are numbers, else a column of 0 and 1 for each
// level.
void encode(const data::TextTable& text, Features& out) {
  std::vector<std::vector<float>> columns;
  for (std::size_t k = 0; k + 1 < text.columns.size(); ++k) {
    const data::TextColumn& cells = text.columns[k];
    std::vector<float> numbers(cells.size());
    std::map<std::string, std::vector<float>> levels;
    double value = 0;
    bool numeric = true;
    for (std::size_t i = 0; i < cells.size() && numeric; ++i) {
      numeric = data::parse_number(cells[i], value);
      numbers[i] = static_cast<float>(value);
    }
    if (numeric) {
      columns.push_back(std::move(numbers));
      continue;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<float>& level = levels[std::string(cells[i])];
      level.resize(cells.size());
      level[i] = 1;
    }
    for (auto& level : levels) columns.push_back(std::move(level.second));
  }
  out.n = text.rows();
  out.d = columns.size();
  out.x.resize(out.n * out.d);
  for (std::size_t i = 0; i < out.n; ++i)
    for (std::size_t k = 0; k < out.d; ++k) out.row(i)[k] = columns[k][i];
}

Outcome read_targets(const data::TextColumn& cells, TabularSet& set) {
  if (!set.facts.classification) {
    set.targets.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (!data::parse_number(cells[i], set.targets[i]))
        return failure(
            "'" + set.facts.name + "': target '" + std::string(cells[i]) + "' is no number", i + 2);
    return {};
  }
  std::map<std::string_view, uint32_t> classes;
  for (std::size_t i = 0; i < cells.size(); ++i) classes[cells[i]] = 0;
  uint32_t next = 0;
  for (auto& entry : classes) entry.second = next++;
  set.classes = classes.size();
  for (std::size_t i = 0; i < cells.size(); ++i) set.labels.push_back(classes[cells[i]]);
  return {};
}

}  // namespace

Outcome read_facts(const std::string& folder, SetFacts& facts) {
  namespace fs = std::filesystem;
  json meta, parts;
  if (Outcome outcome = read_json(folder + "/meta.json", meta); !outcome.ok()) return outcome;
  facts = {};
  facts.folder = folder;
  facts.name = fs::path(folder).filename().string();
  const auto exists = [&](const std::string& name) {
    return fs::exists(folder + "/" + name) || fs::exists(folder + "/" + name + ".gz");
  };
  if (exists("data_full.csv")) facts.table_file = "data_full.csv";
  try {
    facts.classification =
        meta.at("task").get<std::string>().find("classification") != std::string::npos;
    facts.rows = meta.at("n").get<std::size_t>();
    if (!exists("partitions.json")) return {};
    if (Outcome outcome = read_json(folder + "/partitions.json", parts); !outcome.ok())
      return outcome;
    facts.rows = parts.value("n_rows_indexed", facts.rows);
    if (parts.contains("holdout"))
      facts.choice = {partition_of(parts["holdout"], "valid", facts.rows)};
    for (const json& fold : parts.at("kfold"))
      facts.folds.push_back(partition_of(fold, "test", facts.rows));
  } catch (const std::exception& error) {
    return failure("'" + folder + "': meta.json or partitions.json: " + error.what());
  }
  return {};
}

Outcome read_set(const SetFacts& facts, TabularSet& set) {
  set = {};
  set.facts = facts;
  const std::string path = facts.folder + "/" + facts.table_file;
  std::string text;
  if (Outcome outcome = read_maybe_compressed(path, text); !outcome.ok()) return outcome;
  if (Outcome outcome = data::read_csv(text, {}, set.text); !outcome.ok()) {
    outcome.words = "'" + path + "': " + outcome.words;
    return outcome;
  }
  if (set.text.columns.size() < 2)
    return failure("'" + path + "' has no column besides the target");
  if (!facts.folds.empty() && set.text.rows() < facts.rows)
    return failure("'" + path + "' has fewer rows than its partitions speak of");
  encode(set.text, set.features);
  return read_targets(set.text.columns.back(), set);
}

Outcome read_collection(const std::string& folder, std::vector<SetFacts>& sets) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (fs::exists(entry.path() / "meta.json")) folders.push_back(entry.path().string());
  if (error) return failure("cannot read the folder '" + folder + "': " + error.message());
  if (folders.empty()) return failure("'" + folder + "' has no folder with a meta.json");
  std::sort(folders.begin(), folders.end());
  for (const std::string& path : folders) {
    SetFacts facts;
    if (Outcome outcome = read_facts(path, facts); !outcome.ok()) return outcome;
    sets.push_back(std::move(facts));
  }
  return {};
}

Features some_rows(const Features& all, const std::vector<std::size_t>& rows) {
  Features out{rows.size(), all.d, {}};
  out.x.reserve(rows.size() * all.d);
  for (const std::size_t i : rows) out.x.insert(out.x.end(), all.row(i), all.row(i) + all.d);
  return out;
}

data::TextTable some_rows(const data::TextTable& all, const std::vector<std::size_t>& rows) {
  data::TextTable out;
  out.names = all.names;
  out.columns.resize(all.columns.size());
  for (std::size_t k = 0; k < all.columns.size(); ++k)
    for (const std::size_t i : rows) out.columns[k].append(all.columns[k][i]);
  return out;
}

}  // namespace rfm::experiments
