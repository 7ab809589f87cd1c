#include "rfm/data/effect/permutation.hpp"

#include <algorithm>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/search/split.hpp"

namespace rfm::data {
namespace {

constexpr double alike = 0.7;  // correlation

// (d) of one feature less its mean, with length 1, or all zero.
template <class T>
std::vector<double> direction(const EncodedTable<T>& rows, std::size_t j) {
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

template <class T>
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

template <class T>
ColumnGroups correlated_columns(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                                const std::vector<std::size_t>& columns) {
  std::vector<std::vector<double>> directions(rows.d);
  for (const std::size_t k : columns)
    for (std::size_t j = 0; j < encoding.column[k].features; ++j)
      directions[encoding.column[k].first_feature + j] =
          direction(rows, encoding.column[k].first_feature + j);
  ColumnGroups groups;
  for (const std::size_t k : columns) {
    std::vector<std::size_t> own{k};
    for (std::size_t g = groups.size(); g-- > 0;) {
      const bool near = std::any_of(groups[g].begin(), groups[g].end(), [&](std::size_t other) {
        return correlation<T>(encoding.column[k], encoding.column[other], directions) >= alike;
      });
      if (!near) continue;
      own.insert(own.begin(), groups[g].begin(), groups[g].end());
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
    }
    groups.push_back(std::move(own));
  }
  return groups;
}

template <class T>
double error_of(const ModelFile<T>& file, const EncodedTable<T>& rows) {
  const Encoding<T>& e = file.encoding;
  const std::vector<T> outputs = outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  std::vector<T> p(e.classes);
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

template <class T>
std::vector<std::vector<double>> permuted_errors(const ModelFile<T>& file,
                                                 const EncodedTable<T>& rows,
                                                 const ColumnGroups& groups, std::size_t repeats,
                                                 uint64_t seed) {
  const double whole = error_of(file, rows);
  std::vector<std::vector<double>> rises;
  EncodedTable<T> changed = rows;
  for (const std::vector<std::size_t>& group : groups) {
    rises.emplace_back();
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      const std::vector<std::size_t> from = shuffled(rows.n, random_bits(seed, repeat));
      for (std::size_t i = 0; i < rows.n; ++i)
        for (const std::size_t k : group) {
          const EncodingColumn& column = file.encoding.column[k];
          for (std::size_t j = column.first_feature; j < column.first_feature + column.features;
               ++j)
            changed.x[i * rows.d + j] = rows.x[from[i] * rows.d + j];
        }
      rises.back().push_back(error_of(file, changed) - whole);
    }
    changed.x = rows.x;
  }
  return rises;
}

template ColumnGroups correlated_columns(const Encoding<float>&, const EncodedTable<float>&,
                                         const std::vector<std::size_t>&);
template ColumnGroups correlated_columns(const Encoding<double>&, const EncodedTable<double>&,
                                         const std::vector<std::size_t>&);
template double error_of(const ModelFile<float>&, const EncodedTable<float>&);
template double error_of(const ModelFile<double>&, const EncodedTable<double>&);
template std::vector<std::vector<double>> permuted_errors(const ModelFile<float>&,
                                                          const EncodedTable<float>&,
                                                          const ColumnGroups&, std::size_t,
                                                          uint64_t);
template std::vector<std::vector<double>> permuted_errors(const ModelFile<double>&,
                                                          const EncodedTable<double>&,
                                                          const ColumnGroups&, std::size_t,
                                                          uint64_t);

}  // namespace rfm::data
