#include "rfm/cli/commands/report_page.hpp"

#include <algorithm>

#include "rfm/cli/commands/inspect_facts.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;

constexpr std::size_t shown_bars = 30;

constexpr const char* style = R"(
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --faint: #67707e; --line: #d9dee5; --mark: #2563c9; --other: #c2412d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf0; --paper: #14181e; --faint: #9aa4b2; --line: #333b46; --mark: #6ea8fe; --other: #ff8b6b; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p, li, td { overflow-wrap: anywhere; } .faint, figcaption { color: var(--faint); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
figure { margin: 0; } svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.bar, .dot, .above { fill: var(--mark); } .below, .chosen { fill: var(--other); } .dot { fill-opacity: .55; }
.grid { stroke: var(--line); } .same { stroke: var(--faint); stroke-dasharray: 4 4; }
)";

// What stands under a key; an empty object when there is nothing.
const Json& part(const Json& json, const char* key) {
  static const Json nothing = Json::object();
  const auto found = json.find(key);
  return found != json.end() ? *found : nothing;
}

// A value in words: text as it is, numbers rounded, names before the values of an object.
std::string words(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return format_rounded(value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  std::string all;
  if (value.is_object())
    for (const auto& [key, item] : value.items())
      if (const std::string name = todays_word(key, value); item.is_primitive() && !name.empty())
        all += (all.empty() ? "" : ", ") + name + " " + words(item);
  return all;
}

std::string row(const std::string& name, const std::string& value) {
  return value.empty() ? ""
                       : "<tr><th>" + escaped(name) + "</th><td>" + escaped(value) + "</td></tr>\n";
}

std::string section(const std::string& title, const std::string& content,
                    const std::string& caption = "") {
  if (content.empty()) return {};
  const std::string words =
      caption.empty() ? "" : "<figcaption>" + escaped(caption) + "</figcaption>\n";
  return "<section><h2>" + escaped(title) + "</h2>\n<figure>\n" + content + words +
         "</figure></section>\n";
}

std::string summary(const Json& facts) {
  const Json& history = part(facts, "history");
  std::string rows =
      row("Task", words(part(facts, "task"))) + row("Target", words(part(facts, "target")));
  rows += row("Rows", words(part(history, "rows"))) +
          row("Trained on", words(part(history, "train_rows")));
  rows += row("Chosen", words(part(history, "chosen")));
  rows += row("Cross-validated", words(part(history, "cross_validated")));
  rows += row("On test rows", words(part(history, "test")));
  rows += row("Kernel", words(part(facts, "kernel"))) + row("Metric", words(part(facts, "metric")));
  rows += row("Machine", words(part(facts, "centres")) + " centres, " +
                             words(part(facts, "features")) + " features, rank " +
                             words(part(facts, "rank")) + ", " + words(part(facts, "outputs")) +
                             " output(s), " + words(part(facts, "members")) + " averaged");
  rows += row("Bytes", words(part(facts, "bytes")));
  rows += row("Made by",
              "rfm " + words(part(history, "version")) + ", seed " + words(part(history, "seed")));
  return "<table>\n" + rows + "</table>\n";
}

std::string importances(const Json& history) {
  std::vector<Bar> bars;
  for (const Json& column : part(history, "importances")) {
    const double share = number_at(column, "share");
    bars.push_back({words(part(column, "column")), share, format_rounded(100 * share, 3) + " %"});
    if (bars.size() == shown_bars) break;
  }
  return bars.empty() ? "" : bar_plot(bars, "Importances of the columns");
}

std::string directions(const Json& facts) {
  std::string rows;
  for (const Json& direction : part(facts, "directions")) {
    std::string weights;
    for (const Json& weight : part(direction, "weights"))
      weights += (weights.empty() ? "" : ", ") + format_rounded(number_at(weight, "weight"), 2) +
                 " " + words(part(weight, "feature"));
    rows += row(format_rounded(100 * number_at(direction, "share"), 3) + " %", weights);
  }
  return rows.empty() ? "" : "<table>\n" + rows + "</table>\n";
}

std::string candidates(const Json& history) {
  DotPlot plot{"Loss of the candidates that were scored on all folds",
               "candidate, in the order they were tried",
               "loss",
               {},
               false};
  const Json& tried = part(part(history, "search"), "tried");
  double most = 0;
  for (const Json& trial : tried) most = std::max(most, rows_scored(trial));
  double index = 0;
  for (const Json& trial : tried) {
    ++index;
    if (rows_scored(trial) < most || !part(trial, "score").is_number()) continue;
    const Json& choice = part(trial, "choice");
    plot.dots.push_back({index, number_at(trial, "score"),
                         format_rounded(number_at(trial, "score")) + ": " + words(choice),
                         choice == part(history, "chosen")});
  }
  return plot.dots.size() < 2 ? "" : dot_plot(plot);
}

std::string confusion(const std::vector<std::string>& classes, const std::vector<double>& counts) {
  if (classes.empty() || counts.size() != classes.size() * classes.size()) return {};
  HeatMap map{"Confusion matrix", classes, classes, counts, {}};
  if (classes.size() <= 12)
    for (const double count : counts) map.words.push_back(format_rounded(count, 6));
  return heat_map(map);
}

// The confusion matrix of the test rows that training kept apart.
std::string stored_confusion(const Json& history) {
  std::vector<std::string> classes;
  std::vector<double> counts;
  for (const Json& name : part(history, "classes")) classes.push_back(words(name));
  for (const char* scores : {"test", "cross_validated"}) {
    if (!counts.empty()) break;
    for (const Json& line : part(part(history, scores), "confusion"))
      for (const Json& count : line) counts.push_back(count.is_number() ? count.get<double>() : 0);
  }
  return confusion(classes, counts);
}

std::string known_section(const KnownAnswers& known) {
  if (known.rows == 0) return {};
  DotPlot plot{"Predicted against true", "true", "predicted", known.points, true};
  const std::string picture =
      known.points.empty() ? confusion(known.classes, known.confusion) : dot_plot(plot);
  const std::string caption =
      known.points.empty() ? ". Rows are true classes, columns predicted ones." : "";
  return section("Answers for " + known.table, picture, known.sentence + caption);
}

// Regression without a table of known answers: those that cross-validation gave.
std::string stored_answers(const Json& history) {
  DotPlot plot{"Predicted against true", "true", "predicted", {}, true};
  const Json& held = part(history, "out_of_fold");
  const Json &actual = part(held, "actual"), &predicted = part(held, "predicted");
  if (!actual.is_array() || !predicted.is_array()) return {};
  for (std::size_t i = 0; i < actual.size() && i < predicted.size(); ++i) {
    if (!actual[i].is_number() || !predicted[i].is_number()) continue;
    plot.dots.push_back({actual[i].get<double>(), predicted[i].get<double>(),
                         "true " + words(actual[i]) + ", predicted " + words(predicted[i]), false});
  }
  return plot.dots.empty() ? "" : dot_plot(plot);
}

std::string columns(const Json& history) {
  std::string rows;
  for (const Json& column : part(history, "columns")) {
    rows += "<tr>";
    for (const char* key : {"name", "kind", "role", "missing", "reason"})
      rows += "<td>" + escaped(words(part(column, key))) + "</td>";
    rows += "</tr>\n";
  }
  if (rows.empty()) return {};
  return "<table><tr><th>Column</th><th>Kind</th><th>Role</th><th>Missing</th><th>Why</th></tr>\n" +
         rows + "</table>\n";
}

std::string notes(const Json& history) {
  std::string items;
  for (const Json& note : part(history, "notes"))
    items += "<li>" + escaped(words(note)) + "</li>\n";
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

}  // namespace

std::string report_page(const Json& facts, const HeatMap& metric, const KnownAnswers& known) {
  const Json& history = part(facts, "history");
  const std::string target = words(part(facts, "target"));
  const std::string title = target.empty() ? "A recursive feature machine" : "Predicting " + target;
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
      escaped(title) + "</h1>\n";
  page += summary(facts) + known_section(known);
  page += section("Answers by cross-validation", known.rows == 0 ? stored_answers(history) : "",
                  "Training rows, each predicted by a fit that had not seen it.");
  page += section("What it listens to", importances(history),
                  "Mean square of the gradient in each column, times how much the column varies.");
  page += section("Directions", directions(facts),
                  "Eigenvectors of the learned metric M, with their shares of its trace.");
  page += section("The learned metric M", metric.values.empty() ? "" : heat_map(metric),
                  "Features with the largest diagonal entries: blue above zero, red below.");
  page += section("What was tried", candidates(history),
                  "Candidates that were scored on the most rows; the chosen one is larger.");
  page += section("Right and wrong", known.rows == 0 ? stored_confusion(history) : "",
                  "Rows are true classes, columns predicted ones.");
  page += section("Columns", columns(history)) + section("Notes", notes(history));
  return page + "</body>\n</html>\n";
}

}  // namespace rfm::cli
