/* Kernels of u = R (x - origin), M = R'R: their numbers, which model files use, and the functions
 * that make them. Written by toolchains/kernel_lists.py from lib/rfm/core/kernels/facts.hpp.
 * Parameters are checked when a fit starts (RFM_BAD_KERNEL). L is the bandwidth; lpq is
 * exp(-(|u - v|_p / L)^q) with p in hundredths in the name, p = q = 1.5 the best single kernel
 * measured; nngp and ntk are those of ReLU networks with 1 to 5 hidden layers. */
#pragma once
#include "rfm/c/types.h"

#ifdef __cplusplus
extern "C" {
#endif

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
rfm_kernel_f32 rfm_kernel_nngp_f32(int32_t hidden_layers, float bias);
rfm_kernel_f64 rfm_kernel_nngp_f64(int32_t hidden_layers, double bias);
rfm_kernel_f32 rfm_kernel_ntk_f32(int32_t hidden_layers, float bias);
rfm_kernel_f64 rfm_kernel_ntk_f64(int32_t hidden_layers, double bias);

#ifdef __cplusplus
} /* extern "C" */
#endif
