// The loops of engine.cpp with relaxed SIMD: multiplications and additions in one instruction, and as many
// sums at once as registers hold. More code than plain_loops.hpp, for those who asked for speed.
#pragma once
#include "rfm/simd/packed_factor.hpp"
#include "rfm/simd/packed_products.hpp"
#include "rfm/simd/packed_project.hpp"
#include "rfm/simd/packed_push.hpp"
#include "rfm/simd/packed_solve.hpp"
#include "rfm/simd/packed_sums.hpp"

namespace rfm {
namespace {

using Lanes = NativeLanes<float>;

constexpr auto distance_tile = sum_columns<float, sizeof(Lanes), SquaredDifference>;
constexpr auto factor_triangle = packed_factor<float>;
constexpr auto subtract_tile = packed_subtract_tile<float>;
constexpr auto solve_triangle = packed_solve<float>;
constexpr auto project_rows = packed_project_panel<float>;
constexpr auto add_gradients = packed_add_products<float>;

void push_tile(const float* u, const float* v, size_t r, size_t columns, const float* weights, float* sum) {
  push_rows<float, sizeof(Lanes), Point>(u, v, r, columns, weights, sum);
}

}  // namespace
}  // namespace rfm
