#include "rfm/data/export/export.hpp"

#include "rfm/core/model/centres.hpp"
#include "rfm/data/export/c_parts.hpp"
#include "rfm/version.h"

namespace rfm::data {
namespace {

template <class T>
constexpr const char* number_type = sizeof(T) == sizeof(float) ? "float" : "double";

template <class T>
const char* centre_type(const Model<T>& model) {
  return model.centre_bytes == 1 ? "int8_t" : model.centre_bytes == 2 ? "int16_t" : number_type<T>;
}

// Contraction of a*b+c into one rounding would change bits where the target has such an
// instruction, and sums in another order would make nonsense of the exponential.
constexpr const char* opening = R"(
#ifndef $N_H
#define $N_H

$#include <math.h>
$#include <stddef.h>
$#include <stdint.h>
$#include <string.h>
)";

constexpr const char* strict = R"(
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "this header tells missing cells by NAN: compile without -ffast-math and -ffinite-math-only"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "this header rounds as written: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
#if defined(__clang__)
#ifdef __SSE2__
#pragma float_control(push)
#pragma float_control(precise, on)
#endif
#pragma clang fp reassociate(off) contract(off)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-unsafe-math-optimizations")
#endif

)";

// On AVR the processor reads flash by instructions of its own: constants are marked, and read
// through these.
constexpr const char* reading = R"(
#ifdef __AVR__
$#include <avr/pgmspace.h>
#define $N_FLASH PROGMEM
#define $N_COPY(to, from) memcpy_P(&(to), &(from), sizeof(to))
#define $N_UINT8(x) pgm_read_byte(&(x))
#define $N_UINT16(x) pgm_read_word(&(x))
#define $N_INT8(x) ((int8_t)pgm_read_byte(&(x)))
#define $N_INT16(x) ((int16_t)pgm_read_word(&(x)))
#define $N_INT32(x) ((int32_t)pgm_read_dword(&(x)))
#define $N_NUMBER(x) pgm_read_float(&(x))
#else
#define $N_FLASH
#define $N_COPY(to, from) ((to) = (from))
#define $N_UINT8(x) (x)
#define $N_UINT16(x) (x)
#define $N_INT8(x) (x)
#define $N_INT16(x) (x)
#define $N_INT32(x) (x)
#define $N_NUMBER(x) (x)
#endif

)";

constexpr const char* short_double = R"(
#if defined(__SIZEOF_DOUBLE__) && __SIZEOF_DOUBLE__ < 8
#error "double has 32 bits here: export a model of floats"
#endif
)";

constexpr const char* loose = R"(
#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#ifdef __SSE2__
#pragma float_control(pop)
#endif
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
)";

constexpr const char* sums = R"(
/* f_o += sum over centres of alpha k(centre, u), u = R (x - origin): sixteen interleaved sums, then folded. */
static inline void $m_add(const $t* x, $t* f) {
  $t u[$M_RANK + ($M_RANK == 0)], sums[$N_OUTPUTS][16];
  size_t i, j, k, half;
)";

constexpr const char* full_projection = R"(  for (k = 0; k != $M_RANK; ++k) {
    u[k] = 0;
    for (j = 0; j < $N_FEATURES; ++j) u[k] += $N_NUMBER($m_root[k * $N_FEATURES + j]) * (x[j] - $N_NUMBER($m_origin[j]));
  }
)";
constexpr const char* diagonal_projection =
    "  for (j = 0; j < $N_FEATURES; ++j) u[j] = (x[j] - $N_NUMBER($m_origin[j])) * "
    "$N_NUMBER($m_root[j]);\n";
constexpr const char* plain_projection =
    "  for (j = 0; j < $N_FEATURES; ++j) u[j] = x[j] - $N_NUMBER($m_origin[j]);\n";

constexpr const char* expansion = R"(  for (k = 0; k < $N_OUTPUTS; ++k)
    for (j = 0; j < 16; ++j) sums[k][j] = 0;
  for (i = 0; i < $M_CENTRES; ++i) {
    const $t value = $m_kernel($m_centres + i * $M_RANK, u);
    for (k = 0; k < $N_OUTPUTS; ++k) sums[k][i % 16] += $N_NUMBER($m_alpha[i * $N_OUTPUTS + k]) * value;
  }
  for (k = 0; k < $N_OUTPUTS; ++k) {
    for (half = 8; half > 0; half /= 2)
      for (j = 0; j < half; ++j) sums[k][j] += sums[k][j + half];
    f[k] += sums[k][0];
  }
}
)";

constexpr const char* outputs = R"(
/* The outputs f of features x. */
static inline void $n_outputs(const $t* x, $t* f) {
  size_t k;
  for (k = 0; k < $N_OUTPUTS; ++k) f[k] = 0;
)";

// Behind it the answers of one row, then `batch_end`.
constexpr const char* batch = R"(
/* `count` cells, $N_COLUMNS a row, to )";
constexpr const char* batch_body = R"(. A missing cell
   is NAN. Returns 0, or 1 without writing when `count` is no whole number of rows or `room` too small. */
static inline int $n_FUNCTION(const $t* cells, size_t count, $t* answers, size_t room) {
  const size_t rows = count / $N_COLUMNS;
  size_t i;
  if (count % $N_COLUMNS != 0 || room / WIDTH < rows) return 1;
  for (i = 0; i < rows; ++i) {
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// NAME_function(cells, count, answers, room), `width` answers a row by the statements `row`.
void add_batch(const char* function, const char* words, const char* width, std::string_view row,
               CText& c) {
  c.add(batch).add(words).add(replaced(replaced(batch_body, "FUNCTION", function), "WIDTH", width));
  c.add(row).add("  }\n  return 0;\n}\n");
}

constexpr const char* encoded_row = R"(    $t x[$N_FEATURES], f[$N_OUTPUTS];
    $n_encode(cells + i * $N_COLUMNS, x);
    $n_outputs(x, f);
)";

constexpr const char* novelty_row = R"(    $t x[$N_FEATURES];
    $n_encode(cells + i * $N_COLUMNS, x);
    answers[i] = $n_novelty_of(x);
)";

template <class T>
void add_answers(const ModelFile<T>& file, CText& c) {
  if (file.encoded && file.novelty.given())
    add_batch("novelty", "the novelty of each row, from 0 to 1", "1u", novelty_row, c);
  if (!file.encoded) {
    add_batch("predict", "each row's $N_OUTPUTS outputs", "$N_OUTPUTS",
              "    $n_outputs(cells + i * $N_COLUMNS, answers + i * $N_OUTPUTS);\n", c);
    return;
  }
  const std::string row = encoded_row;
  if (file.encoding.task == Task::regression) {
    add_batch("predict", "the value of each row", "1u", row + "    answers[i] = $n_value(f);\n", c);
    return;
  }
  add_batch("predict_proba", "each row's probabilities of the $N_CLASSES classes", "$N_CLASSES",
            row + "    $n_probabilities(f, answers + i * $N_CLASSES);\n", c);
  add_batch("predict", "the number of each row's likeliest class", "1u",
            row +
                "    {\n      $t p[$N_CLASSES];\n      $n_probabilities(f, p);\n"
                "      answers[i] = ($t)$n_likeliest(p);\n    }\n",
            c);
}

template <class T>
const char* projection_of(const Model<T>& model) {
  return model.metric == Metric::full       ? full_projection
         : model.metric == Metric::diagonal ? diagonal_projection
                                            : plain_projection;
}

template <class T>
std::size_t add_member(const Model<T>& model, CText& c) {
  c.add("\n");
  c.define("$M_CENTRES", model.n).define("$M_RANK", model.r);
  add_numbers("$m_origin", model.origin, model.d, c);
  if (model.metric != Metric::identity)
    add_numbers("$m_root", model.root, root_size(model.metric, model.r, model.d), c);
  c.array("$c $m_centres", model.n * model.r, [&model](std::size_t k) {
    const T coordinate = centre_coordinate(model, k / model.r, k % model.r);
    return model.centre_bytes == 0 ? c_number(coordinate)
                                   : std::to_string(static_cast<int>(coordinate));
  });
  c.array("$t $m_alpha", model.n * model.c,
          [&model](std::size_t k) { return c_number(model.outputs(k % model.c)[k / model.c]); });
  add_kernel(model, c);
  c.add(sums);
  c.add(projection_of(model));
  c.add(expansion);
  const std::size_t numbers =
      model.d + root_size(model.metric, model.r, model.d) + model.n * model.c;
  return numbers * sizeof(T) + model.n * model.r * coordinate_bytes<T>(model.centre_bytes);
}

template <class T>
void add_sizes(const ModelFile<T>& file, CText& c) {
  const Model<T>& model = file.model();
  c.define("$N_COLUMNS", file.encoded ? cells_of_row(file.encoding) : model.d);
  c.define("$N_FEATURES", model.d).define("$N_OUTPUTS", model.c);
  if (file.encoding.classes > 0) c.define("$N_CLASSES", file.encoding.classes);
}

template <class T>
std::size_t stack_bytes(const ModelFile<T>& file) {
  std::size_t rank = 1;
  for (const Model<T>& member : file.members) rank = member.r > rank ? member.r : rank;
  const Model<T>& model = file.model();
  const std::size_t features = file.encoded ? model.d : 0;
  return (features + rank + 17 * model.c + file.encoding.classes) * sizeof(T);
}

// What stands above everything: for whom, and how to use it.
template <class T>
void add_description(const ModelFile<T>& file, CText& c) {
  c.add("/* ");
  c.add(
      "A model for C99 and C++11, generated by rfm " RFM_VERSION
      ": constant data and static functions, no memory but the\n"
      "   stack, link with -lm. Include it where it is used; every file that does has a copy of "
      "its own.\n\n"
      "       $t cells[$N_COLUMNS], answer;   (numbers, 1 or 0, or a category's number; NAN is "
      "missing)\n"
      "       $n_predict(cells, $N_COLUMNS, &answer, 1);\n\n"
      "   The answers have the same bits on every target that computes $t as IEEE 754 says. */\n");
  if (file.encoded && cells_of_row(file.encoding) > file.encoding.columns)
    c.add(
        "/* A date is two cells, the days since 1970-01-01 and the second of that day, in "
        "universal "
        "time. */\n");
  if (!file.encoded)
    c.add("/* The model has no encoding: cells are features, answers the machine's outputs. */\n");
}

}  // namespace

void add_opening(bool floats, CText& c) {
  c.add(opening);
  if (floats) c.add(strict);
  c.add(reading);
}

void add_closing(bool floats, CText& c) {
  if (floats) c.add(loose);
  c.add("\n#endif\n");
}

template <class T>
Outcome export_c(const ModelFile<T>& file, const std::string& name, std::string& header) {
  if (!c_name(name)) return failure("'" + name + "' cannot begin the names of C functions");
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
  CText c(name, sizeof(T) == sizeof(float));
  CFunctions needs;
  for (const Model<T>& member : file.members) add_kernel_needs(member.kernel, needs);
  if (file.encoding.classes > 0) needs.exponential = needs.logarithm = true;

  add_description(file, c);
  add_opening(true, c);
  if (sizeof(T) == sizeof(double)) c.add(short_double);
  add_sizes(file, c);
  std::size_t bytes = file.encoded ? add_encoding(file.encoding, c) : 0;
  add_elementary(needs, sizeof(T) == sizeof(float), c);
  const auto use_member = [&](std::size_t k) {
    c.use_member(file.members.size() == 1 ? "" : "_" + std::to_string(k + 1),
                 centre_type(file.members[k]));
  };
  for (std::size_t k = 0; k < file.members.size(); ++k) {
    use_member(k);
    bytes += add_member(file.members[k], c);
  }
  c.add(outputs);
  for (std::size_t k = 0; k < file.members.size(); ++k) {
    use_member(k);
    c.add("  $m_add(x, f);\n");
  }
  if (file.members.size() > 1)
    c.add("  for (k = 0; k < $N_OUTPUTS; ++k) f[k] /= " + std::to_string(file.members.size()) +
          ";\n");
  c.add("}\n");
  if (file.encoded) bytes += add_decoding(file.encoding, c);
  std::size_t novelty_numbers = 0;
  if (file.encoded && file.novelty.given()) {
    use_member(0);
    novelty_numbers = add_novelty(file.model(), file.novelty, projection_of(file.model()), c);
  }
  add_answers(file, c);
  c.add(
      "\n/* Constant numbers, without names and code; the arrays on the stack while predicting. "
      "*/\n");
  c.define("$N_FLASH_BYTES", bytes).define("$N_RAM_BYTES", stack_bytes(file));
  if (novelty_numbers > 0)
    c.add("/* What the novelty has besides, where it is asked for. */\n")
        .define("$N_NOVELTY_BYTES", novelty_numbers);
  add_closing(true, c);
  header = c.written();
  return {};
}

template Outcome export_c(const ModelFile<float>&, const std::string&, std::string&);
template Outcome export_c(const ModelFile<double>&, const std::string&, std::string&);

}  // namespace rfm::data
