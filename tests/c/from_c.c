/* The C interface used the way a C program does: static arrays sized by constants, designated
 * initialisers, handles on the stack. Also a program of its own, compiled by C compilers alone (see
 * CMakeLists.txt). */
#include "tests/c/from_c.h"

#include <string.h>

#include "rfm/c/rfm.h"

#define EXPECT(condition)              \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)

enum { rows = 60, columns = 4 };
static float x[rows][columns], y[rows];
RFM_ALIGNED static unsigned char model[RFM_MODEL_BYTES(sizeof(float), rows, columns, 1)];
RFM_ALIGNED static unsigned char work[RFM_WORKSPACE_BYTES(sizeof(float), rows, columns, 1)];

/* Of four columns the second and third matter. */
static rfm_data_f32 table(void) {
  unsigned state = 7;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) {
      state = state * 1664525u + 1013904223u;
      x[i][k] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    y[i] = x[i][1] * x[i][2] + x[i][1];
  }
  return rfm_data_contiguous_f32(&x[0][0], y, rows, columns, 1);
}

static float distance(float a, float b) { return a < b ? b - a : a - b; }

int fit_and_predict_in_c(void) {
  const rfm_data_f32 data = table();
  const rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(10));
  rfm_machine_f32 machine;
  rfm_model_f32 fitted;
  rfm_report report;
  float answers[rows], importances[columns];
  EXPECT(rfm_machine_fit_f32(&machine, &data, &options, model, sizeof model, work, sizeof work,
                             &report) == RFM_OK);
  EXPECT(rfm_machine_model_f32(&machine, &fitted) == RFM_OK);
  EXPECT(rfm_model_predict_f32(&fitted, data.x, answers, work, sizeof work, NULL) == RFM_OK);
  for (int i = 0; i < rows; ++i) EXPECT(distance(answers[i], y[i]) < 0.05f);
  EXPECT(rfm_model_importances_f32(&fitted, importances) == RFM_OK);
  EXPECT(importances[1] > 4 * importances[0] && importances[2] > 4 * importances[3]);
  return 0;
}

int go_round_by_round_in_c(void) {
  const rfm_data_f32 data = table();
  rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_gaussian_f32(2));
  rfm_machine_f32 machine;
  rfm_model_f32 fitted;
  rfm_progress progress;
  float answer;
  options.rounds = 3;
  EXPECT(rfm_machine_start_f32(&machine, &data, &options, model, sizeof model, work, sizeof work,
                               NULL) == RFM_OK);
  for (size_t round = 0; round < 2; ++round) { /* cancelled after the second of four */
    EXPECT(rfm_machine_iterate_f32(&machine) == RFM_OK);
    EXPECT(rfm_machine_progress_f32(&machine, &progress) == RFM_OK);
    EXPECT(progress.round == round + 1 && progress.rounds == 4 && !progress.finished);
  }
  EXPECT(rfm_machine_finish_f32(&machine) == RFM_OK);
  EXPECT(rfm_machine_model_f32(&machine, &fitted) == RFM_OK);
  EXPECT(rfm_model_predict_f32(&fitted, rfm_rows_contiguous_f32(x[3], 1, columns), &answer, work,
                               sizeof work, NULL) == RFM_OK);
  EXPECT(distance(answer, y[3]) < 0.1f);
  EXPECT(rfm_machine_iterate_f32(&machine) == RFM_WRONG_ORDER);
  return 0;
}

int save_and_open_in_c(void) {
  const rfm_data_f32 data = table();
  const rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(10));
  RFM_ALIGNED static unsigned char flash[sizeof model];
  rfm_machine_f32 machine;
  rfm_model_f32 fitted, opened;
  rfm_facts facts;
  float before[rows], after[rows];
  EXPECT(rfm_machine_fit_f32(&machine, &data, &options, model, sizeof model, work, sizeof work,
                             NULL) == RFM_OK);
  EXPECT(rfm_machine_model_f32(&machine, &fitted) == RFM_OK);
  EXPECT(rfm_model_predict_f32(&fitted, data.x, before, work, sizeof work, NULL) == RFM_OK);
  memcpy(flash, model, rfm_machine_model_size_f32(&machine));
  memset(model, 0, sizeof model);
  EXPECT(rfm_model_open_only_f32(&opened, flash, sizeof flash, rfm_kernel_laplace_f32(1)) ==
         RFM_OK);
  EXPECT(rfm_model_facts_f32(&opened, &facts) == RFM_OK);
  EXPECT(facts.n == rows && facts.d == columns && facts.c == 1 && facts.kernel == RFM_LAPLACE);
  EXPECT(facts.bandwidth > 9.9 &&
         facts.bandwidth < 10.1); /* the file's, not that of the kernel given */
  EXPECT(rfm_model_predict_f32(&opened, data.x, after, work, sizeof work, NULL) == RFM_OK);
  EXPECT(memcmp(before, after, sizeof before) == 0);
  return 0;
}

int merge_and_keep_in_c(void) {
  const rfm_data_f32 data = table();
  rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(10));
  rfm_data_f32 merged = data;
  rfm_machine_f32 machine;
  static float weights[rows];
  uint32_t order[rows];
  size_t distinct, kept;
  memcpy(x[7], x[2], sizeof x[2]); /* the same row with two targets */
  for (int i = 0; i < rows; ++i) weights[i] = 1;
  EXPECT(rfm_rows_merge_f32(&x[0][0], rows, columns, y, 1, weights, order, &distinct, NULL) ==
         RFM_OK);
  EXPECT(distinct == rows - 1 && distance(weights[2], 2) == 0);
  merged.x.n = merged.y.n = distinct;
  merged.weights = weights;
  options.ridge = 0;
  EXPECT(rfm_machine_fit_f32(&machine, &merged, &options, model, sizeof model, work, sizeof work,
                             NULL) == RFM_OK);
  EXPECT(rfm_machine_keep_features_f32(&machine, 0.2f, &kept) == RFM_OK && kept == 2);
  EXPECT(rfm_machine_finish_f32(&machine) == RFM_OK);
  return 0;
}
