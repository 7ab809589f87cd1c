// Tables -> arrays for the machine, through the same core code that devices use, and what happened
// to the cells. Training and predicting read each cell straight in the model's type: its text with
// one rounding, or the number it came as with one. O(n d).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/table.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// Cells of one column that were not simply read.
struct CellCounts {
  std::size_t missing = 0, unseen = 0, other = 0, unreadable = 0;
  std::size_t first_strange =
      TextTable::nowhere;  // the first row whose cell was unseen or unreadable
};

template <class T>
struct EncodedTable {
  std::size_t n = 0, d = 0, c = 0;
  std::vector<T> x;                // (n, d)
  std::vector<T> y;                // (n, c) scaled targets or class codes; empty without a target
  std::vector<T> weights;          // (n), or nothing
  std::vector<double> targets;     // (n) regression, in their own units
  std::vector<uint32_t> labels;    // (n) classification
  std::vector<CellCounts> counts;  // (raw columns)
  std::size_t untargeted = 0;      // rows that were left out since their target is missing
};

// "2 rows without a target left out".
std::string untargeted_rows(std::size_t count);

// The given rows of the text that `table` was made from, with the table's targets and weights. The
// encoding must have been fitted on this table.
template <class T>
EncodedTable<T> encode_table(const Encoding<T>& encoding, const TextTable& text, const Table& table,
                             const std::vector<std::size_t>& rows);

// Features of text rows, columns found by name, other columns ignored. Fails when a column is
// absent.
template <class T>
Outcome encode_text(const Encoding<T>& encoding, const TextTable& text, EncodedTable<T>& encoded);

// The same with targets, for scoring, of the rows whose target is not missing: fails, naming the
// place, when the target is absent, missing in every row, no number, or a label that training did
// not have.
template <class T>
Outcome encode_labelled_text(const Encoding<T>& encoding, const TextTable& text,
                             EncodedTable<T>& encoded);

// y (c) of one target or of one label.
template <class T>
void encode_target(const Encoding<T>& encoding, double target, T* y);
template <class T>
void encode_label(const Encoding<T>& encoding, uint32_t label, T* y);

// A sentence for each column with strange cells: unseen categories and cells that could not be
// read.
template <class T>
std::vector<std::string> strange_cells(const Encoding<T>& encoding,
                                       const std::vector<CellCounts>& counts);

// (d) Where each feature comes from: "age", "age is missing", "colour = red", "colour is other".
template <class T>
std::vector<std::string> feature_names(const Encoding<T>& encoding);

// (d) The raw column of each feature, for importances of columns.
template <class T>
std::vector<std::size_t> feature_columns(const Encoding<T>& encoding);

inline std::string to_string(Text text) { return std::string(text.data, text.size); }

}  // namespace rfm::data
