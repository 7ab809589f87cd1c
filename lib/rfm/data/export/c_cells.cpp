// How a generated C header turns raw cells into features and outputs into answers: the encoding as
// tables and the loops of rfm/core/cells/encoding.hpp and decoding.hpp in C.
#include <initializer_list>
#include <vector>

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
  c.add("enum {");
  for (std::size_t k = 0; k < count; ++k)
    c.add(k == 0 ? "\n" : ",\n")
        .add("  " + c.enumerator(group, name(k)) + " = " + std::to_string(k));
  c.add("\n};\n");
}

bool is_date(const EncodingColumn& column) {
  return column.kind == static_cast<uint32_t>(ColumnKind::date);
}

// A cell of the header's rows: that of a column, or the second of the day beside the day of a date.
struct HeaderCell {
  std::size_t column;
  bool second;
};

template <class T>
std::vector<HeaderCell> header_cells(const Encoding<T>& e) {
  std::vector<HeaderCell> cells;
  for (std::size_t k = 0; k < e.columns; ++k) {
    cells.push_back({k, false});
    if (is_date(e.column[k])) cells.push_back({k, true});
  }
  return cells;
}

constexpr const char* scaled = R"(
/* The feature, limited to a million standard deviations. */
static inline $t $n_scaled(size_t feature, $t raw) {
  const $t x = (raw - $N_NUMBER($n_mean[feature])) * $N_NUMBER($n_factor[feature]);
  return x > 1000000 ? 1000000 : x < -1000000 ? -1000000 : x;
}
)";

// Goes into category_reading before the levels that have a feature each.
constexpr const char* means_reading = R"(      if ((column.flags & 512) != 0) {
        for (j = 0; j < column.width; ++j) {
          const size_t mean = $N_UINT16($n_first_mean[k]) + level * $N_OUTPUTS + j;
          x[column.first + j] = $n_scaled((size_t)column.first + j, level == none ? 0 : $N_NUMBER($n_level_means[mean]));
        }
        continue;
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

// A date as rfm/core/cells/date.hpp has it: elapsed seconds, then cosine and sine of each cycle.
constexpr const char* date_functions = R"(
static inline int32_t $n_leap(int32_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
static inline int32_t $n_month_days(int32_t year, int32_t month) {
  return month == 2 ? 28 + $n_leap(year) : 30 + (month + month / 8) % 2;
}
static inline int32_t $n_year_begin(int32_t year) {
  const int32_t past = year - 1;
  return 365 * past + past / 4 - past / 100 + past / 400 - 719162;
}

/* Cosine and sine of the angle at / length of a turn. */
static inline void $n_angle(int32_t at, int32_t length, $t* angle) {
  const int32_t eighths = at * 8, octant = eighths / length;
  const int32_t rest = octant % 2 == 1 ? (octant + 1) * length - eighths : eighths % length;
  const $t t = ($t)rest / ($t)length, square = t * t;
  $t near_by = 0, far_off = 0, cosine, sine;
  size_t k;
  for (k = sizeof $n_eighth_turn / sizeof *$n_eighth_turn; k > 0; k -= 2) {
    near_by = $N_NUMBER($n_eighth_turn[k - 2]) - square * near_by;
    far_off = $N_NUMBER($n_eighth_turn[k - 1]) - square * far_off;
  }
  far_off = far_off * t;
  cosine = ((octant + 1) & 2) != 0 ? far_off : near_by;
  sine = ((octant + 1) & 2) != 0 ? near_by : far_off;
  angle[0] = ((octant + 2) & 4) != 0 ? -cosine : cosine;
  angle[1] = octant >= 4 ? -sine : sine;
}

/* What features of a date are made of; returns how many. */
static inline size_t $n_date(uint32_t flags, int32_t day, int32_t second, int32_t last, $t* raw) {
  int32_t year = (int32_t)((int64_t)(day + 719162) * 400 / 146097) + 1, month = 1, of_month;
  size_t count = 1;
  if (day < $n_year_begin(year)) --year;
  if (day >= $n_year_begin(year + 1)) ++year;
  for (of_month = day - $n_year_begin(year); of_month >= $n_month_days(year, month); ++month)
    of_month -= $n_month_days(year, month);
  raw[0] = ($t)((int64_t)(day - last) * 86400 + second);
  if ((flags & 32) != 0) $n_angle(day - $n_year_begin(year), 365 + $n_leap(year), raw + count), count += 2;
  if ((flags & 64) != 0) $n_angle(of_month, $n_month_days(year, month), raw + count), count += 2;
  if ((flags & 128) != 0) $n_angle((day + 719162) % 7, 7, raw + count), count += 2;
  if ((flags & 256) != 0) $n_angle(second, 86400, raw + count), count += 2;
  return count;
}
)";

constexpr const char* date_reading = R"(    if (column.kind == 3) {
      const $t second = cells[k + 1];
      const int present = cell >= -719162 && cell <= 2932896 && ($t)(int32_t)cell == cell && second >= 0 &&
                          second < 86400 && ($t)(int32_t)second == second;
      $t raw[9];
      size_t j;
      const size_t count = $n_date(column.flags, present ? (int32_t)cell : 0, present ? (int32_t)second : 0,
                                   (int32_t)$N_NUMBER($n_fill[k]), raw);
      for (j = 0; j < count; ++j)
        x[column.first + j] = present ? $n_scaled((size_t)column.first + j, raw[j]) : 0;
      if (count < column.width) x[column.first + count] = $n_scaled((size_t)column.first + count, present ? 0 : 1);
    }
    if (column.kind >= 3) continue;
)";

constexpr const char* number_reading = R"(    {
      const int present = cell - cell == 0 && (column.kind == 0 || cell == 0 || cell == 1);
      x[column.first] = $n_scaled(column.first, present ? cell : $N_NUMBER($n_fill[k]));
      if (column.width == 2) x[column.first + 1] = $n_scaled((size_t)column.first + 1, present ? 0 : 1);
    }
)";

// compare_folded of core/cells/fold.hpp for texts that end in a zero.
constexpr const char* folding = R"(
/* Bytes of the blank that begins the text, 0 for none. */
static inline size_t $n_blank(const unsigned char* p) {
  if (p[0] == ' ' || (p[0] >= 9 && p[0] <= 13)) return 1;
  if (p[0] == 0xC2 && p[1] == 0xA0) return 2;
  return p[0] == 0xE2 && p[1] == 0x80 && ((p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xAF) ? 3 : 0;
}

/* The next character in lower case, blanks as one; 0 at the end and for blanks before it. */
static inline unsigned long $n_letter(const unsigned char** text) {
  const unsigned char* p = *text;
  unsigned long c = p[0];
  if (c == 0) return 0;
  if ($n_blank(p) > 0) {
    while ($n_blank(p) > 0) p += $n_blank(p);
    *text = p;
    return *p == 0 ? 0u : 0x20u;
  }
  if (c >= 0xC2 && c < 0xE0 && (p[1] & 0xC0) == 0x80) {
    c = (c & 0x1F) << 6 | (p[1] & 0x3Fu);
    *text = p + 2;
  } else {
    *text = p + 1;
    if (c >= 0x80) return c + 0x10000;
  }
  if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7)) return c + 32;
  if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  if ((c >= 0x100 && c <= 0x12F) || (c >= 0x132 && c <= 0x137) || (c >= 0x14A && c <= 0x177)) return c | 1;
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E)) return c + (c & 1);
  return c;
}

/* Whether two texts differ in letter case and blanks alone. */
static inline int $n_same(const char* a, const char* b) {
  const unsigned char *p = (const unsigned char*)a, *q = (const unsigned char*)b;
  unsigned long c, d;
  while ($n_blank(p) > 0) p += $n_blank(p);
  while ($n_blank(q) > 0) q += $n_blank(q);
  do {
    c = $n_letter(&p);
    d = $n_letter(&q);
  } while (c == d && c != 0);
  return c == d;
}
)";

constexpr const char* category_search = R"(
/* The cell that stands for a category written out: its number in that column, or -1 for one that training did
   not have. A missing cell is NAN. */
static inline $t $n_category(size_t column, const char* text) {
  size_t k;
  $n_column of;
  $N_COPY(of, $n_columns[column]);
  for (k = 0; k < of.categories; ++k)
    if (strcmp($n_category_names[of.first_category + k], text) == 0) return ($t)k;
  return -1;
}
)";

// The same where some columns are folded.
constexpr const char* folded_search = R"(
/* The cell that stands for a category written out: its number in that column, or -1 for one that training did
   not have. A missing cell is NAN. Letter case and blanks make no difference where training had both. */
static inline $t $n_category(size_t column, const char* text) {
  size_t k;
  $n_column of;
  $N_COPY(of, $n_columns[column]);
  for (k = 0; k < of.categories; ++k) {
    const char* name = $n_category_names[of.first_category + k];
    if ((of.flags & 8) != 0 ? $n_same(name, text) : strcmp(name, text) == 0) return ($t)k;
  }
  return -1;
}
)";

template <class T>
bool any_folded(const Encoding<T>& e) {
  for (std::size_t k = 0; k < e.columns; ++k)
    if (e.folded(k)) return true;
  return false;
}

template <class T>
bool has_kind(const Encoding<T>& e, std::initializer_list<ColumnKind> kinds) {
  for (std::size_t k = 0; k < e.columns; ++k)
    for (const ColumnKind kind : kinds)
      if (e.column[k].kind == static_cast<uint32_t>(kind)) return true;
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
      " ones are one");
  c.add(any_folded(e) ? ", 8 letter case and blanks make no difference. */\n" : ". */\n");
  if (has_kind(e, {ColumnKind::date}))
    c.add(
        "/* kind 3 is the day of a date, whose fill is the last one of training, and 4 the second "
        "of "
        "that day.\n   flags: 32 the place in the year makes two features, 64 month, 128 week, 256 "
        "day. */\n");
  c.add("typedef struct {\n  " + word +
        " kind, flags, first, width, first_category, categories;\n} $n_column;\n");
  const std::vector<HeaderCell> cells = header_cells(e);
  c.array("$n_column $n_columns", cells.size(), [&](std::size_t k) -> std::string {
    if (cells[k].second) return "{4, 0, 0, 0, 0, 0}";
    const EncodingColumn& column = e.column[cells[k].column];
    std::string text = "{";
    const uint32_t flags = column.flags | (e.folded(k) ? 8 : 0);
    for (const uint32_t field : {column.kind, flags, column.first_feature, column.features,
                                 column.first_category, column.categories})
      text += (text.size() > 1 ? ", " : "") + std::to_string(field);
    return text + "}";
  });
  return cells.size() * 6 * (small ? 2 : 4);
}

constexpr const char* probabilities = R"(
/* Outputs to calibrated probabilities p of the classes. */
static inline void $n_probabilities(const $t* f, $t* p) {
  $t behind = 0, largest, sum = 0;
  size_t k;
  for (k = $N_CLASSES; k-- > 0;) {
    const $t here = k == 0 ? 0 : $N_NUMBER($n_basis[k - 1]) * f[k - 1];
    p[k] = $N_NUMBER($n_prior[k]) + (behind - ($t)k * here);
    behind += here;
  }
  for (k = 0; k < $N_CLASSES; ++k) {
    const $t share = p[k] < 2 ? (p[k] > -1 ? p[k] : -1) : 2;
    const $t floored = p[k] < 2 ? (p[k] > smallest ? p[k] : smallest) : 2;
    p[k] = $N_NUMBER($n_calibration[0]) * share + $N_NUMBER($n_calibration[1]) * $n_log(floored) +
           $N_NUMBER($n_calibration[2 + k]);
  }
  largest = p[0];
  for (k = 1; k < $N_CLASSES; ++k) largest = p[k] > largest ? p[k] : largest;
  for (k = 0; k < $N_CLASSES; ++k) {
    p[k] = $n_exp(p[k] - largest);
    sum += p[k];
  }
  for (k = 0; k < $N_CLASSES; ++k) p[k] /= sum;
}
)";

constexpr const char* likeliest_class = R"(
/* The class of the largest probability, the first of equals. */
static inline size_t $n_likeliest(const $t* p) {
  size_t best = 0, k;
  for (k = 1; k < $N_CLASSES; ++k)
    if (p[k] > p[best]) best = k;
  return best;
}
)";

constexpr const char* weighed_class = R"(
/* The class of the largest probability times what its class counts for, the first of equals. */
static inline size_t $n_likeliest(const $t* p) {
  size_t best = 0, k;
  for (k = 1; k < $N_CLASSES; ++k)
    if (p[k] * $N_NUMBER($n_weighing[k]) > p[best] * $N_NUMBER($n_weighing[best])) best = k;
  return best;
}
)";

constexpr const char* difficulty = R"(
/* How much harder it is to answer with this value than with the average one. */
static inline $t $n_difficulty($t value) {
  const $t* factor = $n_difficulties + $N_DIFFICULTIES;
  size_t k = 0;
  $t share, below;
  while (k < $N_DIFFICULTIES && $N_NUMBER($n_difficulties[k]) < value) ++k;
  if (k == 0) return $N_NUMBER(factor[0]);
  below = $N_NUMBER(factor[k - 1]);
  if (k == $N_DIFFICULTIES) return below;
  share = $N_NUMBER($n_difficulties[k - 1]);
  share = (value - share) / ($N_NUMBER($n_difficulties[k]) - share);
  return below + share * ($N_NUMBER(factor[k]) - below);
}
)";

constexpr const char* interval_around = R"(
/* The same around this value; above it is that of an average one. */
static inline $t $n_interval_around($t value, $t coverage) {
)";

constexpr const char* interval = R"(
/* Half the width of the interval around a value that covers this share (0 to 1) of new rows. */
static inline $t $n_interval($t coverage) {
  const $t place = coverage * 100;
  size_t below;
  if (!(place < 100)) return $N_NUMBER($n_half_widths[100]);
  if (!(place > 0)) return $N_NUMBER($n_half_widths[0]);
  below = (size_t)place;
  if (place - ($t)below > hair) ++below;
  return $N_NUMBER($n_half_widths[below]);
}
)";

std::string with_constant(const char* text, const char* before, const std::string& declaration) {
  std::string whole = text;
  whole.insert(whole.find(before), declaration);
  return whole;
}

// The levels of columns by means of the target, and where each column's begin; returns how many
// numbers there are.
template <class T>
std::size_t add_level_means(const Encoding<T>& e, CText& c) {
  std::vector<T> means;
  std::vector<std::size_t> first;
  for (const HeaderCell& cell : header_cells(e)) {
    const EncodingColumn& column = e.column[cell.column];
    first.push_back(means.size());
    if (cell.second || !column.has(EncodingColumn::by_target)) continue;
    for (std::size_t level = 0; level < encoding_levels(column); ++level) {
      const T* own = e.level_means(cell.column, level);
      means.insert(means.end(), own, own + e.outputs);
    }
  }
  if (means.empty()) return 0;
  c.add("\n/* flags: 512 a category is the mean of the target, by level and output. */\n");
  add_numbers("$n_level_means", means.data(), means.size(), c);
  c.array(means.size() < 65536 ? "uint16_t $n_first_mean" : "uint32_t $n_first_mean", first.size(),
          [&first](std::size_t k) { return std::to_string(first[k]); });
  return means.size();
}

}  // namespace

template <class T>
void add_names(const Encoding<T>& e, CText& c) {
  const auto column = [&e](std::size_t k) { return to_string(e.column_name(k)); };
  const std::vector<HeaderCell> cells = header_cells(e);
  const auto cell = [&](std::size_t k) {
    return column(cells[k].column) + (cells[k].second ? " second" : "");
  };
  c.add("\n/* The cells of a row, in this order. */\n");
  add_enumerators("COLUMN", cells.size(), cell, c);
  c.array("char* const $n_column_names", cells.size(),
          [&](std::size_t k) { return c_string(cell(k)); });
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

template <class T>
std::size_t add_encoding(const Encoding<T>& e, CText& c) {
  add_names(e, c);
  const std::vector<HeaderCell> cells = header_cells(e);
  std::size_t bytes = add_columns(e, c) + (2 * e.features + cells.size()) * sizeof(T);
  c.add("/* feature = (raw - mean) factor; what a missing number becomes. */\n");
  add_numbers("$n_mean", e.mean, e.features, c);
  add_numbers("$n_factor", e.factor, e.features, c);
  c.array("$t $n_fill", cells.size(), [&](std::size_t k) {
    return c_number(cells[k].second ? T(0) : e.fill[cells[k].column]);
  });
  c.add(scaled);
  const std::size_t means = add_level_means(e, c);
  bytes += means * sizeof(T);
  const bool categories = has_kind(e, {ColumnKind::category}),
             dates = has_kind(e, {ColumnKind::date}),
             numbers = has_kind(e, {ColumnKind::number, ColumnKind::yes_no});
  if (dates) {
    constexpr std::size_t terms = sizeof eighth_turn / sizeof *eighth_turn;
    c.add("\n/* (pi/4)^k / k! */\n");
    c.array("$t $n_eighth_turn", terms,
            [](std::size_t k) { return c_number(static_cast<T>(eighth_turn[k])); });
    c.add(date_functions);
    bytes += terms * sizeof(T);
  }
  c.add(
      "\n/* A row of cells to its features x. */\nstatic inline void $n_encode(const $t* cells, "
      "$t* x) {\n"
      "  size_t k;\n  for (k = 0; k < $N_COLUMNS; ++k) {\n    $n_column column;\n"
      "    const $t cell = cells[k];\n    $N_COPY(column, $n_columns[k]);\n");
  if (categories)
    c.add(with_constant(category_reading, "      for (j = 0;", means > 0 ? means_reading : ""));
  if (dates) c.add(date_reading);
  if (numbers) c.add(number_reading);
  c.add("  }\n}\n");
  if (categories && any_folded(e)) {
    c.add(folding).add(folded_search);
  } else if (categories) {
    c.add(category_search);
  }
  return bytes;
}

template <class T>
std::size_t cells_of_row(const Encoding<T>& e) {
  return header_cells(e).size();
}

template <class T>
std::size_t add_intervals(const Encoding<T>& e, CText& c) {
  if (e.intervals == 0) return 0;
  add_numbers("$n_half_widths", e.interval, e.intervals, c);
  c.add(with_constant(interval, "  size_t below;",
                      "  const $t hair = " + c_number(static_cast<T>(1e-4f)) + ";\n"));
  if (e.difficulty != nullptr) {
    c.add("\n").define("$N_DIFFICULTIES", difficulty_points);
    add_numbers("$n_difficulties", e.difficulty, 2 * difficulty_points, c);
    c.add(difficulty).add(interval_around);
    c.add("  return $n_interval(coverage) * $n_difficulty(value);\n}\n");
    return (e.intervals + 2 * difficulty_points) * sizeof(T);
  }
  return e.intervals * sizeof(T);
}

template <class T>
std::size_t add_decoding(const Encoding<T>& e, CText& c) {
  if (e.task == Task::regression) {
    c.add("\nstatic inline $t $n_value(const $t* f) { return " + c_number(e.target[0]) + " + " +
          c_number(e.target[1]) + " * f[0]; }\n");
    return add_intervals(e, c);
  }
  c.add("\n");
  add_numbers("$n_prior", e.prior, e.classes, c);
  add_numbers("$n_basis", e.basis, e.classes - 1, c);
  add_numbers("$n_calibration", e.calibration, e.classes + 2, c);
  c.add(with_constant(probabilities, "  $t behind",
                      "  const $t smallest = " + c_number(static_cast<T>(smallest_share)) + ";\n"));
  if (e.weighing == nullptr) {
    c.add(likeliest_class);
    return (3 * e.classes + 1) * sizeof(T);
  }
  add_numbers("$n_weighing", e.weighing, e.classes, c);
  c.add(weighed_class);
  return (4 * e.classes + 1) * sizeof(T);
}

template void add_names(const Encoding<float>&, CText&);
template void add_names(const Encoding<double>&, CText&);
template std::size_t add_intervals(const Encoding<float>&, CText&);
template std::size_t add_intervals(const Encoding<double>&, CText&);
template std::size_t add_encoding(const Encoding<float>&, CText&);
template std::size_t add_encoding(const Encoding<double>&, CText&);
template std::size_t cells_of_row(const Encoding<float>&);
template std::size_t cells_of_row(const Encoding<double>&);
template std::size_t add_decoding(const Encoding<float>&, CText&);
template std::size_t add_decoding(const Encoding<double>&, CText&);

}  // namespace rfm::data
