/* The lines of README in C99: from arrays to a prediction, in static memory sized at compile time.
 */
#include <stdio.h>

#include "rfm/c/rfm.h"

/* A table to try it on: of ten columns two matter, through their product. */
static void read_table(float x[200][10], float y[200], float z[10]) {
  unsigned state = 1;
  for (int i = 0; i < 200; ++i) {
    for (int k = 0; k < 10; ++k) {
      state = state * 1664525u + 1013904223u;
      x[i][k] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    y[i] = x[i][2] * x[i][5];
  }
  for (int k = 0; k < 10; ++k) z[k] = 0.5f;
}

int main(void) {
  static float x[200][10], y[200], z[10], answer;
  read_table(x, y, z);

  RFM_ALIGNED static unsigned char model[RFM_MODEL_BYTES(sizeof(float), 200, 10, 1)];
  RFM_ALIGNED static unsigned char work[RFM_WORKSPACE_BYTES(sizeof(float), 200, 10, 1)];
  rfm_machine_f32 machine;
  rfm_model_f32 fitted;
  rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(10.0f));
  rfm_data_f32 data = rfm_data_contiguous_f32(&x[0][0], y, 200, 10, 1);
  rfm_rows_f32 row = rfm_rows_contiguous_f32(z, 1, 10);

  rfm_status status =
      rfm_machine_fit_f32(&machine, &data, &options, model, sizeof model, work, sizeof work, NULL);
  if (status == RFM_OK) status = rfm_machine_model_f32(&machine, &fitted);
  if (status == RFM_OK)
    status = rfm_model_predict_f32(&fitted, row, &answer, work, sizeof work, NULL);
  if (status != RFM_OK) printf("%s\n", rfm_words(status));

  printf("f(z) = %.3f, the truth is 0.250\n", (double)answer);
  return answer > 0.2f && answer < 0.3f ? 0 : 1;
}
