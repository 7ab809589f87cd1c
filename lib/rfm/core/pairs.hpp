// From a kernel's mathematics to its table of functions: the plain loops over a panel of 16 points, inner
// loops across its lanes so that compilers vectorise them, sums in ascending order. (r + kernel) operations a
// pair.
#pragma once
#include <stddef.h>
#include <string.h>

#include "rfm/core/kernel.hpp"
#include "rfm/core/lanes.hpp"
#include "rfm/core/panel.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// The three shapes a kernel's mathematics can have; a functor names its own as `shape`.
enum class PairShape {
  radial,          // value(s), slope(s) = toward,      s = |u - v|^2
  per_coordinate,  // value(s), slope(s) = toward,      s = sum_k term(|u_k - v_k|);  term_slope(v_k - u_k) =
                   // g_k
  inner_product,   // value(uu, vv, uv), slopes(uu, vv, uv, toward, own)
};

template <class T, class Functor, PairShape shape = Functor::shape>
struct PairLoops;

// sum_lane = sum over k of v_k(column) * u_k(lane)
template <class T>
void inner_products(const T* u, const T* v, size_t r, size_t column, T* sum) {
  T total[panel] = {};  // not in `sum`, which might overlap u: it stays in registers
  for (size_t k = 0; k < r; ++k) {
    const T v_k = v[k * panel + column];
    for (size_t lane = 0; lane < panel; ++lane) total[lane] += u[k * panel + lane] * v_k;
  }
  memcpy(sum, total, sizeof total);
}

// sum_lane = |u_lane|^2
template <class T>
void squared_norms(const T* u, size_t r, T* sum) {
  T total[panel] = {};
  for (size_t k = 0; k < r; ++k) {
    for (size_t lane = 0; lane < panel; ++lane) total[lane] += u[k * panel + lane] * u[k * panel + lane];
  }
  memcpy(sum, total, sizeof total);
}

// sum_k,lane += sum over columns of weights * v_k: the `push` of every kernel whose gradient is toward v +
// own u.
template <class T>
void push_points(const KernelParameters<T>&, const T*, const T* v, size_t r, size_t columns, const T* weights,
                 T* sum) {
  for (size_t k = 0; k < r; ++k) {
    for (size_t column = 0; column < columns; ++column) {
      const T v_k = v[k * panel + column];
      for (size_t lane = 0; lane < panel; ++lane)
        sum[k * panel + lane] += weights[column * panel + lane] * v_k;
    }
  }
}

// sum_lane = |u_lane - v_column|^2, from differences: nothing cancels.
template <class T>
void squared_distances(const T* u, const T* v, size_t r, size_t column, T* sum) {
  T total[panel] = {};
  for (size_t k = 0; k < r; ++k) {
    const T v_k = v[k * panel + column];
    for (size_t lane = 0; lane < panel; ++lane) {
      const T difference = v_k - u[k * panel + lane];
      total[lane] += difference * difference;
    }
  }
  memcpy(sum, total, sizeof total);
}

template <class T, class Functor>
struct PairLoops<T, Functor, PairShape::radial> {
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* out) {
    const Functor kernel(parameters);
    for (size_t column = 0; column < columns; ++column, out += panel) {
      squared_distances(u, v, r, column, out);
      for (size_t lane = 0; lane < panel; ++lane) out[lane] = kernel.value(out[lane]);
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* toward, T* own) {
    const Functor kernel(parameters);
    for (size_t column = 0; column < columns; ++column, toward += panel, own += panel) {
      squared_distances(u, v, r, column, toward);
      for (size_t lane = 0; lane < panel; ++lane) {
        toward[lane] = kernel.slope(toward[lane]);
        own[lane] = -toward[lane];
      }
    }
  }
  static constexpr PairFunctions<T> functions{values, slopes, push_points<T>, Functor::valid, true};
};

template <class T, class Functor>
struct PairLoops<T, Functor, PairShape::per_coordinate> {
  static void distances(const T* u, const T* v, size_t r, size_t column, T* sum) {
    T total[panel] = {};
    for (size_t k = 0; k < r; ++k) {
      const T v_k = v[k * panel + column];
      for (size_t lane = 0; lane < panel; ++lane) {
        total[lane] += Functor::term(absolute(v_k - u[k * panel + lane]));
      }
    }
    memcpy(sum, total, sizeof total);
  }
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* out) {
    const Functor kernel(parameters);
    for (size_t column = 0; column < columns; ++column, out += panel) {
      distances(u, v, r, column, out);
      for (size_t lane = 0; lane < panel; ++lane) out[lane] = kernel.value(out[lane]);
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* toward, T*) {
    const Functor kernel(parameters);
    for (size_t column = 0; column < columns; ++column, toward += panel) {
      distances(u, v, r, column, toward);
      for (size_t lane = 0; lane < panel; ++lane) toward[lane] = kernel.slope(toward[lane]);
    }
  }
  static void push(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                   const T* weights, T* sum) {
    for (size_t k = 0; k < r; ++k) {
      for (size_t column = 0; column < columns; ++column) {
        const T v_k = v[k * panel + column];
        for (size_t lane = 0; lane < panel; ++lane) {
          sum[k * panel + lane] +=
              weights[column * panel + lane] * Functor::term_slope(v_k - u[k * panel + lane]);
        }
      }
    }
  }
  static constexpr PairFunctions<T> functions{values, slopes, push, Functor::valid, false};
};

template <class T, class Functor>
struct PairLoops<T, Functor, PairShape::inner_product> {
  static void values(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* out) {
    const Functor kernel(parameters);
    T u_norms[panel], v_norms[panel];
    squared_norms(u, r, u_norms);
    squared_norms(v, r, v_norms);
    for (size_t column = 0; column < columns; ++column, out += panel) {
      inner_products(u, v, r, column, out);
      for (size_t lane = 0; lane < panel; ++lane) {
        out[lane] = kernel.value(u_norms[lane], v_norms[column], out[lane]);
      }
    }
  }
  static void slopes(const KernelParameters<T>& parameters, const T* u, const T* v, size_t r, size_t columns,
                     T* toward, T* own) {
    const Functor kernel(parameters);
    T u_norms[panel], v_norms[panel];
    squared_norms(u, r, u_norms);
    squared_norms(v, r, v_norms);
    for (size_t column = 0; column < columns; ++column, toward += panel, own += panel) {
      inner_products(u, v, r, column, toward);
      for (size_t lane = 0; lane < panel; ++lane) {
        kernel.slopes(u_norms[lane], v_norms[column], toward[lane], toward[lane], own[lane]);
      }
    }
  }
  static constexpr PairFunctions<T> functions{values, slopes, push_points<T>, Functor::valid, true};
};

// The table of a kernel: constant data, nothing runs at start-up.
template <class T, class Functor>
constexpr const PairFunctions<T>* pair_functions() {
  return &PairLoops<T, Functor>::functions;
}

// A kernel as the user holds it.
template <class T, class Functor>
Kernel<T> make_kernel(KernelId id, const KernelParameters<T>& parameters) {
  Kernel<T> kernel{id, parameters, pair_functions<T, Functor>()};
  kernel.centred = Functor::shape != PairShape::inner_product;
  if constexpr (Functor::shape == PairShape::per_coordinate) kernel.root = spectral_root<T>;
  return kernel;
}

}  // namespace RFM_SEAM
}  // namespace rfm
