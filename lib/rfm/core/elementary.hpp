// Exponential, logarithm, power and arc cosine from + - * / and bit operations alone, so that every target
// and every lane gets the same bits. Branch-free; exponential and arc cosine cost about 15 to 25 operations,
// logarithm a division.
#pragma once
#include <stdint.h>

#include "rfm/core/lanes.hpp"

namespace rfm {
inline namespace RFM_SEAM {

// Where a number's exponent field sits.
template <class V>
constexpr unsigned fraction_bits = single_precision<V> ? 23 : 52;

// e^x within 1 ulp. Results below the smallest normal number are 0, those above the largest are infinity.
//     x = k ln 2 + high - low,  |high - low| <= ln(2)/2,      e^x = 2^k (1 + r + r^2 p(r)),  r = high - low
template <class V>
[[gnu::always_inline]] inline V exponential(V x) {
  using T = Scalar<V>;
  V k, rest, high, low;
  Bits<V> shift;
  if constexpr (single_precision<V>) {
    const V rounded = x * 1.44269502f + 12582912.0f;  // 1.5 * 2^23: the sum's last bits are round(x / ln 2)
    shift = to_bits(rounded) << 23;
    k = rounded - 12582912.0f;
    high = x - k * 0.693145752f;  // exact: the constant has 15 bits
    low = k * 1.42860677e-06f;
    const V r = high - low;
    rest = r * r *
           polynomial(r, 0.5f, 0.166666672f, 0.0416664667f, 0.00833331048f, 0.00139336498f, 0.000198909911f);
  } else {
    const V rounded = x * 1.4426950408889634 + 6755399441055744.0;  // 1.5 * 2^52
    shift = to_bits(rounded) << 52;
    k = rounded - 6755399441055744.0;
    high = x - k * 0.69314718055966296;  // exact: 41 bits
    low = k * 2.8235290563031577e-13;
    const V r = high - low;
    rest = r * r *
           polynomial(r, 0.5, 0.16666666666666671, 0.041666666666666671, 0.0083333333333261254,
                      0.001388888888888287, 0.00019841269874851559, 2.4801587327894661e-05,
                      2.7557255360980869e-06, 2.7557271127809506e-07, 2.5105233325420758e-08,
                      2.0915618510554166e-09);
  }
  const V mantissa = T(1) + (high - (low - rest));
  const V scaled = from_bits<V>(to_bits(mantissa) + shift);
  constexpr T lowest = single_precision<V> ? T(-87.3365402f) : T(-708.39641853226408);
  constexpr T highest = single_precision<V> ? T(88.7228317f) : T(709.78271289338397);
  const V finite_result = select(x < lowest, V{}, scaled);
  return select(x > highest, like<V>(x, __builtin_inf()), finite_result);
}

}  // namespace RFM_SEAM
}  // namespace rfm
