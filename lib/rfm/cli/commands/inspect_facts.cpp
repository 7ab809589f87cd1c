#include "rfm/cli/commands/inspect_facts.hpp"

#include <algorithm>

#include "rfm/cli/answers.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/table/plan.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {

template <class T>
std::vector<std::string> names_of(const data::ModelFile<T>& file) {
  if (file.encoded) return data::feature_names(file.encoding);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < file.model().d; ++j)
    names.push_back("column_" + std::to_string(j + 1));
  return names;
}

namespace {

constexpr std::size_t widest_eigen = 1000;  // features: the eigenvectors take seconds beyond
constexpr std::size_t shown_directions = 5;
constexpr std::size_t shown_features = 8;

// The features with the largest weights in a direction.
template <class T>
Json largest_weights(const T* vector, const std::vector<std::string>& names) {
  std::vector<std::size_t> order =
      data::ascending(names.size(), [vector](std::size_t a, std::size_t b) {
        return vector[a] * vector[a] > vector[b] * vector[b];
      });
  order.resize(std::min(order.size(), shown_features));
  Json weights = Json::array();
  for (const std::size_t j : order)
    weights.push_back({{"feature", names[j]}, {"weight", static_cast<double>(vector[j])}});
  return weights;
}

template <class T>
Json directions_of(const data::ModelFile<T>& file) {
  const Model<T>& model = file.model();
  Json found = Json::array();
  if (model.metric != Metric::full || model.d > widest_eigen) return found;
  std::vector<T> values(model.d), vectors(data::array_size<T>(model.d, model.d)),
      scratch(directions_scratch(model.d));
  directions(model, values.data(), vectors.data(), scratch.data());
  double total = 0;
  for (const T value : values) total += value > 0 ? static_cast<double>(value) : 0;
  const std::vector<std::string> names = names_of(file);
  for (std::size_t k = 0; k < std::min(model.r, shown_directions) && total > 0; ++k) {
    found.push_back({{"share", static_cast<double>(values[k]) / total},
                     {"weights", largest_weights(vectors.data() + k * model.d, names)}});
  }
  return found;
}

template <class T>
Json kernel_facts(const Model<T>& model) {
  const KernelParameters<T>& p = model.kernel.parameters;
  Json json{{"name", data::word(model.kernel.id)}};
  if (data::shown_norm(model.kernel.id) > 0) {
    json["p"] = data::shown_norm(model.kernel.id);
    json["q"] = static_cast<double>(p.exponent);
  }
  if (takes(model.kernel.id, KernelTakes::layers)) {
    json["layers"] = p.depth;
    json["bias"] = static_cast<double>(p.bias);
  }
  if (has_bandwidth(model.kernel.id)) {
    json["bandwidth"] = static_cast<double>(p.bandwidth);
  }
  return json;
}

template <class T>
void add_encoding_facts(const Encoding<T>& encoding, Json& json) {
  json["target"] = data::to_string(encoding.target_name());
  json["task"] = data::word(encoding.task);
  if (encoding.intervals > 0)
    json["interval_90"] = static_cast<double>(interval_width(encoding, static_cast<T>(0.9)));
  Json columns = Json::array();
  for (std::size_t k = 0; k < encoding.columns; ++k)
    columns.push_back(data::to_string(encoding.column_name(k)));
  json["columns"] = columns;
  Json classes = Json::array();
  for (std::size_t k = 0; k < encoding.classes; ++k)
    classes.push_back(data::to_string(encoding.class_name(k)));
  if (encoding.classes > 0) json["classes"] = classes;
}

}  // namespace

template <class T>
Json model_facts(const data::ModelFile<T>& file, std::size_t bytes) {
  const Model<T>& model = file.model();
  Json json{{"type", sizeof(T) == sizeof(float) ? "float32" : "float64"}};
  json["kernel"] = kernel_facts(model);
  json["metric"] = data::word(model.metric);
  json["centres"] = model.n;
  json["features"] = model.d;
  json["rank"] = model.r;
  json["outputs"] = model.c;
  json["members"] = file.members.size();
  json["bytes"] = {{"file", bytes},
                   {"predict", predict_bytes(model)},
                   {"gradient", gradient_bytes<T>(model.d, model.r, model.c)}};
  if (file.encoded) add_encoding_facts(file.encoding, json);
  json["directions"] = directions_of(file);
  Json history = parsed_object(file.history);
  if (history.is_object()) json["history"] = std::move(history);
  return json;
}

template <class T>
std::size_t metric_csv_bytes(const Model<T>& model) {
  constexpr std::size_t digits = 24;  // of a number at most, some for its comma
  const std::size_t cell = model.metric == Metric::full ? sizeof(T) / 2 + digits : sizeof(T);
  return saturating_multiply(saturating_multiply(model.d, model.d), cell);
}

template <class T>
std::string metric_csv(const data::ModelFile<T>& file, bool safe) {
  const Model<T>& model = file.model();
  const std::vector<std::string> names = names_of(file);
  std::vector<T> packed(packed_size(model.d));
  metric_matrix(model, packed.data());
  std::string csv;
  for (std::size_t j = 0; j < model.d; ++j) {
    if (j > 0) csv += ',';
    append_cell(names[j], safe, csv);
  }
  csv += '\n';
  for (std::size_t i = 0; i < model.d; ++i) {
    for (std::size_t j = 0; j < model.d; ++j) {
      if (j > 0) csv += ',';
      csv += data::format_number(packed[packed_index(std::max(i, j), std::min(i, j))]);
    }
    csv += '\n';
  }
  return csv;
}

std::string todays_word(const std::string& key, const Json& choice) {
  if (key != "iterations") return key;
  return choice.contains("rounds") ? "" : "rounds";
}

double number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

double rows_scored(const Json& trial) {
  return number_at(trial, "rows") * number_at(trial, "folds");
}

template std::vector<std::string> names_of(const data::ModelFile<float>&);
template std::vector<std::string> names_of(const data::ModelFile<double>&);
template Json model_facts(const data::ModelFile<float>&, std::size_t);
template Json model_facts(const data::ModelFile<double>&, std::size_t);
template std::size_t metric_csv_bytes(const Model<float>&);
template std::size_t metric_csv_bytes(const Model<double>&);
template std::string metric_csv(const data::ModelFile<float>&, bool);
template std::string metric_csv(const data::ModelFile<double>&, bool);

}  // namespace rfm::cli
