// What the processor can do at most, and with it the least time that a fit could take: what a bar
// that asks for more cannot be met by.
#pragma once

namespace rfm_bench {

// Operations a second of one worker that multiplies and adds in registers for some milliseconds.
double measured_peak();

// Operations of a fit that no order of them avoids: rounds + 1 factorisations n^3 / 3 and an AGOP a
// round, one product (n, n) by (n, d) an output. Distances, kernel values and solutions would come
// on top.
constexpr double least_operations(double n, double d, double c, double rounds) {
  return (rounds + 1) * n * n * n / 3 + rounds * 2 * n * n * d * c;
}

}  // namespace rfm_bench
