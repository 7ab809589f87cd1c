// Exponential, logarithm, power and arc cosine from + - * / and bit operations alone, so that every
// target and every lane gets the same bits. Branch-free: about 20 operations each, and a division
// in the logarithm. Largest errors measured against 113-bit and 64-bit references, in ulp, float (a
// third of all numbers) and double (four million):     exponential 0.68, 0.67     logarithm 0.83,
// 0.85     arc cosine 1.10, 1.09
#pragma once
#include <stdint.h>

#include "rfm/core/algebra/lanes.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// e^x within 1 ulp for x <= 0 and somewhat beyond: no check for overflow. Results below the
// smallest normal number are 0.
//     x = k ln 2 + r,  r = high - low,  |r| <= ln(2)/2,      e^x = 2^k (1 + r + r^2 p(r))
template <class V>
[[gnu::always_inline]] inline V decay(V x) {
  using T = Scalar<V>;
  const V one = broadcast<V>(T(1));
  V k, high, low, r, p;
  Bits<V> shift;
  if constexpr (single_precision<V>) {
    // 1.5 * 2^23: the sum's last bits are round(x / ln 2)
    const V rounded = multiply_add(x, broadcast<V>(1.44269502f), broadcast<V>(12582912.0f));
    shift = to_bits(rounded) << 23;
    k = rounded - 12582912.0f;
    high = multiply_add(k, broadcast<V>(-0.693145752f), x);  // exact: the constant has 15 bits
    low = k * 1.42860677e-06f;
    r = multiply_add(k, broadcast<V>(-1.42860677e-06f), high);
    p = polynomial(r, 0.5f, 0.166666672f, 0.0416664667f, 0.00833331048f, 0.00139336498f,
                   0.000198909911f);
  } else {
    // 1.5 * 2^52
    const V rounded =
        multiply_add(x, broadcast<V>(1.4426950408889634), broadcast<V>(6755399441055744.0));
    shift = to_bits(rounded) << 52;
    k = rounded - 6755399441055744.0;
    high = multiply_add(k, broadcast<V>(-0.69314718055966296), x);  // exact: 41 bits
    low = k * 2.8235290563031577e-13;
    r = multiply_add(k, broadcast<V>(-2.8235290563031577e-13), high);
    p = polynomial(r, 0.5, 0.16666666666666671, 0.041666666666666671, 0.0083333333333261254,
                   0.001388888888888287, 0.00019841269874851559, 2.4801587327894661e-05,
                   2.7557255360980869e-06, 2.7557271127809506e-07, 2.5105233325420758e-08,
                   2.0915618510554166e-09);
  }
  V mantissa;
  if constexpr (RFM_FUSED == 0) {
    const V sum = one + high;
    const V lost = high - (sum - one);  // exactly what rounding took from the sum
    mantissa = sum + (lost + (r * r * p - low));
  } else {
    mantissa = multiply_add(r, multiply_add(r, p, one), one);
  }
  constexpr T lowest = single_precision<V> ? T(-87.3365402f) : T(-708.3964185322641);
  return select(x < lowest, V{}, from_bits<V>(to_bits(mantissa) + shift));
}

// e^x within 1 ulp for every x; above the largest number it is infinity.
template <class V>
[[gnu::always_inline]] inline V exponential(V x) {
  constexpr auto highest =
      single_precision<V> ? Scalar<V>(88.7228317f) : Scalar<V>(709.78271289338397);
  return select(x > highest, like<V>(x, __builtin_inf()), decay(x));
}

// Natural logarithm within 1 ulp; of 0 it is -infinity, of negative numbers NaN, of infinity
// infinity.
//     x = 2^k (1 + f),  sqrt(1/2) <= 1 + f < sqrt(2);   log(1+f) = 2 s + s R(s^2),  s = f/(2+f)
//                                                                = f - (h - s (h + R)),  h = f^2/2
template <class V>
[[gnu::always_inline]] inline V logarithm(V x) {
  using T = Scalar<V>;
  constexpr bool single = single_precision<V>;
  using Word = typename LaneTraits<V>::Word;
  constexpr unsigned fraction = single ? 23 : 52;
  constexpr Word bias = single ? 127 : 1023;
  constexpr Word root_of_half = single ? Word{0x3f3504f3} : static_cast<Word>(0x3fe6a09e667f3bcd);
  constexpr Word two_to_fraction = (fraction + bias) << fraction;  // as a number
  constexpr T lift =
      single ? T(16777216) : T(18014398509481984);  // 2^24, 2^54: makes subnormal numbers normal
  constexpr T lift_exponent = single ? T(24) : T(54);

  const auto subnormal = x < smallest_normal<T>;
  const V normal = select(subnormal, x * lift, x);
  const Bits<V> bits = to_bits(normal) + ((bias << fraction) - root_of_half);
  const V exponent =
      from_bits<V>(bits >> fraction | two_to_fraction) - (T(Word{1} << fraction) + T(bias));
  const V k = select(subnormal, exponent - lift_exponent, exponent);
  const V f = from_bits<V>((bits & ((Word{1} << fraction) - 1)) + root_of_half) - T(1);
  const V s = f / (T(2) + f);
  const V z = s * s;
  const V h = T(0.5) * f * f;
  V R, k_high, k_low;
  if constexpr (single) {
    R = z * polynomial(z, 0.666666687f, 0.400001228f, 0.285507798f, 0.233316138f);
    k_high = k * 0.693145752f;
    k_low = k * 1.42860677e-06f;
  } else {
    R = z * polynomial(z, 0.66666666666666663, 0.40000000000000885, 0.28571428570799784,
                       0.22222222392581045, 0.18181795547521132, 0.15386244737621896,
                       0.13268638369261609, 0.13088034850974767);
    k_high = k * 0.69314718055966296;
    k_low = k * 2.8235290563031577e-13;
  }
  const V of_positive = k_high - ((h - multiply_add(s, h + R, k_low)) - f);
  constexpr T infinity = static_cast<T>(__builtin_inf());
  const V of_finite = select(x == infinity, x, of_positive);
  const V of_zero = select(x == T(0), like<V>(x, -__builtin_inf()), of_finite);
  return select(x < T(0), like<V>(x, __builtin_nan("")), of_zero);
}

// base^exponent for base >= 0 and exponent > 0; its relative error grows with |exponent log base|.
template <class V>
[[gnu::always_inline]] inline V power(V base, Scalar<V> exponent) {
  return exponential(logarithm(base) * exponent);
}

// Arc cosine of -1 <= x <= 1 within 1.5 ulp; NaN outside.
//     asin(y) = y + y^3 A(y^2),  |y| <= 1/2;      |x| <= 1/2:  pi/2 - asin(x)
//     x > 1/2:  2 asin(y),  x < -1/2:  pi - 2 asin(y),    y = sqrt((1 - |x|)/2)
template <class V>
[[gnu::always_inline]] inline V arc_cosine(V x) {
  using T = Scalar<V>;
  const V size = absolute(x);
  const auto outer = size > T(0.5);
  const V z = select(outer, (T(1) - size) * T(0.5), x * x);
  const V y = select(outer, square_root(z), x);
  V rest;
  T quarter_turn, quarter_turn_low;
  if constexpr (single_precision<V>) {
    rest = polynomial(z, 0.166666657f, 0.0750009418f, 0.0445994027f, 0.0311006624f, 0.0171492379f,
                      0.0336908475f);
    quarter_turn = 1.57079637f;
    quarter_turn_low = -4.37113883e-08f;
  } else {
    rest = polynomial(z, 0.16666666666666669, 0.074999999999984329, 0.044642857146355429,
                      0.030381944138531247, 0.022372172942149889, 0.017352392720869945,
                      0.013971212973553311, 0.011479177415181617, 0.0103228143502052,
                      0.0054575067185637822, 0.017400879442887152, -0.014851887071528912,
                      0.028757851367602328);
    quarter_turn = 1.5707963267948966;
    quarter_turn_low = 6.123233995736766e-17;
  }
  rest = y * z * rest;
  const V complement = quarter_turn - (y + (rest - quarter_turn_low));
  const V twice = select(x > T(0), T(2) * (y + rest), T(2) * complement);
  return select(outer, twice, complement);
}

// a^p of a >= 0 by multiplications and square roots, p in hundredths.
template <int hundredths, class V>
[[gnu::always_inline]] inline V rooted_power(V a) {
  if constexpr (hundredths == 100) {
    return a;
  } else if constexpr (hundredths == 125) {
    return a * square_root(square_root(a));
  } else if constexpr (hundredths == 150) {
    return a * square_root(a);
  } else if constexpr (hundredths == 175) {
    const V root = square_root(a);
    return a * (root * square_root(root));
  } else {
    static_assert(hundredths == 200, "p is 1, 1.25, 1.5, 1.75 or 2");
    return a * a;
  }
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
