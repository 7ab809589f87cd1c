#include "rfm/data/score/importance.hpp"

#include <algorithm>

#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

// Sums over the rows seen, for each feature.
struct Moments {
  std::vector<double> sum, square, slopes;
  std::size_t count = 0;

  explicit Moments(std::size_t d) : sum(d), square(d), slopes(d) {}

  template <class T>
  void add(const ModelFile<T>& file, const std::vector<T>& x) {
    const std::size_t d = sum.size(), c = file.model().c, n = x.size() / d;
    const std::vector<T> gradients = gradients_of(file, Rows<T>(x.data(), n, d));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        const auto value = static_cast<double>(x[i * d + j]);
        sum[j] += value;
        square[j] += value * value;
        for (std::size_t o = 0; o < c; ++o) {
          const auto slope = static_cast<double>(gradients[(i * c + o) * d + j]);
          slopes[j] += slope * slope;
        }
      }
    }
    count += n;
  }

  double importance(std::size_t j) const {
    const auto n = static_cast<double>(count);
    const double mean = sum[j] / n, variance = square[j] / n - mean * mean;
    return variance > 0 ? slopes[j] * variance : 0;
  }
};

}  // namespace

template <class T>
std::vector<ColumnImportance> column_importances(const ModelFile<T>& file,
                                                 const EncodedTable<T>& rows, std::size_t most,
                                                 uint64_t seed) {
  Moments moments(rows.d);
  std::vector<T> batch;
  for (Chosen chosen(most, rows.n, seed); chosen.more();) {
    const T* x = rows.x.data() + chosen.next() * rows.d;
    batch.insert(batch.end(), x, x + rows.d);
    if (batch.size() < panel * rows.d && chosen.more()) continue;
    moments.add(file, batch);
    batch.clear();
  }

  std::vector<ColumnImportance> columns(file.encoding.columns);
  for (std::size_t k = 0; k < columns.size(); ++k)
    columns[k].name = to_string(file.encoding.column_name(k));
  const std::vector<std::size_t> column_of = feature_columns(file.encoding);
  double total = 0;
  for (std::size_t j = 0; j < rows.d; ++j) {
    columns[column_of[j]].share += moments.importance(j);
    total += moments.importance(j);
  }
  for (ColumnImportance& column : columns) column.share = total > 0 ? column.share / total : 0;
  std::vector<ColumnImportance> sorted;
  const auto larger = [&](std::size_t a, std::size_t b) {
    return columns[a].share > columns[b].share;
  };
  for (const std::size_t k : ascending(columns.size(), larger))
    sorted.push_back(std::move(columns[k]));
  return sorted;
}

template std::vector<ColumnImportance> column_importances(const ModelFile<float>&,
                                                          const EncodedTable<float>&, std::size_t,
                                                          uint64_t);
template std::vector<ColumnImportance> column_importances(const ModelFile<double>&,
                                                          const EncodedTable<double>&, std::size_t,
                                                          uint64_t);

}  // namespace rfm::data
