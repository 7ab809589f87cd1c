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
  double interval = 0;  // the share of rows that the interval is to cover; 0: no interval
};

// Columns: the target; `low` and `high`; probability_<class>; and for the three columns that pushed
// the answer most column_1, push_1, ... as explain.hpp has it.
template <class T>
std::string answers_csv(const data::ModelFile<T>& file, const data::EncodedTable<T>& rows,
                        const AnswerOptions& options, const Executor* executor);

// `cell` with quotes if it needs them.
void append_cell(const std::string& cell, std::string& csv);

}  // namespace rfm::cli
