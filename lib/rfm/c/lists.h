/* Numbers of engines and kernels, and functions that make kernels of u = R (x - origin), M = R'R.
 * Written by toolchains/lists.py from lib/rfm/core/engine.hpp and lib/rfm/core/kernels/facts.hpp.
 * Parameters are checked when a fit starts (RFM_BAD_KERNEL). L is the bandwidth; lpq is
 * exp(-(|u - v|_p / L)^q) with p in hundredths in the name, p = q = 1.5 the best single kernel
 * measured; brownian is what it tends to for large L, and has none; nngp and ntk are those of
 * ReLU networks with 1 to 5 hidden layers. */
#pragma once
#include "rfm/c/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Engines; numbers are never changed. */
enum {
  RFM_PLAIN = 0,
  RFM_BASELINE = 1,
  RFM_AVX2 = 2,
  RFM_AVX512 = 3,
  RFM_NEON = 4,
  RFM_AVX2_UNFUSED = 5,
  RFM_AVX512_UNFUSED = 6
};

/* Kernels, by the numbers that model files use. */
enum {
  RFM_LAPLACE = 0,
  RFM_GAUSSIAN = 1,
  RFM_MATERN32 = 2,
  RFM_MATERN52 = 3,
  RFM_LPQ100 = 4,
  RFM_LPQ125 = 5,
  RFM_LPQ150 = 6,
  RFM_LPQ175 = 7,
  RFM_LPQ200 = 8,
  RFM_BROWNIAN100 = 11,
  RFM_BROWNIAN150 = 12,
  RFM_BROWNIAN200 = 13,
  RFM_NNGP = 9,
  RFM_NTK = 10
};

rfm_kernel_f32 rfm_kernel_laplace_f32(float L);
rfm_kernel_f64 rfm_kernel_laplace_f64(double L);
rfm_kernel_f32 rfm_kernel_gaussian_f32(float L);
rfm_kernel_f64 rfm_kernel_gaussian_f64(double L);
rfm_kernel_f32 rfm_kernel_matern32_f32(float L);
rfm_kernel_f64 rfm_kernel_matern32_f64(double L);
rfm_kernel_f32 rfm_kernel_matern52_f32(float L);
rfm_kernel_f64 rfm_kernel_matern52_f64(double L);
rfm_kernel_f32 rfm_kernel_lpq100_f32(float q, float L);
rfm_kernel_f64 rfm_kernel_lpq100_f64(double q, double L);
rfm_kernel_f32 rfm_kernel_lpq125_f32(float q, float L);
rfm_kernel_f64 rfm_kernel_lpq125_f64(double q, double L);
rfm_kernel_f32 rfm_kernel_lpq150_f32(float q, float L);
rfm_kernel_f64 rfm_kernel_lpq150_f64(double q, double L);
rfm_kernel_f32 rfm_kernel_lpq175_f32(float q, float L);
rfm_kernel_f64 rfm_kernel_lpq175_f64(double q, double L);
rfm_kernel_f32 rfm_kernel_lpq200_f32(float q, float L);
rfm_kernel_f64 rfm_kernel_lpq200_f64(double q, double L);
rfm_kernel_f32 rfm_kernel_brownian100_f32(float q);
rfm_kernel_f64 rfm_kernel_brownian100_f64(double q);
rfm_kernel_f32 rfm_kernel_brownian150_f32(float q);
rfm_kernel_f64 rfm_kernel_brownian150_f64(double q);
rfm_kernel_f32 rfm_kernel_brownian200_f32(float q);
rfm_kernel_f64 rfm_kernel_brownian200_f64(double q);
rfm_kernel_f32 rfm_kernel_nngp_f32(int32_t hidden_layers, float bias);
rfm_kernel_f64 rfm_kernel_nngp_f64(int32_t hidden_layers, double bias);
rfm_kernel_f32 rfm_kernel_ntk_f32(int32_t hidden_layers, float bias);
rfm_kernel_f64 rfm_kernel_ntk_f64(int32_t hidden_layers, double bias);

#ifdef __cplusplus
} /* extern "C" */
#endif
