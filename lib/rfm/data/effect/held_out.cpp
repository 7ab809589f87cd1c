#include "rfm/data/effect/held_out.hpp"

#include <algorithm>
#include <numeric>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/data/fit/direct.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_fitted = 3000, all_folds = 1500;  // rows
constexpr std::size_t judged_rows = 500;                     // of all folds together
constexpr std::size_t shuffled_columns = 20;
constexpr std::size_t repeats = 5;

class Study {
 public:
  Study(const EncodedTable<float>& table, const SearchData& data, const SearchOptions& options,
        const SearchResult& search, const FittedEncoding& fitted)
      : table_(table), data_(data), options_(options), search_(search), encoder_(fitted) {}

  HeldOutStudy run(const std::vector<ColumnImportance>& importances);

 private:
  std::vector<std::size_t> fitted_rows(std::size_t fold) const;
  bool fit(const EncodedTable<float>& rows, AlignedBytes& bytes, ModelFile<float>& file) const;
  void take_means(const std::vector<std::size_t>& rows, EncodedTable<float>& fitted,
                  const std::vector<std::size_t>& held, EncodedTable<float>& judged) const;

  const EncodedTable<float>& table_;
  const SearchData& data_;
  const SearchOptions& options_;
  const SearchResult& search_;
  Encoder<float> encoder_;
};

// In a seeded order whose every beginning is a sample.
std::vector<std::size_t> Study::fitted_rows(std::size_t fold) const {
  uint32_t first = UINT32_MAX;  // the earliest time that is held out
  std::vector<bool> held(table_.n, false);
  for (std::size_t i = 0; i < search_.rows.size(); ++i) {
    if (search_.fold[i] != fold) continue;
    held[search_.rows[i]] = true;
    if (data_.times != nullptr) first = std::min(first, data_.times[search_.rows[i]]);
  }
  std::vector<uint8_t> group_held;
  if (data_.groups != nullptr) {
    group_held.resize(*std::max_element(data_.groups, data_.groups + data_.n) + std::size_t{1});
    for (std::size_t i = 0; i < table_.n; ++i)
      if (held[i]) group_held[data_.groups[i]] = 1;
  }
  std::vector<std::size_t> rows;
  for (const std::size_t i : shuffled(table_.n, options_.seed)) {
    if (held[i] || rows.size() == most_fitted) continue;
    if (data_.times != nullptr && data_.times[i] >= first) continue;
    if (data_.groups != nullptr && group_held[data_.groups[i]] != 0) continue;
    rows.push_back(i);
  }
  return rows;
}

// Means of the target are those of the rows that are fitted: see MeansOfOthers.
void Study::take_means(const std::vector<std::size_t>& rows, EncodedTable<float>& fitted,
                       const std::vector<std::size_t>& held, EncodedTable<float>& judged) const {
  std::vector<uint32_t> part(table_.n, no_part);
  for (const std::size_t row : rows) part[row] = mean_part(options_.seed, row);
  const float* weights = table_.weights.empty() ? nullptr : table_.weights.data();
  for (const MeanColumn& column : table_.means) {
    const MeansOfOthers<float> means(column, table_.y.data(), weights, table_.c, part);
    for (std::size_t i = 0; i < rows.size(); ++i)
      means.write(rows[i], fitted.x.data() + i * table_.d + column.first);
    for (std::size_t i = 0; i < held.size(); ++i)
      means.write(held[i], judged.x.data() + i * table_.d + column.first);
  }
}

bool Study::fit(const EncodedTable<float>& rows, AlignedBytes& bytes,
                ModelFile<float>& file) const {
  FitSettings<float> settings;
  settings.seed = options_.seed;
  settings.engine = options_.engine;
  settings.executor = options_.executor;
  settings.insists = true;  // or a want of memory would leave the study out without a word
  AlignedBytes machine;
  if (!fit_choice(rows, search_.best, settings, machine).ok()) return false;
  bytes = model_file(machine.data(), machine.size(),
                     {{encoding_section, encoder_.bytes().data(), encoder_.bytes().size()}});
  const bool portable = options_.engine == portable_engine<float>();
  return open_model_file(bytes.data(), bytes.size(), portable, &file) == Status::ok;
}

HeldOutStudy Study::run(const std::vector<ColumnImportance>& importances) {
  HeldOutStudy study;
  const Encoding<float>& encoding = encoder_.encoding();
  std::vector<std::size_t> columns;
  for (const ColumnImportance& column : importances)
    for (std::size_t k = 0; k < encoding.columns && columns.size() < shuffled_columns; ++k)
      if (column.name == to_string(encoding.column_name(k))) columns.push_back(k);
  std::vector<std::vector<std::size_t>> groups;
  while (!columns.empty()) {
    groups.push_back(stand_ins(encoding, table_, columns));
    const std::vector<std::size_t>& group = groups.back();
    columns.erase(std::remove_if(columns.begin(), columns.end(),
                                 [&](std::size_t k) {
                                   return std::find(group.begin(), group.end(), k) != group.end();
                                 }),
                  columns.end());
  }
  const std::size_t folds = search_.rows.size() > all_folds ? 1 : search_.folds;
  constexpr std::size_t parts[] = {4, 2, 1};
  std::vector<std::vector<double>> falls(groups.size());
  double weight = 0;
  for (std::size_t f = 0; f < folds; ++f) {
    const std::size_t fold = search_.folds - 1 - f;  // in time the last has the most to learn from
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < search_.rows.size(); ++i)
      if (search_.fold[i] == fold) held.push_back(search_.rows[i]);
    const std::vector<std::size_t> rows = fitted_rows(fold);
    if (held.empty() || rows.size() < 8) continue;
    EncodedTable<float> judged = chosen_rows(table_, held);
    weight += static_cast<double>(held.size());
    for (std::size_t s = 0; s < 3; ++s) {
      const auto end = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / parts[s]);
      const std::vector<std::size_t> seen(rows.begin(), end);
      EncodedTable<float> fitted = chosen_rows(table_, seen);
      take_means(seen, fitted, held, judged);
      AlignedBytes bytes;
      ModelFile<float> file;
      if (!fit(fitted, bytes, file)) return {};
      if (study.learning.size() <= s) study.learning.emplace_back();
      study.learning[s].rows = std::max(study.learning[s].rows, rows.size() / parts[s]);
      study.learning[s].error += error_of(file, judged) * static_cast<double>(held.size());
      if (parts[s] > 1) continue;
      std::vector<std::size_t> few(std::min(held.size(), judged_rows / folds + 1));
      std::iota(few.begin(), few.end(), std::size_t{0});
      const EncodedTable<float> shown = chosen_rows(judged, few);
      const double error = error_of(file, shown);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::vector<double> rises =
            permuted_errors(file, shown, error, groups[g], repeats, options_.seed + fold);
        falls[g].insert(falls[g].end(), rises.begin(), rises.end());
      }
    }
  }
  for (LearnedFrom& point : study.learning) point.error /= weight;
  study.twice = error_left_by_twice(study.learning);
  for (std::size_t g = 0; g < groups.size() && !falls[g].empty(); ++g)
    study.permuted.push_back(permuted_columns(encoding, groups[g], falls[g]));
  std::stable_sort(
      study.permuted.begin(), study.permuted.end(),
      [](const PermutedColumns& a, const PermutedColumns& b) { return a.fall > b.fall; });
  return study;
}

}  // namespace

HeldOutStudy held_out_study(const EncodedTable<float>& table, const SearchData& data,
                            const SearchOptions& options, const SearchResult& search,
                            const std::vector<ColumnImportance>& importances,
                            const FittedEncoding& fitted) {
  if (search.end != SearchEnd::done || search.folds == 0) return {};
  return Study(table, data, options, search, fitted).run(importances);
}

double error_left_by_twice(const std::vector<LearnedFrom>& learning) {
  if (learning.size() < 3) return 1;
  double best = -1, left = 1;
  const auto n = static_cast<double>(learning.size());
  for (const double c : {0.25, 0.5, 1.0, 1.5, 2.0}) {
    const double last = static_cast<double>(learning.back().rows);
    double z_mean = 0, e_mean = 0, zz = 0, ze = 0;
    std::vector<double> z;
    for (const LearnedFrom& point : learning) {
      z.push_back(power(static_cast<double>(point.rows) / last, -c));
      z_mean += z.back() / n;
      e_mean += point.error / n;
    }
    for (std::size_t k = 0; k < z.size(); ++k) {
      zz += (z[k] - z_mean) * (z[k] - z_mean);
      ze += (z[k] - z_mean) * (learning[k].error - e_mean);
    }
    double b = zz > 0 ? std::max(ze / zz, 0.0) : 0, a = e_mean - b * z_mean;
    if (a < 0) {  // through nothing
      double squares = 0, products = 0;
      for (std::size_t k = 0; k < z.size(); ++k) {
        squares += z[k] * z[k];
        products += z[k] * learning[k].error;
      }
      a = 0;
      b = products / squares;
    }
    double lost = 0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double miss = a + b * z[k] - learning[k].error;
      lost += miss * miss;
    }
    if (best >= 0 && lost >= best) continue;
    best = lost;
    left = a + b > 0 ? (a + b * power(2.0, -c)) / (a + b) : 1;
  }
  return left;
}

}  // namespace rfm::data
