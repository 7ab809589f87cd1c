#include "bytes_needed.hpp"

#include <algorithm>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/fit/landmarks.hpp"

namespace rfm::wasm {
namespace {

using data::ColumnPlan;
using data::Role;

// Sums and products that stay at the largest number rather than begin again at zero.
struct Bytes {
  std::size_t count = 0;

  void add(std::size_t items, std::size_t each) {
    count = saturating_add(count, saturating_multiply(items, each));
  }
};

std::size_t features_of(const ColumnPlan& column) {
  const std::size_t missing = column.missing > 0 ? 1 : 0;
  if (column.kind != ColumnKind::category) return 1 + missing;
  const std::size_t most = data::EncodingOptions().most_categories;
  const std::size_t levels =
      std::min(column.distinct, most) + (column.distinct > most ? 1 : 0) + missing;
  return levels <= 2 ? 1 : levels;
}

// Fits take at most this many rows; larger tables are sampled, and landmarks carry the rest.
std::size_t fit_bytes(std::size_t n, const Width& width, const data::SearchOptions& options) {
  const std::size_t m = std::min(n, options.direct_rows), d = width.features, c = width.outputs;
  const Metric metric = options.wishes.metric.value_or(Metric::full);
  const std::size_t workers = options.executor == nullptr ? 1 : options.executor->workers;
  Shape direct{m, d, c, metric};
  direct.workers = workers;
  Bytes bytes;
  bytes.add(1 + workers, model_bytes<float>(m, d, c, metric));  // small fits run side by side
  bytes.add(workers, workspace_bytes<float>(direct));
  if (n <= m) return bytes.count;
  const std::size_t p = data::landmark_count(n, m);
  const LandmarkShape shape = data::landmark_shape(p, d, c, metric, workers);
  bytes.add(2, model_bytes<float>(p, d, c, metric));
  bytes.add(1, landmark_workspace_bytes<float>(shape));
  bytes.add(choose_landmarks_scratch(m, p, d), sizeof(float));
  return bytes.count;
}

}  // namespace

Width width_of(const data::Plan& plan) {
  Width width;
  for (const ColumnPlan& column : plan.columns) {
    if (column.role == Role::feature) width.features += features_of(column);
    if (column.role == Role::target && plan.task == Task::classification)
      width.outputs = column.distinct < 2 ? 1 : column.distinct - 1;
  }
  return width;
}

std::size_t bytes_to_train(const data::TextTable& text, const Width& width,
                           const data::SearchOptions& options) {
  constexpr std::size_t module = 2 << 20;  // code's own data, stack, the search's lists
  constexpr std::size_t rounds_kept =
      8 * 6;  // out-of-fold answers of the best candidates, by round
  constexpr std::size_t row = 8 * sizeof(void*);  // orders, folds, labels, weights, lines
  const std::size_t n = text.rows(), d = width.features, c = width.outputs;
  std::size_t letters = 0;
  for (const data::TextColumn& column : text.columns)
    for (std::size_t i = 0; i < n; ++i) letters += column[i].size();
  Bytes bytes;
  bytes.add(1, module);
  bytes.add(3, letters);  // as it came, and in pools that grow by doubling
  bytes.add(saturating_multiply(n, text.columns.size()), 3 * sizeof(std::size_t) + sizeof(double));
  bytes.add(saturating_multiply(n, saturating_add(d, c)),
            4 * sizeof(float));  // twice, and what a fit gathers
  bytes.add(n, row);
  bytes.add(saturating_multiply(std::min(n, options.direct_rows), c), rounds_kept * sizeof(float));
  bytes.add(1, fit_bytes(n, width, options));
  return bytes.count;
}

}  // namespace rfm::wasm
