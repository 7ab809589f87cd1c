/* Predicting with a header that rfm export wrote: what a device needs that was trained elsewhere.
 * With RFM_CELLS a class label from raw cells, without it outputs from features that are scaled
 * already. */
#include "tests/examples/devices/motion.h"

float features[MOTION_FEATURES], outputs[MOTION_OUTPUTS], cells[MOTION_COLUMNS], answer;

int motion_once(void);
int __attribute__((noinline)) motion_once(void) {
#ifdef RFM_CELLS
  return motion_predict(cells, MOTION_COLUMNS, &answer, 1);
#else
  motion_outputs(features, outputs);
  return 0;
#endif
}

int main(void) { return motion_once(); }
