// The loops of engine.cpp as they are in all builds whose bits are the native program's: the core's, which
// are short, and with SIMD the packed factorisation, where most of the time goes.
#pragma once
#include "rfm/core/agop.hpp"
#include "rfm/core/cholesky.hpp"
#include "rfm/core/pairs.hpp"
#include "rfm/core/project.hpp"
#include "rfm/core/variant.hpp"
#ifdef __wasm_simd128__
#include "rfm/simd/packed_factor.hpp"
#endif

namespace rfm {

#ifdef __wasm_simd128__
// At the edges of the packed factorisation the library's, which are small: O(n^2) of the time.
extern template size_t factor_diagonal<float>(float*, const float*, size_t, size_t, float);
extern template void subtract_product<float>(float*, const float*, size_t, const float*, size_t, size_t,
                                             size_t);
extern template void solve_tile<float>(float*, size_t, const float*);
#endif
namespace {

using Lanes = NativeLanes<float>;

inline void distance_tile(const float* u, const float* v, size_t r, size_t columns, float* out) {
  const auto square = [](Lanes difference) { return difference * difference; };
  for (size_t column = 0; column < columns; ++column)
    distances<Lanes>(u, v, r, column, square).to(out + column * panel);
}

void push_tile(const float* u, const float* v, size_t r, size_t columns, const float* weights, float* sum) {
  push_columns<Lanes>(u, v, r, columns, weights, sum, [](Lanes, float v_k) { return v_k; });
}

#ifdef __wasm_simd128__
constexpr auto factor_triangle = packed_factor<float>;
constexpr auto subtract_tile = packed_subtract_tile<float>;
#else
constexpr auto factor_triangle = factor<float>;

void subtract_tile(float* c, const float* a, const float* b, size_t depth) {
  subtract_product(c, a, panel, b, panel, panel, depth);
}
#endif

constexpr auto solve_triangle = solve<float>;
constexpr decltype(Engine<float>::project_panel) project_rows = project_panel<float>;
constexpr auto add_gradients = detail::add_products<float>;

}  // namespace
}  // namespace rfm
