#include "rfm/data/export/export.hpp"

#include "rfm/core/model/centres.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/json.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

// The shortest text that a reader in double precision turns into exactly this number, and -0.0 with
// its sign.
std::string exact(double value) {
  return value == 0 && 1 / value < 0 ? "-0.0" : format_number(value);
}
std::string exact(float value) {
  double read = 0;
  std::string text = format_number(value);
  if (value == 0 || !parse_number(text, read) || static_cast<float>(read) != value)
    return exact(static_cast<double>(value));
  return text;
}

template <class T>
void write_numbers(const T* values, std::size_t count, JsonText& json) {
  json.open_array();
  for (std::size_t k = 0; k < count; ++k) json.literal(exact(values[k]));
  json.close_array();
}

// (rows, columns) as an array of arrays; element(i, k).
template <class Element>
void write_rows(std::size_t rows, std::size_t columns, const Element& element, JsonText& json) {
  json.open_array();
  for (std::size_t i = 0; i < rows; ++i) {
    json.open_array();
    for (std::size_t k = 0; k < columns; ++k) json.literal(exact(element(i, k)));
    json.close_array();
  }
  json.close_array();
}

template <class T>
void write_machine(const Model<T>& m, JsonText& json) {
  const KernelParameters<T>& parameters = m.kernel.parameters;
  json.open_object().key("kernel").text(word(m.kernel.id));
  if (shown_norm(m.kernel.id) > 0) json.key("p").number(shown_norm(m.kernel.id));
  json.key("bandwidth")
      .number(static_cast<double>(parameters.bandwidth))
      .key("exponent")
      .number(static_cast<double>(parameters.exponent));
  json.key("bias")
      .number(static_cast<double>(parameters.bias))
      .key("layers")
      .number(parameters.depth);
  json.key("metric").text(word(m.metric)).key("features").whole(m.d).key("rank").whole(m.r);
  json.key("outputs").whole(m.c).key("centre_bytes").whole(m.centre_bytes).key("origin");
  write_numbers(m.origin, m.d, json);
  if (m.metric == Metric::full) {
    json.key("root");
    write_rows(
        m.r, m.d, [&m](std::size_t k, std::size_t j) { return m.root[k * m.d + j]; }, json);
  } else if (m.metric == Metric::diagonal) {
    json.key("root");
    write_numbers(m.root, m.d, json);
  }
  json.key("centres");
  write_rows(
      m.n, m.r, [&m](std::size_t i, std::size_t k) { return centre_coordinate(m, i, k); }, json);
  json.key("alpha");
  write_rows(
      m.n, m.c, [&m](std::size_t i, std::size_t o) { return m.outputs(o)[i]; }, json);
  json.close_object();
}

template <class T>
void write_column(const Encoding<T>& e, std::size_t k, JsonText& json) {
  const EncodingColumn& column = e.column[k];
  json.open_object()
      .key("name")
      .text(to_string(e.column_name(k)))
      .key("kind")
      .text(word(static_cast<ColumnKind>(column.kind)));
  json.key("fill").literal(exact(e.fill[k]));
  const auto flag = [&column](uint32_t bit) { return (column.flags & bit) != 0; };
  json.key("indicator").boolean(flag(EncodingColumn::has_indicator));
  json.key("missing_level").boolean(flag(EncodingColumn::has_missing));
  json.key("other_level").boolean(flag(EncodingColumn::has_other));
  if (e.folded(k)) json.key("folded").boolean(true);
  if (flag(EncodingColumn::by_target)) {
    json.key("level_means");
    write_rows(
        static_cast<std::size_t>(encoding_levels(column)), e.outputs,
        [&e, k](std::size_t level, std::size_t o) { return e.level_means(k, level)[o]; }, json);
  }
  if (column.kind == static_cast<uint32_t>(ColumnKind::date)) {
    json.key("month_first").boolean(flag(EncodingColumn::month_first));
    json.key("unix_seconds").boolean(flag(EncodingColumn::unix_seconds));
    json.key("cycles").open_array();
    for (uint32_t c = 0; c < cycles; ++c)
      if (column.has(static_cast<Cycle>(c))) json.text(word(static_cast<Cycle>(c)));
    json.close_array();
  }
  json.key("categories").open_array();
  for (std::size_t j = 0; j < column.categories; ++j) json.text(to_string(e.category_name(k, j)));
  json.close_array().key("mean");
  write_numbers(e.mean + column.first_feature, column.features, json);
  json.key("factor");
  write_numbers(e.factor + column.first_feature, column.features, json);
  json.close_object();
}

template <class T>
void write_encoding(const Encoding<T>& e, JsonText& json) {
  const bool regression = e.task == Task::regression;
  json.open_object().key("task").text(regression ? "regression" : "classification");
  json.key("target").text(to_string(e.target_name())).key("columns").open_array();
  for (std::size_t k = 0; k < e.columns; ++k) write_column(e, k, json);
  json.close_array().key("target_mean").literal(exact(e.target[0]));
  json.key("target_scale").literal(exact(e.target[1]));
  if (regression) {
    json.key("residuals").whole(e.residuals).key("interval");
    write_numbers(e.interval, e.intervals, json);
    if (e.difficulty != nullptr) {
      json.key("difficulty");
      write_numbers(e.difficulty, 2 * difficulty_points, json);
    }
  } else {
    json.key("classes").open_array();
    for (std::size_t k = 0; k < e.classes; ++k) json.text(to_string(e.class_name(k)));
    json.close_array().key("prior");
    write_numbers(e.prior, e.classes, json);
    json.key("share_slope").literal(exact(e.calibration[0]));
    json.key("log_slope").literal(exact(e.calibration[1])).key("offsets");
    write_numbers(e.calibration + 2, e.classes, json);
    if (e.weighing != nullptr) {
      json.key("weighing");
      write_numbers(e.weighing, e.classes, json);
    }
  }
  json.close_object();
}

}  // namespace

template <class T>
Outcome export_json(const ModelFile<T>& file, std::string& json) {
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
  JsonText text;
  text.open_object().key("format").text("rfm").key("version").whole(1);
  text.key("numbers").text(sizeof(T) == sizeof(float) ? "float32" : "float64");
  if (file.encoded) {
    text.key("encoding");
    write_encoding(file.encoding, text);
  }
  text.key("machines").open_array();
  for (const Model<T>& member : file.members) write_machine(member, text);
  text.close_array();
  if (!file.history.empty()) text.key("history").text(file.history);
  text.close_object();
  json = text.written() + "\n";
  return {};
}

template Outcome export_json(const ModelFile<float>&, std::string&);
template Outcome export_json(const ModelFile<double>&, std::string&);

}  // namespace rfm::data
