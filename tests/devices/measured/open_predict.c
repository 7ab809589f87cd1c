/* Opens a model file in flash and predicts with it by the drop-in. The model's bytes are zero: what
 * counts is what is linked. */
#include "rfm.h"

RFM_ALIGNED static unsigned char work[RFM_PREDICT_BYTES(sizeof(float), 4, 4, 1)];
RFM_ALIGNED const unsigned char model[4096] = {1};
float row[4], answer;

int main(void) {
  rfm_model_f32 opened;
  if (rfm_model_open_only_f32(&opened, model, sizeof model, rfm_kernel_laplace_f32(1)) != RFM_OK)
    return 1;
  return rfm_model_predict_f32(&opened, rfm_rows_contiguous_f32(row, 1, 4), &answer, work,
                               sizeof work, NULL);
}
