// What a kernel is to the rest of the core: an identity, its parameters, and a table of functions
// over a panel of 16 points against up to 16 others. The mathematics is in kernels/, one file a
// family.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/executor.hpp"
#include "rfm/core/kernels/facts.hpp"

namespace rfm {

// A kernel reads the ones it knows and ignores the others.
template <class T>
struct KernelParameters {
  T bandwidth = 1;    // L
  T exponent = 1;     // q
  T bias = 0;         // b
  int32_t depth = 1;  // hidden layers
};

// f_o(u) = sum_i alpha[o * stride + i] k(u, centre_i): what a fit ends with, as the pair functions
// see it.
template <class T>
struct Expansion {
  const T* centres;  // n points of r coordinates in panels
  const T* alpha;    // zero behind n
  size_t n, r, c;    // points, coordinates, outputs
  size_t stride;     // from one output to the next
};

// The gradients of an expansion at one panel of points, and the memory they take.
template <class T>
struct GradientScratch {
  T* points = nullptr;    // (r, 16) the points, as lanes
  T* toward = nullptr;    // one tile
  T* own = nullptr;       // one tile
  T* weights = nullptr;   // one tile: slopes times alpha
  T* sums = nullptr;      // (c, r, 16) the gradients
  T* own_sums = nullptr;  // (c, 16)
};

// Points lie in panels (see panel.hpp); u is a whole panel of r coordinates, v the first `columns`
// <= 16 of another. A tile of pair values holds pair (u_lane, v_column) at [column * 16 + lane];
// every function handles all 16 lanes. The gradient of k(u, v) in u is
//     toward v + own u                             radial and inner-product kernels
//     toward g(v_k - u_k)                          per-coordinate kernels, in coordinate k
//     toward g(v_k - u_k) + own g(u_k)             anchored kernels
// with g(a) = p sign(a) |a|^(p-1). Radial kernels have own = -toward; per-coordinate kernels write
// no own.
template <class T>
struct PairFunctions {
  // out[column*16+lane] = k(u_lane, v_column)
  void (*values)(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                 T* out);
  // own is not touched, and may be null, where push_own is
  void (*slopes)(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
                 T* toward, T* own);
  // sum[k*16+lane] += sum over columns of weights[column*16+lane] * g_k, in ascending order of
  // columns, where g_k is v_k or, for per-coordinate and anchored kernels, g(v_k - u_k)
  void (*push)(const KernelParameters<T>&, const T* u, const T* v, size_t r, size_t columns,
               const T* weights, T* sum);
  // sums[(o*16 + point)*16 + lane] += alpha k(centre, point) over the centres of each lane, in
  // ascending order, for the first `count` <= 16 points of a panel; `tile` is scratch.
  void (*predict)(const KernelParameters<T>&, const Expansion<T>&, const T* points, size_t count,
                  T* tile, T* sums);
  // sums[(o*r + k)*16 + lane] += scale alpha toward g_k and own_sums[o*16 + lane] += scale alpha
  // own over all centres, in ascending order.
  void (*gradients)(const KernelParameters<T>&, const Expansion<T>&, T scale,
                    const GradientScratch<T>&);
  // Whether the kernel is defined for these parameters.
  bool (*valid)(const KernelParameters<T>&);
  // sum[k*16+lane] += own_sums[lane] u_k, or g(u_k) for anchored kernels; null where none is own
  void (*push_own)(const T* u, size_t r, const T* own_sums, T* sum);
};

template <class T>
struct Kernel {
  KernelId id{};
  KernelParameters<T> parameters;
  const PairFunctions<T>* functions = nullptr;  // null: no such kernel
  // Whether columns are centred first: only differences of points matter, or the points' place
  // among the others.
  bool centred = true;
  // M (packed) -> R (rank, d) with M = R'R; returns the rank. Any R will do where rotations change
  // nothing; per-coordinate kernels need the symmetric one, spectral_root. See make_kernel.
  size_t (*root)(const T* m, size_t d, T* root, T* scratch, const Executor*) = nullptr;
};

template <class T>
bool valid(const Kernel<T>& kernel) {
  return kernel.functions != nullptr && kernel.functions->valid(kernel.parameters);
}

// A bandwidth whose square and its reciprocal are far from overflow, so that no slope overflows
// either.
[[gnu::always_inline]] constexpr bool valid_bandwidth(float L) { return L >= 1e-18f && L <= 1e18f; }
[[gnu::always_inline]] constexpr bool valid_bandwidth(double L) {
  return L >= 1e-150 && L <= 1e150;
}

}  // namespace rfm
