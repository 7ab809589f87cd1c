// Plots as inline SVG for one HTML page: no scripts, no fonts, colours from the page's own style, a
// title to hover over for every mark. O(marks).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace rfm::cli {

// Text in HTML and in attributes; bytes that cannot stand in either are replaced.
std::string escaped(const std::string& text);

struct Bar {
  std::string name;
  double value = 0;   // from 0; the longest fills the plot
  std::string words;  // beside the bar
};
std::string bar_plot(const std::vector<Bar>& bars, const std::string& title);

struct Dot {
  double x = 0, y = 0;
  std::string words;
  bool chosen = false;
};
struct DotPlot {
  std::string title, x_name, y_name;
  std::vector<Dot> dots;
  bool diagonal = false;  // a line where x = y; both axes then have one range
};
std::string dot_plot(const DotPlot& plot);

// Lines through points, each with its name behind its last point.
struct Line {
  std::string name;
  std::vector<Dot> points;
};
struct LinePlot {
  std::string title, x_name, y_name;
  std::vector<Line> lines;
};
std::string line_plot(const LinePlot& plot);

// Squares of a (rows, columns) matrix: blue above 0, red below, as deep as the entry is large.
struct HeatMap {
  std::string title;
  std::vector<std::string> rows, columns;
  std::vector<double> values;      // (rows, columns)
  std::vector<std::string> words;  // in the squares, or none
};
std::string heat_map(const HeatMap& map);

}  // namespace rfm::cli
