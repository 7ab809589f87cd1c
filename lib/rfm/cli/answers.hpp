// The answers of `rfm predict` as CSV: a row for each row of the table, in its order.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::cli {

struct AnswerOptions {
  bool probabilities = false;
  bool explain = false;
  bool novelty = false;
  double interval = 0;            // the share of rows that the interval is to cover; 0: no interval
  std::vector<std::string> keep;  // columns of the table that stand before the answers
  bool full = false;              // all digits of a number, else those that hold, six at most
  bool safe = false;              // see append_cell
};

// Columns: those kept; the target; `low` and `high`; probability_<class>; `novelty`; and for the
// three columns that pushed the answer most column_1, push_1, ... as explain.hpp has it.
template <class T>
void append_names(const data::ModelFile<T>& file, const AnswerOptions& options, std::string& csv);
// `rows` are those of the table from `first` on.
template <class T>
void append_answers(const data::ModelFile<T>& file, const data::TextTable& table,
                    const data::EncodedTable<T>& rows, std::size_t first,
                    const AnswerOptions& options, const Executor* executor, std::string& csv);

// Rows to answer at a time, such that what is computed of them takes some megabytes; whole panels.
template <class T>
std::size_t rows_at_a_time(const data::ModelFile<T>& file);

// `cell` with quotes if it needs them. A safe one that a spreadsheet would take for a formula,
// since it begins with = + - @ or a tab and is no number, gets a ' in front.
void append_cell(const std::string& cell, bool safe, std::string& csv);

}  // namespace rfm::cli
