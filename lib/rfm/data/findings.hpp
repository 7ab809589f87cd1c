// What was found in a table that is not the ordinary thing: how it was read, which rows and columns
// count, how cells are written. Facts are values; the sentences about them are made here alone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/text/json.hpp"

namespace rfm::data {

// A word for JSON, and the option that changes it, empty when only the table itself can.
#define RFM_EACH_FINDING(X)                                                                       \
  X(separator, "separator", "separator")        /* `detail` is it */                              \
  X(charset, "charset", "charset")              /* `detail` is its name */                        \
  X(header, "header", "header")                 /* stands on `line`; 0: there is none */          \
  X(comments, "comments", "header")             /* lines above the header that begin with # */    \
  X(titles, "titles", "header")                 /* other lines above the header */                \
  X(notes, "notes", "")                         /* lines below the table */                       \
  X(short_rows, "short rows", "")               /* rows whose last cells are missing */           \
  X(renamed, "renamed", "")                     /* columns; `detail` is the first new name */     \
  X(weightless, "weightless rows", "")          /* rows of weight 0, left out */                  \
  X(untargeted, "untargeted rows", "")          /* rows without a target, left out */             \
  X(totals, "totals", "keep-totals")            /* a last row, left out */                        \
  X(notation, "notation", "decimal")            /* `detail`: how numbers are written */           \
  X(ambiguous, "ambiguous marks", "decimal")    /* `detail`: the first such cell */               \
  X(mixed_units, "mixed units", "categorical")  /* `detail`: the units with their lines */        \
  X(codes, "codes", "numeric")                  /* numbers with leading zeros kept as text */     \
  X(words, "missing", "missing")                /* `detail`: a word that is taken as missing */   \
  X(no_numbers, "no numbers", "categorical")    /* other cells of numbers, taken as missing */    \
  X(some_text, "some text", "numeric")          /* a category since some cells are no numbers */  \
  X(no_dates, "no dates", "categorical")        /* other cells of dates, taken as missing */      \
  X(either_order, "either order", "date-order") /* `detail`: the first such date */               \
  X(folded, "folded", "categorical")            /* spellings of one level; `detail`: the first */ \
  X(counter, "counter", "drop")                 /* counts the rows and is used */                 \
  X(only_predictor, "only predictor", "drop")   /* an identifier, used since alone */

#define RFM_FINDING(name, word, option) name,
enum class Finding : uint8_t { RFM_EACH_FINDING(RFM_FINDING) };
#undef RFM_FINDING

struct Fact {
  Finding what;
  std::size_t line = 0;   // where, the first of many; 0 when it has no place
  std::size_t count = 0;  // how many
  std::string detail;
  std::string column{};  // empty: the table
};

using Findings = std::vector<Fact>;

const char* word(Finding finding);

// Without dashes; empty when only the file itself can change it.
const char* option_of(Finding finding);

// "column 'price': numbers with decimal commas"; empty for what a reading sentence says.
std::string sentence_of(const Fact& fact);

// Of all findings, in order; what is the same of several columns is said once.
std::vector<std::string> sentences_of(const Findings& findings);

// One object: what, column, line, count, detail, option, words; without what is empty.
void write_fact(const Fact& fact, JsonText& json);

// "read as ;-separated Windows-1252, header on line 3, 2 notes below left out"; empty when there is
// nothing to say. Of how the table was read alone.
std::string reading_sentence(const Findings& findings);

}  // namespace rfm::data
