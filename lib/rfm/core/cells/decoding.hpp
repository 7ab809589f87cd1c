// Outputs of a machine -> answers: a value with an interval, or calibrated class probabilities. No
// heap; O(classes).
#pragma once
#include <stddef.h>

#include "rfm/core/cells/encoding.hpp"

namespace rfm {

// The value that outputs (1) of a regression stand for, in units of the target.
template <class T>
T decoded_value(const Encoding<T>& e, const T* outputs) {
  return e.target[0] + e.target[1] * outputs[0];
}

// Codes of classes are the rows of an orthonormal basis Q (classes, classes - 1) of the vectors
// that sum to zero, less their average under the prior, so output 0 means the prior:
//     pi = prior + Q f,    Q[k,j] = a_j for k < j,  -j a_j for k = j,  0 for k > j
//     a_j = 1/sqrt(j (j+1)),  j = 1, 2, ...
// pi (classes) sums to 1 but may leave [0, 1]. It may not overlap the outputs f (classes - 1).
template <class T>
void class_shares(const Encoding<T>& e, const T* f, T* pi) {
  T behind = 0;  // sum of a_j f_j over j > k
  for (size_t k = e.classes; k-- > 0;) {
    const T here = k == 0 ? 0 : e.basis[k - 1] * f[k - 1];
    pi[k] = e.prior[k] + (behind - static_cast<T>(k) * here);
    behind += here;
  }
}

constexpr float smallest_share = 1e-3f;  // of a class, before its logarithm is taken

// What calibration works with: pi within [-1, 2], and log max(pi, smallest_share).
template <class T>
struct ShareTerms {
  T share, log_share;

  explicit ShareTerms(T pi)
      : share(pi < 2 ? (pi > -1 ? pi : -1) : 2),
        log_share(logarithm(
            pi < 2 ? (pi > static_cast<T>(smallest_share) ? pi : static_cast<T>(smallest_share))
                   : static_cast<T>(2))) {}
};

// p = softmax(c_0 pi + c_1 log pi + offset), p (classes). Uncalibrated, c = (0, 1) and no offsets:
// p = max(pi, 0.001) divided by its sum. `p` may not overlap `outputs`.
template <class T>
void decoded_probabilities(const Encoding<T>& e, const T* outputs, T* p) {
  class_shares(e, outputs, p);
  const T* c = e.calibration;
  for (size_t k = 0; k < e.classes; ++k) {
    const ShareTerms<T> terms(p[k]);
    p[k] = c[0] * terms.share + c[1] * terms.log_share + c[2 + k];
  }
  T largest = p[0];
  for (size_t k = 1; k < e.classes; ++k) largest = p[k] > largest ? p[k] : largest;
  T sum = 0;
  for (size_t k = 0; k < e.classes; ++k) {
    p[k] = exponential(p[k] - largest);
    sum += p[k];
  }
  for (size_t k = 0; k < e.classes; ++k) p[k] /= sum;
}

// The class of the largest probability, the first of equals.
template <class T>
size_t likeliest(const T* p, size_t classes) {
  size_t best = 0;
  for (size_t k = 1; k < classes; ++k) {
    if (p[k] > p[best]) best = k;
  }
  return best;
}

// The class that is answered: of the largest probability times what its class counts for, the first
// of equals.
template <class T>
size_t answered_class(const Encoding<T>& e, const T* p) {
  if (e.weighing == nullptr) return likeliest(p, e.classes);
  size_t best = 0;
  for (size_t k = 1; k < e.classes; ++k) {
    if (p[k] * e.weighing[k] > p[best] * e.weighing[best]) best = k;
  }
  return best;
}

// What the outputs (outputs) of a row stand for: a value, or the number of the class that is
// answered, and then p (classes) are the probabilities.
template <class T>
T decoded_answer(const Encoding<T>& e, const T* outputs, T* p) {
  if (e.task == Task::regression) return decoded_value(e, outputs);
  decoded_probabilities(e, outputs, p);
  return static_cast<T>(answered_class(e, p));
}

// How much harder it is to answer with this value than with the average one, linear between the
// values for which it is stored.
template <class T>
T interval_difficulty(const Encoding<T>& e, T value) {
  if (e.difficulty == nullptr) return 1;
  const T *place = e.difficulty, *factor = place + difficulty_points;
  size_t k = 0;
  while (k < difficulty_points && place[k] < value) ++k;
  if (k == 0 || k == difficulty_points) return factor[k == 0 ? 0 : k - 1];
  const T share = (value - place[k - 1]) / (place[k] - place[k - 1]);
  return factor[k - 1] + share * (factor[k] - factor[k - 1]);
}

// Half the width of the interval that covers this share (0 to 1) of new rows, where the value is of
// average difficulty. Between two stored coverages the wider one counts. 0 when no intervals were
// fitted.
template <class T>
T interval_width(const Encoding<T>& e, T coverage) {
  if (e.intervals == 0) return 0;
  const T place = coverage * static_cast<T>(e.intervals - 1);
  const auto last = static_cast<T>(e.intervals - 1);
  if (!(place < last)) return e.interval[e.intervals - 1];
  if (!(place > 0)) return e.interval[0];
  auto below = static_cast<size_t>(place);
  // Percentages such as 0.9 have no exact binary form: a hair above a stored coverage is that
  // coverage.
  if (place - static_cast<T>(below) > static_cast<T>(1e-4f)) ++below;
  return e.interval[below];
}

// The same around this value: value - width to value + width.
template <class T>
T width_around(const Encoding<T>& e, T coverage, T value) {
  return interval_width(e, coverage) * interval_difficulty(e, value);
}

}  // namespace rfm
