// Follows a sensor that drifts: a machine over the latest 24 readings gets each new one and forgets the oldest,
// without heap and without fitting again; now and then it learns anew which inputs matter.
#include <rfm.h>

enum { capacity = 24, columns = 2, first = 20 };
float x[first * columns], y[first];
RFM_ALIGNED unsigned char model[RFM_MODEL_BYTES(sizeof(float), capacity, columns, 1)];
RFM_ALIGNED unsigned char work[RFM_WINDOW_BYTES(sizeof(float), capacity, columns, 1)];
RFM_ALIGNED unsigned char scratch[RFM_PREDICT_BYTES(sizeof(float), columns, columns, 1)];
rfm_window_f32 window;
int seen = 0;

// Stands for a sensor with two inputs whose zero moves with time, and for the reference that says what is true.
static void measure(float* row, float* truth) {
  for (int k = 0; k < columns; ++k) row[k] = static_cast<float>(analogRead(k)) / 1023.0f;
  *truth = row[0] - 0.5f * row[1] + 0.01f * static_cast<float>(seen);
}

static void start() {
  const rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(3));
  const rfm_data_f32 data = rfm_data_contiguous_f32(x, y, first, columns, 1);
  Serial.println(rfm_words(rfm_window_start_f32(&window, &data, &options, capacity, model, sizeof model, work,
                                                sizeof work, NULL)));
}

// What the machine would have said, for comparison with the reference.
static float answer(const float* row) {
  rfm_model_f32 now;
  float out = 0;
  if (rfm_window_model_f32(&window, &now) == RFM_OK)
    rfm_model_predict_f32(&now, rfm_rows_contiguous_f32(row, 1, columns), &out, scratch, sizeof scratch, NULL);
  return out;
}

void setup() { Serial.begin(115200); }

void loop() {
  if (seen < first) {
    measure(x + seen * columns, y + seen);
    if (++seen == first) start();
    return;
  }
  float row[columns], truth;
  measure(row, &truth);
  Serial.println(answer(row) - truth);
  if (rfm_window_rows_f32(&window) == capacity) rfm_window_forget_oldest_f32(&window);
  rfm_window_append_f32(&window, row, &truth);
  if (++seen % 25 == 0) rfm_window_learn_again_f32(&window);
}
