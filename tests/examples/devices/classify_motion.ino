// A sensor's readings to a class, by a model that was trained elsewhere: rfm export motion.rfm --c motion.h --name motion
#include "motion.h"

void setup() { Serial.begin(115200); }

void loop() {
  const float readings[MOTION_COLUMNS] = {0.30f, 0.90f, 1.60f, 15.0f};  // of your sensor
  float label = 0, shares[MOTION_CLASSES];
  motion_predict(readings, MOTION_COLUMNS, &label, 1);
  motion_predict_proba(readings, MOTION_COLUMNS, shares, MOTION_CLASSES);
  Serial.print(motion_class_names[static_cast<size_t>(label)]);
  Serial.print(" ");
  Serial.println(shares[static_cast<size_t>(label)]);
  delay(1000);
}
