#include "rfm/data/whole/rows.hpp"

#include <algorithm>

#include "rfm/core/algebra/packed_cholesky.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/core/model/centres.hpp"
#include "rfm/data/shrink/space.hpp"

namespace rfm::data {
namespace {

constexpr double unseen = 1e-9;    // of what the metrics see best: a direction that none sees
constexpr double same_row = 1e-3;  // of a machine's spread: two centres are the same row
constexpr std::size_t compared = 64;
constexpr double swapped = 0.3;  // of a row's columns

// Element (k, j) of R, whatever it is stored as.
template <class T>
double root_at(const Model<T>& m, std::size_t k, std::size_t j) {
  if (m.metric == Metric::full) return static_cast<double>(m.root[k * m.d + j]);
  return k != j ? 0 : m.metric == Metric::diagonal ? static_cast<double>(m.root[k]) : 1;
}

template <class T>
double largest_root(const Model<T>& m) {
  double largest = m.metric == Metric::identity ? 1 : 0;
  for (std::size_t k = 0; k < root_size(m.metric, m.r, m.d); ++k) {
    const auto size = static_cast<double>(m.root[k] < 0 ? -m.root[k] : m.root[k]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

// Solves (sum of w R'R + a little) (x - origin) = sum of w R'(u - R (origin - own origin)) for the
// rows of some machines.
template <class T>
class Recovering {
 public:
  explicit Recovering(const std::vector<const Model<T>*>& members)
      : members_(members), d_(members.front()->d), diagonal_(d_, 0) {
    for (const Model<T>* m : members_) {
      full_ = full_ || m->metric == Metric::full;
      const double largest = largest_root(*m);
      weights_.push_back(largest > 0 ? 1 / largest / largest : 0);
    }
    if (full_) {
      factor_system();
      return;
    }
    for (std::size_t s = 0; s < members_.size(); ++s)
      for (std::size_t j = 0; j < d_; ++j) {
        const double root = root_at(*members_[s], j, j);
        diagonal_[j] += weights_[s] * root * root;
      }
  }

  // Whether there is anything to solve; a machine without a single number in its metric sees
  // nothing.
  bool possible() const { return possible_; }

  void row(std::size_t i, double* x) const {
    const Model<T>& first = *members_.front();
    std::vector<double> right(d_, 0);
    for (std::size_t s = 0; s < members_.size(); ++s) add_right_side(s, i, right);
    if (full_) {
      solve_packed(system_.data(), d_, right.data());
    } else {
      for (std::size_t j = 0; j < d_; ++j) right[j] /= diagonal_[j] + unseen;
    }
    for (std::size_t j = 0; j < d_; ++j) x[j] = static_cast<double>(first.origin[j]) + right[j];
  }

  // |R (x - origin) - u|^2 of a machine's centre i.
  double apart(std::size_t s, std::size_t i, const double* x) const {
    const Model<T>& m = *members_[s];
    double sum = 0;
    for (std::size_t k = 0; k < m.r; ++k) {
      double u = -static_cast<double>(centre_coordinate(m, i, k));
      const std::size_t begin = m.metric == Metric::full ? 0 : k,
                        end = m.metric == Metric::full ? d_ : k + 1;
      for (std::size_t j = begin; j < end; ++j)
        u += root_at(m, k, j) * (x[j] - static_cast<double>(m.origin[j]));
      sum += u * u;
    }
    return sum;
  }

 private:
  void factor_system() {
    std::vector<double>& a = system_;
    a.assign(packed_size(d_), 0);
    double top = 0;
    for (std::size_t s = 0; s < members_.size(); ++s) {
      const Model<T>& m = *members_[s];
      for (std::size_t k = 0; k < m.r; ++k)
        for (std::size_t j = 0; j < d_; ++j) {
          const double scaled = weights_[s] * root_at(m, k, j);
          if (scaled == 0) continue;
          for (std::size_t l = 0; l <= j; ++l) a[packed_row(j) + l] += scaled * root_at(m, k, l);
        }
    }
    for (std::size_t j = 0; j < d_; ++j) top = std::max(top, a[packed_index(j, j)]);
    for (std::size_t j = 0; j < d_; ++j) a[packed_index(j, j)] += unseen * top;
    possible_ = factor_packed(a.data(), d_, 0.0);
  }

  void add_right_side(std::size_t s, std::size_t i, std::vector<double>& right) const {
    const Model<T>&m = *members_[s], &first = *members_.front();
    for (std::size_t k = 0; k < m.r; ++k) {
      auto u = static_cast<double>(centre_coordinate(m, i, k));
      const std::size_t begin = m.metric == Metric::full ? 0 : k,
                        end = m.metric == Metric::full ? d_ : k + 1;
      for (std::size_t j = begin; j < end; ++j)
        u += root_at(m, k, j) *
             (static_cast<double>(m.origin[j]) - static_cast<double>(first.origin[j]));
      for (std::size_t j = begin; j < end; ++j) right[j] += weights_[s] * root_at(m, k, j) * u;
    }
  }

  std::vector<const Model<T>*> members_;
  std::size_t d_;
  bool full_ = false, possible_ = true;
  std::vector<double> weights_, diagonal_;
  std::vector<double> system_;  // packed, factored
};

// Whether the centres of all machines are the same rows in the same order.
template <class T>
bool share_rows(const std::vector<const Model<T>*>& members) {
  for (const Model<T>* m : members)
    if (m->n != members.front()->n) return false;
  const Recovering<T> all(members);
  if (!all.possible()) return false;
  std::vector<double> x(members.front()->d);
  for (std::size_t s = 0; s < members.size(); ++s) {
    const Model<T>& m = *members[s];
    std::vector<double> mean(m.r, 0);
    const std::vector<std::size_t> some = spread_rows(m.n, compared);
    for (const std::size_t i : some)
      for (std::size_t k = 0; k < m.r; ++k)
        mean[k] +=
            static_cast<double>(centre_coordinate(m, i, k)) / static_cast<double>(some.size());
    double apart = 0, spread = 0;
    for (const std::size_t i : some) {
      all.row(i, x.data());
      apart += all.apart(s, i, x.data());
      for (std::size_t k = 0; k < m.r; ++k) {
        const double from = static_cast<double>(centre_coordinate(m, i, k)) - mean[k];
        spread += from * from;
      }
    }
    if (!(apart <= same_row * spread)) return false;
  }
  return true;
}

// Rows made of two that are known: one between them, nearer to the first or a little behind it, and
// one of the first with some columns of the second, in turns.
template <class T>
void add_mixed(const ModelFile<T>& file, std::size_t count, LikeRows& rows) {
  Random random(1);
  const auto known = static_cast<double>(rows.known);
  for (std::size_t i = 0; i < count; ++i) {
    const auto near = static_cast<std::size_t>(random.unit() * known),
               far = static_cast<std::size_t>(random.unit() * known);
    const double share = 0.6 * random.unit() - 0.1;
    std::vector<double> shares(rows.d, share);
    for (std::size_t k = 0; i % 3 == 2 && k < file.encoding.columns; ++k) {
      const EncodingColumn& column = file.encoding.column[k];
      const double from = random.unit() < swapped ? 1 : 0;
      for (std::size_t j = 0; j < column.features; ++j) shares[column.first_feature + j] = from;
    }
    for (std::size_t j = 0; j < rows.d; ++j)
      rows.x.push_back((1 - shares[j]) * rows.x[near * rows.d + j] +
                       shares[j] * rows.x[far * rows.d + j]);
  }
}

}  // namespace

template <class T>
Outcome rows_like_training(const ModelFile<T>& file, std::size_t known, std::size_t mixed,
                           LikeRows& rows) {
  std::vector<const Model<T>*> members;
  for (const Model<T>& m : file.members) {
    if (m.metric == Metric::full && m.d > widest_recovered)
      return failure("integers take a full metric of at most " + std::to_string(widest_recovered) +
                     " features, and this model has " + std::to_string(m.d));
    members.push_back(&m);
  }
  if (!share_rows(members)) members.resize(1);
  const Recovering<T> recovering(members);
  if (!recovering.possible()) return failure("the model has learned nothing that can be exported");
  rows = {};
  rows.d = file.model().d;
  const std::vector<std::size_t> some = spread_rows(file.model().n, known);
  rows.known = some.size();
  rows.x.resize(array_size<double>(some.size(), rows.d));
  for (std::size_t i = 0; i < some.size(); ++i) recovering.row(some[i], &rows.x[i * rows.d]);
  for (std::size_t j = 0; j < rows.d; ++j) {
    double least = rows.x[j], largest = rows.x[j];
    for (std::size_t i = 1; i < rows.known; ++i) {
      least = std::min(least, rows.x[i * rows.d + j]);
      largest = std::max(largest, rows.x[i * rows.d + j]);
    }
    if (file.novelty.given()) {
      least = static_cast<double>(file.novelty.least[j]);
      largest = std::max(least, static_cast<double>(file.novelty.largest[j]));
      for (std::size_t i = 0; i < rows.known; ++i) {
        double& x = rows.x[i * rows.d + j];
        x = x < least ? least : x > largest ? largest : x;
      }
    }
    rows.least.push_back(least);
    rows.largest.push_back(largest);
  }
  add_mixed(file, mixed, rows);
  return {};
}

template <class T>
std::vector<double> outputs_at(const ModelFile<T>& file, const LikeRows& rows) {
  std::vector<T> x;
  for (const double value : rows.x) x.push_back(static_cast<T>(value));
  const std::vector<T> outputs = outputs_of(file, Rows<T>(x.data(), rows.n(), rows.d), nullptr);
  return std::vector<double>(outputs.begin(), outputs.end());
}

template Outcome rows_like_training(const ModelFile<float>&, std::size_t, std::size_t, LikeRows&);
template Outcome rows_like_training(const ModelFile<double>&, std::size_t, std::size_t, LikeRows&);
template std::vector<double> outputs_at(const ModelFile<float>&, const LikeRows&);
template std::vector<double> outputs_at(const ModelFile<double>&, const LikeRows&);

}  // namespace rfm::data
