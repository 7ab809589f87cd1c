#include "rfm/data/encode/encoded_table.hpp"

#include <numeric>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/table/labels.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

void count(CellNote note, std::size_t row, CellCounts& counts) {
  switch (note) {
    case CellNote::read:
      return;
    case CellNote::missing:
      ++counts.missing;
      return;
    case CellNote::other:
      ++counts.other;
      return;
    case CellNote::unseen:
      ++counts.unseen;
      break;
    case CellNote::unreadable:
      ++counts.unreadable;
      break;
  }
  if (counts.first_strange == TextTable::nowhere) counts.first_strange = row;
}

template <class T>
EncodedTable<T> empty_table(const Encoding<T>& e, std::size_t n) {
  EncodedTable<T> encoded;
  encoded.n = n;
  encoded.d = e.features;
  encoded.c = e.outputs;
  encoded.x.assign(array_size<T>(n, e.features), 0);
  encoded.counts.resize(e.columns);
  return encoded;
}

// What the encoding is told of a cell. Numbers stay numbers but where they name a category, whose
// text goes into `room`.
template <class T>
Cell<T> raw_cell(const TextColumn& column, std::size_t row, ColumnKind kind, std::string& room) {
  if (column.numbers().empty()) {
    const std::string_view cell = column[row];
    return {{cell.data(), cell.size()}, 0};
  }
  if (kind != ColumnKind::category) return {{}, static_cast<T>(column.numbers()[row])};
  room = column.spelled(row);
  return {{room.data(), room.size()}, 0};
}

// Row i of column k becomes its features in row i of `encoded`. Every feature of every table comes
// from here, which is why a row has the same bits in training and in prediction. A column whose
// feature depends on more than its cell (the mean of the target over a category, where a training
// row must not see its own target) will need a rule of its own beside this one.
template <class T>
void encode_column(const Encoding<T>& e, std::size_t k, const TextColumn& column,
                   const std::vector<std::size_t>& rows, EncodedTable<T>& encoded) {
  const auto kind = static_cast<ColumnKind>(e.column[k].kind);
  std::string room;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Cell<T> cell = raw_cell<T>(column, rows[i], kind, room);
    count(encode_cell(e, k, cell, encoded.x.data() + i * encoded.d), i, encoded.counts[k]);
  }
}

template <class T>
std::string column_name(const Encoding<T>& e, std::size_t k) {
  return to_string(e.column_name(k));
}

Outcome absent(const std::string& name, const char* what) {
  return refusal("the % '%' that the model was trained with is not in this table", {what, name});
}

template <class T>
Outcome take_targets(const Encoding<T>& e, const TextTable& text, std::size_t column,
                     EncodedTable<T>& encoded) {
  const TextColumn& cells = text.columns[column];
  std::vector<std::string> names;
  for (std::size_t k = 0; k < e.classes; ++k) names.push_back(to_string(e.class_name(k)));
  Labels labels(names);
  encoded.y.resize(array_size<T>(encoded.n, encoded.c));
  for (std::size_t i = 0; i < encoded.n; ++i) {
    const std::string_view cell = cells[i];
    T* y = encoded.y.data() + i * encoded.c;
    double target = 0;
    const uint32_t label = e.task == Task::classification ? labels.find(cell) : 0;
    if (e.task == Task::classification ? label == Labels::unknown : !parse_number(cell, target)) {
      const char* trouble =
          e.task == Task::classification ? "no class of the model" : "not a number";
      return refusal("line %: the target '%' is '%', %",
                     {text.line(i), text.names[column], cell.substr(0, 40), trouble}, text.line(i),
                     column + 1);
    }
    if (e.task == Task::classification) {
      encoded.labels.push_back(label);
      encode_label(e, label, y);
    } else {
      encoded.targets.push_back(target);
      encode_target(e, target, y);
    }
  }
  return {};
}

}  // namespace

std::string untargeted_rows(std::size_t count) {
  return sentence("% without a target left out", {count_of(count, "row")});
}

template <class T>
void encode_target(const Encoding<T>& e, double target, T* y) {
  y[0] = static_cast<T>((target - static_cast<double>(e.target[0])) /
                        static_cast<double>(e.target[1]));
}

// Row `label` of the basis Q less its average under the prior: see class_shares in decoding.hpp.
template <class T>
void encode_label(const Encoding<T>& e, uint32_t label, T* y) {
  double before = 0;  // prior of the classes 0 .. j-1
  for (std::size_t j = 1; j < e.classes; ++j) {
    const auto order = static_cast<double>(j);
    before += static_cast<double>(e.prior[j - 1]);
    const double average = before - order * static_cast<double>(e.prior[j]);
    const double own = label < j ? 1 : label == j ? -order : 0;
    y[j - 1] = static_cast<T>((own - average) * static_cast<double>(e.basis[j - 1]));
  }
}

template <class T>
EncodedTable<T> encode_table(const Encoding<T>& e, const TextTable& text, const Table& table,
                             const std::vector<std::size_t>& rows) {
  EncodedTable<T> encoded = empty_table(e, rows.size());
  for (std::size_t k = 0; k < e.columns; ++k)
    encode_column(e, k, text.columns[text.find(column_name(e, k))], rows, encoded);
  encoded.y.resize(array_size<T>(encoded.n, encoded.c));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    T* y = encoded.y.data() + i * encoded.c;
    if (e.task == Task::classification) {
      encoded.labels.push_back(table.labels[rows[i]]);
      encode_label(e, encoded.labels.back(), y);
    } else {
      encoded.targets.push_back(table.targets[rows[i]]);
      encode_target(e, encoded.targets.back(), y);
    }
    if (!table.weights.empty()) encoded.weights.push_back(static_cast<T>(table.weights[rows[i]]));
  }
  return encoded;
}

template <class T>
Outcome encode_text(const Encoding<T>& e, const TextTable& text, EncodedTable<T>& encoded) {
  EncodedTable<T> result = empty_table(e, text.rows());
  std::vector<std::size_t> rows(result.n);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for (std::size_t k = 0; k < e.columns; ++k) {
    const std::size_t column = text.find(column_name(e, k));
    if (column == TextTable::nowhere) return absent(column_name(e, k), "column");
    encode_column(e, k, text.columns[column], rows, result);
  }
  encoded = std::move(result);
  return {};
}

template <class T>
Outcome encode_labelled_text(const Encoding<T>& e, const TextTable& text,
                             EncodedTable<T>& encoded) {
  EncodedTable<T> result;
  const std::string name = to_string(e.target_name());
  TextTable kept;
  const TextTable& targeted = without_untargeted(text, name, kept);
  if (Outcome outcome = encode_text(e, targeted, result); !outcome.ok()) return outcome;
  const std::size_t column = text.find(name);
  if (column == TextTable::nowhere) return absent(name, "target");
  result.untargeted = text.rows() - targeted.rows();
  if (targeted.rows() == 0 && text.rows() > 0) return refusal("no row has a target '%'", {name});
  if (Outcome outcome = take_targets(e, targeted, column, result); !outcome.ok()) return outcome;
  encoded = std::move(result);
  return {};
}

template <class T>
std::vector<std::string> strange_cells(const Encoding<T>& e,
                                       const std::vector<CellCounts>& counts) {
  std::vector<std::string> sentences;
  const auto say = [&](std::size_t k, std::size_t cells, const char* what) {
    if (cells == 0) return;
    sentences.push_back(
        sentence("column '%': % %, first in row %",
                 {column_name(e, k), count_of(cells, "cell"), what, counts[k].first_strange + 1}));
  };
  for (std::size_t k = 0; k < e.columns; ++k) {
    say(k, counts[k].unseen, "of a category that training did not have, taken as average");
    say(k, counts[k].unreadable, "that could not be read, taken as missing");
  }
  return sentences;
}

template <class T>
std::vector<std::string> feature_names(const Encoding<T>& e) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < e.columns; ++k) {
    const EncodingColumn& column = e.column[k];
    const std::string name = column_name(e, k);
    if (static_cast<ColumnKind>(column.kind) != ColumnKind::category) {
      names.push_back(name);
      if (column.features == 2) names.push_back(name + " is missing");
      continue;
    }
    const bool missing = (column.flags & EncodingColumn::has_missing) != 0;
    for (std::size_t j = column.features == 1 ? 1 : 0; j < encoding_levels(column); ++j) {
      if (j < column.categories) {
        names.push_back(name + " = " + to_string(e.category_name(k, j)));
      } else {
        names.push_back(name + (missing && j == column.categories ? " is missing" : " is other"));
      }
    }
  }
  return names;
}

template <class T>
std::vector<std::size_t> feature_columns(const Encoding<T>& e) {
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < e.columns; ++k)
    columns.insert(columns.end(), e.column[k].features, k);
  return columns;
}

template void encode_target<float>(const Encoding<float>&, double, float*);
template void encode_label<float>(const Encoding<float>&, uint32_t, float*);
template EncodedTable<float> encode_table<float>(const Encoding<float>&, const TextTable&,
                                                 const Table&, const std::vector<std::size_t>&);
template Outcome encode_text<float>(const Encoding<float>&, const TextTable&, EncodedTable<float>&);
template Outcome encode_labelled_text<float>(const Encoding<float>&, const TextTable&,
                                             EncodedTable<float>&);
template std::vector<std::string> strange_cells<float>(const Encoding<float>&,
                                                       const std::vector<CellCounts>&);
template std::vector<std::string> feature_names<float>(const Encoding<float>&);
template std::vector<std::size_t> feature_columns<float>(const Encoding<float>&);

template void encode_target<double>(const Encoding<double>&, double, double*);
template void encode_label<double>(const Encoding<double>&, uint32_t, double*);
template EncodedTable<double> encode_table<double>(const Encoding<double>&, const TextTable&,
                                                   const Table&, const std::vector<std::size_t>&);
template Outcome encode_text<double>(const Encoding<double>&, const TextTable&,
                                     EncodedTable<double>&);
template Outcome encode_labelled_text<double>(const Encoding<double>&, const TextTable&,
                                              EncodedTable<double>&);
template std::vector<std::string> strange_cells<double>(const Encoding<double>&,
                                                        const std::vector<CellCounts>&);
template std::vector<std::string> feature_names<double>(const Encoding<double>&);
template std::vector<std::size_t> feature_columns<double>(const Encoding<double>&);

}  // namespace rfm::data
