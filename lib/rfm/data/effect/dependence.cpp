#include "rfm/data/effect/dependence.hpp"

#include <algorithm>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_rows = 200, most_points = 20, most_levels = 12;

// The numbers of a column at even shares of the rows; yes/no is 0 and 1. Missing cells are left
// out where they have a feature of their own.
template <class T>
std::vector<double> places_of(const Encoding<T>& e, const EncodedTable<T>& rows, std::size_t k) {
  if (e.column[k].kind == static_cast<uint32_t>(ColumnKind::yes_no)) return {0, 1};
  const std::size_t j = e.column[k].first_feature;
  std::vector<double> all, places;
  for (std::size_t i = 0; i < rows.n; ++i) {
    const T* x = rows.x.data() + i * rows.d;
    if (e.column[k].features == 2 && x[j + 1] > 0) continue;
    all.push_back(static_cast<double>(x[j] / e.factor[j] + e.mean[j]));
  }
  std::sort(all.begin(), all.end());
  for (std::size_t p = 0; p < most_points && !all.empty(); ++p) {
    const double place = all[p * (all.size() - 1) / (most_points - 1)];
    if (places.empty() || place > places.back()) places.push_back(place);
  }
  return places;
}

}  // namespace

template <class T>
Dependence dependence_on(const ModelFile<T>& file, const EncodedTable<T>& rows, std::size_t k,
                         uint64_t seed) {
  const Encoding<T>& e = file.encoding;
  Dependence found;
  found.column = to_string(e.column_name(k));
  std::vector<T> x;
  for (Chosen chosen(most_rows, rows.n, seed); chosen.more();) {
    const T* row = rows.x.data() + chosen.next() * rows.d;
    x.insert(x.end(), row, row + rows.d);
  }
  const std::size_t n = x.size() / rows.d, width = std::max<std::size_t>(e.classes, 1);
  const auto set = [&](const Cell<T>& cell) {
    for (std::size_t i = 0; i < n; ++i) encode_cell(e, k, cell, x.data() + i * rows.d);
    const std::vector<T> outputs = outputs_of(file, Rows<T>(x.data(), n, rows.d), nullptr);
    std::vector<T> p(width);
    std::vector<double> mean(width, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      if (e.classes > 0) {
        decoded_probabilities(e, &outputs[i * rows.c], p.data());
      } else {
        p[0] = decoded_value(e, &outputs[i]);
      }
      for (std::size_t o = 0; o < width; ++o)
        mean[o] += static_cast<double>(p[o]) / static_cast<double>(n);
    }
    found.answers.insert(found.answers.end(), mean.begin(), mean.end());
  };
  if (e.column[k].kind == static_cast<uint32_t>(ColumnKind::category)) {
    for (std::size_t j = 0; j < std::min<std::size_t>(e.column[k].categories, most_levels); ++j) {
      found.levels.push_back(to_string(e.category_name(k, j)));
      set({e.category_name(k, j), T(0)});
    }
  } else {
    found.numbers = places_of(e, rows, k);
    for (const double place : found.numbers) set({{}, static_cast<T>(place)});
  }
  return found;
}

template Dependence dependence_on(const ModelFile<float>&, const EncodedTable<float>&, std::size_t,
                                  uint64_t);
template Dependence dependence_on(const ModelFile<double>&, const EncodedTable<double>&,
                                  std::size_t, uint64_t);

}  // namespace rfm::data
