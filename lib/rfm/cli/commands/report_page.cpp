#include "rfm/cli/commands/report_page.hpp"

#include <algorithm>

#include "rfm/cli/commands/inspect_facts.hpp"
#include "rfm/cli/report_words.hpp"
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
p, li { overflow-wrap: anywhere; } td { overflow-wrap: break-word; } .faint, figcaption { color: var(--faint); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.lead { font-size: 1.1rem; } figure { margin: 0; overflow-x: auto; } svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.bar, .dot, .above { fill: var(--mark); } .below, .chosen { fill: var(--other); } .dot { fill-opacity: .55; }
.grid { stroke: var(--line); } .same { stroke: var(--faint); stroke-dasharray: 4 4; }
.line { fill: none; stroke-width: 2; } polyline.of0 { stroke: #2563c9; } polyline.of1 { stroke: #c2412d; } polyline.of2 { stroke: #2f8f4e; }
polyline.of3 { stroke: #9061c2; } polyline.of4 { stroke: #b07d12; } polyline.of5 { stroke: #5b7083; }
circle.of0 { fill: #2563c9; } circle.of1 { fill: #c2412d; } circle.of2 { fill: #2f8f4e; } circle.of3 { fill: #9061c2; } circle.of4 { fill: #b07d12; }
circle.of5 { fill: #5b7083; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; --mark: #2563c9; --other: #c2412d; }
  body { margin: 0; max-width: none; font-size: 11pt; } section, svg { break-inside: avoid; } figure { overflow: visible; }
}
@media (max-width: 30rem) {
  svg text { font-size: 17px; } .columns tr { display: grid; grid-template-columns: 2fr 1fr 1fr 1fr; border-bottom: 1px solid var(--line); }
  .columns td, .columns th { border: 0; padding-right: .3rem; } .columns :is(th, td):last-child { grid-column: 1 / -1; color: var(--faint); padding-top: 0; }
}
)";

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
        all += (all.empty() ? "" : ", ") + (name == "name" ? "" : name + " ") + words(item);
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
  std::string rows = row("Rows", words(part(history, "rows"))) +
                     row("Trained on", words(part(history, "train_rows")));
  rows += row("Chosen", words(part(history, "chosen")));
  rows += row("Cross-validated", score_words(part(history, "cross_validated")));
  rows += row("On test rows", score_words(part(history, "test")));
  rows += row("Kernel", words(part(facts, "kernel"))) + row("Metric", words(part(facts, "metric")));
  rows += row("Machine", words(part(facts, "centres")) + " centres, " +
                             words(part(facts, "features")) + " features, rank " +
                             words(part(facts, "rank")) + ", " + words(part(facts, "outputs")) +
                             (words(part(facts, "outputs")) == "1" ? " output, " : " outputs, ") +
                             words(part(facts, "members")) + " averaged");
  rows += row("Bytes", words(part(facts, "bytes")));
  rows += row("Made by",
              "rfm " + words(part(history, "version")) + ", seed " + words(part(history, "seed")));
  return "<table>\n" + rows + "</table>\n";
}

const char* score_name(const Json& facts) {
  return words(part(facts, "task")) == "classification" ? "accuracy" : "R2";
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

// Columns that were shuffled, with what the score lost.
std::string permutations(const Json& history) {
  std::vector<Bar> bars;
  for (const Json& permuted : part(history, "permutation")) {
    std::string names;
    for (const Json& name : part(permuted, "columns"))
      names += (names.empty() ? "" : ", ") + words(name);
    const double fall = number_at(permuted, "fall");
    bars.push_back(
        {names, fall,
         format_rounded(fall, 2) + " \u00b1 " + format_rounded(number_at(permuted, "spread"), 2)});
    if (bars.size() == shown_bars) break;
  }
  return bars.empty() ? "" : bar_plot(bars, "What the score loses when a column is shuffled");
}

// Predicted value on one axis, what was missed on the other.
std::string residuals(const Json& history) {
  DotPlot plot{"Truth less prediction", "predicted", "truth less prediction", {}, false};
  const Json& held = part(history, "out_of_fold");
  const Json &actual = part(held, "actual"), &predicted = part(held, "predicted");
  if (!actual.is_array() || !predicted.is_array()) return {};
  for (std::size_t i = 0; i < actual.size() && i < predicted.size(); ++i) {
    if (!actual[i].is_number() || !predicted[i].is_number()) continue;
    const double miss = actual[i].get<double>() - predicted[i].get<double>();
    plot.dots.push_back(
        {predicted[i].get<double>(), miss,
         "predicted " + words(predicted[i]) + ", missed by " + format_rounded(miss, 3), false});
  }
  return plot.dots.empty() ? "" : dot_plot(plot);
}

// How often answers of some probability were right.
std::string calibration(const Json& history) {
  LinePlot plot{"How often an answer of some probability was right",
                "probability of the answer",
                "share that was right",
                {{"", {}}, {"", {}}}};
  for (const Json& bin : part(history, "calibration")) {
    const double said = number_at(bin, "said"), right = number_at(bin, "right");
    plot.lines[0].points.push_back({said, said, "", false});
    plot.lines[1].points.push_back({said, right,
                                    words(part(bin, "rows")) + " rows of probability " +
                                        format_rounded(said, 2) + ": " +
                                        format_rounded(100 * right, 3) + " % right",
                                    false});
  }
  return plot.lines[1].points.size() < 2 ? "" : line_plot(plot);
}

// One figure for each column whose effect was kept.
std::string effects(const Json& facts, const Json& history) {
  std::vector<std::string> classes;
  for (const Json& name : part(facts, "classes")) classes.push_back(words(name));
  const std::size_t width = std::max<std::size_t>(classes.size(), 1);
  constexpr std::size_t most_classes = 6;
  const std::string answer =
      classes.empty() ? "mean " + words(part(facts, "target")) : "mean probability";
  std::string all;
  for (const Json& effect : part(history, "effects")) {
    const Json &places = part(effect, "at"), &answers = part(effect, "answers");
    if (!places.is_array() || !answers.is_array() || answers.size() != width * places.size() ||
        places.size() < 2)
      continue;
    const std::string column = words(part(effect, "column"));
    if (places[0].is_string()) {
      std::string rows = "<tr><th>" + escaped(column) + "</th>";
      for (std::size_t o = 0; o < std::min(width, most_classes); ++o)
        rows += "<th>" + escaped(classes.empty() ? answer : classes[o]) + "</th>";
      rows += "</tr>\n";
      for (std::size_t p = 0; p < places.size(); ++p) {
        rows += "<tr><td>" + escaped(words(places[p])) + "</td>";
        for (std::size_t o = 0; o < std::min(width, most_classes); ++o)
          rows += "<td>" + escaped(words(answers[p * width + o])) + "</td>";
        rows += "</tr>\n";
      }
      all += "<table>\n" + rows + "</table>\n";
      continue;
    }
    LinePlot plot{"Effect of " + column, column, answer, {}};
    for (std::size_t o = width == 2 ? 1 : 0; o < std::min(width, most_classes); ++o) {
      plot.lines.push_back({classes.empty() ? "" : classes[o], {}});
      for (std::size_t p = 0; p < places.size(); ++p)
        if (places[p].is_number() && answers[p * width + o].is_number())
          plot.lines.back().points.push_back(
              {places[p].get<double>(), answers[p * width + o].get<double>(),
               column + " " + words(places[p]) + ": " + words(answers[p * width + o]), false});
    }
    all += line_plot(plot);
  }
  return all;
}

std::string learning(const Json& facts, const Json& history) {
  const Json& curve = part(history, "learning");
  const Json &rows = part(curve, "rows"), &errors = part(curve, "error");
  if (!rows.is_array() || !errors.is_array() || rows.size() < 2 || rows.size() != errors.size())
    return {};
  const char* name = score_name(facts);
  LinePlot plot{"Score by number of rows", "rows to learn from", name, {{"", {}}}};
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].is_number() && errors[k].is_number())
      plot.lines[0].points.push_back(
          {rows[k].get<double>(), 1 - errors[k].get<double>(),
           words(rows[k]) + " rows: " + format_rounded(1 - errors[k].get<double>(), 3), false});
  return plot.lines[0].points.size() < 2 ? "" : line_plot(plot);
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
  return "<table "
         "class=\"columns\"><tr><th>Column</th><th>Kind</th><th>Role</th><th>Missing</th><th>Why</"
         "th></tr>\n" +
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
  const std::string lead = report_paragraph(facts, known.sentence);
  if (!lead.empty()) page += "<p class=\"lead\">" + escaped(lead) + "</p>\n";
  page += "<p class=\"faint\">Report of " + escaped(today()) + ".</p>\n";
  page += known_section(known);
  page += section("Answers by cross-validation", known.rows == 0 ? stored_answers(history) : "",
                  "Training rows, each predicted by a fit that had not seen it.");
  page += section("What it missed", residuals(history),
                  "The same rows. A pattern here is something that the model has not learned.");
  page += section("Right and wrong", known.rows == 0 ? stored_confusion(history) : "",
                  "Rows are true classes, columns predicted ones.");
  page += section("How far to trust a probability", calibration(history),
                  "Training rows by the probability of their answer, each from a fit that had not "
                  "seen it. On the straight line as many are right as should be.");
  page += section("What it needs", permutations(history),
                  std::string("How much ") + score_name(facts) +
                      " falls on rows it had not seen when a column is shuffled; columns that "
                      "could stand in for each other are shuffled together.");
  page += section("Effects", effects(facts, history),
                  "The mean answer over rows of the table when one column is changed and all "
                  "others stay.");
  page += section("What more rows would bring", learning(facts, history),
                  "The score on rows not seen, by how many it learned from.");
  page += "<h2>How it was made</h2>\n<figure>" + summary(facts) + "</figure>\n";
  page += section("What it listens to", importances(history),
                  "Mean square of the gradient in each column, times how much the column varies.");
  page += section("Directions", directions(facts),
                  "Eigenvectors of the learned metric M, with their shares of its trace.");
  page += section("The learned metric M", metric.values.empty() ? "" : heat_map(metric),
                  "Features with the largest diagonal entries: blue above zero, red below.");
  page += section("What was tried", candidates(history),
                  "Candidates that were scored on the most rows; the chosen one is larger.");
  page += section("Columns", columns(history)) + section("Notes", notes(history));
  return page + "</body>\n</html>\n";
}

}  // namespace rfm::cli
