#include "rfm/data/encode/encoded_table.hpp"

#include <algorithm>
#include <numeric>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/findings.hpp"
#include "rfm/data/notation/dates.hpp"
#include "rfm/data/rows/totals.hpp"
#include "rfm/data/table/labels.hpp"
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
    case CellNote::later:
      if (counts.later++ == 0) counts.first_later = row;
      return;
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
  encoded.known.assign(n, false);
  return encoded;
}

// What the encoding is told of a cell. Numbers stay numbers but where they name a category or a
// moment, whose text goes into `room`.
template <class T>
Cell<T> raw_cell(const TextColumn& column, std::size_t row, ColumnKind kind, std::string& room) {
  if (column.numbers().empty()) {
    const std::string_view cell = column[row];
    return {{cell.data(), cell.size()}, 0};
  }
  if (kind != ColumnKind::category && kind != ColumnKind::date)
    return {{}, static_cast<T>(column.numbers()[row])};
  room = column.spelled(row);
  return {{room.data(), room.size()}, 0};
}

// Row i of column k becomes its features in row i of `encoded`; `written` is how this table writes
// the column's numbers, where that is not how the model's did. Every feature of every table comes
// from here, which is why a row has the same bits in training and in prediction. Means of the
// target are the exception: a training row takes them from other rows, see take_means_of_others.
template <class T>
void encode_column(const Encoding<T>& e, std::size_t k, const TextColumn& column,
                   const std::vector<std::size_t>& rows, EncodedTable<T>& encoded,
                   const ColumnNotation* written = nullptr) {
  const auto kind = static_cast<ColumnKind>(e.column[k].kind);
  std::string room;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Cell<T> cell = raw_cell<T>(column, rows[i], kind, room);
    T x = 0;
    if (written != nullptr && read_number(*written, kind, cell, x) == CellNote::read)
      cell = {{}, x};
    const CellNote note = encode_cell(e, k, cell, encoded.x.data() + i * encoded.d);
    if (note == CellNote::read || note == CellNote::other || note == CellNote::later)
      encoded.known[i] = true;
    count(note, rows[i], encoded.counts[k]);
  }
}

template <class T>
std::string column_name(const Encoding<T>& e, std::size_t k) {
  return to_string(e.column_name(k));
}

// How a table writes the numbers of a column, where that is not how the model's table did: files
// from elsewhere have other decimal marks. Units are those of the model.
class FileNotation {
 public:
  // Column k of the encoding, the target for k = columns, in a column of the table.
  template <class T>
  FileNotation(const Encoding<T>& e, std::size_t k, const TextColumn& cells, char decimal) {
    const detail::ColumnReading<T> model{e, k};
    if (!cells.numbers().empty() || model.notation().clock != Clock::none) return;
    decision_ = decide_notation(cells, to_string(model.missing_words()), decimal);
    ColumnNotation& how = decision_.notation;
    const Notation trained = model.notation();
    const auto of_another = [](const std::string& unit, Text there) {
      return !unit.empty() && !same_text(ColumnNotation::text(unit), there);
    };
    if (decision_.units.size() > 1 || of_another(how.before, trained.before) ||
        of_another(how.behind, trained.behind) || (how.scaled && !trained.scaled))
      return;
    how.before = to_string(trained.before);
    how.behind = to_string(trained.behind);
    how.scaled = trained.scaled;
    another_ = how.decimal != trained.decimal;
  }

  // Whether the table has another mark than the model, and whether only others say so.
  bool another() const { return another_; }
  bool ambiguous() const { return decision_.ambiguous; }
  const ColumnNotation& how() const { return decision_.notation; }

 private:
  Decision decision_;
  bool another_ = false;
};
// The level of each of these rows.
template <class T>
MeanColumn mean_column(const Encoding<T>& e, std::size_t k, const TextColumn& column,
                       const std::vector<std::size_t>& rows) {
  MeanColumn means;
  means.first = e.column[k].first_feature;
  means.levels = static_cast<std::size_t>(encoding_levels(e.column[k]));
  std::string room;
  for (const std::size_t row : rows) {
    std::size_t level = 0;
    const Cell<T> cell = raw_cell<T>(column, row, ColumnKind::category, room);
    (void)rfm::detail::read_level(e, k, cell, level);
    means.level.push_back(static_cast<uint32_t>(std::min(level, means.levels)));
  }
  return means;
}

Outcome absent(const std::string& name, const char* what) {
  return refusal("the % '%' that the model was trained with is not in this table", {what, name});
}

// Rows are looked at, up to so many, before a table is taken to write its numbers in another way.
constexpr std::size_t looked_at = 10000;

// Whether most cells of a column of numbers are unreadable as the model's table wrote them.
template <class T>
bool mostly_unreadable(const Encoding<T>& e, std::size_t k, const TextColumn& cells) {
  if (!cells.numbers().empty()) return false;
  std::vector<T> features(e.features);
  std::size_t present = 0, unreadable = 0;
  for (std::size_t i = 0; i < std::min(cells.size(), looked_at); ++i) {
    const std::string_view text = cells[i];
    const CellNote note =
        encode_cell(e, k, Cell<T>{{text.data(), text.size()}, 0}, features.data());
    present += note != CellNote::missing ? 1 : 0;
    unreadable += note == CellNote::unreadable ? 1 : 0;
  }
  return unreadable > 0 && 2 * unreadable >= present;
}

template <class T>
Labels labels_of(const Encoding<T>& e) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < e.classes; ++k) names.push_back(to_string(e.class_name(k)));
  return Labels(names, e.folded(e.columns));
}

// The targets of a regression as the table writes them.
template <class T>
ColumnNotation target_notation(const Encoding<T>& e, const TextTable& text,
                               const TextColumn& cells) {
  const detail::ColumnReading<T> model{e, e.columns};
  ColumnNotation how;
  how.words = to_string(model.missing_words());
  const Notation trained = model.notation();
  how.spelled = model.written();
  how.decimal = trained.decimal;
  how.clock = trained.clock;
  how.scaled = trained.scaled;
  how.before = to_string(trained.before);
  how.behind = to_string(trained.behind);
  std::size_t read = 0, present = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CellNote note{};
    (void)read_cell(how, cells[i], note);
    read += note == CellNote::read ? 1 : 0;
    present += note != CellNote::missing ? 1 : 0;
  }
  if (2 * read > present && text.decimal == 0) return how;
  const FileNotation file(e, e.columns, cells, text.decimal);
  return file.another() && (2 * read <= present || file.ambiguous()) ? file.how() : how;
}

template <class T>
Outcome take_targets(const Encoding<T>& e, const TextTable& text, std::size_t column,
                     EncodedTable<T>& encoded) {
  const TextColumn& cells = text.columns[column];
  Labels labels = labels_of(e);
  const ColumnNotation how =
      e.task == Task::regression ? target_notation(e, text, cells) : ColumnNotation();
  encoded.y.resize(array_size<T>(encoded.n, encoded.c));
  for (std::size_t i = 0; i < encoded.n; ++i) {
    const std::string_view cell = cells[i];
    T* y = encoded.y.data() + i * encoded.c;
    CellNote note = CellNote::read;
    const double target = e.task == Task::regression ? read_cell(how, cell, note) : 0;
    const uint32_t label = e.task == Task::classification ? labels.find(cell) : 0;
    if (label == Labels::unknown || note != CellNote::read) {
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

// The rows whose target is not missing; a class may have the name of a missing cell.
template <class T>
std::vector<std::size_t> targeted_rows(const Encoding<T>& e, const TextTable& text,
                                       std::size_t column) {
  Labels labels = labels_of(e);
  ColumnNotation how;
  how.words = to_string(e.missing_words(e.columns));
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < text.rows(); ++row) {
    const std::string_view cell = text.columns[column][row];
    if (!how.is_missing(cell) || (e.classes > 0 && labels.find(cell) != Labels::unknown))
      rows.push_back(row);
  }
  return rows;
}

}  // namespace

template <class T>
void encode_target(const Encoding<T>& e, double target, T* y) {
  y[0] = static_cast<T>((target - static_cast<double>(e.target[0])) /
                        static_cast<double>(e.target[1]));
}

template <class T>
void encode_label(const Encoding<T>& e, uint32_t label, T* y) {
  label_code(e.prior, e.basis, e.classes, label, y);
}

template <class T>
EncodedTable<T> chosen_rows(const EncodedTable<T>& table, const std::vector<std::size_t>& rows) {
  EncodedTable<T> chosen;
  chosen.n = rows.size();
  chosen.d = table.d;
  chosen.c = table.c;
  const auto copy = [&](const auto& from, std::size_t width, auto& to) {
    if (from.empty()) return;
    for (const std::size_t row : rows) {
      const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * width);
      to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    }
  };
  copy(table.x, table.d, chosen.x);
  copy(table.y, table.c, chosen.y);
  copy(table.weights, 1, chosen.weights);
  copy(table.targets, 1, chosen.targets);
  copy(table.labels, 1, chosen.labels);
  return chosen;
}

template <class T>
EncodedTable<T> encode_table(const Encoding<T>& e, const TextTable& text, const Table& table,
                             const std::vector<std::size_t>& rows) {
  EncodedTable<T> encoded = empty_table(e, rows.size());
  const ColumnIndex index(text);
  for (std::size_t k = 0; k < e.columns; ++k)
    encode_column(e, k, text.columns[index.find(column_name(e, k))], rows, encoded);
  for (std::size_t k = 0; k < e.columns; ++k)
    if (e.column[k].has(EncodingColumn::by_target))
      encoded.means.push_back(mean_column(e, k, text.columns[index.find(column_name(e, k))], rows));
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
void take_means_of_others(EncodedTable<T>& encoded, uint64_t seed) {
  std::vector<uint32_t> part(encoded.n);
  for (std::size_t i = 0; i < encoded.n; ++i) part[i] = mean_part(seed, i);
  const T* weights = encoded.weights.empty() ? nullptr : encoded.weights.data();
  for (const MeanColumn& column : encoded.means) {
    const MeansOfOthers<T> means(column, encoded.y.data(), weights, encoded.c, part);
    for (std::size_t i = 0; i < encoded.n; ++i)
      means.write(i, encoded.x.data() + i * encoded.d + column.first);
  }
}

template <class T>
Outcome TableEncoder<T>::look(const Encoding<T>& e, const TextTable& text) {
  encoding_ = &e;
  text_ = &text;
  columns_.clear();
  written_.assign(e.columns, std::nullopt);
  const ColumnIndex index(text);
  for (std::size_t k = 0; k < e.columns; ++k) {
    columns_.push_back(index.find(column_name(e, k)));
    if (columns_[k] == TextTable::nowhere) return absent(column_name(e, k), "column");
  }
  const auto is_number = [&e](std::size_t k) {
    return static_cast<ColumnKind>(e.column[k].kind) == ColumnKind::number;
  };
  char mark = text.decimal;
  for (std::size_t k = 0; k < e.columns; ++k) {
    const TextColumn& cells = text.columns[columns_[k]];
    if (!is_number(k) || !mostly_unreadable(e, k, cells)) continue;
    const FileNotation file(e, k, cells, text.decimal);
    if (!file.another()) continue;
    mark = file.how().decimal;
    written_[k] = file.how();
  }
  for (std::size_t k = 0; mark != 0 && k < e.columns; ++k) {
    if (!is_number(k) || written_[k].has_value()) continue;
    const FileNotation file(e, k, text.columns[columns_[k]], mark);
    if (file.another() && file.ambiguous()) written_[k] = file.how();
  }
  return {};
}

template <class T>
EncodedTable<T> TableEncoder<T>::encode(std::size_t first, std::size_t count) const {
  EncodedTable<T> encoded = empty_table(*encoding_, count);
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), first);
  for (std::size_t k = 0; k < encoding_->columns; ++k)
    encode_column(*encoding_, k, text_->columns[columns_[k]], rows, encoded,
                  written_[k].has_value() ? &*written_[k] : nullptr);
  return encoded;
}

template <class T>
Outcome encode_text(const Encoding<T>& e, const TextTable& text, EncodedTable<T>& encoded) {
  TableEncoder<T> encoder;
  Outcome outcome = encoder.look(e, text);
  if (outcome.ok()) encoded = encoder.encode(0, text.rows());
  return outcome;
}

template <class T>
Outcome encode_labelled_text(const Encoding<T>& e, const TextTable& text, EncodedTable<T>& encoded,
                             bool keep_totals) {
  EncodedTable<T> result;
  const std::string name = to_string(e.target_name());
  const std::size_t column = text.find(name);
  TextTable kept, rows;
  const TextTable& given =
      column == TextTable::nowhere ? text : with_rows(text, targeted_rows(e, text, column), kept);
  const std::size_t untargeted = text.rows() - given.rows();
  PlanOptions options;
  options.target = name;
  const std::size_t totals =
      keep_totals || column == TextTable::nowhere ? 0 : rows_of_totals(given, options);
  std::vector<std::size_t> others(given.rows() - totals);
  std::iota(others.begin(), others.end(), std::size_t{0});
  const TextTable& targeted = with_rows(given, others, rows);
  if (Outcome outcome = encode_text(e, targeted, result); !outcome.ok()) return outcome;
  if (column == TextTable::nowhere) return absent(name, "target");
  if (untargeted > 0) result.left_out.push_back({Finding::untargeted, 0, untargeted, {}});
  for (std::size_t row = others.size(); row < given.rows(); ++row)
    result.left_out.push_back({Finding::totals, given.line(row), 1, {}});
  if (targeted.rows() == 0 && text.rows() > 0) return refusal("no row has a target '%'", {name});
  if (Outcome outcome = take_targets(e, targeted, column, result); !outcome.ok()) return outcome;
  encoded = std::move(result);
  return {};
}

void add_counts(const std::vector<CellCounts>& more, std::size_t before,
                std::vector<CellCounts>& counts) {
  counts.resize(more.size());
  for (std::size_t k = 0; k < more.size(); ++k) {
    counts[k].missing += more[k].missing;
    counts[k].other += more[k].other;
    counts[k].unseen += more[k].unseen;
    counts[k].unreadable += more[k].unreadable;
    counts[k].later += more[k].later;
    const auto first = [before](std::size_t one, std::size_t more_rows) {
      return more_rows == TextTable::nowhere ? one : std::min(one, before + more_rows);
    };
    counts[k].first_strange = first(counts[k].first_strange, more[k].first_strange);
    counts[k].first_later = first(counts[k].first_later, more[k].first_later);
  }
}

template <class T>
std::vector<std::string> strange_cells(const Encoding<T>& e,
                                       const std::vector<CellCounts>& counts) {
  std::vector<std::string> sentences;
  const auto say = [&](std::size_t k, std::size_t cells, const std::string& what,
                       std::size_t first) {
    if (cells == 0) return;
    sentences.push_back(sentence("column '%': % %, first in row %",
                                 {column_name(e, k), count_of(cells, "cell"), what, first + 1}));
  };
  for (std::size_t k = 0; k < e.columns; ++k) {
    const CellCounts& found = counts[k];
    say(k, found.unseen, "of a category that training did not have, taken as average",
        found.first_strange);
    say(k, found.unreadable, "that could not be read, taken as missing", found.first_strange);
    if (found.later > 0) {
      const std::string last = date_text(static_cast<int32_t>(e.fill[k]));
      say(k, found.later, sentence("after %, the last day of training", {last}), found.first_later);
    }
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
      for (uint32_t c = 0; c < cycles; ++c) {
        if (!column.has(static_cast<Cycle>(c))) continue;
        for (const char* part : {" cosine", " sine"})
          names.push_back(name + ": " + word(static_cast<Cycle>(c)) + part);
      }
      if (column.has(EncodingColumn::has_indicator)) names.push_back(name + " is missing");
      continue;
    }
    if (column.has(EncodingColumn::by_target)) {
      for (std::size_t j = 0; j < column.features; ++j)
        names.push_back(name + ": mean of the target" +
                        (column.features > 1 ? " " + std::to_string(j + 1) : ""));
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
template EncodedTable<float> chosen_rows<float>(const EncodedTable<float>&,
                                                const std::vector<std::size_t>&);
template EncodedTable<double> chosen_rows<double>(const EncodedTable<double>&,
                                                  const std::vector<std::size_t>&);
template EncodedTable<float> encode_table<float>(const Encoding<float>&, const TextTable&,
                                                 const Table&, const std::vector<std::size_t>&);
template void take_means_of_others(EncodedTable<float>&, uint64_t);
template void take_means_of_others(EncodedTable<double>&, uint64_t);
template class TableEncoder<float>;
template class TableEncoder<double>;
template Outcome encode_text<float>(const Encoding<float>&, const TextTable&, EncodedTable<float>&);
template Outcome encode_labelled_text<float>(const Encoding<float>&, const TextTable&,
                                             EncodedTable<float>&, bool);
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
                                              EncodedTable<double>&, bool);
template std::vector<std::string> strange_cells<double>(const Encoding<double>&,
                                                        const std::vector<CellCounts>&);
template std::vector<std::string> feature_names<double>(const Encoding<double>&);
template std::vector<std::size_t> feature_columns<double>(const Encoding<double>&);

}  // namespace rfm::data
