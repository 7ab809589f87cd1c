// When a class is answered: that of the largest probability, unless mistakes in one class weigh
// more than in another. Then each class has a number that its probability is multiplied by first,
// which the model keeps. The probabilities themselves stay what they are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::data {

enum class ClassWeight : int32_t { none, balanced };
inline constexpr ClassWeight all_class_weights[] = {ClassWeight::none, ClassWeight::balanced};
const char* word(ClassWeight weight);  // "none", "balanced"

struct DecisionOptions {
  ClassWeight class_weight = ClassWeight::none;
  std::string positive;          // the class that the others are about; empty: the rarer
  std::optional<double> cost;    // of missing a row of it; a false alarm costs 1
  std::optional<double> recall;  // the share of its rows to be found

  bool asked() const {
    return class_weight != ClassWeight::none || cost.has_value() || recall.has_value();
  }
};

// What a training row of each class (classes) weighs: n / (K n_k), so that all classes weigh alike.
std::vector<double> balancing(const std::vector<uint32_t>& labels, std::size_t classes);

// Sets encoding.weighing from calibrated probabilities (n, classes) of rows that the machine was
// not fitted on. Fails when an option asks for what these classes do not have.
Outcome set_decision(const DecisionOptions& options, const std::vector<double>& probabilities,
                     const std::vector<uint32_t>& labels, FittedEncoding& encoding);

// (classes) or nothing.
template <class T>
std::vector<double> weighing_of(const Encoding<T>& encoding);

}  // namespace rfm::data
