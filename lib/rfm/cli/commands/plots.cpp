#include "rfm/cli/commands/plots.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

using data::format_rounded;

constexpr double wide = 640;

std::string at(double value) { return format_rounded(value, 5); }

std::string text(double x, double y, const std::string& words,
                 const std::string& anchor = "start") {
  return "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(words) + "</text>";
}

std::string opened(double width, double height, const std::string& title) {
  return "<svg role=\"img\" viewBox=\"0 0 " + at(width) + " " + at(height) +
         "\" style=\"max-width:" + at(width) + "px\"><title>" + escaped(title) + "</title>\n";
}

std::string shortened(const std::string& name, std::size_t most) {
  if (name.size() <= most) return name;
  std::size_t cut = most - 1;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80)
    --cut;  // not inside a character
  return name.substr(0, cut) + "\xE2\x80\xA6";
}

// The ends of an axis with room around the values.
struct Range {
  double low = 0, high = 1;

  void include(double value) {
    low = first ? value : std::min(low, value);
    high = first ? value : std::max(high, value);
    first = false;
  }
  void widen() {
    const double room = high > low ? 0.05 * (high - low) : 0.5 * (1 + std::fabs(low));
    low -= room;
    high += room;
  }
  double place(double value, double from, double to) const {
    return from + (value - low) / (high - low) * (to - from);
  }

  bool first = true;
};

// About five round numbers inside the range.
std::vector<double> ticks(const Range& range) {
  const double rough = (range.high - range.low) / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double step = rough / power < 1.5   ? power
                      : rough / power < 3.5 ? 2 * power
                      : rough / power < 7.5 ? 5 * power
                                            : 10 * power;
  std::vector<double> places;
  const double first = std::ceil(range.low / step);
  for (int k = 0; k < 12 && (first + k) * step <= range.high; ++k)
    places.push_back((first + k) * step + 0.0);
  return places;
}

}  // namespace

std::string escaped(const std::string& words) {
  std::string out;
  for (const char c : words) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string bar_plot(const std::vector<Bar>& bars, const std::string& title) {
  constexpr double row = 22, names = 190, most = 290;
  double largest = 0;
  for (const Bar& bar : bars) largest = std::max(largest, bar.value);
  std::string svg = opened(wide, row * static_cast<double>(bars.size()) + 4, title);
  for (std::size_t k = 0; k < bars.size(); ++k) {
    const double y = row * static_cast<double>(k) + 2;
    const double length = largest > 0 ? std::max(0.0, bars[k].value) / largest * most : 0;
    svg += "<g><title>" + escaped(bars[k].name + ": " + bars[k].words) + "</title>" +
           text(names - 8, y + 15, shortened(bars[k].name, 20), "end") +
           "<rect class=\"bar\" x=\"" + at(names) + "\" y=\"" + at(y) + "\" width=\"" +
           at(std::max(length, 1.0)) + "\" height=\"" + at(row - 4) + "\"/>" +
           text(names + length + 6, y + 15, bars[k].words) + "</g>\n";
  }
  return svg + "</svg>\n";
}

namespace {

constexpr double left = 84, right = wide - 14, top = 12, bottom = 320;

// Lines at the ticks of both axes, and the names of the axes.
std::string axes(const Range& x, const Range& y, const std::string& x_name,
                 const std::string& y_name) {
  std::string svg;
  for (const double tick : ticks(x)) {
    const double place = x.place(tick, left, right);
    svg += "<line class=\"grid\" x1=\"" + at(place) + "\" x2=\"" + at(place) + "\" y1=\"" +
           at(top) + "\" y2=\"" + at(bottom) + "\"/>" +
           text(place, bottom + 18, format_rounded(tick, 5), "middle");
  }
  for (const double tick : ticks(y)) {
    const double place = y.place(tick, bottom, top);
    svg += "<line class=\"grid\" x1=\"" + at(left) + "\" x2=\"" + at(right) + "\" y1=\"" +
           at(place) + "\" y2=\"" + at(place) + "\"/>" +
           text(left - 6, place + 4, format_rounded(tick, 5), "end");
  }
  svg += text((left + right) / 2, bottom + 40, x_name, "middle");
  return svg + "<text transform=\"translate(14 " + at((top + bottom) / 2) +
         ") rotate(-90)\" text-anchor=\"middle\">" + escaped(y_name) + "</text>";
}

}  // namespace

std::string dot_plot(const DotPlot& plot) {
  Range x, y;
  for (const Dot& dot : plot.dots) {
    x.include(dot.x);
    y.include(dot.y);
    if (plot.diagonal) {
      x.include(dot.y);
      y.include(dot.x);
    }
  }
  x.widen();
  y.widen();
  std::string svg = opened(wide, bottom + 46, plot.title) + axes(x, y, plot.x_name, plot.y_name);
  if (plot.diagonal)
    svg += "<line class=\"same\" x1=\"" + at(left) + "\" y1=\"" + at(bottom) + "\" x2=\"" +
           at(right) + "\" y2=\"" + at(top) + "\"/>";
  for (const bool chosen : {false, true})
    for (const Dot& dot : plot.dots)
      if (dot.chosen == chosen)
        svg += "<circle class=\"" + std::string(chosen ? "chosen" : "dot") + "\" cx=\"" +
               at(x.place(dot.x, left, right)) + "\" cy=\"" + at(y.place(dot.y, bottom, top)) +
               "\" r=\"" + (chosen ? "6" : "3.5") + "\"><title>" + escaped(dot.words) +
               "</title></circle>\n";
  return svg + "</svg>\n";
}

std::string line_plot(const LinePlot& plot) {
  Range x, y;
  for (const Line& line : plot.lines)
    for (const Dot& dot : line.points) {
      x.include(dot.x);
      y.include(dot.y);
    }
  x.widen();
  y.widen();
  std::string svg = opened(wide, bottom + 46, plot.title) + axes(x, y, plot.x_name, plot.y_name);
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const Line& line = plot.lines[k];
    std::string places, dots;
    for (const Dot& dot : line.points) {
      const std::string cx = at(x.place(dot.x, left, right)), cy = at(y.place(dot.y, bottom, top));
      places += (places.empty() ? "" : " ") + cx + "," + cy;
      dots += "<circle class=\"of" + std::to_string(k % 6) + "\" cx=\"" + cx + "\" cy=\"" + cy +
              "\" r=\"3\"><title>" + escaped(dot.words) + "</title></circle>";
    }
    svg += "<polyline class=\"line of" + std::to_string(k % 6) + "\" points=\"" + places + "\"/>" +
           dots + "\n";
    if (!line.points.empty() && !line.name.empty())
      svg += text(right - 4, y.place(line.points.back().y, bottom, top) - 6,
                  shortened(line.name, 24), "end");
  }
  return svg + "</svg>\n";
}

std::string heat_map(const HeatMap& map) {
  constexpr double names = 150, slant = 80;  // names of columns lean over the last one
  const auto rows = static_cast<double>(map.rows.size()),
             columns = static_cast<double>(map.columns.size());
  const double side =
      std::min(56.0, std::max(12.0, (wide - names - slant) / std::max(columns, 1.0)));
  double largest = 0;
  for (const double value : map.values) largest = std::max(largest, std::fabs(value));
  std::string svg = opened(names + side * columns + slant, names + side * rows + 2, map.title);
  for (std::size_t j = 0; j < map.columns.size(); ++j)
    svg += "<text transform=\"translate(" + at(names + side * (static_cast<double>(j) + 0.6)) +
           " " + at(names - 6) + ") rotate(-60)\">" + escaped(shortened(map.columns[j], 16)) +
           "</text>";
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const double y = names + side * static_cast<double>(i);
    svg += text(names - 6, y + side / 2 + 4, shortened(map.rows[i], 16), "end");
    for (std::size_t j = 0; j < map.columns.size(); ++j) {
      const std::size_t k = i * map.columns.size() + j;
      const double value = map.values[k], x = names + side * static_cast<double>(j);
      const double depth = largest > 0 ? std::fabs(value) / largest : 0;
      svg += "<g><title>" +
             escaped(map.rows[i] + ", " + map.columns[j] + ": " + format_rounded(value, 4)) +
             "</title><rect class=\"" + (value < 0 ? "below" : "above") + "\" x=\"" + at(x) +
             "\" y=\"" + at(y) + "\" width=\"" + at(side - 1) + "\" height=\"" + at(side - 1) +
             "\" fill-opacity=\"" + at(depth) + "\"/>";
      if (!map.words.empty()) svg += text(x + side / 2, y + side / 2 + 4, map.words[k], "middle");
      svg += "</g>\n";
    }
  }
  return svg + "</svg>\n";
}

}  // namespace rfm::cli
