#include "rfm/data/encode/fitted_encoding.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/level_means.hpp"
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

// Two turns of each cycle in days: a span of less does not show what comes round.
constexpr int64_t two_turns[cycles] = {731, 62, 14, 2};

Moment moment_at(double seconds) {
  Moment moment;
  (void)moment_of(static_cast<int64_t>(seconds), moment);
  return moment;
}

// Adds cosine and sine of a cycle unless all rows stand at one place of it.
void fit_cycle(Cycle cycle, const std::vector<double>& seconds, FittedColumn& fitted) {
  std::vector<double> cosines(seconds.size()), sines(seconds.size());
  for (std::size_t i = 0; i < seconds.size(); ++i)
    angle_of(place_in(cycle, moment_at(seconds[i])), cosines[i], sines[i]);
  const Spread cosine = spread_of(cosines), sine = spread_of(sines);
  if (cosine.deviation < 1e-6 && sine.deviation < 1e-6) return;
  fitted.cycles |= EncodingColumn::has_cycle << static_cast<uint32_t>(cycle);
  fitted.mean.insert(fitted.mean.end(), {cosine.mean, sine.mean});
  fitted.factor.insert(fitted.factor.end(), {1, 1});
}

// False when the column is the same in every row.
bool fit_date(const Column& column, const std::vector<std::size_t>& rows, FittedColumn& fitted) {
  std::vector<double> seconds;
  for (const std::size_t row : rows)
    if (column.numbers[row] == column.numbers[row]) seconds.push_back(column.numbers[row]);
  if (seconds.empty()) return false;
  const auto [least, largest] = std::minmax_element(seconds.begin(), seconds.end());
  const double span = *largest - *least, days = span / day_seconds;
  const Moment last = moment_at(*largest);
  const double origin = static_cast<double>(last.day) * day_seconds;
  std::vector<double> elapsed;
  elapsed.reserve(seconds.size());
  for (const double x : seconds) elapsed.push_back(x - origin);
  const Spread spread = spread_of(elapsed);
  const auto missing =
      static_cast<double>(rows.size() - seconds.size()) / static_cast<double>(rows.size());
  if (span <= 0 && missing == 0) return false;
  fitted.fill = last.day;
  fitted.mean = {spread.mean};
  fitted.factor = {span > 0 ? 1 / spread.deviation : 0};
  for (uint32_t c = 0; c < cycles; ++c)
    if (days >= static_cast<double>(two_turns[c]))
      fit_cycle(static_cast<Cycle>(c), seconds, fitted);
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

// By their bytes, folded ones by what they are then.
void sort_levels(const Column& column, std::vector<std::size_t>& levels) {
  sort_indices(levels, [&](std::size_t a, std::size_t b) {
    const std::string &one = column.categories[a], &next = column.categories[b];
    if (!column.notation.folded) return one < next;
    return compare_folded(ColumnNotation::text(one), ColumnNotation::text(next)) < 0;
  });
}

// The categories of the training rows in order, and what each becomes.
void fit_means(const Column& column, const std::vector<std::size_t>& rows,
               std::vector<std::size_t> kept, const CodedTargets& targets, FittedColumn& fitted) {
  sort_levels(column, kept);
  std::vector<uint32_t> place(column.categories.size());
  for (const std::size_t k : kept) {
    place[k] = static_cast<uint32_t>(fitted.categories.size());
    fitted.categories.push_back(column.categories[k]);
  }
  MeanColumn levels;
  for (const std::size_t row : rows) {
    const bool missing = column.codes[row] == missing_code;
    fitted.missing_level = fitted.missing_level || missing;
    levels.level.push_back(missing ? static_cast<uint32_t>(kept.size()) : place[column.codes[row]]);
  }
  levels.levels = kept.size() + (fitted.missing_level ? 1 : 0);
  fitted.level_means = level_means(levels, targets);
  fitted.mean.assign(targets.c, 0);
  fitted.factor.assign(targets.c, 1);
}

bool fit_category(const Column& column, const std::vector<std::size_t>& rows,
                  const EncodingOptions& options, const CodedTargets& targets, FittedColumn& fitted,
                  std::vector<std::string>& notes) {
  std::vector<std::size_t> counts(column.categories.size(), 0);
  std::size_t missing = 0, other = 0;
  for (const std::size_t row : rows)
    ++(column.codes[row] == missing_code ? missing : counts[column.codes[row]]);
  std::vector<std::size_t> kept = by_frequency(column, counts);
  if (kept.size() > std::max<std::size_t>(options.most_levels, 1)) {
    notes.push_back(
        sentence("column '%': each of its % categories is the mean of the target over "
                 "its rows, drawn towards that of all rows",
                 {column.name, kept.size()}));
    fit_means(column, rows, std::move(kept), targets, fitted);
    return true;
  }
  const std::size_t most = std::max<std::size_t>(options.most_categories, 1);
  if (kept.size() > most) {
    for (std::size_t k = most; k < kept.size(); ++k) other += counts[kept[k]];
    notes.push_back(sentence("column '%': % rare categories of % (% rows) are grouped as other",
                             {column.name, kept.size() - most, kept.size(), other}));
    kept.resize(most);
    fitted.other_level = true;
  }
  sort_levels(column, kept);
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

// (n, c) the outputs that stand for the targets of these rows.
CodedTargets coded_targets(const Table& table, const std::vector<std::size_t>& rows,
                           const FittedEncoding& encoding) {
  CodedTargets coded;
  coded.c = encoding.outputs();
  coded.y.resize(array_size<double>(rows.size(), coded.c));
  const std::vector<double> basis = class_basis(encoding.classes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double* y = coded.y.data() + i * coded.c;
    if (table.task == Task::classification) {
      label_code(encoding.prior.data(), basis.data(), encoding.classes.size(),
                 table.labels[rows[i]], y);
    } else {
      y[0] = (table.targets[rows[i]] - encoding.target_mean) / encoding.target_scale;
    }
    if (!table.weights.empty()) coded.weights.push_back(table.weights[rows[i]]);
  }
  return coded;
}

}  // namespace

std::vector<double> class_basis(std::size_t classes) {
  std::vector<double> basis;
  for (std::size_t j = 1; j < classes; ++j) {
    const auto order = static_cast<double>(j);
    basis.push_back(1 / rounded_square_root(order * (order + 1)));
  }
  return basis;
}

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
  result.target_notation = table.target_notation;
  if (Outcome outcome = fit_target(table, rows, result); !outcome.ok()) return outcome;
  const CodedTargets targets = coded_targets(table, rows, result);
  for (const Column& column : table.features) {
    if (Outcome outcome = check_sizes(column, rows); !outcome.ok()) return outcome;
    FittedColumn fitted;
    fitted.name = column.name;
    fitted.kind = column.kind;
    fitted.notation = column.notation;
    const bool useful = column.kind == ColumnKind::category
                            ? fit_category(column, rows, options, targets, fitted, result.notes)
                        : column.kind == ColumnKind::date
                            ? fit_date(column, rows, fitted)
                            : fit_number(column, rows, fitted, result.notes);
    if (useful) {
      result.columns.push_back(std::move(fitted));
    } else {
      result.notes.push_back(
          sentence("column '%' is the same in every training row and was dropped", {column.name}));
    }
  }
  if (result.columns.empty()) return failure("no column tells the training rows apart");
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
  // The same for texts that many columns have.
  EncodingText add_once(const std::string& text) {
    const auto [place, added] = once_.emplace(text, EncodingText{});
    if (added) place->second = add(text);
    return place->second;
  }
  const std::string& all() const { return pool_; }

 private:
  std::string pool_;
  std::map<std::string, EncodingText> once_;
};

struct Records {
  std::vector<EncodingColumn> columns;
  std::vector<EncodingReading> readings;
  std::vector<EncodingText> categories, classes;
  EncodingText target{};
  StringPool strings;
};

bool has_level_means(const FittedEncoding& encoding) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(),
                     [](const FittedColumn& column) { return !column.level_means.empty(); });
}

// Missing categories are a level by the words of today alone, which older files do not mean.
// Weighed classes, dates and means of the target are of the versions that have readings.
bool needs_readings(const FittedEncoding& encoding) {
  if (!encoding.weighing.empty() || !encoding.difficulty.empty() || has_level_means(encoding))
    return true;
  for (const FittedColumn& column : encoding.columns)
    if (!column.notation.ordinary() || column.missing_level || column.kind == ColumnKind::date)
      return true;
  return !encoding.target_notation.ordinary();
}

EncodingReading reading_of(const ColumnNotation& how, ColumnKind kind, StringPool& strings) {
  EncodingReading reading{};
  const bool number = (kind == ColumnKind::number || kind == ColumnKind::yes_no) && how.spelled;
  reading.written = number ? 1 : 0;
  reading.decimal = static_cast<uint8_t>(number ? how.decimal : '.');
  if (!how.words.empty()) reading.missing = strings.add_once(how.words);
  if (kind == ColumnKind::category && how.folded) reading.flags = EncodingReading::folded;
  if (!number) return reading;
  reading.clock = static_cast<uint8_t>(how.clock);
  reading.flags = how.scaled ? EncodingReading::scaled : 0;
  if (!how.before.empty()) reading.before = strings.add_once(how.before);
  if (!how.behind.empty()) reading.behind = strings.add_once(how.behind);
  return reading;
}

uint32_t date_flags(const FittedColumn& column) {
  const DateForm form = column.notation.date;
  return column.cycles | (form.month_first ? EncodingColumn::month_first : 0) |
         (form.unix_seconds ? EncodingColumn::unix_seconds : 0);
}

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
                   (column.other_level ? EncodingColumn::has_other : 0) |
                   (column.level_means.empty() ? 0 : EncodingColumn::by_target);
    if (column.kind == ColumnKind::date) record.flags |= date_flags(column);
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
  if (!needs_readings(encoding)) return records;
  for (const FittedColumn& column : encoding.columns)
    records.readings.push_back(reading_of(column.notation, column.kind, records.strings));
  const ColumnKind target =
      encoding.task == Task::regression ? ColumnKind::number : ColumnKind::category;
  records.readings.push_back(reading_of(encoding.target_notation, target, records.strings));
  return records;
}

template <class T>
EncodingHeader header_of(const FittedEncoding& encoding, const Records& records) {
  EncodingHeader h{};
  std::memcpy(h.magic, "RFMcells", sizeof h.magic);
  h.version = records.readings.empty() ? 1 : readings_version;
  if (has_level_means(encoding)) h.version = means_version;
  if (!encoding.difficulty.empty()) h.version = difficulty_version;
  h.scalar_bytes = sizeof(T);
  h.task = static_cast<uint32_t>(encoding.task);
  h.columns = static_cast<uint32_t>(encoding.columns.size());
  h.features = static_cast<uint32_t>(encoding.features());
  h.outputs = static_cast<uint32_t>(encoding.outputs());
  h.classes = static_cast<uint32_t>(encoding.classes.size());
  h.categories = static_cast<uint32_t>(records.categories.size());
  h.intervals = static_cast<uint32_t>(encoding.interval.size() + encoding.weighing.size());
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
  std::size_t feature = 0, level = 0;
  for (std::size_t k = 0; k < encoding.columns.size(); ++k) {
    const FittedColumn& column = encoding.columns[k];
    writer.number(at.fill, k, column.fill);
    for (std::size_t j = 0; j < column.level_means.size(); ++j)
      writer.number(at.level_mean, level * encoding.outputs() + j, column.level_means[j]);
    level += column.categories.size() + 1;
    for (std::size_t j = 0; j < column.mean.size(); ++j, ++feature) {
      writer.number(at.mean, feature, column.mean[j]);
      writer.number(at.factor, feature, column.factor[j]);
    }
  }
  writer.numbers(at.target, {encoding.target_mean, encoding.target_scale});
  writer.numbers(at.interval, encoding.interval);
  writer.numbers(at.difficulty, encoding.difficulty);
  if (encoding.classes.empty()) return;
  writer.numbers(at.interval, encoding.weighing);
  writer.numbers(at.prior, encoding.prior);
  writer.numbers(at.basis, class_basis(encoding.classes.size()));
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
  writer.records(at.reading, records.readings);
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
