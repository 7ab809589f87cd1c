/* Sizes as constant expressions, for static arrays: a float machine for 200 rows, 10 columns and 1
 * output, with a full metric and the default options, lives in RFM_ALIGNED static unsigned char
 * model[RFM_MODEL_BYTES(sizeof(float), 200, 10, 1)]; RFM_ALIGNED static unsigned char
 * work[RFM_WORKSPACE_BYTES(sizeof(float), 200, 10, 1)]; They equal rfm_model_bytes_,
 * rfm_workspace_bytes_, rfm_window_bytes_ and rfm_predict_bytes_ to the byte, but know nothing of
 * other options and do not saturate: for sizes that come from outside, call those functions. */
#pragma once
#include <stddef.h>

/* Every buffer starts at a multiple of 16 bytes. */
#define RFM_ALIGNED __attribute__((aligned(16)))

#define RFM_ROUND_UP_16_(bytes) (((bytes) + 15) / 16 * 16)
#define RFM_LARGER_(a, b) ((a) > (b) ? (a) : (b))
#define RFM_TRIANGLE_(n) ((size_t)(n) * ((size_t)(n) + 1) / 2)

/* scalar: sizeof(float) or sizeof(double); n rows, d columns, c outputs. */
#define RFM_MODEL_BYTES(scalar, n, d, c)                  \
  (128 + RFM_ROUND_UP_16_((size_t)(d) * (scalar)) +       \
   (size_t)(c)*RFM_ROUND_UP_16_((size_t)(n)) * (scalar) + \
   RFM_ROUND_UP_16_((size_t)(d) * (d) * (scalar)) +       \
   RFM_ROUND_UP_16_((size_t)(n)) * (d) * (scalar))

#define RFM_WORKSPACE_BYTES(scalar, n, d, c) \
  RFM_LARGER_(RFM_SOLVE_BYTES_(scalar, n), RFM_LEARN_BYTES_(scalar, d, c))

/* The workspace of a window over the latest `capacity` rows; its model takes RFM_MODEL_BYTES of as
 * many. */
#define RFM_WINDOW_BYTES(scalar, capacity, d, c)                         \
  (RFM_ROUND_UP_16_(RFM_WORKSPACE_BYTES(scalar, capacity, d, c)) +       \
   RFM_ROUND_UP_16_((size_t)(capacity) * (d) * (scalar)) +               \
   RFM_ROUND_UP_16_((size_t)(capacity) * (c) * (scalar)) +               \
   RFM_ROUND_UP_16_((size_t)(capacity)) * ((size_t)(c) + 1) * (scalar) + \
   32 * (size_t)(d) * (scalar))

/* r: the rank of M, at most d. */
#define RFM_PREDICT_BYTES(scalar, d, r, c) \
  (16 * (scalar) * ((size_t)(d) + (r) + 16 + 16 * (size_t)(c)))

/* The triangle of the kernel matrix, and one tile. */
#define RFM_SOLVE_BYTES_(scalar, n) \
  (RFM_ROUND_UP_16_((RFM_TRIANGLE_(n) + 16) * (scalar)) + 256 * (scalar))

/* One panel of gradients with the scratch to make it, the sums, M, and the scratch to factor it. */
#define RFM_LEARN_BYTES_(scalar, d, c)                                     \
  (16 * (scalar) * ((size_t)(d) + 48 + 2 * (size_t)(d) * (c) + (c)) + 64 + \
   2 * RFM_ROUND_UP_16_(RFM_TRIANGLE_(d) * (scalar)) +                     \
   RFM_LARGER_(16 * (size_t)(d), (size_t)(d) * (d) + 3 * (size_t)(d)) * (scalar))
