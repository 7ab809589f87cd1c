// A whole machine in one object and the least code: fixed room, one kernel, plain rounds over all
// rows, no heap and few hundred bytes of stack. It computes one number at a time what rfm.hpp
// computes in panels, with the same bits, and ends with the same model bytes; who wants weights,
// threads or single rounds takes Fixed.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/algebra/packed_cholesky.hpp"
#include "rfm/core/algebra/semidefinite.hpp"
#include "rfm/core/kernels/one_pair.hpp"
#include "rfm/core/machine/learn.hpp"
#include "rfm/core/machine/start.hpp"

namespace rfm {

template <class T>
struct SmallOptions {
  KernelParameters<T> kernel{10};  // the bandwidth first
  T ridge = T(1e-3);               // as in Options
  size_t rounds = 5;
};

// Room for up to N rows of D columns and C outputs: Small<float, Laplace<float>, 100, 8>.
template <class T, class Functor, size_t N, size_t D, size_t C = 1, Metric metric = Metric::full>
class Small {
 public:
  // x (n, D), y (n, C), row-major; n <= N. They are read until fit returns.
  Status fit(const T* x, const T* y, size_t n, const SmallOptions<T>& options) {
    RFM_TRY(start(x, y, n, options));
    const Functor kernel(parameters_);
    for (size_t round = 0;; ++round) {
      for (size_t i = 0; i < n; ++i) project(x + i * D, point(i));
      RFM_TRY(solve(kernel, y, options.ridge));
      if (round == options.rounds || metric == Metric::identity) break;
      RFM_TRY(learn(kernel));
    }
    place_centres();
    complete_bytes();
    return Status::ok;
  }

  // out (C) = f(z) for one row z (D), of a machine that was fitted.
  void predict(const T* z, T* out) {
    const Functor kernel(parameters_);
    T* u = work_;
    T* v = work_ + D;
    T* sums = work_ + 2 * D;  // (C, 16)
    project(z, v);
    for (size_t i = 0; i < C * panel; ++i) sums[i] = T(0);
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j < r_; ++j) u[j] = centres()[panel_index(i, j, r_)];
      const T k = Pair::value(kernel, u, v, r_);
      for (size_t o = 0; o < C; ++o) sums[o * panel + i % panel] += alpha(o)[i] * k;
    }
    for (size_t o = 0; o < C; ++o) out[o] = fold(sums + o * panel);
  }

  // The model as a file holds it: open() reads it, and every function of a model takes what that
  // gives. Its size is 0 until a fit has succeeded.
  const void* bytes() const { return model_; }
  size_t size() const { return n_ == 0 ? 0 : static_cast<size_t>(header().bytes); }

 private:
  using Pair = OnePair<T, Functor>;
  static constexpr bool full = metric == Metric::full;
  static constexpr bool rooted = !turns<Functor>();  // needs the symmetric root

  Status start(const T* x, const T* y, size_t n, const SmallOptions<T>& options) {
    if (x == nullptr || y == nullptr) return Status::null_pointer;
    if (n == 0) return Status::empty;
    if (n > N) return Status::buffer_too_small;
    if (!Functor::valid(options.kernel)) return Status::bad_kernel;
    if (!(options.ridge >= T(0)) || !finite(options.ridge)) return Status::bad_ridge;
    if (!all_finite(x, n * D) || !all_finite(y, n * C)) return Status::not_finite;
    memset(model_, 0, sizeof model_);
    parameters_ = options.kernel;
    n_ = n;
    r_ = D;
    const Rows<T> rows(x, n, D);
    detail::find_origin(rows, Functor::shape != PairShape::inner_product, origin());
    for (size_t k = 0; k < D && metric != Metric::identity; ++k)
      root()[full ? k * (D + 1) : k] = T(1);
    return detail::check_scale(rows, origin());
  }

  // u = R (x - origin)
  void project(const T* x, T* u) {
    const T* row = root();
    for (size_t k = 0; k < r_; ++k) {
      T sum = T(0);
      if constexpr (full) {
        for (size_t j = 0; j < D; ++j) sum += *row++ * (x[j] - origin()[j]);
      } else {
        sum = (x[k] - origin()[k]) * (metric == Metric::diagonal ? row[k] : T(1));
      }
      u[k] = sum;
    }
  }

  // alpha = (K + ridge + jitter)^-1 y; jitter as in factor_kernel.
  Status solve(const Functor& kernel, const T* y, T ridge) {
    T largest = T(0);
    for (size_t i = 0; i < n_; ++i) {
      const T k = Pair::value(kernel, point(i), point(i), r_);
      if (k > largest) largest = k;
    }
    if (!finite(largest)) return Status::out_of_scale;
    const T rounding = machine_epsilon<T> * (largest > T(0) ? largest : T(1));
    T jitter = T(0);
    int attempts = 9;
    while (!factor(kernel, ridge, jitter, T(16) * rounding)) {
      if (--attempts == 0) return Status::singular;
      jitter = jitter > T(0) ? T(10) * jitter : T(4) * static_cast<T>(n_) * rounding;
    }
    for (size_t o = 0; o < C; ++o) {
      for (size_t i = 0; i < n_; ++i) alpha(o)[i] = y[i * C + o];
      solve_packed(work_, n_, alpha(o));
    }
    return all_finite(alpha(0), C * padded(n_)) ? Status::ok : Status::overflow;
  }

  // L of K + ridge + jitter.
  bool factor(const Functor& kernel, T ridge, T jitter, T floor) {
    T* a = work_;
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j <= i; ++j) *a++ = Pair::value(kernel, point(i), point(j), r_);
      a[-1] += ridge;
      a[-1] += jitter;
    }
    return factor_packed(work_, n_, floor);
  }

  // M = R' E R, scaled, and R from it.
  Status learn(const Functor& kernel) {
    const T scale = detail::alpha_scale(alpha(0), C * padded(n_));
    for (size_t k = 0; k < learned; ++k) products()[k] = T(0);
    for (size_t i = 0; i < n_; ++i) add_products(kernel, scale, i);
    if constexpr (full) {
      sandwich();
    } else {
      for (size_t k = 0; k < D; ++k) learned_metric()[k] = products()[k] * (root()[k] * root()[k]);
    }
    T* m = learned_metric();
    if (!all_finite(m, learned)) return Status::overflow;
    const T largest = largest_size(m, learned);
    if (largest == T(0)) return Status::ok;
    for (size_t k = 0; k < learned; ++k) m[k] /= largest;
    if constexpr (!full) {
      for (size_t k = 0; k < D; ++k) root()[k] = rounded_square_root(m[k]);
    } else if constexpr (rooted) {
      r_ = spectral_root(m, D, root(), work_ + scratch_at);
    } else {
      r_ = semidefinite_factor(m, D, root(), work_ + scratch_at);
    }
    return Status::ok;
  }

  // E += g g' for the gradients g of all outputs at row i.
  void add_products(const Functor& kernel, T scale, size_t i) {
    find_gradients(kernel, scale, point(i));
    for (const T* g = work_; g < work_ + C * D; g += D)
      for (size_t k = 0; k < r_; ++k) {
        if constexpr (full) {
          add_multiple(g[k], g, k + 1, products() + packed_row(k));
        } else {
          products()[k] += g[k] * g[k];
        }
      }
  }

  // g_o = sum over j of a_jo (toward v_j + own u), a = scale alpha.
  void find_gradients(const Functor& kernel, T scale, const T* u) {
    T* own_sums = work_ + C * D;
    for (size_t k = 0; k < products_at; ++k) work_[k] = T(0);
    for (size_t j = 0; j < n_; ++j) {
      const T* v = point(j);
      T toward, own;
      Pair::slopes(kernel, u, v, r_, &toward, &own);
      for (size_t o = 0; o < C; ++o) {
        const T a = scale * alpha(o)[j];
        const T weight = a * toward;
        for (size_t k = 0; k < r_; ++k) work_[o * D + k] += weight * Pair::push(u[k], v[k]);
        own_sums[o] += a * own;
      }
    }
    for (size_t o = 0; o < C && Functor::shape != PairShape::per_coordinate; ++o)
      for (size_t k = 0; k < r_; ++k) work_[o * D + k] += own_sums[o] * Pair::push_own(u[k]);
  }

  // M = R' E R: m_ij = sum_b (sum_a E_ba R_ai) R_bj, both sums ascending.
  void sandwich() {
    const T* R = root();
    T* row = learned_metric();
    for (size_t i = 0; i < D; row += ++i) {
      for (size_t j = 0; j <= i; ++j) row[j] = T(0);
      for (size_t b = 0; b < r_; ++b) {
        T sum = T(0);
        for (size_t a = 0; a < r_; ++a) sum += products()[packed_index(b, a)] * R[a * D + i];
        add_multiple(sum, R + b * D, i + 1, row);
      }
    }
  }

  // The points into panels, right behind the root at its rank.
  void place_centres() {
    T* to = centres();
    for (size_t i = 0; i < n_; i += panel, to += panel * r_) {
      memcpy(work_, point(i), panel * r_ * sizeof(T));
      for (size_t l = 0; l < panel; ++l)
        for (size_t k = 0; k < r_; ++k) to[k * panel + l] = i + l < n_ ? work_[l * r_ + k] : T(0);
    }
  }

  // Never inlined: one call with one argument is the least code.
  [[gnu::noinline]] void complete_bytes() {
    write_header(ModelMemory<T>{&header(), origin(), alpha(0), root(), centres()}, Functor::id,
                 parameters_, metric, n_, D, r_, C);
  }

  // Where the arrays of a model lie: see layout_model.
  ModelHeader& header() { return *reinterpret_cast<ModelHeader*>(model_); }
  const ModelHeader& header() const { return *reinterpret_cast<const ModelHeader*>(model_); }
  static constexpr size_t whole(size_t count) {
    constexpr size_t step = alignment / sizeof(T);
    return (count + step - 1) / step * step;
  }
  T* origin() { return reinterpret_cast<T*>(model_ + sizeof(ModelHeader)); }
  T* alpha(size_t o) { return origin() + whole(D) + o * padded(n_); }
  T* root() { return alpha(C); }
  T* centres() { return root() + whole(root_size(metric, r_, D)); }
  // While fitting, points lie row by row behind a root of full rank.
  T* point(size_t i) { return root() + whole(root_size(metric, D, D)) + i * r_; }

  // Once the system is solved its triangle is no longer needed: learning and predicting lie over
  // it.
  static constexpr size_t learned = full ? packed_size(D) : D;
  static constexpr size_t products_at =
      C * (D + 1);  // behind the gradients (C, D) and their own shares (C)
  static constexpr size_t metric_at = products_at + learned;
  static constexpr size_t scratch_at = metric_at + learned;
  static constexpr size_t learn_numbers =
      scratch_at + (rooted ? symmetric_root_scratch(D) : semidefinite_factor_scratch(D));
  static constexpr size_t work_numbers = larger_size(
      packed_size(N), larger_size(learn_numbers, (D + C) * panel));  // predicting: 2 D + 16 C
  T* products() { return work_ + products_at; }
  T* learned_metric() { return work_ + metric_at; }

  KernelParameters<T> parameters_;
  size_t n_ = 0, r_ = 0;
  alignas(alignment) unsigned char model_[model_bytes<T>(N, D, C, metric)];
  T work_[work_numbers];
};

}  // namespace rfm
