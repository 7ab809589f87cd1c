#include "experiments/report/report.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "rfm/data/text/numbers.hpp"
#include "rfm/host/files.hpp"

namespace rfm::experiments {
namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    widths.push_back(table.columns[k].size());
    for (const auto& row : table.rows) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::string space(widths[k] - cells[k].size(), ' ');
      out += (k == 0 ? "  " + cells[k] + space : "  " + space + cells[k]);
    }
    out += "\n";
  };
  line(table.columns);
  for (const auto& row : table.rows) line(row);
  return out;
}

std::string range_of(const Claim& claim) {
  if (claim.most > 1e300) return "at least " + cell(claim.least);
  if (claim.least < -1e300) return "at most " + cell(claim.most);
  return cell(claim.least) + " to " + cell(claim.most);
}

}  // namespace

std::string cell(double value) { return data::format_rounded(value); }

std::string text_of(const Report& report) {
  std::string out = report.title + (report.quick ? " (quick form)" : "") + "\n";
  for (const Table& table : report.tables) out += "\n" + table.name + "\n" + aligned(table);
  out += "\n";
  for (const Claim& claim : report.claims)
    out += std::string(claim.holds() ? "holds  " : "FAILS  ") + claim.words + ": " +
           cell(claim.ours) + (claim.published.empty() ? "" : ", published " + claim.published) +
           " (expected " + range_of(claim) + ")\n";
  return out;
}

std::string json_of(const Report& report) {
  Json out{{"command", "reproduce"},
           {"study", report.study},
           {"seed", report.seed},
           {"quick", report.quick}};
  out["tables"] = Json::object();
  for (const Table& table : report.tables)
    out["tables"][table.name] = {{"columns", table.columns}, {"rows", table.rows}};
  out["claims"] = Json::array();
  for (const Claim& claim : report.claims)
    out["claims"].push_back({{"words", claim.words},
                             {"ours", claim.ours},
                             {"published", claim.published},
                             {"expected", range_of(claim)},
                             {"holds", claim.holds()}});
  return out.dump(2) + "\n";
}

std::string csv_of(const Table& table) {
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) out += (k == 0 ? "" : ",") + quoted(cells[k]);
    out += "\n";
  };
  line(table.columns);
  for (const auto& row : table.rows) line(row);
  return out;
}

data::Outcome write_report(const Report& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return data::failure("cannot make the folder '" + folder + "': " + error.message());
  const auto write = [&](const std::string& name, const std::string& text) {
    return host::write_file((std::filesystem::path(folder) / name).string(), text);
  };
  data::Outcome outcome = write("claims.json", json_of(report));
  for (const Table& table : report.tables)
    if (outcome.ok()) outcome = write(table.name + ".csv", csv_of(table));
  for (const Plot& plot : report.plots)
    if (outcome.ok()) outcome = write(plot.name + ".svg", svg_of(plot));
  for (const Picture& picture : report.pictures)
    if (outcome.ok()) outcome = write(picture.name + ".svg", svg_of(picture));
  return outcome;
}

}  // namespace rfm::experiments
