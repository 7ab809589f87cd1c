// Plots and pictures as plain SVG files: no scripts, no fonts of their own. O(marks).
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "experiments/report/report.hpp"

namespace rfm::experiments {
namespace {

constexpr double width = 480, height = 320, left = 64, right = 12, top = 30, bottom = 44;
constexpr const char* colours[] = {"#1f6feb", "#d1495b", "#2e8b57", "#8e5bb5",
                                   "#c98a10", "#4a4a4a", "#0aa5a5"};

std::string number(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string words(double x, double y, const std::string& text, const char* anchor,
                  const char* more = "") {
  std::string safe;
  for (const char c : text) safe += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\"" +
         more + ">" + safe + "</text>\n";
}

std::string opened(double w, double h) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(w) + "\" height=\"" +
         number(h) +
         "\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
         "fill=\"white\"/>\n";
}

// One axis: values to places on the page.
struct Axis {
  double least = 1e300, most = -1e300, from, to;
  bool log;

  double scaled(double v) const { return log ? std::log10(std::max(v, 1e-300)) : v; }
  void cover(double v) {
    least = std::min(least, scaled(v));
    most = std::max(most, scaled(v));
  }
  double place(double v) const {
    const double range = most > least ? most - least : 1;
    return from + (to - from) * (scaled(v) - least) / range;
  }
  double value(double share) const {
    const double v = least + share * (most - least);
    return log ? std::pow(10, v) : v;
  }
};

std::string ticks(const Axis& x, const Axis& y) {
  std::string out;
  constexpr int count = 4;
  for (int k = 0; k <= count; ++k) {
    const double share = static_cast<double>(k) / count;
    out += words(x.from + share * (x.to - x.from), height - bottom + 16,
                 cell(std::round(1e6 * x.value(share)) / 1e6), "middle");
    const double place = y.from + share * (y.to - y.from);
    out += words(left - 6, place + 4, cell(std::round(1e6 * y.value(share)) / 1e6), "end");
    out += "<path d=\"M" + number(left) + " " + number(place) + "H" + number(width - right) +
           "\" stroke=\"#ddd\"/>\n";
  }
  return out;
}

}  // namespace

std::string svg_of(const Plot& plot) {
  Axis x{1e300, -1e300, left, width - right, plot.log_x},
      y{1e300, -1e300, height - bottom, top, plot.log_y};
  for (const Curve& curve : plot.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      x.cover(curve.x[i]);
      y.cover(curve.y[i]);
    }
  std::string out = opened(width, height) +
                    words(width / 2, 18, plot.title, "middle", " font-weight=\"bold\"") +
                    ticks(x, y) + words(width / 2, height - 8, plot.x_name, "middle") +
                    words(left, top - 4, plot.y_name, "end");
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const Curve& curve = plot.curves[k];
    const std::string colour = colours[k % std::size(colours)];
    std::string line;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const std::string px = number(x.place(curve.x[i])), py = number(y.place(curve.y[i]));
      line += (i == 0 ? "M" : "L") + px + " " + py;
      out += "<circle cx=\"" + px + "\" cy=\"" + py + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
    }
    out +=
        "<path d=\"" + line + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.5\"/>\n";
    out += words(width - right - 4, top + 12 + 14 * static_cast<double>(k), curve.name, "end",
                 (" fill=\"" + colour + "\"").c_str());
  }
  return out + "</svg>\n";
}

std::string svg_of(const Picture& picture) {
  const double side =
      std::max(2.0, std::floor(320 / static_cast<double>(std::max(picture.rows, picture.columns))));
  const auto [least, most] = std::minmax_element(picture.values.begin(), picture.values.end());
  const double range = *most > *least ? *most - *least : 1;
  const double w = side * static_cast<double>(picture.columns) + 24;
  std::string out = opened(std::max(w, 240.0), side * static_cast<double>(picture.rows) + 40) +
                    words(12, 18, picture.title, "start", " font-weight=\"bold\"");
  for (std::size_t i = 0; i < picture.rows; ++i)
    for (std::size_t k = 0; k < picture.columns; ++k) {
      const double share = (picture.values[i * picture.columns + k] - *least) / range;
      if (share < 0.002) continue;
      out += "<rect x=\"" + number(12 + side * static_cast<double>(k)) + "\" y=\"" +
             number(28 + side * static_cast<double>(i)) + "\" width=\"" + number(side) +
             "\" height=\"" + number(side) + "\" fill=\"#123a7a\" fill-opacity=\"" + number(share) +
             "\"/>\n";
    }
  return out + "</svg>\n";
}

}  // namespace rfm::experiments
