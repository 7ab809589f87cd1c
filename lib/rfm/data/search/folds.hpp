// Which rows take part in a stage of the search and which are held out together. Seeded; classes
// keep their shares both in every subsample and in every fold. O(n log n).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rfm/data/search/search.hpp"

namespace rfm::data {

// All rows in an order whose every beginning is a fair sample.
std::vector<std::size_t> fair_order(const SearchData& data, uint64_t seed);

// Some rows, divided into `each` folds in one way or in several: one way leaves much to chance when
// rows are few.
struct Folds {
  std::vector<std::size_t> rows;            // ascending
  std::vector<std::vector<uint32_t>> ways;  // the fold of each of rows
  std::size_t each = 0;
  bool forward = false;  // the one way has blocks 0 to `each` in time: fold f holds block f + 1 out
                         // from a fit of those before

  std::size_t count() const {
    return ways.size() * each;
  }                           // fold f is number f % each of way f / each
  std::size_t held() const {  // rows in a fold, or one less
    return rows.size() / (forward ? each + 1 : each);
  }
  bool holds_out(std::size_t fold, std::size_t i) const {
    return ways[fold / each][i] == fold % each + (forward ? 1 : 0);
  }
  bool fits(std::size_t fold, std::size_t i) const {
    return forward ? ways[0][i] <= fold : !holds_out(fold, i);
  }
};

// The first m rows of the order in k folds (2 <= k <= m), or fewer where there are fewer groups or
// times.
Folds make_folds(const SearchData& data, const std::vector<std::size_t>& order, std::size_t m,
                 std::size_t k, std::size_t ways, uint64_t seed);

}  // namespace rfm::data
