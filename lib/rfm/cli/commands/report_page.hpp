// A model's report: one HTML page that asks nothing of any network, for light and dark screens.
#pragma once
#include <string>
#include <vector>

#include "rfm/cli/commands/plots.hpp"
#include "rfm/cli/json_output.hpp"

namespace rfm::cli {

// Predicted against true answers of rows with known ones; either may be absent.
struct KnownAnswers {
  std::size_t rows = 0;
  std::string table, sentence;  // where they come from, and the scores
  std::vector<Dot> points;      // regression: x true, y predicted
  std::vector<std::string> classes;
  std::vector<double> confusion;  // (classes, classes), true class first
};

// `facts` are those of `rfm inspect`, with the history, whose every part may be missing or wrong;
// `metric` is M among its largest features, or empty.
std::string report_page(const Json& facts, const HeatMap& metric, const KnownAnswers& known);

}  // namespace rfm::cli
