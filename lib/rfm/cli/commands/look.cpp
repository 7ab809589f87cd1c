// rfm look: what a table is taken for, before anything is trained; and how new rows differ from
// those that a model was trained on.
#include <algorithm>
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/cli/json_output.hpp"
#include "rfm/cli/train_arguments.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/notation/dates.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/text/json.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/utf8.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;
using data::Outcome;

struct LookArguments {
  std::string table, model;
  data::TrainOptions options;
  data::CsvOptions reading;
  bool json = false;
};

// "from 3 to 250.5" of a column of numbers.
std::string range_of(const data::ColumnPlan& column) {
  if (column.kind != ColumnKind::number || column.numbers == 0) return {};
  return ", from " + format_rounded(column.least, 6) + " to " + format_rounded(column.largest, 6);
}

std::string line_of(const data::ColumnPlan& column) {
  std::string line = column.name + ": ";
  if (column.role == data::Role::ignored) return line + "left out, " + column.reason;
  line += data::word(column.kind) + std::string(", ") + grouped(column.distinct) + " different" +
          range_of(column);
  if (column.missing > 0) line += ", " + grouped(column.missing) + " missing";
  if (column.role == data::Role::target) line += "; the target";
  if (column.role == data::Role::weight) line += "; the weights";
  return line;
}

// Findings as their own writer has them.
Json findings_json(const data::Findings& findings) {
  Json list = Json::array();
  for (const data::Fact& fact : findings) {
    data::JsonText text;
    data::write_fact(fact, text);
    list.push_back(parsed_object(text.written()));
  }
  return list;
}

Json plan_json(const data::Prepared& prepared) {
  Json object{{"task", data::word(prepared.plan.task)}, {"reason", prepared.plan.task_reason}};
  object["columns"] = Json::array();
  for (const data::ColumnPlan& column : prepared.plan.columns) {
    Json one{{"name", column.name}, {"kind", data::word(column.kind)}};
    one["role"] = data::word(column.role);
    one["missing"] = column.missing;
    one["distinct"] = column.distinct;
    if (column.kind == ColumnKind::number && column.numbers > 0)
      one["least"] = column.least, one["largest"] = column.largest;
    one["reason"] = column.reason;
    object["columns"].push_back(std::move(one));
  }
  return object;
}

// What new rows have in a column that training had not.
struct Drift {
  std::string column, words;
};

// The history's record of a column; null when it has none.
Json record_of(const Json& history, const std::string& name) {
  for (const Json& column : history.value("columns", Json::array()))
    if (column.is_object() && column.value("name", Json()) == name) return column;
  return {};
}

bool is_range(const Json& record) {
  return record.is_object() && record.contains("least") && record["least"].is_number() &&
         record.contains("largest") && record["largest"].is_number();
}

// Numbers outside the range of training. A feature is as exact as the type of the model.
template <class T>
std::string beyond(const Encoding<T>& e, std::size_t k, const data::EncodedTable<T>& rows,
                   const Json& record) {
  const auto least = record["least"].get<double>(), largest = record["largest"].get<double>();
  const double slack = 1e-5 * (largest - least);
  std::size_t below = 0, above = 0;
  double lowest = least, highest = largest;
  const std::size_t feature = e.column[k].first_feature;
  for (std::size_t i = 0; i < rows.n; ++i) {
    const auto factor = static_cast<double>(e.factor[feature]);
    if (factor == 0) return {};
    const double x = static_cast<double>(rows.x[i * rows.d + feature]) / factor +
                     static_cast<double>(e.mean[feature]);
    below += x < least - slack ? 1 : 0;
    above += x > largest + slack ? 1 : 0;
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
  if (below + above == 0) return {};
  std::string words = counted(below + above, "cell", "cells") + " outside the range of training, " +
                      format_rounded(least, 6) + " to " + format_rounded(largest, 6) + ":";
  if (below > 0) words += " down to " + format_rounded(lowest, 6);
  if (above > 0)
    words += std::string(below > 0 ? " and" : "") + " up to " + format_rounded(highest, 6);
  return words;
}

std::string percent(double share) { return format_rounded(100 * share, 3) + " %"; }

template <class T>
Outcome find_drift(const data::ModelFile<T>& file, const data::TextTable& table,
                   std::vector<Drift>& drifts, Json& novel) {
  constexpr double notable = 0.05;  // more missing cells than in training
  const Encoding<T>& e = file.encoding;
  data::EncodedTable<T> rows;
  if (Outcome outcome = encode_text(e, table, rows); !outcome.ok()) return outcome;
  const Json history = parsed_object(file.history);
  const Json trained = history.value("rows", Json());
  const std::vector<T> novelties =
      novelties_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  const auto beyond_most = [](T novelty) { return novelty > static_cast<T>(0.95); };
  if (!novelties.empty())
    novel = static_cast<double>(std::count_if(novelties.begin(), novelties.end(), beyond_most)) /
            static_cast<double>(rows.n);
  for (std::size_t k = 0; k < e.columns; ++k) {
    const std::string name = data::to_string(e.column_name(k));
    const Json record = record_of(history, name);
    const data::CellCounts& counts = rows.counts[k];
    const auto say = [&](const std::string& words) {
      if (!words.empty()) drifts.push_back({name, words});
    };
    const auto from = [&](std::size_t row) {
      return ", first in line " + std::to_string(table.line(std::min(row, rows.n)));
    };
    const std::string first = from(counts.first_strange);
    if (counts.unseen > 0)
      say(counted(counts.unseen, "cell", "cells") + " of categories that training did not have" +
          first);
    if (counts.unreadable > 0)
      say(counted(counts.unreadable, "cell", "cells") + " that could not be read" + first);
    if (counts.later > 0)
      say(counted(counts.later, "cell", "cells") + " after " +
          data::date_text(static_cast<int32_t>(e.fill[k])) + ", the last day of training" +
          from(counts.first_later));
    if (static_cast<ColumnKind>(e.column[k].kind) == ColumnKind::number && is_range(record))
      say(beyond(e, k, rows, record));
    const Json missing = record.is_object() ? record.value("missing", Json()) : Json();
    if (!missing.is_number() || !trained.is_number() || !(trained.get<double>() > 0)) continue;
    const double then = missing.get<double>() / trained.get<double>();
    const double now = static_cast<double>(counts.missing) / static_cast<double>(rows.n);
    if (now > then + notable)
      say(percent(now) + " of the cells are missing, in training " + percent(then) + " were");
  }
  return {};
}

int compare(const LookArguments& arguments, const data::TextTable& table) {
  LoadedModel model;
  if (Outcome outcome = load_encoded_model(arguments.model, false, model); !outcome.ok())
    return fail(outcome);
  std::vector<Drift> drifts;
  Json novel;
  Outcome outcome = std::visit(
      [&](const auto& file) { return find_drift(file, table, drifts, novel); }, model.file);
  if (!outcome.ok()) {
    outcome.words = host::input_name(arguments.table) + ": " + outcome.words;
    return fail(outcome);
  }
  std::string text;
  if (arguments.json) {
    Json object{{"command", "look"}, {"table", arguments.table}, {"against", arguments.model}};
    object["rows"] = table.rows();
    object["novel"] = novel;
    object["drift"] = Json::array();
    for (const Drift& drift : drifts)
      object["drift"].push_back({{"column", drift.column}, {"words", drift.words}});
    text = printed(object);
  } else {
    for (const Drift& drift : drifts) text += data::shown(drift.column + ": " + drift.words) + "\n";
    if (drifts.empty())
      text = counted(table.rows(), "row is", "rows are") + " like those of training\n";
  }
  outcome = host::write_file("-", text);
  return outcome.ok() ? exit_done : fail(outcome);
}

int describe(const LookArguments& arguments, const data::TextTable& table,
             const data::Findings& reading) {
  data::Prepared prepared;
  if (Outcome outcome = prepare_table(table, arguments.options.plan, prepared); !outcome.ok()) {
    outcome.words = host::input_name(arguments.table) + ": " + outcome.words;
    return fail(outcome);
  }
  const data::Plan& plan = prepared.plan;
  const std::string target = target_name(table, arguments.options.plan);
  std::string text;
  if (arguments.json) {
    Json object{{"command", "look"}, {"table", arguments.table}, {"rows", prepared.text->rows()}};
    object["target"] = target;
    object.update(plan_json(prepared));
    data::Findings all = reading;
    all.insert(all.end(), plan.findings.begin(), plan.findings.end());
    object["findings"] = findings_json(all);
    text = printed(object);
  } else {
    text = counted(prepared.text->rows(), "row", "rows") + ", target " + target + ": " +
           data::word(plan.task) + ", " + plan.task_reason + "\n";
    for (const data::ColumnPlan& column : plan.columns) text += line_of(column) + "\n";
    for (const std::string& words : sentences_of(plan.findings)) text += "note: " + words + "\n";
    text = data::shown(text, data::LineEnds::kept);
  }
  const Outcome outcome = host::write_file("-", text);
  return outcome.ok() ? exit_done : fail(outcome);
}

int run(const LookArguments& arguments) {
  keep_apart({{"table", arguments.table}, {"--against", arguments.model}}, {});
  data::TextTable table;
  data::Findings reading;
  if (Outcome outcome = load_table(arguments.table, table, arguments.reading, &reading);
      !outcome.ok())
    return fail(outcome);
  if (!arguments.json) say_reading(arguments.table, reading);
  return arguments.model.empty() ? describe(arguments, table, reading) : compare(arguments, table);
}

constexpr const char* examples =
    R"(Without --against: the kind and the use of every column, as `rfm train` would take them. With it: columns whose
numbers lie outside the range of training, categories that training did not have, and more missing cells.

Examples
  rfm look houses.csv --target price
  rfm look houses.csv --json
  rfm look new.csv --against houses.rfm)";

}  // namespace

void add_look(Program& program) {
  Command& command = program.add("look", "Say what a table is taken for, without training");
  auto arguments = std::make_shared<LookArguments>();
  LookArguments& a = *arguments;
  command.add("table", a.table, "CSV with a header, - for the standard input").required();
  command.add("--against", a.model, "Model file: how the rows differ from those it was trained on");
  command.add("--json", a.json, "One JSON object on the standard output");
  add_reading_arguments(command, a.reading);
  add_column_arguments(command, a.options);
  command.footer(examples);
  command.action([arguments] { return run(*arguments); });
}

}  // namespace rfm::cli
