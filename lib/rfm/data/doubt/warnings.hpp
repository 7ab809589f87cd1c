// What makes a score better than what new rows will bring, found in the table and in what the
// search left: copies of rows in several folds, a column that is the answer in another form, rows
// whose neighbours are alike, groups that new rows will not belong to, classes of few rows. Each
// is said only where it shows in the scores: costs a few trials of the search, on at most 1,500
// rows, and none where a column's cells already rule it out.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/score/importance.hpp"
#include "rfm/data/search/search.hpp"
#include "rfm/data/table/divisions.hpp"
#include "rfm/data/table/plan.hpp"

namespace rfm::data {

enum class Doubt { duplicates, giveaway, order, groups, rare_class };
const char* word(Doubt doubt);  // "duplicates", "giveaway", "order", "groups", "rare-class"

struct Warning {
  Doubt doubt{};
  std::string column;  // that it is about, if any
  std::string words;   // with what to do about it
};

// A training as far as it has come. `data` has the training rows, `rows` their places in `text`.
struct Evidence {
  const TextTable& text;
  const Plan& plan;
  const std::vector<std::size_t>& rows;
  const EncodedTable<float>& table;
  const Encoding<float>& encoding;
  const SearchData& data;
  const SearchOptions& options;
  const SearchResult& search;
  const std::vector<ColumnImportance>& importances;
};

std::vector<Warning> warnings_of(const Evidence& evidence);

}  // namespace rfm::data
