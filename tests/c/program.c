/* The same functions as a program that C compilers build alone, without C++ or its library. */
#include <stdio.h>

#include "rfm/c/rfm.h"
#include "tests/c/from_c.h"

static int told(const char* name, int line) {
  printf("%s: ", name);
  if (line != 0) printf("line %d\n", line);
  if (line == 0) printf("%s\n", rfm_words(RFM_OK));
  return line != 0;
}

int main(void) {
  int failures = told("fit and predict", fit_and_predict_in_c());
  failures += told("round by round", go_round_by_round_in_c());
  failures += told("save and open", save_and_open_in_c());
  failures += told("merge and keep", merge_and_keep_in_c());
  return failures;
}
