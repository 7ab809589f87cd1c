#include "rfm/data/encode/fitted_encoding.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {

namespace {

constexpr double largest_number = 1e37;  // float holds it, and the factor of its inverse
constexpr double float_digits = 1e5;  // a mean so many deviations from zero leaves float two digits

struct Spread {
  double mean = 0, deviation = 0;
};

// Mean and root mean square deviation, in two passes.
Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  const auto n = static_cast<double>(values.size());
  for (const double x : values) spread.mean += x / n;
  double squares = 0;
  for (const double x : values) squares += (x - spread.mean) / n * (x - spread.mean);
  spread.deviation = rounded_square_root(squares);
  return spread;
}

// The middle one, or the mean of the two in the middle.
double median_of(std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  std::stable_sort(values.begin(), values.end());
  if (values.size() % 2 == 1) return values[half];
  return values[half - 1] + (values[half] - values[half - 1]) / 2;
}

// False when the column is the same in every row.
bool fit_number(const Column& column, const std::vector<std::size_t>& rows, FittedColumn& fitted,
                std::vector<std::string>& notes) {
  std::vector<double> values;
  for (const std::size_t row : rows) {
    const double x = column.numbers[row];
    if (x == x) values.push_back(x);
  }
  if (values.empty()) return false;
  const auto missing =
      static_cast<double>(rows.size() - values.size()) / static_cast<double>(rows.size());
  const Spread spread = spread_of(values);
  const double size = std::max(spread.mean, -spread.mean);
  // Equal cells may still show a deviation of rounding size.
  const bool constant = spread.deviation <= size * 1e-14 || spread.deviation < 1 / largest_number;
  if (constant && missing == 0) return false;
  if (!constant && size > float_digits * spread.deviation) {
    notes.push_back(
        sentence("column '%' varies only behind its fifth digit: subtract a constant first, "
                 "or use double precision",
                 {column.name}));
  }
  fitted.fill = column.kind == ColumnKind::yes_no ? spread.mean : median_of(values);
  fitted.mean = {spread.mean};
  fitted.factor = {constant ? 0 : 1 / spread.deviation};
  if (missing > 0) {
    fitted.indicator = true;
    fitted.mean.push_back(missing);
    fitted.factor.push_back(1);
  }
  return true;
}

// Category indices of the training rows, most frequent first, equals by name.
std::vector<std::size_t> by_frequency(const Column& column,
                                      const std::vector<std::size_t>& counts) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < column.categories.size(); ++k) {
    if (counts[k] > 0) order.push_back(k);
  }
  sort_indices(order, [&](std::size_t a, std::size_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b]
                                  : column.categories[a] < column.categories[b];
  });
  return order;
}

bool fit_category(const Column& column, const std::vector<std::size_t>& rows,
                  const EncodingOptions& options, FittedColumn& fitted,
                  std::vector<std::string>& notes) {
  std::vector<std::size_t> counts(column.categories.size(), 0);
  std::size_t missing = 0, other = 0;
  for (const std::size_t row : rows)
    ++(column.codes[row] == missing_code ? missing : counts[column.codes[row]]);
  std::vector<std::size_t> kept = by_frequency(column, counts);
  const std::size_t most = std::max<std::size_t>(options.most_categories, 1);
  if (kept.size() > most) {
    for (std::size_t k = most; k < kept.size(); ++k) other += counts[kept[k]];
    notes.push_back(sentence("column '%': % rare categories of % (% rows) are grouped as other",
                             {column.name, kept.size() - most, kept.size(), other}));
    kept.resize(most);
    fitted.other_level = true;
  }
  sort_indices(kept, [&](std::size_t a, std::size_t b) {
    return column.categories[a] < column.categories[b];
  });
  std::vector<double> shares;
  const auto n = static_cast<double>(rows.size());
  for (const std::size_t k : kept) {
    fitted.categories.push_back(column.categories[k]);
    shares.push_back(static_cast<double>(counts[k]) / n);
  }
  fitted.missing_level = missing > 0;
  if (missing > 0) shares.push_back(static_cast<double>(missing) / n);
  if (fitted.other_level) shares.push_back(static_cast<double>(other) / n);
  if (shares.size() < 2) return false;
  if (shares.size() == 2) {
    fitted.mean = {shares[1]};
    fitted.factor = {1 / rounded_square_root(shares[0] * shares[1])};
  } else {
    fitted.mean = std::move(shares);
    fitted.factor.assign(fitted.mean.size(), 1);
  }
  return true;
}

Outcome check_sizes(const Column& column, const std::vector<std::size_t>& rows) {
  if (column.kind == ColumnKind::category) return {};
  for (const std::size_t row : rows) {
    const double x = column.numbers[row];
    if (x > largest_number || x < -largest_number) {
      return refusal("column '%' holds %: use a larger unit", {column.name, format_number(x)});
    }
  }
  return {};
}

double weight_of(const Table& table, std::size_t row) {
  return table.weights.empty() ? 1 : table.weights[row];
}

Outcome fit_target(const Table& table, const std::vector<std::size_t>& rows,
                   FittedEncoding& encoding) {
  double total = 0;
  for (const std::size_t row : rows) total += weight_of(table, row);
  if (table.task == Task::classification) {
    encoding.classes = table.classes;
    encoding.prior.assign(table.classes.size(), 0);
    encoding.offsets.assign(table.classes.size(), 0);
    for (const std::size_t row : rows)
      encoding.prior[table.labels[row]] += weight_of(table, row) / total;
    return {};
  }
  double mean = 0, squares = 0;
  for (const std::size_t row : rows) {
    if (!(table.targets[row] <= largest_number && table.targets[row] >= -largest_number)) {
      return refusal("the target '%' holds %",
                     {table.target_name, format_number(table.targets[row])});
    }
    mean += weight_of(table, row) / total * table.targets[row];
  }
  for (const std::size_t row : rows) {
    squares +=
        weight_of(table, row) / total * (table.targets[row] - mean) * (table.targets[row] - mean);
  }
  const double deviation = rounded_square_root(squares);
  encoding.target_mean = mean;
  encoding.target_scale =
      deviation > std::max(mean, -mean) * 1e-14 && deviation > 1 / largest_number ? deviation : 1;
  return {};
}

}  // namespace

std::size_t FittedEncoding::features() const {
  std::size_t d = 0;
  for (const FittedColumn& column : columns) d += column.mean.size();
  return d;
}

Outcome fit_encoding(const Table& table, const std::vector<std::size_t>& rows,
                     const EncodingOptions& options, FittedEncoding& encoding) {
  if (rows.empty()) return failure("there are no rows to learn from");
  FittedEncoding result;
  result.task = table.task;
  result.target_name = table.target_name;
  for (const Column& column : table.features) {
    if (Outcome outcome = check_sizes(column, rows); !outcome.ok()) return outcome;
    FittedColumn fitted;
    fitted.name = column.name;
    fitted.kind = column.kind;
    const bool useful = column.kind == ColumnKind::category
                            ? fit_category(column, rows, options, fitted, result.notes)
                            : fit_number(column, rows, fitted, result.notes);
    if (useful) {
      result.columns.push_back(std::move(fitted));
    } else {
      result.notes.push_back(
          sentence("column '%' is the same in every training row and was dropped", {column.name}));
    }
  }
  if (result.columns.empty()) return failure("no column tells the training rows apart");
  if (Outcome outcome = fit_target(table, rows, result); !outcome.ok()) return outcome;
  encoding = std::move(result);
  return {};
}

namespace {

// Strings are laid end to end in the order they are asked for.
class StringPool {
 public:
  EncodingText add(const std::string& text) {
    const EncodingText place{static_cast<uint32_t>(pool_.size()),
                             static_cast<uint32_t>(text.size())};
    pool_ += text;
    return place;
  }
  const std::string& all() const { return pool_; }

 private:
  std::string pool_;
};

struct Records {
  std::vector<EncodingColumn> columns;
  std::vector<EncodingText> categories, classes;
  EncodingText target{};
  StringPool strings;
};

Records records_of(const FittedEncoding& encoding) {
  Records records;
  records.target = records.strings.add(encoding.target_name);
  uint32_t feature = 0;
  for (const FittedColumn& column : encoding.columns) {
    EncodingColumn record{};
    record.name = records.strings.add(column.name);
    record.kind = static_cast<uint32_t>(column.kind);
    record.flags = (column.indicator ? EncodingColumn::has_indicator : 0) |
                   (column.missing_level ? EncodingColumn::has_missing : 0) |
                   (column.other_level ? EncodingColumn::has_other : 0);
    record.first_feature = feature;
    record.features = static_cast<uint32_t>(column.mean.size());
    record.first_category = static_cast<uint32_t>(records.categories.size());
    record.categories = static_cast<uint32_t>(column.categories.size());
    records.columns.push_back(record);
    for (const std::string& category : column.categories)
      records.categories.push_back(records.strings.add(category));
    feature += record.features;
  }
  for (const std::string& name : encoding.classes)
    records.classes.push_back(records.strings.add(name));
  return records;
}

template <class T>
EncodingHeader header_of(const FittedEncoding& encoding, const Records& records) {
  EncodingHeader h{};
  std::memcpy(h.magic, "RFMcells", sizeof h.magic);
  h.version = encoding_version;
  h.scalar_bytes = sizeof(T);
  h.task = static_cast<uint32_t>(encoding.task);
  h.columns = static_cast<uint32_t>(encoding.columns.size());
  h.features = static_cast<uint32_t>(encoding.features());
  h.outputs = static_cast<uint32_t>(encoding.outputs());
  h.classes = static_cast<uint32_t>(encoding.classes.size());
  h.categories = static_cast<uint32_t>(records.categories.size());
  h.intervals = static_cast<uint32_t>(encoding.interval.size());
  h.residuals = static_cast<uint32_t>(encoding.residuals);
  h.target_name = records.target.offset;
  h.target_size = records.target.size;
  h.string_bytes = static_cast<uint32_t>(records.strings.all().size());
  return h;
}

template <class T>
class Writer {
 public:
  explicit Writer(unsigned char* base) : base_(base) {}

  template <class Record>
  void records(std::size_t offset, const std::vector<Record>& values) {
    if (!values.empty()) std::memcpy(base_ + offset, values.data(), values.size() * sizeof(Record));
  }

  void number(std::size_t offset, std::size_t index, double value) {
    const T rounded = static_cast<T>(value);
    std::memcpy(base_ + offset + index * sizeof(T), &rounded, sizeof(T));
  }

  void numbers(std::size_t offset, const std::vector<double>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) number(offset, k, values[k]);
  }

 private:
  unsigned char* base_;
};

template <class T>
void write_numbers(const FittedEncoding& encoding, const EncodingLayout& at, unsigned char* base) {
  Writer<T> writer(base);
  std::size_t feature = 0;
  for (std::size_t k = 0; k < encoding.columns.size(); ++k) {
    const FittedColumn& column = encoding.columns[k];
    writer.number(at.fill, k, column.fill);
    for (std::size_t j = 0; j < column.mean.size(); ++j, ++feature) {
      writer.number(at.mean, feature, column.mean[j]);
      writer.number(at.factor, feature, column.factor[j]);
    }
  }
  writer.numbers(at.target, {encoding.target_mean, encoding.target_scale});
  writer.numbers(at.interval, encoding.interval);
  if (encoding.classes.empty()) return;
  writer.numbers(at.prior, encoding.prior);
  for (std::size_t j = 1; j < encoding.classes.size(); ++j) {
    const auto order = static_cast<double>(j);
    writer.number(at.basis, j - 1, 1 / rounded_square_root(order * (order + 1)));
  }
  std::vector<double> calibration{encoding.share_slope, encoding.log_slope};
  calibration.insert(calibration.end(), encoding.offsets.begin(), encoding.offsets.end());
  writer.numbers(at.calibration, calibration);
}

}  // namespace

template <class T>
AlignedBytes encoding_bytes(const FittedEncoding& encoding) {
  const Records records = records_of(encoding);
  if (records.strings.all().size() > UINT32_MAX / 2) return {};
  EncodingHeader header = header_of<T>(encoding, records);
  const EncodingLayout at = encoding_layout(header);
  if (at.bytes > UINT32_MAX) return {};
  header.bytes = static_cast<uint32_t>(at.bytes);
  AlignedBytes bytes(at.bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  Writer<T> writer(bytes.data());
  writer.records(at.columns, records.columns);
  writer.records(at.categories, records.categories);
  writer.records(at.classes, records.classes);
  write_numbers<T>(encoding, at, bytes.data());
  const std::string& strings = records.strings.all();
  std::memcpy(bytes.data() + at.strings, strings.data(), strings.size());
  return bytes;
}

template <class T>
Encoder<T>::Encoder(const FittedEncoding& encoding)
    : bytes_(encoding_bytes<T>(encoding)),
      status_(open_encoding(bytes_.data(), bytes_.size(), &encoding_)) {}

template AlignedBytes encoding_bytes<float>(const FittedEncoding&);
template AlignedBytes encoding_bytes<double>(const FittedEncoding&);
template class Encoder<float>;
template class Encoder<double>;

}  // namespace rfm::data
