#include "rfm/cli/like.hpp"

#include "rfm/cli/commands/inspect_facts.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

template <class T>
void settle(std::optional<T>& wish, const Json& choice, const char* key) {
  const auto found = choice.find(key);
  if (!wish.has_value() && found != choice.end() && found->is_number())
    wish = static_cast<T>(found->get<double>());
}

void take_choice(const Json& choice, data::Wishes& wishes) {
  if (!wishes.kernel.has_value()) {
    (void)data::wish_kernel(text_at(choice, "kernel"), wishes);
    settle(wishes.norm, choice, "p");
    settle(wishes.exponent, choice, "q");
    settle(wishes.depth, choice, "layers");
    settle(wishes.bias, choice, "bias");
    settle(wishes.bandwidth, choice, "bandwidth");
  }
  settle(wishes.ridge, choice, "ridge");
  settle(wishes.rounds, choice, "rounds");
  settle(wishes.rounds, choice, "iterations");
  for (const Metric metric : data::all_metrics)
    if (!wishes.metric.has_value() && text_at(choice, "metric") == data::word(metric))
      wishes.metric = metric;
}

// The same columns, and as the same: a category stays one, whatever new rows look like.
void take_columns(const Json& columns, data::PlanOptions& plan) {
  const bool chosen = !plan.only.empty() || !plan.drop.empty();
  for (const Json& column : columns) {
    const std::string name = text_at(column, "name");
    const bool used = text_at(column, "role") == "feature";
    if (text_at(column, "role") == "weight" && plan.weights.empty()) plan.weights = name;
    if (used && !chosen) plan.only.push_back(name);
    if (used && !chosen && text_at(column, "kind") == data::word(ColumnKind::category))
      plan.categorical.push_back(name);
    if (used && !chosen && text_at(column, "kind") == data::word(ColumnKind::date))
      plan.dates.push_back(name);
  }
}

}  // namespace

Outcome take_over(const std::string& model, data::TrainOptions& options) {
  LoadedModel old;
  if (Outcome outcome = load_encoded_model(model, false, old); !outcome.ok()) return outcome;
  const Json history =
      std::visit([](const auto& file) { return parsed_object(file.history); }, old.file);
  if (!history.is_object() || !history.contains("chosen") || !history.contains("columns"))
    return data::failure(host::input_name(model) + ": the model does not say how it was trained");
  data::PlanOptions& plan = options.plan;
  if (plan.target.empty()) plan.target = text_at(history, "target");
  for (const Task task : {Task::regression, Task::classification})
    if (!plan.task.has_value() && text_at(history, "task") == data::word(task)) plan.task = task;
  take_columns(history["columns"], plan);
  take_choice(history["chosen"], options.search.wishes);
  if (history.value("centre_gradients", false)) options.search.wishes.centre_gradients = true;
  if (history.value("portable", false)) options.portable = true;
  return {};
}

}  // namespace rfm::cli
