#include "rfm/data/encode/encoding_bytes.hpp"

#include <cstring>
#include <string>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/open_encoding.hpp"

namespace rfm::data {
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
