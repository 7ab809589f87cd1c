#include "rfm/host/import_json.hpp"

#include <cstring>
#include <nlohmann/json.hpp>

#include "rfm/core/any_kernel.hpp"
#include "rfm/data/choice_words.hpp"
#include "rfm/data/model_file.hpp"

namespace rfm::host {
namespace {

using data::AlignedBytes;
using data::failure;
using data::Outcome;
using Json = nlohmann::json;

// Thrown inside this file alone, like the library's own complaints.
struct Wrong {
  std::string words;
};

std::vector<double> numbers(const Json& json, std::size_t count, const char* name) {
  std::vector<double> values = json.get<std::vector<double>>();
  if (values.size() != count)
    throw Wrong{std::string(name) + " has " + std::to_string(values.size()) + " numbers instead of " +
                std::to_string(count)};
  return values;
}

KernelId kernel_of(const Json& json) {
  const auto name = json.at("kernel").get<std::string>();
  KernelId id{};
  if (name == "lpq") {
    if (data::lpq_kernel(json.at("p").get<double>(), id)) return id;
  } else {
    for (int32_t number = 0; number <= static_cast<int32_t>(KernelId::ntk); ++number)
      if (name == data::word(static_cast<KernelId>(number))) return static_cast<KernelId>(number);
  }
  throw Wrong{"there is no kernel '" + name + "'"};
}

Metric metric_of(const Json& json) {
  const auto name = json.at("metric").get<std::string>();
  for (const Metric metric : {Metric::full, Metric::diagonal, Metric::identity})
    if (name == data::word(metric)) return metric;
  throw Wrong{"there is no metric '" + name + "'"};
}

template <class Number>
void place(double value, std::size_t index, void* array) {
  constexpr double largest = sizeof(Number) == 1 ? 127 : 32767;
  if (static_cast<Number>(0.5) == 0 &&
      !(value >= -largest - 1 && value <= largest && value == static_cast<int>(value)))
    throw Wrong{"a centre is no whole number of its size"};
  const auto number = static_cast<Number>(value);
  std::memcpy(static_cast<unsigned char*>(array) + index * sizeof(Number), &number, sizeof number);
}

constexpr std::size_t largest_size = std::size_t{1} << 31;

template <class T>
ModelHeader header_of(const Json& json) {
  ModelHeader h{};
  std::memcpy(h.magic, "RFMmodel", sizeof h.magic);
  h.version = model_version;
  h.scalar_bytes = sizeof(T);
  h.centre_bytes = json.at("centre_bytes").get<uint16_t>();
  h.kernel = static_cast<int32_t>(kernel_of(json));
  h.metric = static_cast<int32_t>(metric_of(json));
  h.depth = json.at("layers").get<int32_t>();
  h.bandwidth = json.at("bandwidth").get<double>();
  h.exponent = json.at("exponent").get<double>();
  h.bias = json.at("bias").get<double>();
  const std::size_t n = json.at("centres").size(), d = json.at("origin").size();
  const auto r = json.at("rank").get<std::size_t>(), c = json.at("outputs").get<std::size_t>();
  if (n == 0 || d == 0 || c == 0 || r > d || c > largest_size || h.centre_bytes > 2)
    throw Wrong{"a machine's sizes contradict each other"};
  h.n = static_cast<uint32_t>(n);
  h.d = static_cast<uint32_t>(d);
  h.r = static_cast<uint32_t>(r);
  h.c = static_cast<uint32_t>(c);
  return h;
}

template <class T>
void fill_root(const Json& json, const ModelHeader& h, T* root) {
  const Metric metric = static_cast<Metric>(h.metric);
  if (metric == Metric::identity) return;
  const Json& from = json.at("root");
  if (metric == Metric::full && from.size() != h.r) throw Wrong{"root has not as many rows as its rank"};
  for (std::size_t k = 0; k < (metric == Metric::full ? h.r : 1); ++k) {
    const auto row = numbers(metric == Metric::full ? from.at(k) : from, h.d, "root");
    for (std::size_t j = 0; j < h.d; ++j) place<T>(row[j], k * h.d + j, root);
  }
}

template <class T>
void fill_centres(const Json& json, const ModelHeader& h, const ModelMemory<T>& memory) {
  const Json &centres = json.at("centres"), &alpha = json.at("alpha");
  if (alpha.size() != h.n) throw Wrong{"alpha has not as many rows as there are centres"};
  for (std::size_t i = 0; i < h.n; ++i) {
    const auto point = numbers(centres[i], h.r, "a centre"),
               weights = numbers(alpha[i], h.c, "a row of alpha");
    for (std::size_t o = 0; o < h.c; ++o) place<T>(weights[o], o * padded(h.n) + i, memory.alpha);
    for (std::size_t k = 0; k < h.r; ++k) {
      const std::size_t at = panel_index(i, k, h.r);
      if (h.centre_bytes == 0) place<T>(point[k], at, memory.centres);
      if (h.centre_bytes == 1) place<int8_t>(point[k], at, memory.whole_centres);
      if (h.centre_bytes == 2) place<int16_t>(point[k], at, memory.whole_centres);
    }
  }
}

template <class T>
AlignedBytes machine_of(const Json& json) {
  ModelHeader h = header_of<T>(json);
  // Every number comes from the text, so that memory is bounded by it.
  if (json.at("alpha").at(0).size() != h.c || json.at("centres").at(0).size() != h.r)
    throw Wrong{"a machine's sizes contradict each other"};
  Arena count;
  layout_model<T>(count, h.n, h.d, h.r, h.c, static_cast<Metric>(h.metric), h.centre_bytes);
  AlignedBytes bytes(count.bytes());
  Arena arena(bytes.data());
  const auto memory =
      layout_model<T>(arena, h.n, h.d, h.r, h.c, static_cast<Metric>(h.metric), h.centre_bytes);
  const auto offset = [&bytes](const void* array) {
    return static_cast<uint64_t>(static_cast<const unsigned char*>(array) - bytes.data());
  };
  h.origin = offset(memory.origin);
  h.alpha = offset(memory.alpha);
  h.root = offset(memory.root);
  h.centres = offset(h.centre_bytes == 0 ? memory.centres : memory.whole_centres);
  h.bytes = count.bytes();
  const auto origin = numbers(json.at("origin"), h.d, "origin");
  for (std::size_t j = 0; j < h.d; ++j) place<T>(origin[j], j, memory.origin);
  fill_root(json, h, memory.root);
  fill_centres(json, h, memory);
  std::memcpy(bytes.data(), &h, sizeof h);
  constexpr std::size_t summed = offsetof(ModelHeader, bytes);
  h.checksum = crc32(bytes.data() + summed, static_cast<std::size_t>(h.bytes) - summed);
  std::memcpy(bytes.data(), &h, sizeof h);
  return bytes;
}

data::FittedColumn column_of(const Json& json) {
  data::FittedColumn column;
  column.name = json.at("name").get<std::string>();
  const auto kind = json.at("kind").get<std::string>();
  if (kind != "number" && kind != "yes/no" && kind != "category")
    throw Wrong{"there is no kind '" + kind + "'"};
  column.kind = kind == "number"   ? ColumnKind::number
                : kind == "yes/no" ? ColumnKind::yes_no
                                   : ColumnKind::category;
  column.fill = json.at("fill").get<double>();
  column.indicator = json.at("indicator").get<bool>();
  column.missing_level = json.at("missing_level").get<bool>();
  column.other_level = json.at("other_level").get<bool>();
  column.categories = json.at("categories").get<std::vector<std::string>>();
  column.mean = json.at("mean").get<std::vector<double>>();
  column.factor = numbers(json.at("factor"), column.mean.size(), "factor");
  return column;
}

data::FittedEncoding encoding_of(const Json& json) {
  data::FittedEncoding encoding;
  const auto task = json.at("task").get<std::string>();
  if (task != "regression" && task != "classification") throw Wrong{"there is no task '" + task + "'"};
  encoding.task = task == "regression" ? Task::regression : Task::classification;
  encoding.target_name = json.at("target").get<std::string>();
  for (const Json& column : json.at("columns")) encoding.columns.push_back(column_of(column));
  encoding.target_mean = json.at("target_mean").get<double>();
  encoding.target_scale = json.at("target_scale").get<double>();
  if (encoding.task == Task::regression) {
    encoding.residuals = json.at("residuals").get<std::size_t>();
    encoding.interval = json.at("interval").get<std::vector<double>>();
    return encoding;
  }
  encoding.classes = json.at("classes").get<std::vector<std::string>>();
  encoding.prior = numbers(json.at("prior"), encoding.classes.size(), "prior");
  encoding.share_slope = json.at("share_slope").get<double>();
  encoding.log_slope = json.at("log_slope").get<double>();
  encoding.offsets = numbers(json.at("offsets"), encoding.classes.size(), "offsets");
  if (encoding.classes.size() < 2) throw Wrong{"there are fewer than two classes"};
  return encoding;
}

template <class T>
AlignedBytes file_of(const Json& json) {
  std::vector<AlignedBytes> machines;
  for (const Json& machine : json.at("machines")) machines.push_back(machine_of<T>(machine));
  if (machines.empty()) throw Wrong{"there is no machine"};
  AlignedBytes encoding;
  std::vector<Section> sections;
  if (json.contains("encoding")) {
    encoding = data::encoding_bytes<T>(encoding_of(json["encoding"]));
    sections.push_back({encoding_section, encoding.data(), encoding.size()});
  }
  for (std::size_t k = 1; k < machines.size(); ++k)
    sections.push_back({member_section, machines[k].data(), machines[k].size()});
  const std::string history = json.value("history", "");
  if (!history.empty())
    sections.push_back(
        {history_section, reinterpret_cast<const unsigned char*>(history.data()), history.size()});
  if (sections.empty()) return std::move(machines[0]);
  return data::model_file(machines[0].data(), machines[0].size(), sections);
}

}  // namespace

Outcome import_json(const std::string& text, AlignedBytes& file, std::size_t& size) {
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != "rfm" || json.at("version") != 1)
      return failure("this is no rfm model of version 1");
    const auto type = json.at("numbers").get<std::string>();
    if (type != "float32" && type != "float64") return failure("there are no numbers of type '" + type + "'");
    file = type == "float32" ? file_of<float>(json) : file_of<double>(json);
    ModelHeader header;
    std::memcpy(&header, file.data(), sizeof header);
    size = static_cast<std::size_t>(header.bytes);
    return {};
  } catch (const Wrong& wrong) {
    return failure(wrong.words);
  } catch (const Json::exception& error) {
    return failure(error.what());
  }
}

}  // namespace rfm::host
