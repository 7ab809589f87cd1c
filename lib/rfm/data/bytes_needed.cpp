#include "rfm/data/bytes_needed.hpp"

#include <algorithm>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/machine/machine.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/search/stage.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"
#include "rfm/data/train.hpp"

namespace rfm::data {
namespace {

// Sums and products that stay at the largest number rather than begin again at zero.
struct Bytes {
  std::size_t count = 0;

  void add(std::size_t items, std::size_t each) {
    count = saturating_add(count, saturating_multiply(items, each));
  }
};

// At most: whether a date has features of all its cycles is known when it is encoded.
std::size_t features_of(const ColumnPlan& column, std::size_t outputs) {
  const std::size_t missing = column.missing > 0 ? 1 : 0;
  if (column.kind == ColumnKind::date) return 1 + 2 * std::size_t{cycles} + missing;
  if (column.kind != ColumnKind::category) return 1 + missing;
  if (column.distinct > EncodingOptions().most_levels) return outputs;
  const std::size_t most = EncodingOptions().most_categories;
  const std::size_t levels =
      std::min(column.distinct, most) + (column.distinct > most ? 1 : 0) + missing;
  return levels <= 2 ? 1 : levels;
}

// One fit of m rows, and what it shares among its workers.
std::size_t one_fit(std::size_t m, const Width& width, Metric metric, std::size_t workers) {
  Shape shape{m, width.features, width.outputs, metric};
  shape.workers = workers;
  return saturating_add(model_bytes<float>(m, width.features, width.outputs, metric),
                        workspace_bytes<float>(shape));
}

// Fits take at most direct_rows; larger tables are sampled, and the last fit has all rows. Fits of
// few rows run side by side, and each worker keeps its memory.
std::size_t fit_bytes(std::size_t n, const Width& width, const SearchOptions& options,
                      std::size_t centres, std::size_t number) {
  const std::size_t m = std::min(n, options.direct_rows), d = width.features, c = width.outputs;
  const Metric usual = d > widest_full_metric ? Metric::diagonal : Metric::full;
  const Metric metric = options.wishes.metric.value_or(usual);
  const std::size_t workers = options.executor == nullptr ? 1 : options.executor->workers;
  const std::size_t wide = number / sizeof(float);
  Bytes search, bytes;
  search.add(workers, one_fit(std::min(m, side_by_side_rows), width, metric, 1));
  search.add(1, one_fit(m, width, metric, workers));
  bytes.add(wide, one_fit(m, width, metric, workers));  // of all rows, when the search is over
  bytes.add(wide, model_bytes<float>(m, d, c, metric));
  if (n <= m) return std::max(search.count, bytes.count);
  Bytes last;
  last.add(2 * wide, model_bytes<float>(m, d, c, metric));
  if (centres >= n) {
    last.add(wide, one_fit(n, width, metric, workers));
  } else {
    last.add(wide, landmark_bytes<float>(centres, d, c, metric, workers));
    last.add(saturating_multiply(centres, 2 * d), number);  // before they are projected
  }
  return std::max(std::max(search.count, bytes.count), last.count);
}

// "1.5 GB", "12 MB": rounded to two digits.
std::string bytes_words(std::size_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < 1e9 ? sentence("% MB", {format_rounded(size / 1e6, 2)})
                    : sentence("% GB", {format_rounded(size / 1e9, 2)});
}

}  // namespace

Outcome within_memory(const char* what, std::size_t needed, std::size_t allowed) {
  if (allowed == 0 || needed <= allowed) return {};
  return refusal(
      "% takes up to %, more than the % that the option memory allows: use fewer rows or columns, "
      "or allow more",
      {what, bytes_words(needed), bytes_words(allowed)});
}

Width width_of(const Plan& plan) {
  Width width;
  for (const ColumnPlan& column : plan.columns)
    if (column.role == Role::target && plan.task == Task::classification)
      width.outputs = column.distinct < 2 ? 1 : column.distinct - 1;
  for (const ColumnPlan& column : plan.columns)
    if (column.role == Role::feature) width.features += features_of(column, width.outputs);
  return width;
}

std::size_t bytes_to_train(const TextTable& text, const Width& width, const SearchOptions& options,
                           std::size_t centres, std::size_t number) {
  constexpr std::size_t module = std::size_t{2}
                                 << 20;  // code's own data, stack, the search's lists
  constexpr std::size_t rounds_kept =
      std::size_t{8} * 6;  // out-of-fold answers of the best candidates, by round
  constexpr std::size_t row = 8 * sizeof(void*);  // orders, folds, labels, weights, lines
  const std::size_t n = text.rows(), d = width.features, c = width.outputs;
  std::size_t letters = 0;
  for (const TextColumn& column : text.columns)
    for (std::size_t i = 0; i < n; ++i) letters += column[i].size();
  Bytes bytes;
  bytes.add(1, module);
  bytes.add(3, letters);  // as it came, and in pools that grow by doubling
  bytes.add(saturating_multiply(n, text.columns.size()), 3 * sizeof(std::size_t) + sizeof(double));
  bytes.add(saturating_multiply(n, saturating_add(d, c)),
            3 * sizeof(float) + number);  // twice, and what a fit gathers
  bytes.add(n, row);
  bytes.add(saturating_multiply(std::min(n, options.direct_rows), c), rounds_kept * sizeof(float));
  // Losses of the trials that go through all folds, by round.
  constexpr std::size_t trials_kept = std::size_t{150} * 6;
  bytes.add(std::min(n, most_judged_rows), trials_kept * sizeof(RowLoss));
  bytes.add(1, fit_bytes(n, width, options, centres, number));
  return bytes.count;
}

}  // namespace rfm::data
