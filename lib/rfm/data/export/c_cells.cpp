// How a generated C header turns raw cells into features and outputs into answers: the encoding as
// tables and the loops of rfm/core/cells/encoding.hpp and decoding.hpp in C.
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/c_parts.hpp"

namespace rfm::data {
namespace {

template <class T>
std::string name_of(const Encoding<T>& e, EncodingText text) {
  return to_string(e.text(text));
}

template <class Names>
void add_enumerators(std::string_view group, std::size_t count, const Names& name, CText& c) {
  if (count == 0) return;
  c.add("enum {");
  for (std::size_t k = 0; k < count; ++k)
    c.add(k == 0 ? "\n" : ",\n")
        .add("  " + c.enumerator(group, name(k)) + " = " + std::to_string(k));
  c.add("\n};\n");
}

template <class T>
void add_names(const Encoding<T>& e, CText& c) {
  const auto column = [&e](std::size_t k) { return to_string(e.column_name(k)); };
  c.add("\n/* The cells of a row, in this order. */\n");
  add_enumerators("COLUMN", e.columns, column, c);
  c.array("char* const $n_column_names", e.columns,
          [&](std::size_t k) { return c_string(column(k)); });
  c.add("static const char* const $n_target_name = " + c_string(to_string(e.target_name())) +
        ";\n");
  std::size_t categories = 0;
  for (std::size_t k = 0; k < e.columns; ++k) {
    categories += e.column[k].categories;
    if (e.column[k].categories == 0) continue;
    c.add("\n/* What a cell of " + c_string(column(k)) + " may be. */\n");
    add_enumerators(
        c_word(column(k)), e.column[k].categories,
        [&](std::size_t j) { return to_string(e.category_name(k, j)); }, c);
  }
  if (categories > 0) {
    c.add("\n/* The categories of all columns, one column after another. */\n");
    c.array("char* const $n_category_names", categories,
            [&](std::size_t k) { return c_string(name_of(e, e.category[k])); });
  }
  if (e.classes == 0) return;
  const auto class_name = [&e](std::size_t k) { return to_string(e.class_name(k)); };
  c.add("\n/* The answers. */\n");
  add_enumerators("CLASS", e.classes, class_name, c);
  c.array("char* const $n_class_names", e.classes,
          [&](std::size_t k) { return c_string(class_name(k)); });
}

constexpr const char* scaled = R"(
/* The feature, limited to a million standard deviations. */
static inline $t $n_scaled(size_t feature, $t raw) {
  const $t x = (raw - $n_mean[feature]) * $n_factor[feature];
  return x > 1000000 ? 1000000 : x < -1000000 ? -1000000 : x;
}
)";

constexpr const char* category_reading = R"(    if (column.kind == 2) {
      const size_t none = (size_t)-1;
      size_t level = none, j;
      if (cell != cell) {
        if ((column.flags & 2) != 0) level = column.categories;
      } else {
        if (cell >= 0 && cell < ($t)column.categories && ($t)(size_t)cell == cell) level = (size_t)cell;
        if (level == none && (column.flags & 4) != 0)
          level = (size_t)column.categories + ((column.flags & 2) != 0 ? 1u : 0u);
      }
      for (j = 0; j < column.width; ++j) {
        const int on = column.width == 1 ? level == 1 : level == j;
        x[column.first + j] = level == none ? 0 : $n_scaled((size_t)column.first + j, on ? 1 : 0);
      }
      continue;
    }
)";

constexpr const char* number_reading = R"(    {
      const int present = cell - cell == 0 && (column.kind == 0 || cell == 0 || cell == 1);
      x[column.first] = $n_scaled(column.first, present ? cell : $n_fill[k]);
      if (column.width == 2) x[column.first + 1] = $n_scaled((size_t)column.first + 1, present ? 0 : 1);
    }
)";

constexpr const char* category_search = R"(
/* The cell that stands for a category written out: its number in that column, or -1 for one that training did
   not have. A missing cell is NAN. */
static inline $t $n_category(size_t column, const char* text) {
  size_t k;
  for (k = 0; k < $n_columns[column].categories; ++k)
    if (strcmp($n_category_names[$n_columns[column].first_category + k], text) == 0) return ($t)k;
  return -1;
}
)";

template <class T>
bool has_kind(const Encoding<T>& e, bool category) {
  for (std::size_t k = 0; k < e.columns; ++k)
    if ((e.column[k].kind == static_cast<uint32_t>(ColumnKind::category)) == category) return true;
  return false;
}

// The column table; returns its bytes.
template <class T>
std::size_t add_columns(const Encoding<T>& e, CText& c) {
  std::size_t categories = 0;
  for (std::size_t k = 0; k < e.columns; ++k) categories += e.column[k].categories;
  const bool small = e.features < 65536 && categories < 65536;
  const std::string word = small ? "uint16_t" : "uint32_t";
  c.add(
      "\n/* What a column becomes: `width` features from `first`. kind: 0 a number, 1 yes (1) or "
      "no (0), 2 a"
      " category.\n   flags: 1 a feature says whether the cell is missing, 2 missing is a "
      "category, 4 unknown"
      " ones are one. */\n");
  c.add("typedef struct {\n  " + word +
        " kind, flags, first, width, first_category, categories;\n} $n_column;\n");
  c.array("$n_column $n_columns", e.columns, [&e](std::size_t k) {
    const EncodingColumn& column = e.column[k];
    std::string text = "{";
    for (const uint32_t field : {column.kind, column.flags, column.first_feature, column.features,
                                 column.first_category, column.categories})
      text += (text.size() > 1 ? ", " : "") + std::to_string(field);
    return text + "}";
  });
  return e.columns * 6 * (small ? 2 : 4);
}

constexpr const char* probabilities = R"(
/* Outputs to calibrated probabilities p of the classes. */
static inline void $n_probabilities(const $t* f, $t* p) {
  $t behind = 0, largest, sum = 0;
  size_t k;
  for (k = $N_CLASSES; k-- > 0;) {
    const $t here = k == 0 ? 0 : $n_basis[k - 1] * f[k - 1];
    p[k] = $n_prior[k] + (behind - ($t)k * here);
    behind += here;
  }
  for (k = 0; k < $N_CLASSES; ++k) {
    const $t share = p[k] < 2 ? (p[k] > -1 ? p[k] : -1) : 2;
    const $t floored = p[k] < 2 ? (p[k] > smallest ? p[k] : smallest) : 2;
    p[k] = $n_calibration[0] * share + $n_calibration[1] * $n_log(floored) + $n_calibration[2 + k];
  }
  largest = p[0];
  for (k = 1; k < $N_CLASSES; ++k) largest = p[k] > largest ? p[k] : largest;
  for (k = 0; k < $N_CLASSES; ++k) {
    p[k] = $n_exp(p[k] - largest);
    sum += p[k];
  }
  for (k = 0; k < $N_CLASSES; ++k) p[k] /= sum;
}

/* The class of the largest probability, the first of equals. */
static inline size_t $n_likeliest(const $t* p) {
  size_t best = 0, k;
  for (k = 1; k < $N_CLASSES; ++k)
    if (p[k] > p[best]) best = k;
  return best;
}
)";

constexpr const char* interval = R"(
/* Half the width of the interval around a value that covers this share (0 to 1) of new rows. */
static inline $t $n_interval($t coverage) {
  const $t place = coverage * 100;
  size_t below;
  if (!(place < 100)) return $n_half_widths[100];
  if (!(place > 0)) return $n_half_widths[0];
  below = (size_t)place;
  if (place - ($t)below > hair) ++below;
  return $n_half_widths[below];
}
)";

std::string with_constant(const char* text, const char* before, const std::string& declaration) {
  std::string whole = text;
  whole.insert(whole.find(before), declaration);
  return whole;
}

}  // namespace

template <class T>
std::size_t add_encoding(const Encoding<T>& e, CText& c) {
  add_names(e, c);
  std::size_t bytes = add_columns(e, c) + (2 * e.features + e.columns) * sizeof(T);
  c.add("/* feature = (raw - mean) factor; what a missing number becomes. */\n");
  add_numbers("$n_mean", e.mean, e.features, c);
  add_numbers("$n_factor", e.factor, e.features, c);
  add_numbers("$n_fill", e.fill, e.columns, c);
  c.add(scaled);
  const bool categories = has_kind(e, true), numbers = has_kind(e, false);
  c.add(
      "\n/* A row of cells to its features x. */\nstatic inline void $n_encode(const $t* cells, "
      "$t* x) {\n"
      "  size_t k;\n  for (k = 0; k < $N_COLUMNS; ++k) {\n    const $n_column column = "
      "$n_columns[k];\n"
      "    const $t cell = cells[k];\n");
  if (categories) c.add(category_reading);
  if (numbers) c.add(number_reading);
  c.add("  }\n}\n");
  if (categories) c.add(category_search);
  return bytes;
}

template <class T>
std::size_t add_decoding(const Encoding<T>& e, CText& c) {
  if (e.task == Task::regression) {
    c.add("\nstatic inline $t $n_value(const $t* f) { return " + c_number(e.target[0]) + " + " +
          c_number(e.target[1]) + " * f[0]; }\n");
    if (e.intervals == 0) return 0;
    add_numbers("$n_half_widths", e.interval, e.intervals, c);
    c.add(with_constant(interval, "  size_t below;",
                        "  const $t hair = " + c_number(static_cast<T>(1e-4f)) + ";\n"));
    return e.intervals * sizeof(T);
  }
  c.add("\n");
  add_numbers("$n_prior", e.prior, e.classes, c);
  add_numbers("$n_basis", e.basis, e.classes - 1, c);
  add_numbers("$n_calibration", e.calibration, e.classes + 2, c);
  c.add(with_constant(probabilities, "  $t behind",
                      "  const $t smallest = " + c_number(static_cast<T>(smallest_share)) + ";\n"));
  return (3 * e.classes + 1) * sizeof(T);
}

template std::size_t add_encoding(const Encoding<float>&, CText&);
template std::size_t add_encoding(const Encoding<double>&, CText&);
template std::size_t add_decoding(const Encoding<float>&, CText&);
template std::size_t add_decoding(const Encoding<double>&, CText&);

}  // namespace rfm::data
