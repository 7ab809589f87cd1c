/* Recursive feature machines from C99 and C++: fit, inspect and predict in memory you provide.
 *
 * Rules that hold for every function:
 * - Nothing is allocated, no state is kept between calls but in the objects you pass, nothing is
 * printed.
 * - Functions that can fail return an rfm_status and write their results only as said; RFM_OK is
 * zero. A null pointer where one is required gives RFM_NULL_POINTER, never a crash.
 * - Buffers for models, workspaces and scratch start at a multiple of 16 bytes (RFM_ALIGNED); the
 * size functions say exactly how many bytes they need, SIZE_MAX if no such shape can exist. One
 * byte less is refused. Buffers that are written must not overlap each other nor anything that is
 * read.
 * - Tables are arrays with rows of d columns, written (n, d), row-major where no strides can be
 * given.
 * - Functions exist for float (_f32) and double (_f64) with the same contract. Only what you call
 * is linked, if you link with --gc-sections. */
#pragma once
#include "rfm/c/lists.h"
#include "rfm/c/sizes.h"
#include "rfm/c/types.h"
#include "rfm/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a status means and what to do about it, in one English sentence without a full stop; never
 * null. */
const char* rfm_words(rfm_status status);

/* "major.minor.patch" of the library that was linked; RFM_VERSION is that of these headers. */
const char* rfm_version(void);

/* Any of the kernels of lists.h by number, for settings read at run time. Links them all.
 * Parameters a kernel does not have are ignored; a number that names none gives a kernel that every
 * fit refuses. */
rfm_kernel_f32 rfm_kernel_any_f32(rfm_kernel_id id, float bandwidth, float exponent, float bias,
                                  int32_t hidden_layers);
rfm_kernel_f64 rfm_kernel_any_f64(rfm_kernel_id id, double bandwidth, double exponent, double bias,
                                  int32_t hidden_layers);

/* The default options with this kernel. */
rfm_options_f32 rfm_options_default_f32(rfm_kernel_f32 kernel);
rfm_options_f64 rfm_options_default_f64(rfm_kernel_f64 kernel);

/* A row-major table (n, d) without gaps. */
static inline rfm_rows_f32 rfm_rows_contiguous_f32(const float* data, size_t n, size_t d) {
  rfm_rows_f32 rows = {data, n, d, (ptrdiff_t)d, 1};
  return rows;
}
static inline rfm_rows_f64 rfm_rows_contiguous_f64(const double* data, size_t n, size_t d) {
  rfm_rows_f64 rows = {data, n, d, (ptrdiff_t)d, 1};
  return rows;
}

/* Features x (n, d) and targets y (n, c), row-major without gaps; no weights. */
static inline rfm_data_f32 rfm_data_contiguous_f32(const float* x, const float* y, size_t n,
                                                   size_t d, size_t c) {
  rfm_data_f32 data = {{x, n, d, (ptrdiff_t)d, 1}, {y, n, c, (ptrdiff_t)c, 1}, NULL};
  return data;
}
static inline rfm_data_f64 rfm_data_contiguous_f64(const double* x, const double* y, size_t n,
                                                   size_t d, size_t c) {
  rfm_data_f64 data = {{x, n, d, (ptrdiff_t)d, 1}, {y, n, c, (ptrdiff_t)c, 1}, NULL};
  return data;
}

/* Equal rows of x (n, d) become one, with the weighted mean of their targets y (n, c) and the sum
 * of their weights (n), all in place: the distinct rows stand first, in order of first appearance,
 * what follows them is unspecified. Fitting those with their weights gives the same predictor, and
 * a matrix that is not singular for want of distinct rows. weights NULL: 1 each, and not told.
 * order (n): which row each was. */
rfm_status rfm_rows_merge_f32(float* x, size_t n, size_t d, float* y, size_t c, float* weights,
                              uint32_t* order, size_t* distinct, rfm_report* report);
rfm_status rfm_rows_merge_f64(double* x, size_t n, size_t d, double* y, size_t c, double* weights,
                              uint32_t* order, size_t* distinct, rfm_report* report);

/* Bytes of the model buffer of a fit, and so the most a model of this shape can have. */
size_t rfm_model_bytes_f32(size_t n, size_t d, size_t c, rfm_metric metric);
size_t rfm_model_bytes_f64(size_t n, size_t d, size_t c, rfm_metric metric);

/* Bytes of the workspace of a fit with these options; SIZE_MAX too for null options. */
size_t rfm_workspace_bytes_f32(size_t n, size_t d, size_t c, const rfm_options_f32* options);
size_t rfm_workspace_bytes_f64(size_t n, size_t d, size_t c, const rfm_options_f64* options);

/* Bytes of scratch to predict with a model of d columns, rank r <= d and c outputs, on so many
 * workers. */
size_t rfm_predict_bytes_f32(size_t d, size_t r, size_t c, size_t workers);
size_t rfm_predict_bytes_f64(size_t d, size_t r, size_t c, size_t workers);
size_t rfm_leave_one_out_bytes_f32(size_t n);
size_t rfm_leave_one_out_bytes_f64(size_t n);
size_t rfm_gradient_bytes_f32(size_t d, size_t r, size_t c);
size_t rfm_gradient_bytes_f64(size_t d, size_t r, size_t c);
size_t rfm_directions_bytes_f32(size_t d);
size_t rfm_directions_bytes_f64(size_t d);

/* Checks everything once and prepares the first round. The machine, the data and both buffers must
 * stay until finish; the model buffer holds the result and stays as long as that is used, the
 * workspace may then go. Cells that are NaN or infinite are refused, the report says which. After a
 * failure the machine is not started. */
rfm_status rfm_machine_start_f32(rfm_machine_f32* machine, const rfm_data_f32* data,
                                 const rfm_options_f32* options, void* model, size_t model_bytes,
                                 void* workspace, size_t workspace_bytes, rfm_report* report);
rfm_status rfm_machine_start_f64(rfm_machine_f64* machine, const rfm_data_f64* data,
                                 const rfm_options_f64* options, void* model, size_t model_bytes,
                                 void* workspace, size_t workspace_bytes, rfm_report* report);

/* One round. Afterwards the machine has a model that predicts; stopping for good is allowed there,
 * by not calling iterate again. RFM_WRONG_ORDER when no rounds are left, which changes nothing;
 * after another failure the machine is not started. */
rfm_status rfm_machine_iterate_f32(rfm_machine_f32* machine);
rfm_status rfm_machine_iterate_f64(rfm_machine_f64* machine);

/* Completes the model's bytes. */
rfm_status rfm_machine_finish_f32(rfm_machine_f32* machine);
rfm_status rfm_machine_finish_f64(rfm_machine_f64* machine);

/* start, all rounds, finish. */
rfm_status rfm_machine_fit_f32(rfm_machine_f32* machine, const rfm_data_f32* data,
                               const rfm_options_f32* options, void* model, size_t model_bytes,
                               void* workspace, size_t workspace_bytes, rfm_report* report);
rfm_status rfm_machine_fit_f64(rfm_machine_f64* machine, const rfm_data_f64* data,
                               const rfm_options_f64* options, void* model, size_t model_bytes,
                               void* workspace, size_t workspace_bytes, rfm_report* report);

/* How far a started machine is. */
rfm_status rfm_machine_progress_f32(const rfm_machine_f32* machine, rfm_progress* progress);
rfm_status rfm_machine_progress_f64(const rfm_machine_f64* machine, rfm_progress* progress);

/* The model of a machine after a round or after finish: it points into the model buffer and is good
 * until the next iterate, finish or keep_features. */
rfm_status rfm_machine_model_f32(const rfm_machine_f32* machine, rfm_model_f32* model);
rfm_status rfm_machine_model_f64(const rfm_machine_f64* machine, rfm_model_f64* model);

/* Bytes of a finished model, 0 before: write that many from the model buffer to save it. */
size_t rfm_machine_model_size_f32(const rfm_machine_f32* machine);
size_t rfm_machine_model_size_f64(const rfm_machine_f64* machine);

/* out (n, c): y_i minus what a fit without row i would predict there, under the metric of the last
 * round. Directly after a round, while the workspace is as that round left it: not predicted with
 * in between. It chooses a ridge soundly where M is the identity; a metric that has seen the
 * targets flatters itself. */
rfm_status rfm_machine_leave_one_out_f32(const rfm_machine_f32* machine, float* out, void* scratch,
                                         size_t scratch_bytes);
rfm_status rfm_machine_leave_one_out_f64(const rfm_machine_f64* machine, double* out, void* scratch,
                                         size_t scratch_bytes);

/* The paper's RFM-T: columns whose diagonal entry of M is above share times the largest stay, with
 * weight one, the others go, and the rows of the last start are fitted once more. Finish again
 * before saving. kept, which may be NULL, is their number. RFM_WRONG_ORDER and RFM_BAD_OPTION
 * change nothing; after another failure, such as RFM_NOTHING_LEFT, the machine is not started. */
rfm_status rfm_machine_keep_features_f32(rfm_machine_f32* machine, float share, size_t* kept);
rfm_status rfm_machine_keep_features_f64(rfm_machine_f64* machine, double share, size_t* kept);

/* Rows that keep coming: a machine over the latest `capacity` rows. Appending one takes n^2 (1 + c)
 * operations and forgetting the oldest 4 n^2, where a fit takes n^3 / 3. Bytes of its workspace;
 * SIZE_MAX too for null options. The model takes rfm_model_bytes_ of `capacity` rows. */
size_t rfm_window_bytes_f32(size_t capacity, size_t d, size_t c, const rfm_options_f32* options);
size_t rfm_window_bytes_f64(size_t capacity, size_t d, size_t c, const rfm_options_f64* options);

/* Fits the first rows, all rounds, and keeps copies of them. Weights are not for
 * windows: RFM_BAD_OPTION. After a failure the window is not started. */
rfm_status rfm_window_start_f32(rfm_window_f32* window, const rfm_data_f32* data,
                                const rfm_options_f32* options, size_t capacity, void* model,
                                size_t model_bytes, void* workspace, size_t workspace_bytes,
                                rfm_report* report);
rfm_status rfm_window_start_f64(rfm_window_f64* window, const rfm_data_f64* data,
                                const rfm_options_f64* options, size_t capacity, void* model,
                                size_t model_bytes, void* workspace, size_t workspace_bytes,
                                rfm_report* report);

/* One row more, x (d) and y (c), which the model takes into account at once. RFM_BUFFER_TOO_SMALL
 * when the window is full, RFM_SINGULAR when the row repeats others too closely for this ridge,
 * RFM_NOT_FINITE: the window is then as it was. */
rfm_status rfm_window_append_f32(rfm_window_f32* window, const float* x, const float* y);
rfm_status rfm_window_append_f64(rfm_window_f64* window, const double* x, const double* y);

/* The oldest row goes; RFM_EMPTY for the last one, which stays. */
rfm_status rfm_window_forget_oldest_f32(rfm_window_f32* window);
rfm_status rfm_window_forget_oldest_f64(rfm_window_f64* window);

/* Learns M once more from the rows of now: one round, as long as a round of a fit. */
rfm_status rfm_window_learn_again_f32(rfm_window_f32* window);
rfm_status rfm_window_learn_again_f64(rfm_window_f64* window);

/* How many rows it holds, 0 when it is not started; and its model, good until the window changes.
 */
size_t rfm_window_rows_f32(const rfm_window_f32* window);
size_t rfm_window_rows_f64(const rfm_window_f64* window);
rfm_status rfm_window_model_f32(const rfm_window_f32* window, rfm_model_f32* model);
rfm_status rfm_window_model_f64(const rfm_window_f64* window, rfm_model_f64* model);

/* Completes the model's bytes: write that many from the model buffer to save it. More rows may
 * follow. */
rfm_status rfm_window_seal_f32(rfm_window_f32* window, size_t* bytes);
rfm_status rfm_window_seal_f64(rfm_window_f64* window, size_t* bytes);

/* Verifies the bytes of a model, which may come from anywhere, and points to them; nothing is
 * copied, so they stay, for instance in flash. Trailing bytes are allowed. Links every kernel.
 * RFM_HAS_CELLS for a file that rfm train wrote: it takes raw cells, which are no features. The
 * model is then open all the same, for rfm_cells_open_ and the features that rfm_cells_encode_
 * makes. */
rfm_status rfm_model_open_f32(rfm_model_f32* model, const void* bytes, size_t size);
rfm_status rfm_model_open_f64(rfm_model_f64* model, const void* bytes, size_t size);

/* The same for models of one kernel, any parameters: links no other. RFM_WRONG_KERNEL for the rest.
 */
rfm_status rfm_model_open_only_f32(rfm_model_f32* model, const void* bytes, size_t size,
                                   rfm_kernel_f32 kernel);
rfm_status rfm_model_open_only_f64(rfm_model_f64* model, const void* bytes, size_t size,
                                   rfm_kernel_f64 kernel);

/* How the cells of a model's file are read, of a model that was opened with RFM_HAS_CELLS:
 *
 *     rfm_model_open_f32(&model, file, sizeof file);             gives RFM_HAS_CELLS
 *     rfm_cells_open_f32(&cells, &model);
 *     rfm_cells_encode_f32(&cells, row, x, NULL);                row (columns) to x (features)
 *     rfm_model_predict_f32(&model, rfm_rows_contiguous_f32(x, 1, features), f, ...);
 *     rfm_cells_decode_f32(&cells, f, &value, probabilities);    f (outputs) to the answer
 *
 * RFM_NO_CELLS for a model without an encoding; RFM_SEVERAL_MEMBERS for a file whose answer is the
 * mean of several machines: train with --members 1, export it as a C header, or take rfm_table.h.
 */
rfm_status rfm_cells_open_f32(rfm_cells_f32* cells, const rfm_model_f32* model);
rfm_status rfm_cells_open_f64(rfm_cells_f64* cells, const rfm_model_f64* model);
rfm_status rfm_cells_tell_f32(const rfm_cells_f32* cells, rfm_cells_facts* facts);
rfm_status rfm_cells_tell_f64(const rfm_cells_f64* cells, rfm_cells_facts* facts);

/* Names of columns and classes, `size` bytes of UTF-8 without a zero byte behind; NULL for an index
 * beyond them. */
const char* rfm_cells_column_f32(const rfm_cells_f32* cells, size_t index, size_t* size);
const char* rfm_cells_column_f64(const rfm_cells_f64* cells, size_t index, size_t* size);
const char* rfm_cells_class_f32(const rfm_cells_f32* cells, size_t index, size_t* size);
const char* rfm_cells_class_f64(const rfm_cells_f64* cells, size_t index, size_t* size);

/* row (columns) to x (features): numbers are scaled, missing cells filled, categories found by
 * their text. A number in a column of categories is the category's index, and in a column of dates
 * the day since 1970-01-01. strange, which may be NULL: how many cells were not what training saw.
 */
rfm_status rfm_cells_encode_f32(const rfm_cells_f32* cells, const rfm_cell* row, float* x,
                                size_t* strange);
rfm_status rfm_cells_encode_f64(const rfm_cells_f64* cells, const rfm_cell* row, double* x,
                                size_t* strange);

/* f (outputs) to the answer: the number in the target's unit, or the index of the class with the
 * probabilities (classes), which may be NULL where there are no classes. */
rfm_status rfm_cells_decode_f32(const rfm_cells_f32* cells, const float* outputs, float* value,
                                float* probabilities);
rfm_status rfm_cells_decode_f64(const rfm_cells_f64* cells, const double* outputs, double* value,
                                double* probabilities);

/* Half the width of the interval around this answer that covers this share of new rows; 0 when the
 * model has none. */
float rfm_cells_interval_f32(const rfm_cells_f32* cells, float coverage, float value);
double rfm_cells_interval_f64(const rfm_cells_f64* cells, double coverage, double value);

/* Shape, kernel and parameters. */
rfm_status rfm_model_facts_f32(const rfm_model_f32* model, rfm_facts* facts);
rfm_status rfm_model_facts_f64(const rfm_model_f64* model, rfm_facts* facts);

/* out (z.n, c) = f(z), row-major. One row and a batch give the same bits; a NaN in a row makes its
 * answers NaN and no others. executor may be NULL. The workspace of a finished machine may serve as
 * scratch. */
rfm_status rfm_model_predict_f32(const rfm_model_f32* model, rfm_rows_f32 z, float* out,
                                 void* scratch, size_t scratch_bytes, const rfm_executor* executor);
rfm_status rfm_model_predict_f64(const rfm_model_f64* model, rfm_rows_f64 z, double* out,
                                 void* scratch, size_t scratch_bytes, const rfm_executor* executor);

/* out (z.n, c, d): how much each output changes with a unit of each column at each row of z. */
rfm_status rfm_model_gradient_f32(const rfm_model_f32* model, rfm_rows_f32 z, float* out,
                                  void* scratch, size_t scratch_bytes);
rfm_status rfm_model_gradient_f64(const rfm_model_f64* model, rfm_rows_f64 z, double* out,
                                  void* scratch, size_t scratch_bytes);

/* out (d): the diagonal of M, how much the fitted function changes with each column. */
rfm_status rfm_model_importances_f32(const rfm_model_f32* model, float* out);
rfm_status rfm_model_importances_f64(const rfm_model_f64* model, double* out);

/* out (n, c), row-major: alpha, the coefficient of each centre in each output. */
rfm_status rfm_model_alpha_f32(const rfm_model_f32* model, float* out);
rfm_status rfm_model_alpha_f64(const rfm_model_f64* model, double* out);

/* out (d (d + 1) / 2): M by rows of its lower triangle, element (i, j), j <= i, at i (i + 1) / 2 +
 * j. */
rfm_status rfm_model_metric_f32(const rfm_model_f32* model, float* out);
rfm_status rfm_model_metric_f64(const rfm_model_f64* model, double* out);

/* The eigenvalues of M, values (d), largest first, and its eigenvectors, vectors (d, d), one a row,
 * each with its largest component positive. */
rfm_status rfm_model_directions_f32(const rfm_model_f32* model, float* values, float* vectors,
                                    void* scratch, size_t scratch_bytes);
rfm_status rfm_model_directions_f64(const rfm_model_f64* model, double* values, double* vectors,
                                    void* scratch, size_t scratch_bytes);

/* How many directions eigenvalues (d) spread over: (sum l)^2 / sum l^2, from 1 to d; 0 for none. */
float rfm_spectrum_effective_rank_f32(const float* values, size_t d);
double rfm_spectrum_effective_rank_f64(const double* values, size_t d);

#ifdef __cplusplus
}
#endif
