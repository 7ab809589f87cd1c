/* Written in C99, called by the tests: each returns 0, or the line of its source that was
 * disappointed. */
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int fit_and_predict_in_c(void);
int go_round_by_round_in_c(void);
int save_and_open_in_c(void);
int merge_and_keep_in_c(void);
#ifdef __cplusplus
}
#endif
