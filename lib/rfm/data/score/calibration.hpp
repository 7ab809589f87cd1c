// Makes class probabilities honest, from outputs of rows that the machine was not fitted on: the
// most probable p = softmax(a pi + b log pi + offset) under a prior around a = 0, b = 1, no
// offsets. Newton, O(n K^2) a step.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"

namespace rfm::data {

struct Calibration {
  double share_slope = 0,
         log_slope = 1;         // never negative, so that a larger share stays a larger probability
  std::vector<double> offsets;  // (classes) all 0 above 64 classes
};

// shares (n, classes) from shares_of, one row for each label. Also when the classes are separable,
// the prior keeps the answer finite. Of very many rows a fixed choice is used.
Calibration fit_calibration(const std::vector<double>& shares, const std::vector<uint32_t>& labels,
                            std::size_t classes);

// p (n, classes), with the arithmetic of the core's decoded_probabilities.
std::vector<double> calibrated(const std::vector<double>& shares, const Calibration& calibration,
                               std::size_t classes);

void set_calibration(const Calibration& calibration, FittedEncoding& encoding);

// pi (n, classes) of outputs (n, c): prior + Q f, see class_shares in decoding.hpp.
template <class T>
std::vector<double> shares_of(const Encoding<T>& encoding, const T* outputs, std::size_t n);

// p (n, classes) of outputs (n, c), with the encoding's own calibration.
template <class T>
std::vector<double> probabilities_of(const Encoding<T>& encoding, const T* outputs, std::size_t n);

// Rows by the probability of their answer, in tenths that have any.
struct Reliability {
  std::size_t rows = 0;
  double said = 0, right = 0;  // mean probability of the answers, and the share of right ones
};
std::vector<Reliability> reliability(const std::vector<double>& probabilities,
                                     const std::vector<uint32_t>& labels, std::size_t classes);

}  // namespace rfm::data
