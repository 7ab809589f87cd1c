#include "rfm/data/score/calibration.hpp"

#include <algorithm>

#include "rfm/core/algebra/packed_cholesky.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_offsets = 64;
constexpr std::size_t most_work = 50'000'000;  // n K^2 of one Newton step
constexpr double prior_weight = 0.3;           // of the squares of a, b - 1 and the offsets, halved
constexpr int most_steps = 50;

// The negative log posterior of the parameters (a, b, offsets) and its first two derivatives, the
// second as a packed triangle.
class Posterior {
 public:
  Posterior(const std::vector<double>& shares, const std::vector<uint32_t>& labels,
            std::size_t classes)
      : classes_(classes), size_(classes <= most_offsets ? classes + 2 : 2), p_(classes) {
    const std::size_t most = std::max<std::size_t>(most_work / (size_ * size_ + classes), 1000);
    for (Chosen chosen(most, labels.size(), 0); chosen.more();) {
      const std::size_t row = chosen.next();
      labels_.push_back(labels[row]);
      for (std::size_t k = 0; k < classes; ++k) terms_.emplace_back(shares[row * classes + k]);
    }
  }

  std::size_t size() const { return size_; }

  double value(const std::vector<double>& at) {
    double sum = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) sum += loss(i, at);
    for (std::size_t k = 0; k < size_; ++k) sum += prior_weight / 2 * away(at, k) * away(at, k);
    return sum;
  }

  // gradient = sum_i E[phi] - phi_label,  hessian = sum_i E[phi phi'] - E[phi] E[phi]',
  // expectations under p, where phi (size) of class k is (pi_k, log pi_k, 1 at place 2 + k); both
  // with the prior's part.
  void derivatives(const std::vector<double>& at, std::vector<double>& gradient,
                   std::vector<double>& hessian) {
    gradient.assign(size_, 0);
    hessian.assign(packed_size(size_), 0);
    std::vector<double> mean(size_);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      loss(i, at);
      add_row(i, mean, gradient, hessian);
    }
    for (std::size_t k = 0; k < size_; ++k) {
      gradient[k] += prior_weight * away(at, k);
      hessian[packed_index(k, k)] += prior_weight;
    }
  }

 private:
  static double away(const std::vector<double>& at, std::size_t k) {
    return k == 1 ? at[k] - 1 : at[k];
  }

  // Leaves the probabilities of row i in p_ and returns -log p of its label.
  double loss(std::size_t i, const std::vector<double>& at) {
    const ShareTerms<double>* terms = &terms_[i * classes_];
    for (std::size_t k = 0; k < classes_; ++k) {
      p_[k] = at[0] * terms[k].share + at[1] * terms[k].log_share + (size_ > 2 ? at[2 + k] : 0);
    }
    const double largest = *std::max_element(p_.begin(), p_.end());
    const double own = p_[labels_[i]] - largest;
    double sum = 0;
    for (double& p : p_) sum += p = exponential(p - largest);
    for (double& p : p_) p /= sum;
    return logarithm(sum) - own;
  }

  void add_row(std::size_t i, std::vector<double>& mean, std::vector<double>& gradient,
               std::vector<double>& hessian) {
    const ShareTerms<double>* terms = &terms_[i * classes_];
    std::fill(mean.begin(), mean.end(), 0);
    for (std::size_t k = 0; k < classes_; ++k) {
      const double share = terms[k].share, log_share = terms[k].log_share;
      mean[0] += p_[k] * share;
      mean[1] += p_[k] * log_share;
      hessian[0] += p_[k] * share * share;
      hessian[1] += p_[k] * share * log_share;
      hessian[2] += p_[k] * log_share * log_share;
      if (size_ == 2) continue;
      mean[2 + k] = p_[k];
      double* row = &hessian[packed_row(2 + k)];
      row[0] += p_[k] * share;
      row[1] += p_[k] * log_share;
      row[2 + k] += p_[k];
    }
    for (std::size_t a = 0; a < size_; ++a) {
      gradient[a] += mean[a];
      for (std::size_t b = 0; b <= a; ++b) hessian[packed_index(a, b)] -= mean[a] * mean[b];
    }
    const std::size_t label = labels_[i];
    gradient[0] -= terms[label].share;
    gradient[1] -= terms[label].log_share;
    if (size_ > 2) gradient[2 + label] -= 1;
  }

  std::size_t classes_, size_;
  std::vector<uint32_t> labels_;
  std::vector<ShareTerms<double>> terms_;  // (n, classes)
  std::vector<double> p_;                  // (classes)
};

// The step of Newton's method; parameters that are held stay where they are.
std::vector<double> newton_step(std::vector<double> gradient, std::vector<double> hessian,
                                const bool held[2]) {
  const std::size_t size = gradient.size();
  for (std::size_t h = 0; h < 2; ++h) {
    if (!held[h]) continue;
    for (std::size_t k = 0; k < size; ++k) hessian[packed_index(h, k)] = k == h ? 1 : 0;
    gradient[h] = 0;
  }
  for (double& g : gradient) g = -g;
  if (!factor_packed(hessian.data(), size, 0.0)) return std::vector<double>(size, 0);
  solve_packed(hessian.data(), size, gradient.data());
  return gradient;
}

// From `at` to the minimum over the parameters that are not held; halves steps that do not improve.
void minimise(Posterior& posterior, const bool held[2], std::vector<double>& at) {
  std::vector<double> gradient, hessian, next(at.size());
  double value = posterior.value(at);
  for (int step = 0; step < most_steps; ++step) {
    posterior.derivatives(at, gradient, hessian);
    const std::vector<double> direction = newton_step(gradient, hessian, held);
    double decrease = 0, length = 1, next_value = value;
    for (std::size_t k = 0; k < at.size(); ++k) decrease -= direction[k] * gradient[k];
    if (!(decrease > 1e-9)) return;
    for (int halving = 0; halving < 20; ++halving) {
      for (std::size_t k = 0; k < at.size(); ++k) next[k] = at[k] + length * direction[k];
      next_value = posterior.value(next);
      if (next_value <= value - 1e-4 * length * decrease) break;
      length /= 2;
    }
    if (!(next_value < value)) return;
    at = next;
    value = next_value;
  }
}

}  // namespace

Calibration fit_calibration(const std::vector<double>& shares, const std::vector<uint32_t>& labels,
                            std::size_t classes) {
  Posterior posterior(shares, labels, classes);
  std::vector<double> at(posterior.size(), 0);
  at[1] = 1;
  bool held[2] = {false, false};
  for (int round = 0; round < 2; ++round) {
    minimise(posterior, held, at);
    // The loss is convex: a slope that wants to be negative is best at 0.
    const std::size_t worst = at[0] < at[1] ? 0 : 1;
    if (at[worst] >= 0) break;
    held[worst] = true;
    at[worst] = 0;
  }
  Calibration calibration;
  calibration.share_slope = std::max(at[0], 0.0);
  calibration.log_slope = std::max(at[1], 0.0);
  calibration.offsets.assign(at.begin() + 2, at.end());
  calibration.offsets.resize(classes, 0);
  return calibration;
}

std::vector<double> calibrated(const std::vector<double>& shares, const Calibration& calibration,
                               std::size_t classes) {
  std::vector<double> p(shares.size());
  for (std::size_t i = 0; i + classes <= shares.size(); i += classes) {
    double largest = 0, sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const ShareTerms<double> terms(shares[i + k]);
      p[i + k] = calibration.share_slope * terms.share + calibration.log_slope * terms.log_share +
                 calibration.offsets[k];
      largest = k == 0 ? p[i] : std::max(largest, p[i + k]);
    }
    for (std::size_t k = 0; k < classes; ++k) sum += p[i + k] = exponential(p[i + k] - largest);
    for (std::size_t k = 0; k < classes; ++k) p[i + k] /= sum;
  }
  return p;
}

std::vector<Reliability> reliability(const std::vector<double>& p,
                                     const std::vector<uint32_t>& labels, std::size_t classes) {
  constexpr std::size_t tenths = 10;
  std::vector<Reliability> all(tenths), met;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double* row = &p[i * classes];
    const std::size_t answer = likeliest(row, classes);
    Reliability& bin = all[std::min(static_cast<std::size_t>(row[answer] * tenths), tenths - 1)];
    ++bin.rows;
    bin.said += row[answer];
    bin.right += answer == labels[i] ? 1 : 0;
  }
  for (Reliability& bin : all) {
    if (bin.rows == 0) continue;
    bin.said /= static_cast<double>(bin.rows);
    bin.right /= static_cast<double>(bin.rows);
    met.push_back(bin);
  }
  return met;
}

void set_calibration(const Calibration& calibration, FittedEncoding& encoding) {
  encoding.share_slope = calibration.share_slope;
  encoding.log_slope = calibration.log_slope;
  encoding.offsets = calibration.offsets;
}

template <class T>
std::vector<double> shares_of(const Encoding<T>& encoding, const T* outputs, std::size_t n) {
  std::vector<T> row(encoding.classes);
  std::vector<double> shares;
  for (std::size_t i = 0; i < n; ++i) {
    class_shares(encoding, outputs + i * encoding.outputs, row.data());
    shares.insert(shares.end(), row.begin(), row.end());
  }
  return shares;
}

template <class T>
std::vector<double> probabilities_of(const Encoding<T>& encoding, const T* outputs, std::size_t n) {
  std::vector<T> row(encoding.classes);
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < n; ++i) {
    decoded_probabilities(encoding, outputs + i * encoding.outputs, row.data());
    probabilities.insert(probabilities.end(), row.begin(), row.end());
  }
  return probabilities;
}

template std::vector<double> shares_of<float>(const Encoding<float>&, const float*, std::size_t);
template std::vector<double> shares_of<double>(const Encoding<double>&, const double*, std::size_t);
template std::vector<double> probabilities_of<float>(const Encoding<float>&, const float*,
                                                     std::size_t);
template std::vector<double> probabilities_of<double>(const Encoding<double>&, const double*,
                                                      std::size_t);

}  // namespace rfm::data
