// What commands share that have a model that reads tables, and the rows of a table.
#pragma once
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "rfm/cli/console.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {

struct RowsArguments {
  std::string model, table;
  std::size_t threads = 0;
  bool portable = false, quiet = false;
  data::CsvOptions reading;
};

inline void add_arguments(Command& command, RowsArguments& a, const char* table_words) {
  command.add("model", a.model, "Model file, - for the standard input").required();
  command.add("table", a.table, table_words).required();
  command.add("--threads", a.threads, "Threads to use; 0: RFM_THREADS, or all processors")
      .between(0, 1024)
      .shows_default();
  command.add("--portable", a.portable, "The same bits on every machine; slower");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
}

// Loads both and goes on with work(model file, table), which returns the exit code.
template <class Work>
int with_rows(const RowsArguments& a, const Work& work) {
  LoadedModel model;
  if (data::Outcome outcome = load_encoded_model(a.model, a.portable, model); !outcome.ok())
    return fail(outcome);
  data::TextTable table;
  data::Findings facts;
  if (data::Outcome outcome = load_table(a.table, table, a.reading, &facts); !outcome.ok())
    return fail(outcome);
  if (!a.quiet) say_reading(a.table, facts);
  return std::visit([&](const auto& file) { return work(file, table); }, model.file);
}

// The outcome with the name of the table before its words.
inline data::Outcome about(const RowsArguments& a, data::Outcome outcome) {
  outcome.words = host::input_name(a.table) + ": " + outcome.words;
  return outcome;
}

template <class T>
void say_strange(const RowsArguments& a, const data::ModelFile<T>& file,
                 const std::vector<data::CellCounts>& counts) {
  if (a.quiet) return;
  for (const std::string& words : strange_cells(file.encoding, counts)) say("note: " + words);
}

// Scores of a model, or of what stands for it, on the labelled rows of a table: `answer(file,
// rows)` is (rows.n, c) outputs as the model's own; `path` names the table in errors.
template <class T, class Answer>
data::Outcome score_table(const data::ModelFile<T>& file, const data::TextTable& table,
                          const std::string& path, const Answer& answer, data::Scores& scores) {
  data::EncodedTable<T> rows;
  data::Outcome outcome = encode_labelled_text(file.encoding, table, rows);
  if (!outcome.ok()) {
    outcome.words = host::input_name(path) + ": " + outcome.words;
    return outcome;
  }
  scores = score_outputs(file.encoding, rows, answer(file, Rows<T>(rows.x.data(), rows.n, rows.d)));
  return outcome;
}

}  // namespace rfm::cli
