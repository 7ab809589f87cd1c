// Rows like those that a model was trained on, from what it keeps of them: its centres are
// projected training rows, which the machines' metrics turn back into features as far as any
// machine sees them. Costs n d^2 operations where a metric is full, n d elsewhere.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

struct LikeRows {
  std::size_t d = 0;
  std::size_t known = 0;  // the first rows, which are rows of training
  std::vector<double> x;  // (n, d) features; behind the known ones rows made of two of them
  std::vector<double> least, largest;  // (d) of the training rows

  std::size_t n() const { return d == 0 ? 0 : x.size() / d; }
  const double* row(std::size_t i) const { return x.data() + i * d; }
};

// Features that a full metric may have, for which equations of so many unknowns are solved.
constexpr std::size_t widest_recovered = 300;

// At most `known` rows of training and `mixed` others, of a model with an encoding. Fails where a
// full metric is wider.
template <class T>
Outcome rows_like_training(const ModelFile<T>& file, std::size_t known, std::size_t mixed,
                           LikeRows& rows);

// (rows.n, c) what the model answers to them.
template <class T>
std::vector<double> outputs_at(const ModelFile<T>& file, const LikeRows& rows);

}  // namespace rfm::data
