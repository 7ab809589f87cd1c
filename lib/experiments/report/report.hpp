// What a study hands back: tables, curves, pictures and claims, each with the published number
// beside ours. It becomes text, JSON, and a folder of CSV and SVG files.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/outcome.hpp"

namespace rfm::experiments {

struct Table {
  std::string name;  // of its file
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Curve {
  std::string name;
  std::vector<double> x, y;
};
struct Plot {
  std::string name, title, x_name, y_name;
  std::vector<Curve> curves;
  bool log_x = false, log_y = false;
};

// Squares from white (the least) to dark (the most).
struct Picture {
  std::string name, title;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  // (rows, columns)
};

// A sentence of the paper as a number that must lie in a range.
struct Claim {
  std::string words;
  double ours = 0;
  double least = 0, most = 0;
  std::string published;  // as the paper prints it, or empty
  bool holds() const { return ours >= least && ours <= most; }
};

struct Report {
  std::string study, title;
  uint64_t seed = 0;
  bool quick = false;
  std::vector<Table> tables;
  std::vector<Plot> plots;
  std::vector<Picture> pictures;
  std::vector<Claim> claims;
};

// The value of a table's cell in a report, or of a claim, for people: 4 significant digits.
std::string cell(double value);

std::string text_of(const Report& report);
std::string json_of(const Report& report);
std::string csv_of(const Table& table);
std::string svg_of(const Plot& plot);
std::string svg_of(const Picture& picture);

// Every table as CSV, every plot and picture as SVG; the folder is made if need be, each file
// appears whole.
data::Outcome write_report(const Report& report, const std::string& folder);

}  // namespace rfm::experiments
