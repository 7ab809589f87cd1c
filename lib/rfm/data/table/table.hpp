// The typed table that encodings are fitted on: features, a target, weights. Made from text by
// plan.hpp. Its numbers are for statistics, in double; the features of a row are made from its
// cells again (encoded_table.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/notation/notation.hpp"

namespace rfm::data {

// A category column's code of a missing cell.
constexpr uint32_t missing_code = UINT32_MAX;

struct Column {
  std::string name;
  ColumnKind kind = ColumnKind::number;
  std::vector<double> numbers;  // (rows) number, yes_no (0 or 1), date (seconds since 1970): NaN is
                                // missing
  std::vector<uint32_t> codes;  // (rows) category: an index into categories, or missing_code
  std::vector<std::string> categories;  // in any order, all different
  ColumnNotation notation{};            // how its cells are read
};

struct Table {
  std::size_t rows = 0;
  Task task = Task::regression;
  std::vector<Column> features;
  std::string target_name;
  ColumnNotation target_notation;
  std::vector<double> targets;       // (rows) regression
  std::vector<uint32_t> labels;      // (rows) classification: an index into classes
  std::vector<std::string> classes;  // in ascending order, numbers by value
  std::vector<double> weights;       // (rows), or nothing: all rows count alike
};

}  // namespace rfm::data
