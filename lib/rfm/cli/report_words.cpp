#include "rfm/cli/report_words.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

#include "rfm/cli/console.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;

double number_in(const Json& json, const char* key, double otherwise = 0) {
  const Json& value = part(json, key);
  return value.is_number() ? value.get<double>() : otherwise;
}

std::string text_in(const Json& json, const char* key) {
  const Json& value = part(json, key);
  return value.is_string() ? value.get<std::string>() : "";
}

// "a, b and c".
std::string listed(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t k = 0; k < words.size(); ++k)
    all += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return all;
}

std::string what(const Json& facts, const Json& history) {
  const bool classes = text_in(facts, "task") == "classification";
  std::string words =
      "This model predicts " + text_in(facts, "target") + (classes ? ", one of " : ", a number,");
  if (classes) words += counted(part(facts, "classes").size(), "class", "classes") + ",";
  words += " from " + counted(part(facts, "columns").size(), "column", "columns");
  if (history.contains("rows"))
    words += " of a table with " +
             counted(static_cast<std::size_t>(number_in(history, "rows")), "row", "rows");
  return words + ". ";
}

std::string how_well(const Json& history, const std::string& scored) {
  const bool tested = history.contains("test");
  const Json& scores = part(history, tested ? "test" : "cross_validated");
  std::string words;
  if (!score_words(scores).empty())
    words = "On rows that it had not seen: " + score_words(scores) + ". ";
  const std::string worth = text_in(part(scores, "baseline"), "words");
  if (!worth.empty()) words += "That is: " + worth + ". ";
  if (!scored.empty()) words += "On the rows given for this report: " + scored + ". ";
  return words;
}

std::string how_sure(const Json& facts, const Json& history) {
  std::string words;
  const double half = number_in(facts, "interval_90");
  if (half > 0)
    words += "Nine of ten answers should lie within \u00b1 " + format_rounded(half, 3) +
             " of the truth. ";
  const Json& scores = part(history, "cross_validated");
  const bool classes = text_in(facts, "task") == "classification";
  const char* main = classes ? "accuracy" : "r2";
  if (scores.contains("folds"))
    words += std::string("Between ") + part(scores, "folds").dump() + " parts of the rows " +
             (classes ? "accuracy" : "R2") + " varied by \u00b1 " +
             format_rounded(number_in(part(scores, "spread"), main), 2) + ". ";
  return words;
}

// The columns that hold most of what there is.
std::string from_what(const Json& history) {
  std::vector<std::string> names;
  double least = -1;
  for (const Json& permuted : part(history, "permutation")) {
    const double fall = number_in(permuted, "fall");
    if (least < 0) least = 0.05 * fall;
    if (names.size() == 4 || fall < least || fall <= number_in(permuted, "spread")) break;
    std::vector<std::string> together;
    for (const Json& name : part(permuted, "columns"))
      if (name.is_string()) together.push_back(name.get<std::string>());
    names.push_back(together.size() > 1 ? listed(together) + " together" : listed(together));
  }
  if (names.empty())
    for (const Json& column : part(history, "importances"))
      if (names.size() < 3) names.push_back(text_in(column, "column"));
  return names.empty() ? "" : "Most depends on " + listed(names) + ". ";
}

std::string with_more(const Json& facts, const Json& history) {
  const Json& learning = part(history, "learning");
  if (!learning.contains("twice")) return "";
  const double left = number_in(learning, "twice", 1);
  if (left > 0.98) return "More rows of this kind would hardly make it better. ";
  const Json& scores = part(history, "cross_validated");
  const bool classes = text_in(facts, "task") == "classification";
  const double now = number_in(scores, classes ? "accuracy" : "r2");
  return std::string("Twice the rows would bring ") + (classes ? "accuracy" : "R2") + " to about " +
         format_rounded(1 - (1 - now) * left, 3) + ". ";
}

std::string beware(const Json& history) {
  std::string words;
  for (const Json& warning : part(history, "warnings"))
    words += "Beware: " + text_in(warning, "words") + ". ";
  return words;
}

}  // namespace

const Json& part(const Json& json, const char* key) {
  static const Json nothing = Json::object();
  if (!json.is_object()) return nothing;
  const auto found = json.find(key);
  return found != json.end() ? *found : nothing;
}

std::string score_words(const Json& scores) {
  constexpr const char* names[][2] = {{"r2", "R2"},
                                      {"rmse", "RMSE"},
                                      {"mae", "MAE"},
                                      {"accuracy", "accuracy"},
                                      {"balanced_accuracy", "balanced accuracy"},
                                      {"log_loss", "log-loss"},
                                      {"auc", "AUC"}};
  std::string words;
  for (const auto& [key, name] : names)
    if (part(scores, key).is_number())
      words += (words.empty() ? "" : ", ") + std::string(name) + " " +
               format_rounded(part(scores, key).get<double>());
  return words;
}

std::string report_paragraph(const Json& facts, const std::string& scored) {
  if (text_in(facts, "target").empty()) return "";
  const Json& history = part(facts, "history");
  return what(facts, history) + how_well(history, scored) + how_sure(facts, history) +
         from_what(history) + with_more(facts, history) + beware(history);
}

std::string today() {
  constexpr const char* months[] = {"January",   "February", "March",    "April",
                                    "May",       "June",     "July",     "August",
                                    "September", "October",  "November", "December"};
  const std::time_t now = std::time(nullptr);
  const std::tm* const date = std::localtime(&now);
  if (date == nullptr) return "";
  return std::to_string(date->tm_mday) + " " + months[date->tm_mon] + " " +
         std::to_string(1900 + date->tm_year);
}

}  // namespace rfm::cli
