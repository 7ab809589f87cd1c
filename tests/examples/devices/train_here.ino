// Trains on the device: rows come one at a time into a fixed buffer; when it is full a machine is fitted and predicts.
// Memory is known before: the two buffers below, and nothing else.
#include <rfm.h>

enum { rows = 60, columns = 3 };
float x[rows * columns], y[rows];
RFM_ALIGNED unsigned char model[RFM_MODEL_BYTES(sizeof(float), rows, columns, 1)];
RFM_ALIGNED unsigned char work[RFM_WORKSPACE_BYTES(sizeof(float), rows, columns, 1)];
rfm_machine_f32 machine;
int seen = 0;

// Stands for three sensors.
static void measure(float* row) {
  for (int k = 0; k < columns; ++k) row[k] = static_cast<float>(analogRead(k)) / 1023.0f;
}

static void train() {
  const rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(3));
  const rfm_data_f32 data = rfm_data_contiguous_f32(x, y, rows, columns, 1);
  const rfm_status status =
      rfm_machine_fit_f32(&machine, &data, &options, model, sizeof model, work, sizeof work, NULL);
  Serial.println(rfm_words(status));
}

void setup() { Serial.begin(115200); }

void loop() {
  if (seen < rows) {
    measure(x + seen * columns);
    y[seen] = x[seen * columns] * x[seen * columns + 1];  // what a teacher says
    if (++seen == rows) train();
    return;
  }
  float row[columns], answer = 0;
  rfm_model_f32 fitted;
  measure(row);
  if (rfm_machine_model_f32(&machine, &fitted) != RFM_OK) return;
  rfm_model_predict_f32(&fitted, rfm_rows_contiguous_f32(row, 1, columns), &answer, work, sizeof work, NULL);
  Serial.println(answer - row[0] * row[1]);
}
