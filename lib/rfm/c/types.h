/* The types of the C interface: status, kernel, options, data and the two handles. All are plain
 * values: copy them, put them on the stack, in static memory or in your own structs; nothing needs
 * freeing. Everything named _f32 works on float, everything named _f64 on double. Enumerations are
 * int32_t, so that their size does not depend on compiler flags. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Zero is success. The numbers never change; rfm_words says each in a sentence. */
typedef int32_t rfm_status;
enum {
  RFM_OK = 0,
  RFM_NULL_POINTER = 1,
  RFM_EMPTY = 2,
  RFM_TOO_LARGE = 3,
  RFM_BUFFER_TOO_SMALL = 4,
  RFM_MISALIGNED = 5,
  RFM_OVERLAP = 6,
  RFM_NOT_FINITE = 7,
  RFM_BAD_RIDGE = 8,
  RFM_BAD_KERNEL = 9,
  RFM_BAD_WEIGHT = 10,
  RFM_BAD_OPTION = 11,
  RFM_OUT_OF_SCALE = 12,
  RFM_SINGULAR = 13,
  RFM_OVERFLOW = 14,
  RFM_WRONG_ORDER = 16,
  RFM_SHAPE_MISMATCH = 17,
  RFM_NOT_A_MODEL = 18,
  RFM_UNKNOWN_VERSION = 19,
  RFM_TRUNCATED = 20,
  RFM_DAMAGED = 21,
  RFM_WRONG_TYPE = 22,
  RFM_WRONG_KERNEL = 23,
  RFM_NOTHING_LEFT = 24,
  RFM_STOPPED = 25,
  RFM_HAS_CELLS = 26, /* the rest are of C alone, where a file says more than its machine */
  RFM_NO_CELLS = 27,
  RFM_SEVERAL_MEMBERS = 28
};

/* Where a failure happened; every function that takes one accepts NULL. */
typedef struct {
  size_t row, column;  /* of the offending cell, from 0; targets are counted on from the features */
  size_t bytes_needed; /* what a refused buffer should have held */
  double jitter; /* what was added to the diagonal because the matrix was singular; usually 0 */
} rfm_report;

/* The number of a kernel: see lists.h. */
typedef int32_t rfm_kernel_id;

/* The learned metric M: every entry, its diagonal only, or none (plain kernel ridge regression). */
typedef int32_t rfm_metric;
enum { RFM_FULL = 0, RFM_DIAGONAL = 1, RFM_IDENTITY = 2 };

/* M is divided after each round by its largest entry, or by the number of rows. */
typedef int32_t rfm_metric_scale;
enum { RFM_SCALE_LARGEST = 0, RFM_SCALE_ROWS = 1 };

/* How the heavy loops are carried out: the fastest way that this processor can run, the fastest of
 * those with the same bits on every machine, the plain loops, or vectors of a particular kind, for
 * comparing them (see lists.h). One that this library or processor lacks is refused. */
typedef int32_t rfm_engine;
enum { RFM_FASTEST_PORTABLE = -2, RFM_FASTEST = -1 };

/* A kernel, made by one of the rfm_kernel_ functions; all zero is no kernel and is refused. */
typedef struct {
  uint64_t opaque[6];
} rfm_kernel_f32;
typedef struct {
  uint64_t opaque[8];
} rfm_kernel_f64;

/* Lends threads. run calls task(argument, index, worker) once for each index below tasks, with
 * worker below workers, and returns when all are done; tasks that run at the same time get
 * different workers. All zero is no threads. Any number of workers gives the same bits. */
typedef struct {
  void* context;
  void (*run)(void* context, size_t tasks,
              void (*task)(void* argument, size_t index, size_t worker), void* argument);
  size_t workers;
} rfm_executor;

/* Start from rfm_options_default_ and change what you want; the comments say the defaults. */
typedef struct {
  rfm_kernel_f32 kernel;
  float ridge;            /* 1e-3; added to the diagonal as it is; 0 or more */
  rfm_metric metric;      /* RFM_FULL */
  size_t rounds;          /* 5 updates of M; a fit solves rounds + 1 systems */
  rfm_metric_scale scale; /* RFM_SCALE_LARGEST */
  int32_t
      centre_gradients;  /* 0; else each output's mean gradient is subtracted before M is formed */
  size_t agop_rows;      /* 0: gradients of all rows; else of this many, chosen by the seed */
  uint64_t seed;         /* 1 */
  rfm_engine engine;     /* RFM_FASTEST */
  rfm_executor executor; /* none; copied, its context must live as long as the fit */
} rfm_options_f32;
typedef struct {
  rfm_kernel_f64 kernel;
  double ridge;
  rfm_metric metric;
  size_t rounds;
  rfm_metric_scale scale;
  int32_t centre_gradients;
  size_t agop_rows;
  uint64_t seed;
  rfm_engine engine;
  rfm_executor executor;
} rfm_options_f64;

/* A table (n, d) that stays where it is: cell (i, k) is data[i * row_stride + k * column_stride].
 * Strides count elements and may be negative. rfm_rows_contiguous_ fills one for a row-major table
 * without gaps. */
typedef struct {
  const float* data;
  size_t n, d;
  ptrdiff_t row_stride, column_stride;
} rfm_rows_f32;
typedef struct {
  const double* data;
  size_t n, d;
  ptrdiff_t row_stride, column_stride;
} rfm_rows_f64;

/* What to fit: features (n, d), targets (n, c); the rest may be zero. rfm_data_contiguous_ fills
 * one. */
typedef struct {
  rfm_rows_f32 x, y;
  const float*
      weights; /* (n), positive: a row of weight w counts as w equal rows; NULL is 1 each */
} rfm_data_f32;
typedef struct {
  rfm_rows_f64 x, y;
  const double* weights;
} rfm_data_f64;

/* A fit under way. Its memory is yours and any content will do before start or fit; the functions
 * that need a started machine recognise one that is not, and answer RFM_WRONG_ORDER. It points to
 * the buffers and tables given to start. Not for two threads at once; different machines are
 * independent. */
#define RFM_MACHINE_BYTES (256 + 112 * sizeof(void*))
typedef struct {
  uint64_t opaque[RFM_MACHINE_BYTES / 8];
} rfm_machine_f32;
typedef struct {
  uint64_t opaque[RFM_MACHINE_BYTES / 8];
} rfm_machine_f64;

/* A machine over the latest rows. As above, but it keeps copies of its rows in the workspace: both
 * buffers stay as long as it is used, the tables given to start need not. */
#define RFM_WINDOW_HANDLE_BYTES (RFM_MACHINE_BYTES + 8 * sizeof(void*))
typedef struct {
  uint64_t opaque[RFM_WINDOW_HANDLE_BYTES / 8];
} rfm_window_f32;
typedef struct {
  uint64_t opaque[RFM_WINDOW_HANDLE_BYTES / 8];
} rfm_window_f64;

/* Something that predicts: the model of a machine, or one opened from bytes, which it points to.
 * Reading it from several threads at once is fine. */
#define RFM_MODEL_HANDLE_BYTES (64 + 16 * sizeof(void*))
typedef struct {
  uint64_t opaque[RFM_MODEL_HANDLE_BYTES / 8];
} rfm_model_f32;
typedef struct {
  uint64_t opaque[RFM_MODEL_HANDLE_BYTES / 8];
} rfm_model_f64;

/* How the raw cells of a model's file become its features, and its outputs answers: like
 * a model it points into the file. */
#define RFM_CELLS_HANDLE_BYTES (64 + 40 * sizeof(void*))
typedef struct {
  uint64_t opaque[RFM_CELLS_HANDLE_BYTES / 8];
} rfm_cells_f32;
typedef struct {
  uint64_t opaque[RFM_CELLS_HANDLE_BYTES / 8];
} rfm_cells_f64;

/* A cell of a row: text when it is not NULL, which need not end in a zero byte, else the number,
 * NaN when it is missing. */
typedef struct {
  const char* text;
  size_t text_size;
  double number;
} rfm_cell;

/* Cells of a row; features and outputs of the machine; classes of the answer, 0 for a number. */
typedef struct {
  size_t columns, features, outputs, classes;
} rfm_cells_facts;

/* How far a fit is. */
typedef struct {
  size_t round, rounds; /* done, and in all */
  double jitter;        /* what singularity added to the ridge in the last round */
  int32_t finished;     /* whether the model's bytes are complete */
} rfm_progress;

/* What a model is. */
typedef struct {
  size_t n, d, c; /* centres, columns, outputs */
  size_t r;       /* rank of M */
  rfm_metric metric;
  rfm_kernel_id kernel;
  int32_t depth;                    /* hidden layers of a network kernel */
  double bandwidth, exponent, bias; /* those of its parameters that the kernel has */
  size_t centre_bytes; /* 0: centres are floats or doubles; else whole numbers of 1 or 2 bytes */
} rfm_facts;
