// The generated C header of a model in whole numbers: machine.cpp and columns.hpp in C, operation
// for operation, with the names of the header in floats.
#include <algorithm>

#include "rfm/data/export/c_parts.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/whole/class_table.hpp"
#include "rfm/data/whole/repeat.hpp"
#include "rfm/data/whole/whole.hpp"
#include "rfm/version.h"

namespace rfm::data {
namespace {

constexpr const char* description =
    ": constant data and static functions, no memory but the\n"
    "   stack, no mathematical library. It computes in integers alone: floats are only taken apart "
    "and put together.\n"
    "   Include it where it is used; every file that does has a copy of its own.\n\n"
    "       float cells[$N_COLUMNS], answer;   (numbers, 1 or 0, or a category's number; NAN is "
    "missing)\n"
    "       $n_predict(cells, $N_COLUMNS, &answer, 1);\n\n"
    "   The answers have the same bits on every target. Negative numbers are shifted right as "
    "every compiler does. */\n";

constexpr const char* table_function = R"(
/* The table at s: 16 even steps below 2^14, then 8 for every doubling, linear between them. */
static inline uint32_t $n_table(const uint16_t* table, uint32_t s) {
  uint16_t at = 0;
  uint32_t part;
  while (s >= 16384u) {
    s >>= 1;
    at = (uint16_t)(at + 8);
  }
  at = (uint16_t)(at + (s >> 10));
  part = s & 1023u;
  return ($N_UINT16(table[at]) * (1024u - part) + $N_UINT16(table[at + 1]) * part) >> 10;
}
)";

constexpr const char* distance_opening = R"(
/* How far a row is from a centre. */
static inline uint32_t $m_distance(const int8_t* centre, const int16_t* u) {
  uint32_t sum = 0;
  size_t k;
  for (k = 0; k < $M_RANK; ++k) {
    const int16_t difference = (int16_t)(u[k] - $N_INT8(centre[k]) * )";

constexpr const char* size_of_difference =
    "    const int32_t size = difference < 0 ? -(int32_t)difference : difference;\n";
constexpr const char* magnitude_term = "    sum += (uint32_t)size;\n";
constexpr const char* square_term = "    sum += (uint32_t)((int32_t)difference * difference);\n";
constexpr const char* power_term = "    sum += $n_table($m_terms, (uint32_t)size << TERM);\n";

constexpr const char* add_function = R"(
/* What the centres add to the sums, for a row's coordinates u. */
static inline void $m_add(const int16_t* u, int64_t* sums) {
  size_t i, o;
  for (i = 0; i < $M_CENTRES; ++i) {
    const int32_t value = (int32_t)$n_table($m_shape, $m_distance($m_centres + i * $M_RANK, u));
    for (o = 0; o < $N_OUTPUTS; ++o) sums[o] += $N_INT16($m_weights[i * $N_OUTPUTS + o]) * value;
  }
}
)";

constexpr const char* row_opening = R"(
/* The outputs f of a row of cells, floats or integers, in steps of $N_STEP. */
static inline void $n_row(const float* floats, const int32_t* integers, int32_t* f) {
  int64_t sums[$N_OUTPUTS];
  size_t k;
  for (k = 0; k < $N_OUTPUTS; ++k) $N_COPY(sums[k], $n_beginning[k]);
)";

constexpr const char* row_space = R"(  {
    int16_t PLACES;
    for (k = 0; k < $N_COLUMNS; ++k)
      $n_place(floats != 0 ? $n_of_float(floats[k]) : $n_of_integer(integers[k]), $m_columns + k, $m_features, FIRST);
PROJECT    $m_add(u, sums);
  }
)";

constexpr const char* row_closing =
    R"(  for (k = 0; k < $N_OUTPUTS; ++k) f[k] = (int32_t)(sums[k] >> SHIFT);
}
)";

constexpr const char* project_function = R"(
/* The coordinates u of a row whose features are these steps. */
static inline void $m_project(const int16_t* steps, int16_t* u) {
  size_t k, j;
  for (k = 0; k < $M_RANK; ++k) {
    int32_t sum = $N_INT32($m_bias[k]);
    for (j = 0; j < $N_FEATURES; ++j) sum += (int32_t)$N_INT16($m_root[k * $N_FEATURES + j]) * steps[j];
    sum >>= $N_UINT8($m_shift[k]);
    u[k] = (int16_t)(sum > FARTHEST ? FARTHEST : sum < -FARTHEST ? -FARTHEST : sum);
  }
}
)";

constexpr const char* column_types = R"(
/* What a column becomes: `width` features from `first`. kind: 0 a number, 1 yes (1) or no (0), 2 a category.
   A number times 2^exponent, less `low` and limited to 0 and `span`, times `multiplier` and shifted, is above the
   feature's `on`. flags: 2 missing is a category, 4 unknown ones are one, 512 a category is a mean of the target. */
typedef struct {
  int32_t low;
  uint16_t span, first, width, levels, values, flags;
  int16_t multiplier, exponent;
  uint8_t kind, shift;
} $n_column;

/* Of a feature: a number at `low` and when missing, else where it is on, off and unknown; where it goes. */
typedef struct {
  int16_t on, off, zero;
  uint16_t place;
} $n_feature;

/* A cell: its sign, 0 for a missing one, and magnitude 2^exponent. */
typedef struct {
  uint32_t magnitude;
  int16_t exponent;
  int8_t sign;
} $n_cell;
)";

constexpr const char* cell_functions = R"(
static inline $n_cell $n_of_float(float number) {
  $n_cell cell;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  cell.sign = (int8_t)((bits >> 31) != 0u ? -1 : 1);
  cell.exponent = (int16_t)((bits >> 23) & 255u);
  cell.magnitude = bits & 0x7fffffu;
  if (cell.exponent == 255) {
    cell.sign = 0;
    cell.magnitude = cell.magnitude == 0u;
  } else if (cell.exponent != 0) {
    cell.magnitude |= 0x800000u;
    cell.exponent = (int16_t)(cell.exponent - 150);
  } else {
    cell.exponent = -149;
  }
  return cell;
}

static inline $n_cell $n_of_integer(int32_t number) {
  $n_cell cell;
  cell.sign = (int8_t)(number == $N_MISSING ? 0 : number < 0 ? -1 : 1);
  cell.exponent = 0;
  cell.magnitude = number == $N_MISSING ? 0u : (uint32_t)(number < 0 ? -number : number);
  return cell;
}

/* A cell times 2^exponent, rounded; not above 2^30. */
static inline int32_t $n_fixed($n_cell cell, int16_t exponent) {
  int16_t shift = (int16_t)(cell.exponent + exponent);
  uint32_t size = cell.magnitude;
  if (size == 0u) shift = 0;
  for (; shift > 0 && size < 0x40000000u; --shift) size <<= 1;
  if (shift < -31) size = 0;
  for (; shift < -1 && size != 0u; ++shift) size >>= 1;
  if (shift == -1) size = (size >> 1) + (size & 1u);
  if (shift > 0 || size > 0x40000000u) size = 0x40000000u;
  return cell.sign < 0 ? -(int32_t)size : (int32_t)size;
}
)";

constexpr const char* place_opening = R"(
/* A cell of a column, into the places of its features. */
static inline void $n_place($n_cell cell, const $n_column* columns, const $n_feature* features, int16_t* places) {
  $n_column column;
  $n_feature feature;
  size_t j;
  int16_t value;
  $N_COPY(column, *columns);
  for (j = 0; j < column.width; ++j) {
    $N_COPY(feature, features[column.first + j]);
)";

constexpr const char* number_place = R"(    if (column.kind == 0) {
      int32_t above;
      value = j == 0 ? feature.zero : cell.sign == 0 ? feature.on : feature.off;
      if (j == 0 && cell.sign != 0) {
        above = $n_fixed(cell, column.exponent) - column.low;
        above = above < 0 ? 0 : above > (int32_t)column.span ? (int32_t)column.span : above;
        above = above * column.multiplier + (((int32_t)1 << column.shift) >> 1);
        value = (int16_t)(feature.on + (above >> column.shift));
      }
    } else
)";

constexpr const char* yes_no_place = R"(    if (column.kind == 1) {
      const int32_t parts = $n_fixed(cell, 8);
      const int present = cell.sign != 0 && (parts == 0 || parts == 256);
      value = j == 0 ? !present ? feature.zero : parts != 0 ? feature.on : feature.off
                     : present ? feature.off : feature.on;
    } else
)";

constexpr const char* category_place = R"(    {
      const int32_t parts = $n_fixed(cell, 8);
      uint16_t level = 65535u;
      if (cell.sign == 0 && cell.magnitude == 0u) {
        if ((column.flags & 2u) != 0u) level = column.levels;
      } else if (cell.sign != 0 && (parts & 255) == 0 && parts >= 0 && (parts >> 8) < (int32_t)column.levels) {
        level = (uint16_t)(parts >> 8);
      } else if ((column.flags & 4u) != 0u) {
        level = (uint16_t)(column.levels + ((column.flags & 2u) != 0u ? 1u : 0u));
      }
MEANS      value = level == 65535u ? feature.zero : (column.width == 1u ? level == 1u : level == j) ? feature.on : feature.off;
    }
)";

constexpr const char* means_place = R"(      if ((column.flags & 512u) != 0u && level != 65535u)
        value = $N_INT16($n_values[column.values + (size_t)level * column.width + j]);
      else
  )";

constexpr const char* score_functions = R"(
/* Scores of the classes; 2^$N_SCORE_BITS of them double a probability. */
static inline void $n_scores(const int32_t* f, int32_t* score) {
  size_t k;
  for (k = 0; k < $N_CLASSES; ++k) {
    int32_t share = SHARE;
    share = share < 0 ? 0 : share > MOST ? MOST : share;
    score[k] = (int32_t)$n_table($n_slopes, (uint32_t)share) + $N_INT32($n_offsets[k]);
  }
}

/* The class of the largest score, the first of equals. */
static inline size_t $n_likeliest(const int32_t* score) {
  size_t best = 0, k;
  for (k = 1; k < $N_CLASSES; ++k)
    if (score[k]WEIGH > score[best]BEST) best = k;
  return best;
}

/* Scores to probabilities in parts of 2^15. */
static inline void $n_shares(int32_t* score) {
  int32_t most = score[0];
  uint32_t sum = 0;
  size_t k;
  for (k = 1; k < $N_CLASSES; ++k) most = score[k] > most ? score[k] : most;
  for (k = 0; k < $N_CLASSES; ++k) {
    const uint32_t less = (uint32_t)(most - score[k]), halvings = less >> $N_SCORE_BITS;
    const uint32_t part = (less & ((1u << $N_SCORE_BITS) - 1u)) << (10u - $N_SCORE_BITS);
    const uint32_t next = part & 31u, at = part >> 5;
    uint32_t share = ($N_UINT16($n_halving[at]) * (32u - next) + $N_UINT16($n_halving[at + 1u]) * next) >> 5;
    share = halvings > 15u ? 0u : share >> halvings;
    score[k] = (int32_t)share;
    sum += share;
  }
  for (k = 0; k < $N_CLASSES; ++k) score[k] = (int32_t)(((uint32_t)score[k] << 15) / sum);
}
)";

constexpr const char* batch_opening = R"(
/* `count` cells, $N_COLUMNS a row, to WORDS.
   Returns 0, or 1 without writing when `count` is no whole number of rows or `room` too small. */
static inline int $n_FUNCTION(const CELL* cells, size_t count, CELL* answers, size_t room) {
  const size_t rows = count / $N_COLUMNS;
  size_t i;
  if (count % $N_COLUMNS != 0 || room / WIDTH < rows) return 1;
  for (i = 0; i < rows; ++i) {
    int32_t f[$N_OUTPUTS];
    $n_row(GIVEN, f);
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

template <class Number>
void add_integers(const char* declaration, const std::vector<Number>& numbers, CText& c) {
  c.array(declaration, numbers.size(), [&numbers](std::size_t k) {
    return std::to_string(numbers[k]) + (sizeof(Number) == 8 ? "LL" : "");
  });
}

// A function of rows; `behind` ends it: from outputs f to answers[i].
void add_batch(bool integers, const char* function, const char* words, const char* width,
               const std::string& behind, CText& c) {
  std::string text = replaced(batch_opening, "WORDS", words);
  text = replaced(text, "FUNCTION", function);
  text = replaced(text, "CELL", integers ? "int32_t" : "float");
  text = replaced(text, "WIDTH", width);
  text =
      replaced(text, "GIVEN", integers ? "0, cells + i * $N_COLUMNS" : "cells + i * $N_COLUMNS, 0");
  c.add(text).add(behind).add("  }\n  return 0;\n}\n");
}

void add_space(const WholeSpace& space, const int16_t* weights, std::size_t outputs, CText& c) {
  c.add("\n");
  c.define("$M_CENTRES", space.n).define("$M_RANK", space.r);
  if (space.projected) {
    c.add("\n/* u = (root steps + bias) shifted */\n");
    add_integers("int16_t $m_root", space.root, c);
    add_integers("int32_t $m_bias", space.bias, c);
    add_integers("uint8_t $m_shift", space.shift, c);
    c.add(replaced(project_function, "FARTHEST",
                   std::to_string(farthest_coordinate * (1 << space.fraction))));
  }
  c.add("\n/* The kernel, of distances. */\n");
  add_integers("uint16_t $m_shape", space.shape, c);
  if (!space.terms.empty()) add_integers("uint16_t $m_terms", space.terms, c);
  add_integers("int8_t $m_centres", space.centres, c);
  add_integers("int16_t $m_weights", std::vector<int16_t>(weights, weights + space.n * outputs), c);
  c.add(distance_opening + std::to_string(1 << space.fraction) + ");\n");
  if (space.quarters != 4) c.add(size_of_difference);
  c.add(space.quarters == 4   ? square_term
        : space.quarters == 0 ? magnitude_term
                              : replaced(power_term, "TERM", std::to_string(term_shift)));
  const std::string last = std::to_string(space.last) + "u";
  c.add("  }\n  return sum > " + last + " ? " + last + " : sum;\n}\n").add(add_function);
}

void add_columns(const WholeCells& cells, CText& c) {
  c.array("$n_column $m_columns", cells.columns.size(), [&cells](std::size_t k) {
    const WholeColumn& column = cells.columns[k];
    const int flags = (column.missing_level ? 2 : 0) + (column.other_level ? 4 : 0) +
                      (column.by_target ? 512 : 0);
    std::string text = "{";
    for (const int field :
         {static_cast<int>(column.low), int{column.span}, int{column.first}, int{column.width},
          int{column.levels}, int{column.values}, flags, int{column.multiplier},
          int{column.exponent}, static_cast<int>(column.kind), int{column.shift}})
      text += (text.size() > 1 ? ", " : "") + std::to_string(field);
    return text + "}";
  });
  c.array("$n_feature $m_features", cells.features.size(), [&cells](std::size_t j) {
    const WholeSteps& steps = cells.features[j];
    return "{" + std::to_string(steps.on) + ", " + std::to_string(steps.off) + ", " +
           std::to_string(steps.zero) + ", " + std::to_string(steps.place) + "}";
  });
}

// The values of all spaces' columns by target stand in one array.
std::vector<int16_t> shared_values(std::vector<WholeCells>& all) {
  std::vector<int16_t> values;
  for (WholeCells& cells : all) {
    for (WholeColumn& column : cells.columns)
      column.values = static_cast<uint16_t>(column.values + values.size());
    values.insert(values.end(), cells.values.begin(), cells.values.end());
  }
  return values;
}

// Which kinds of columns there are, and whether a feature has no place: the function that places
// cells knows nothing else.
void add_place(const std::vector<WholeCells>& all, bool values, CText& c) {
  const auto has = [&all](ColumnKind kind) {
    return std::any_of(all[0].columns.begin(), all[0].columns.end(),
                       [kind](const WholeColumn& column) { return column.kind == kind; });
  };
  bool unused = false;
  for (const WholeCells& cells : all)
    for (const WholeSteps& steps : cells.features)
      unused = unused || steps.place == WholeSteps::unused;
  c.add(place_opening);
  if (has(ColumnKind::number)) c.add(number_place);
  if (has(ColumnKind::yes_no)) c.add(yes_no_place);
  c.add(has(ColumnKind::category) ? replaced(category_place, "MEANS", values ? means_place : "")
                                  : "    value = 0;\n");
  c.add(unused ? "    if (feature.place != 65535u) places[feature.place] = value;\n"
               : "    places[feature.place] = value;\n");
  c.add("  }\n}\n");
}

void add_row(const WholeMachine& m, CText& c) {
  c.add(row_opening);
  for (std::size_t s = 0; s < m.spaces.size(); ++s) {
    c.use_member(m.spaces.size() == 1 ? "" : "_" + std::to_string(s + 1), "int8_t");
    const bool projected = m.spaces[s].projected;
    std::string text =
        replaced(row_space, "PLACES", projected ? "steps[$N_FEATURES], u[$M_RANK]" : "u[$M_RANK]");
    text = replaced(text, "FIRST", projected ? "steps" : "u");
    c.add(replaced(text, "PROJECT", projected ? "    $m_project(steps, u);\n" : ""));
  }
  c.add(replaced(row_closing, "SHIFT", std::to_string(m.sum_shift)));
}

template <class T>
void add_class_answers(const Encoding<T>& e, CText& c) {
  const ClassTable table = class_table(e);
  c.add("\n");
  c.define("$N_SCORE_BITS", table.bits);
  add_integers("uint16_t $n_slopes", table.slopes, c);
  add_integers("int32_t $n_offsets", table.offsets, c);
  if (!table.weighing.empty()) add_integers("int32_t $n_weighing", table.weighing, c);
  add_integers("uint16_t $n_halving", table.halving, c);
  const std::string one = std::to_string(1 << share_bits);
  std::string text = replaced(score_functions, "SHARE",
                              e.classes == 2 ? "k == 0 ? " + one + " - f[0] : f[0]" : "f[k]");
  text = replaced(text, "MOST", std::to_string((2 << share_bits) - 1));
  const bool weighed = !table.weighing.empty();
  text = replaced(text, "WEIGH", weighed ? " + $N_INT32($n_weighing[k])" : "");
  text = replaced(text, "BEST", weighed ? " + $N_INT32($n_weighing[best])" : "");
  c.add(text);
  constexpr const char *shares = "the probabilities of each row's $N_CLASSES classes",
                       *number = "the number of each row's likeliest class";
  const std::string scores = "    $n_scores(f, score);\n",
                    room = "    int32_t score[$N_CLASSES];\n";
  const std::string class_row = "    {\n  " + room + "  " + scores;
  add_batch(false, "predict", number, "1u",
            class_row + "      answers[i] = (float)$n_likeliest(score);\n    }\n", c);
  add_batch(true, "predict_integers", number, "1u",
            class_row + "      answers[i] = (int32_t)$n_likeliest(score);\n    }\n", c);
  const std::string share_row =
      replaced(class_row, "    {\n", "    {\n      size_t k;\n") +
      "      $n_shares(score);\n      for (k = 0; k < $N_CLASSES; ++k)\n  ";
  add_batch(false, "predict_proba", shares, "$N_CLASSES",
            share_row +
                "      answers[i * $N_CLASSES + k] = (float)score[k] * 3.0517578125e-05f;\n    }\n",
            c);
  add_batch(true, "predict_proba_integers",
            "the probabilities of each row's $N_CLASSES classes, in parts of 2^15", "$N_CLASSES",
            share_row + "      answers[i * $N_CLASSES + k] = score[k];\n    }\n", c);
}

std::string percent(double share) { return format_rounded(100 * share, 4) + " %"; }

}  // namespace

std::string agreement_words(const WholeModel& whole) {
  const WholeAgreement& a = whole.agreement;
  const std::string rows = std::to_string(a.rows) + " rows of training";
  if (whole.classes > 0)
    return "the class is that of the whole model on " + percent(a.same_class) + " of " + rows +
           ", and shares differ by " + format_rounded(a.largest, 2) + " at most";
  return "answers differ from those of the whole model by at most " + format_rounded(a.largest, 3) +
         " on " + rows + ", by " + format_rounded(a.mean, 3) + " on average";
}

template <class T>
Outcome export_whole(const ModelFile<T>& file, const WholeModel& whole, const std::string& name,
                     std::string& header) {
  if (!c_name(name)) return failure("'" + name + "' cannot begin the names of C functions");
  const Encoding<T>& e = file.encoding;
  const WholeMachine& m = whole.machine;
  CText c(name, true);
  c.add("/* ").add("A model for C99 and C++11 in integers, generated by rfm " RFM_VERSION);
  c.add(description);
  c.add("/* Of " + std::to_string(file.model().n) + " centres " + std::to_string(m.centres()) +
        " stayed, in 8 bits: " + agreement_words(whole) + ". */\n");
  add_opening(false, c);
  c.define("$N_COLUMNS", e.columns).define("$N_FEATURES", e.features).define("$N_OUTPUTS", m.c);
  if (e.classes > 0) c.define("$N_CLASSES", e.classes);
  c.add("/* What one of the outputs stands for. */\n#define $N_STEP " +
        c_number(static_cast<float>(m.step)) + "\n");
  if (e.classes == 0)
    c.add(
        "/* On the rows of training, answers are as near to the whole model's. */\n"
        "#define $N_LARGEST_DIFFERENCE " +
        c_number(static_cast<float>(whole.agreement.largest)) + "\n");
  add_names(e, c);
  std::vector<WholeCells> cells = whole.cells;
  const std::vector<int16_t> values = shared_values(cells);
  c.add(column_types).add(table_function);
  if (!values.empty()) add_integers("int16_t $n_values", values, c);
  add_integers("int64_t $n_beginning", m.beginning, c);
  const int16_t* weights = m.weights.data();
  for (std::size_t s = 0; s < m.spaces.size(); ++s) {
    c.use_member(m.spaces.size() == 1 ? "" : "_" + std::to_string(s + 1), "int8_t");
    add_space(m.spaces[s], weights, m.c, c);
    add_columns(cells[s], c);
    weights += m.spaces[s].n * m.c;
  }
  c.add("\n/* A missing cell among integers. */\n#define $N_MISSING INT32_MIN\n");
  c.add(cell_functions);
  add_place(cells, !values.empty(), c);
  add_row(m, c);
  if (e.classes == 0) {
    add_batch(false, "predict", "the value of each row. A missing cell is NAN", "1u",
              "    answers[i] = (float)f[0] * $N_STEP;\n", c);
    add_batch(true, "predict_integers",
              "the value of each row, in steps of $N_STEP. A missing cell is $N_MISSING", "1u",
              "    answers[i] = f[0];\n", c);
    add_intervals(e, c);
  } else {
    add_class_answers(e, c);
  }
  c.add("\n/* Constant numbers, without names; the arrays on the stack while predicting. */\n");
  c.define("$N_FLASH_BYTES", whole.constants).define("$N_RAM_BYTES", whole.ram);
  add_closing(false, c);
  header = c.written();
  return {};
}

template Outcome export_whole(const ModelFile<float>&, const WholeModel&, const std::string&,
                              std::string&);
template Outcome export_whole(const ModelFile<double>&, const WholeModel&, const std::string&,
                              std::string&);

}  // namespace rfm::data
