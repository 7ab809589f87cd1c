#include "rfm/data/effect/permutation.hpp"

#include <algorithm>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

constexpr double alike = 0.7;  // correlation

// (d) of one feature less its mean, with length 1, or all zero.
std::vector<double> direction(const EncodedTable<float>& rows, std::size_t j) {
  std::vector<double> values(rows.n);
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < rows.n; ++i) {
    values[i] = static_cast<double>(rows.x[i * rows.d + j]);
    mean += values[i] / static_cast<double>(rows.n);
  }
  for (double& value : values) {
    value -= mean;
    square += value * value;
  }
  if (square > 0)
    for (double& value : values) value /= rounded_square_root(square);
  return values;
}

double correlation(const EncodingColumn& a, const EncodingColumn& b,
                   const std::vector<std::vector<double>>& directions) {
  double largest = 0;
  for (std::size_t j = 0; j < a.features; ++j)
    for (std::size_t k = 0; k < b.features; ++k) {
      const std::vector<double>&u = directions[a.first_feature + j],
            &v = directions[b.first_feature + k];
      double product = 0;
      for (std::size_t i = 0; i < u.size(); ++i) product += u[i] * v[i];
      largest = std::max(largest, product < 0 ? -product : product);
    }
  return largest;
}

}  // namespace

void write(const PermutedColumns& permuted, JsonText& json) {
  constexpr int digits = 4;
  json.open_object().key("columns").open_array();
  for (const std::string& name : permuted.columns) json.text(name);
  json.close_array().key("fall").number(rounded_number(permuted.fall, digits));
  json.key("spread").number(rounded_number(permuted.spread, digits)).close_object();
}

std::vector<std::size_t> stand_ins(const Encoding<float>& encoding, const EncodedTable<float>& rows,
                                   std::vector<std::size_t> columns) {
  std::vector<std::vector<double>> directions(rows.d);
  for (const std::size_t k : columns)
    for (std::size_t j = 0; j < encoding.column[k].features; ++j)
      directions[encoding.column[k].first_feature + j] =
          direction(rows, encoding.column[k].first_feature + j);
  std::size_t found = 1;  // those before it are in, in the order in which they are asked
  for (std::size_t asked = 0; asked < found; ++asked)
    for (std::size_t k = found; k < columns.size(); ++k) {
      const EncodingColumn &a = encoding.column[columns[asked]], &b = encoding.column[columns[k]];
      if (correlation(a, b, directions) >= alike) std::swap(columns[found++], columns[k]);
    }
  columns.resize(found);
  return columns;
}

double error_of(const ModelFile<float>& file, const EncodedTable<float>& rows) {
  const Encoding<float>& e = file.encoding;
  const std::vector<float> outputs =
      outputs_of(file, Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
  std::vector<float> p(e.classes);
  double sum = 0;
  for (std::size_t i = 0; i < rows.n; ++i) {
    if (e.task == Task::regression) {
      const double miss = (rows.targets[i] - static_cast<double>(decoded_value(e, &outputs[i]))) /
                          static_cast<double>(e.target[1]);
      sum += miss * miss;
    } else {
      decoded_probabilities(e, &outputs[i * rows.c], p.data());
      sum += answered_class(e, p.data()) == rows.labels[i] ? 0 : 1;
    }
  }
  return sum / static_cast<double>(rows.n);
}

std::vector<double> permuted_errors(const ModelFile<float>& file, const EncodedTable<float>& rows,
                                    double error, const std::vector<std::size_t>& columns,
                                    std::size_t repeats, uint64_t seed) {
  std::vector<double> rises;
  EncodedTable<float> changed = rows;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    const std::vector<std::size_t> from = shuffled(rows.n, random_bits(seed, repeat));
    for (std::size_t i = 0; i < rows.n; ++i)
      for (const std::size_t k : columns) {
        const EncodingColumn& column = file.encoding.column[k];
        const float* source = rows.x.data() + from[i] * rows.d + column.first_feature;
        std::copy_n(source, column.features, &changed.x[i * rows.d + column.first_feature]);
      }
    rises.push_back(error_of(file, changed) - error);
  }
  return rises;
}

PermutedColumns permuted_columns(const Encoding<float>& encoding,
                                 const std::vector<std::size_t>& columns,
                                 const std::vector<double>& falls) {
  PermutedColumns permuted;
  for (const std::size_t k : columns)
    permuted.columns.push_back(to_string(encoding.column_name(k)));
  const auto count = static_cast<double>(falls.size());
  for (const double fall : falls) permuted.fall += fall / count;
  double variance = 0;
  for (const double fall : falls)
    variance += (fall - permuted.fall) * (fall - permuted.fall) / std::max(count - 1, 1.0);
  permuted.spread = rounded_square_root(variance);
  return permuted;
}

}  // namespace rfm::data
