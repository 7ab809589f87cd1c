// Tables -> arrays for the machine, through the same core code that devices use, and what happened
// to the cells. Training and predicting read each cell straight in the model's type: its text with
// one rounding, or the number it came as with one. O(n d).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/level_means.hpp"
#include "rfm/data/findings.hpp"
#include "rfm/data/notation/notation.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/table.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::data {

// Cells of one column that were not simply read.
struct CellCounts {
  std::size_t missing = 0, unseen = 0, other = 0, unreadable = 0, later = 0;
  std::size_t first_strange =
      TextTable::nowhere;  // the first row whose cell was unseen or unreadable
  std::size_t first_later = TextTable::nowhere;
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
  std::vector<MeanColumn> means;   // of training rows: categories by means of the target
  std::vector<bool> known;         // (n) rows with a cell that was read as what it is
  Findings left_out;               // rows without a target, and those of totals
};

// These rows of an encoded table.
template <class T>
EncodedTable<T> chosen_rows(const EncodedTable<T>& table, const std::vector<std::size_t>& rows);

// The given rows of the text that `table` was made from, with the table's targets and weights. The
// encoding must have been fitted on this table.
template <class T>
EncodedTable<T> encode_table(const Encoding<T>& encoding, const TextTable& text, const Table& table,
                             const std::vector<std::size_t>& rows);

// Rewrites means of the target: each training row takes those of the rows of the other parts, so
// that none sees its own target.
template <class T>
void take_means_of_others(EncodedTable<T>& encoded, uint64_t seed);

// Features of text rows, columns found by name, other columns ignored. Fails when a column is
// absent.
template <class T>
Outcome encode_text(const Encoding<T>& encoding, const TextTable& text, EncodedTable<T>& encoded);

// The same in blocks, since a table of text may take a hundredth of its features. Where its columns
// stand and how their numbers are written is found once, for the whole table.
template <class T>
class TableEncoder {
 public:
  // Both stay as long as rows are encoded. Fails when a column is absent.
  Outcome look(const Encoding<T>& encoding, const TextTable& text);

  // Goes on with more rows of the same file, in the same columns.
  void turn_to(const TextTable& text) { text_ = &text; }

  // `count` rows from `first` on.
  EncodedTable<T> encode(std::size_t first, std::size_t count) const;

 private:
  const Encoding<T>* encoding_ = nullptr;
  const TextTable* text_ = nullptr;
  std::vector<std::size_t> columns_;                    // where those of the encoding stand
  std::vector<std::optional<ColumnNotation>> written_;  // where not as in the model's table
};

// Adds the counts of a block, whose rows have so many before them in the file, to those of the
// blocks before.
void add_counts(const std::vector<CellCounts>& more, std::size_t before,
                std::vector<CellCounts>& counts);

// The same with targets, for scoring, of the rows that training would take: without those whose
// target is missing, and without totals at the end. Fails, naming the place, when the target is
// absent, missing in every row, no number, or a label that training did not have.
template <class T>
Outcome encode_labelled_text(const Encoding<T>& encoding, const TextTable& text,
                             EncodedTable<T>& encoded, bool keep_totals = false);

// y (c) of one target or of one label.
template <class T>
void encode_target(const Encoding<T>& encoding, double target, T* y);
template <class T>
void encode_label(const Encoding<T>& encoding, uint32_t label, T* y);

// A sentence for each column with strange cells: unseen categories, cells that could not be read,
// and dates after the last day of training.
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
