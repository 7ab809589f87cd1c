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
  double fill = 0;  // for a missing number: the median; for yes/no: the mean; the last day of dates
  bool indicator = false;               // missing numbers were seen and have a feature of their own
  std::vector<std::string> categories;  // by their bytes, folded ones by what they are then
  bool missing_level = false;           // missing categories were seen and are a level
  bool other_level = false;             // rare categories are one level
  std::vector<double> mean, factor;     // (features of this column)
  ColumnNotation notation{};            // how its cells are read
  uint32_t cycles = 0;                  // of a date: the flags of those that it has
  std::vector<double> level_means{};  // (levels, outputs) of a category by means of the target, or
                                      // nothing
};

struct FittedEncoding {
  Task task = Task::regression;
  std::vector<FittedColumn> columns;  // those that tell rows apart
  std::string target_name;
  ColumnNotation target_notation;
  double target_mean = 0, target_scale = 1;  // regression: output = (target - mean) / scale
  std::vector<std::string> classes;          // classification
  std::vector<double> prior;                 // (classes) shares among the training rows, by weight
  double share_slope = 0, log_slope = 1;     // calibration of probabilities, see calibration.hpp
  std::vector<double> offsets;               // (classes)
  std::vector<double> weighing;              // (classes) or nothing, see decision.hpp
  std::vector<double> interval;              // (interval_points) or nothing, see intervals.hpp
  std::vector<double> difficulty;  // (2 * difficulty_points) or nothing, see intervals.hpp
  std::size_t residuals = 0;
  std::vector<std::string> notes;  // what was dropped or grouped, for people

  std::size_t features() const;                                                     // d
  std::size_t outputs() const { return classes.empty() ? 1 : classes.size() - 1; }  // c
};

struct EncodingOptions {
  // Categories a column may have; the rarest beyond that share a level called other.
  std::size_t most_categories = 64;
  // A column of more categories is encoded by means of the target instead, see level_means.hpp.
  std::size_t most_levels = 64;
};

// Fits on these rows of the table alone. Fails when no column is left or a number is beyond 1e37.
Outcome fit_encoding(const Table& table, const std::vector<std::size_t>& rows,
                     const EncodingOptions& options, FittedEncoding& encoding);

// (classes - 1) 1/sqrt(j (j+1)), see class_shares in decoding.hpp.
std::vector<double> class_basis(std::size_t classes);

// y (classes - 1): row `label` of the basis Q less its average under the prior.
template <class T>
void label_code(const T* prior, const T* basis, std::size_t classes, uint32_t label, T* y) {
  double before = 0;  // prior of the classes 0 .. j-1
  for (std::size_t j = 1; j < classes; ++j) {
    const auto order = static_cast<double>(j);
    before += static_cast<double>(prior[j - 1]);
    const double average = before - order * static_cast<double>(prior[j]);
    const double own = label < j ? 1 : label == j ? -order : 0;
    y[j - 1] = static_cast<T>((own - average) * static_cast<double>(basis[j - 1]));
  }
}

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
