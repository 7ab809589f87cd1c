// Learns from training rows how raw cells become features and targets become outputs, as a plain
// description, O(cells) with a sort of each column; and writes it as the block of bytes that the
// core opens, devices read and the model file carries.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/table.hpp"

namespace rfm::data {

// Feature j of a column is (raw - mean[j]) * factor[j]; raw is the number, or 1 where the level j
// (or a missing cell) is met and else 0. Numbers, yes/no and two levels get the factor 1/sd; three
// and more levels and the indicator of missing cells get 1, because a rare level divided by its sd
// would outweigh every number.
struct FittedColumn {
  std::string name;
  ColumnKind kind = ColumnKind::number;
  double fill = 0;                      // for a missing number: the median; for yes/no: the mean
  bool indicator = false;               // missing numbers were seen and have a feature of their own
  std::vector<std::string> categories;  // by their bytes
  bool missing_level = false;           // missing categories were seen and are a level
  bool other_level = false;             // rare categories are one level
  std::vector<double> mean, factor;     // (features of this column)
};

struct FittedEncoding {
  Task task = Task::regression;
  std::vector<FittedColumn> columns;  // those that tell rows apart
  std::string target_name;
  double target_mean = 0, target_scale = 1;  // regression: output = (target - mean) / scale
  std::vector<std::string> classes;          // classification
  std::vector<double> prior;                 // (classes) shares among the training rows, by weight
  double share_slope = 0, log_slope = 1;     // calibration of probabilities, see calibration.hpp
  std::vector<double> offsets;               // (classes)
  std::vector<double> interval;              // (interval_points) or nothing, see intervals.hpp
  std::size_t residuals = 0;
  std::vector<std::string> notes;  // what was dropped or grouped, for people

  std::size_t features() const;                                                     // d
  std::size_t outputs() const { return classes.empty() ? 1 : classes.size() - 1; }  // c
};

struct EncodingOptions {
  // Categories a column may have; the rarest beyond that share a level called other.
  std::size_t most_categories = 64;
};

// Fits on these rows of the table alone. Fails when no column is left or a number is beyond 1e37.
Outcome fit_encoding(const Table& table, const std::vector<std::size_t>& rows,
                     const EncodingOptions& options, FittedEncoding& encoding);

// Layout: rfm/core/cells/encoding.hpp. Empty when the encoding is too large for it (4 GiB)
// or a number for T.
template <class T>
AlignedBytes encoding_bytes(const FittedEncoding& encoding);

// An encoding ready for use: its bytes, opened. Moves keep what was opened valid; copies are not
// made.
template <class T>
class Encoder {
 public:
  explicit Encoder(const FittedEncoding& encoding);
  Encoder(Encoder&&) noexcept = default;
  Encoder& operator=(Encoder&&) noexcept = default;

  bool ok() const { return status_ == Status::ok; }
  Status status() const { return status_; }
  const Encoding<T>& encoding() const { return encoding_; }
  const AlignedBytes& bytes() const { return bytes_; }

 private:
  AlignedBytes bytes_;
  Encoding<T> encoding_;
  Status status_;
};

}  // namespace rfm::data
