/* From a table to a model, and from new rows to answers, in C99 and C++: the floor above rfm.h.
 * Cells come as text or numbers, whatever is not given is chosen, and answers are in the target's
 * own units and words.
 *
 *     rfm_table* houses = rfm_table_new();
 *     rfm_table_read_csv(houses, csv, csv_size);
 *     rfm_training* training = rfm_training_new();
 *     rfm_training_set(training, "target", "price");
 *     if (rfm_training_run(training, houses, NULL) != RFM_OK) puts(rfm_training_words(training));
 *     const void* model = rfm_training_model(training, &model_size);   // the bytes of a model file
 *
 *     rfm_predictor* predictor = rfm_predictor_new();
 *     rfm_predictor_open(predictor, model, model_size);
 *     rfm_predictor_answer(predictor, new_houses, prices, NULL);
 *
 * Rules that hold for every function:
 * - Objects come from the heap and go back by their _free, which accepts NULL. A _new gives NULL
 *   when there is no memory. What you pass is copied.
 * - A function that can fail returns an rfm_status. RFM_REFUSED and all others have their sentence
 *   in the object's _words, which are good until the next call with that object. What the object
 *   held before a failure it holds still.
 * - Texts are UTF-8 and end with a zero byte, but for CSV, which comes with its size.
 * - An object is used by one thread at a time; different objects by as many as you like.
 * - Nothing is printed, no file is touched, and no exception leaves. */
#pragma once
#include "rfm/c/types.h"
#include "rfm/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beside the numbers of rfm_status: why stands in the object's words. */
enum { RFM_REFUSED = -1, RFM_NO_MEMORY = -2 };

/* Columns of cells, each with a name. */
typedef struct rfm_table rfm_table;
rfm_table* rfm_table_new(void);
void rfm_table_free(rfm_table* table);

/* How CSV is read: "charset", "separator", "header" or "decimal", as rfm train has them. Before
 * rfm_table_read_csv. */
rfm_status rfm_table_set(rfm_table* table, const char* option, const char* value);

/* Replaces all columns by those of a CSV. The words then say what was found that is not ordinary,
 * such as "read as ;-separated, header on line 3"; they are empty when there is nothing to say.
 */
rfm_status rfm_table_read_csv(rfm_table* table, const char* csv, size_t size);

/* One column more: its name, which no other column has, and as many cells as the others have.
 * A null pointer among the cells, and NaN among the numbers, is a missing cell. Number i is
 * numbers[i * stride]. */
rfm_status rfm_table_add_text(rfm_table* table, const char* name, const char* const* cells,
                              size_t rows);
rfm_status rfm_table_add_numbers(rfm_table* table, const char* name, const double* numbers,
                                 size_t rows, ptrdiff_t stride);

size_t rfm_table_rows(const rfm_table* table);
size_t rfm_table_columns(const rfm_table* table);
const char* rfm_table_words(const rfm_table* table);

/* An option of training, for programs that list them or read them from somewhere: the record that
 * rfm train and its help are made from. `word` is what rfm_training_set takes and rfm train has
 * behind two dashes; `standard` is the default and `sentence` what it is for. */
typedef struct {
  const char* word;
  const char* type;    /* "flag", "text", "list" (set once for each), "number", "above" (a number
                        * that is more than least), "whole", "word" or "bytes" ("500M") */
  double least, most;  /* of numbers; most is 1e18 where there is no limit */
  const char* choices; /* of words and some numbers, "a, b, c"; NULL for any */
  const char* standard;
  const char* sentence;
} rfm_training_option;

size_t rfm_training_options(void);
/* The option of that index; all zero from rfm_training_options() on. */
rfm_training_option rfm_training_option_at(size_t index);

/* What is to be trained and what came of it. */
typedef struct rfm_training rfm_training;
rfm_training* rfm_training_new(void);
void rfm_training_free(rfm_training* training);

/* Sets an option. One that takes several names, such as "drop", is set once for each. Options that
 * exclude each other are found when training runs. */
rfm_status rfm_training_set(rfm_training* training, const char* option, const char* value);

/* The numbers of the machine: those of float, as at first, or of double when `yes` is not 0. */
rfm_status rfm_training_use_doubles(rfm_training* training, int yes);

/* While it runs, `watch` is called now and then from the thread that trains, with the share of the
 * planned work that is done and the best so far in words, or "". Anything but 0 ends the search
 * with the best so far. NULL: nobody watches. */
typedef int (*rfm_watch)(void* context, double done, const char* best);
rfm_status rfm_training_watch(rfm_training* training, rfm_watch watch, void* context);

/* Ends a search that runs, within the fit at hand, with the best so far. The one function for any
 * thread, and for signal handlers. A run that begins later is not ended. */
void rfm_training_end(rfm_training* training);

/* Lends threads until NULL is given; they change no bit of the model. */
rfm_status rfm_training_lend(rfm_training* training, const rfm_executor* executor);

/* Trains on a table. `test`, which may be NULL, has rows that take no part and are scored. The
 * words then are the score, such as "R2 0.913, RMSE 1.72, MAE 1.2 by cross-validation", and behind
 * it a line for each thing that was left out or guessed. */
rfm_status rfm_training_run(rfm_training* training, const rfm_table* table, const rfm_table* test);

/* The bytes of the model file, the same as `rfm train` writes; NULL and 0 before. They are good
 * until the next run or free. */
const void* rfm_training_model(const rfm_training* training, size_t* size);
const char* rfm_training_words(const rfm_training* training);

/* A model file in memory that answers rows. */
typedef struct rfm_predictor rfm_predictor;
rfm_predictor* rfm_predictor_new(void);
void rfm_predictor_free(rfm_predictor* predictor);

/* Verifies and copies the bytes of a model that has an encoding, as rfm train writes it, in either
 * number type. */
rfm_status rfm_predictor_open(rfm_predictor* predictor, const void* bytes, size_t size);

/* What the opened model reads and answers; 0 and "" where there is no such thing. A number is
 * predicted where there are no classes. */
const char* rfm_predictor_target(const rfm_predictor* predictor);
size_t rfm_predictor_columns(const rfm_predictor* predictor);
const char* rfm_predictor_column(const rfm_predictor* predictor, size_t index);
size_t rfm_predictor_classes(const rfm_predictor* predictor);
const char* rfm_predictor_class(const rfm_predictor* predictor, size_t index);
/* How it was made, as JSON (lib/docs/JSON). */
const char* rfm_predictor_history(const rfm_predictor* predictor);

/* values (rows): the number, or the index of the class that is answered: the likeliest, unless
 * training weighed the classes. probabilities (rows, classes), or NULL. Columns are found by name;
 * others are ignored. The words then have a line for each column with cells that training did not
 * know. */
rfm_status rfm_predictor_answer(rfm_predictor* predictor, const rfm_table* rows, double* values,
                                double* probabilities);

/* The same answer for one row without a table, for whoever asks often: cells (columns), see
 * types.h, in the order of rfm_predictor_column. Only a number or a long text where training saw
 * categories may ask for memory. No words are written of cells that training did not know. */
rfm_status rfm_predictor_answer_row(rfm_predictor* predictor, const rfm_cell* cells, double* value,
                                    double* probabilities);

/* novelties (rows): how unlike the rows of training each row is, the share of those that were less
 * far from the others, from 0 to 1. RFM_REFUSED for a model that was written before there was such
 * a thing. The words are those of rfm_predictor_answer. The second form is for a row as
 * rfm_predictor_answer_row takes it. */
rfm_status rfm_predictor_novelty(rfm_predictor* predictor, const rfm_table* rows,
                                 double* novelties);
rfm_status rfm_predictor_novelty_row(rfm_predictor* predictor, const rfm_cell* cells,
                                     double* novelty);

/* Half the width of the interval that covers this share of new rows, such as 0.9, where the answer
 * is of average difficulty; 0 when the model has none. The second form has half_widths (count) for
 * answers `values` (count), since some are harder to give than others; no sentence belongs to its
 * status. */
double rfm_predictor_interval(const rfm_predictor* predictor, double coverage);
rfm_status rfm_predictor_intervals(const rfm_predictor* predictor, double coverage,
                                   const double* values, size_t count, double* half_widths);

/* pushes (rows, columns): how far each column moved the answer of each row away from that of the
 * average row, in units of the target, or of the share of the class that is answered. */
rfm_status rfm_predictor_explain(rfm_predictor* predictor, const rfm_table* rows, double* pushes);

/* Scores the rows that have a target; the words are the score in a sentence. Afterwards
 * rfm_predictor_score gives each number: "r2", "rmse", "mae"; "accuracy", "balanced_accuracy",
 * "log_loss", "brier", "auc", "f1"; NaN for a name that this model has not. */
rfm_status rfm_predictor_evaluate(rfm_predictor* predictor, const rfm_table* rows);
double rfm_predictor_score(const rfm_predictor* predictor, const char* name);

/* The model for other programs (lib/docs/EXPORTS): as "c", a header whose names begin with `name`,
 * as "json" or as "onnx", for which `name` may be NULL. rfm_predictor_exported then has the bytes,
 * behind which stands a zero byte that is not counted, until the next export, open or free. */
rfm_status rfm_predictor_export(rfm_predictor* predictor, const char* form, const char* name);
const void* rfm_predictor_exported(const rfm_predictor* predictor, size_t* size);
const char* rfm_predictor_words(const rfm_predictor* predictor);

#ifdef __cplusplus
} /* extern "C" */
#endif
