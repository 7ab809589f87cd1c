#include "experiments/benchmark/peers.hpp"

#include <algorithm>
#include <limits>

#include "rfm/data/text/csv.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"

namespace rfm::experiments {

data::Outcome read_peers(const std::string& path, const std::vector<std::string>& skip,
                         Peers& peers) {
  std::string text;
  if (data::Outcome outcome = host::read_text(path, text); !outcome.ok()) return outcome;
  data::TextTable table;
  if (data::Outcome outcome = data::read_csv(text, {}, table); !outcome.ok()) {
    outcome.words = "'" + path + "': " + outcome.words;
    return outcome;
  }
  peers = {};
  for (std::size_t k = 1; k < table.columns.size(); ++k) {
    if (std::find(skip.begin(), skip.end(), table.names[k]) != skip.end()) continue;
    peers.names.push_back(table.names[k]);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      double score = 0;
      const bool known = data::parse_number(table.columns[k][i], score);
      peers.scores[std::string(table.columns[0][i])].push_back(
          known ? score : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return {};
}

}  // namespace rfm::experiments
