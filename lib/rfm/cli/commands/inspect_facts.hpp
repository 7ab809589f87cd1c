// What a model file says about itself, as one JSON object; `rfm inspect` prints it or words made of
// it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/cli/json_output.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::cli {

// What its features are called; column_1, ... where the file does not say.
template <class T>
std::vector<std::string> names_of(const data::ModelFile<T>& file);

// Keys: type, kernel, metric, centres, columns, features, rank, outputs, members, bytes {file,
// predict, gradient}, directions (full metrics of at most 1,000 features), target, task, classes,
// history.
template <class T>
Json model_facts(const data::ModelFile<T>& file, std::size_t bytes);

// M as CSV, with the names of the features in the header and no index.
template <class T>
std::string metric_csv(const data::ModelFile<T>& file, bool safe);

// What writing it takes at most.
template <class T>
std::size_t metric_csv_bytes(const Model<T>& model);

// What a key of a choice in the history is called today; nothing where that stands beside it.
std::string todays_word(const std::string& key, const Json& choice);

// The number under a key of the facts; 0 when there is none, since a history may come from
// anywhere.
double number_at(const Json& json, const char* key);

// How much a trial of the history was scored on. Losses compare where that is equal: a candidate
// that fell behind was not tried on all folds.
double rows_scored(const Json& trial);

}  // namespace rfm::cli
