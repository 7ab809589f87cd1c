// Scores that others have published for the tables of a collection: a CSV with one line a table and
// one column a method; an empty cell is a missing score.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "rfm/data/outcome.hpp"

namespace rfm::experiments {

struct Peers {
  std::vector<std::string> names;                     // of the methods
  std::map<std::string, std::vector<double>> scores;  // of each table, NaN where missing
};

// Columns called as in `skip` are no methods. The first column names the table.
data::Outcome read_peers(const std::string& path, const std::vector<std::string>& skip,
                         Peers& peers);

}  // namespace rfm::experiments
