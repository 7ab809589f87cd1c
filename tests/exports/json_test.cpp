// A model as JSON: every number and name of it, exactly, as JSON.md says.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "rfm/core/model/centres.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "tests/exports/models.hpp"

namespace {

using namespace rfm_test;
using rfm::data::Outcome;
using rfm::data::to_string;
using Json = nlohmann::json;

// A reader of JSON has doubles: rounded to the model's type, they are the model's numbers, signs of
// zeros included.
template <class T>
bool same(const Json& read, T written) {
  const T value = static_cast<T>(read.get<double>());
  return std::memcmp(&value, &written, sizeof value) == 0;
}

template <class T>
void check_numbers(const Json& read, const T* written, std::size_t count) {
  BOOST_TEST_REQUIRE(read.size() == count);
  for (std::size_t k = 0; k < count; ++k) BOOST_TEST(same(read[k], written[k]));
}

template <class Element>
void check_rows(const Json& read, std::size_t rows, std::size_t columns, const Element& element) {
  BOOST_TEST_REQUIRE(read.size() == rows);
  for (std::size_t i = 0; i < rows; ++i) {
    BOOST_TEST_REQUIRE(read[i].size() == columns);
    for (std::size_t k = 0; k < columns; ++k) BOOST_TEST(same(read[i][k], element(i, k)));
  }
}

template <class T>
void check_machine(const Json& read, const rfm::Model<T>& m) {
  BOOST_TEST(read.at("kernel") == rfm::data::word(m.kernel.id));
  BOOST_TEST(read.value("p", 0.0) == rfm::data::shown_norm(m.kernel.id));
  BOOST_TEST(same(read.at("bandwidth"), m.kernel.parameters.bandwidth));
  BOOST_TEST(same(read.at("exponent"), m.kernel.parameters.exponent));
  BOOST_TEST(same(read.at("bias"), m.kernel.parameters.bias));
  BOOST_TEST(read.at("layers") == m.kernel.parameters.depth);
  BOOST_TEST(read.at("metric") == rfm::data::word(m.metric));
  BOOST_TEST(read.at("features") == m.d);
  BOOST_TEST(read.at("rank") == m.r);
  BOOST_TEST(read.at("outputs") == m.c);
  BOOST_TEST(read.at("centre_bytes") == m.centre_bytes);
  check_numbers(read.at("origin"), m.origin, m.d);
  BOOST_TEST(read.contains("root") == (m.metric != rfm::Metric::identity));
  if (m.metric == rfm::Metric::diagonal) check_numbers(read.at("root"), m.root, m.d);
  if (m.metric == rfm::Metric::full)
    check_rows(read.at("root"), m.r, m.d,
               [&](std::size_t k, std::size_t j) { return m.root[k * m.d + j]; });
  check_rows(read.at("centres"), m.n, m.r,
             [&](std::size_t i, std::size_t k) { return centre_coordinate(m, i, k); });
  check_rows(read.at("alpha"), m.n, m.c,
             [&](std::size_t i, std::size_t o) { return m.outputs(o)[i]; });
}

template <class T>
void check_column(const Json& read, const rfm::Encoding<T>& e, std::size_t k) {
  using rfm::EncodingColumn;
  const EncodingColumn& column = e.column[k];
  const bool category = static_cast<rfm::ColumnKind>(column.kind) == rfm::ColumnKind::category,
             date = is_date(column);
  const auto flag = [&column](auto bit) { return (column.flags & bit) != 0; };
  BOOST_TEST(read.at("name") == to_string(e.column_name(k)));
  const std::string kind = read.at("kind");
  BOOST_TEST(kind == (category ? "category"
                      : date   ? "date"
                      : static_cast<rfm::ColumnKind>(column.kind) == rfm::ColumnKind::number
                          ? "number"
                          : "yes/no"));
  BOOST_TEST(same(read.at("fill"), e.fill[k]));
  BOOST_TEST(read.at("indicator") == (!category && flag(EncodingColumn::has_indicator)));
  BOOST_TEST(read.at("missing_level") == (category && flag(EncodingColumn::has_missing)));
  BOOST_TEST(read.at("other_level") == flag(EncodingColumn::has_other));
  BOOST_TEST(read.contains("cycles") == date);
  if (date) {
    BOOST_TEST(read.at("month_first") == flag(EncodingColumn::month_first));
    BOOST_TEST(read.at("unix_seconds") == flag(EncodingColumn::unix_seconds));
    BOOST_TEST(read.at("cycles") == Json({"year", "month", "week", "day"}));
  }
  BOOST_TEST(read.contains("level_means") == flag(EncodingColumn::by_target));
  if (flag(EncodingColumn::by_target))
    check_rows(read["level_means"], static_cast<std::size_t>(rfm::encoding_levels(column)),
               e.outputs,
               [&](std::size_t level, std::size_t o) { return e.level_means(k, level)[o]; });
  BOOST_TEST_REQUIRE(read.at("categories").size() == column.categories);
  for (std::size_t j = 0; j < column.categories; ++j)
    BOOST_TEST(read["categories"][j] == to_string(e.category_name(k, j)));
  check_numbers(read.at("mean"), e.mean + column.first_feature, column.features);
  check_numbers(read.at("factor"), e.factor + column.first_feature, column.features);
}

template <class T>
void check_encoding(const Json& read, const rfm::Encoding<T>& e) {
  BOOST_TEST(read.at("task") == (e.classes == 0 ? "regression" : "classification"));
  BOOST_TEST(read.at("target") == to_string(e.target_name()));
  BOOST_TEST_REQUIRE(read.at("columns").size() == e.columns);
  for (std::size_t k = 0; k < e.columns; ++k) check_column(read["columns"][k], e, k);
  BOOST_TEST(same(read.at("target_mean"), e.target[0]));
  BOOST_TEST(same(read.at("target_scale"), e.target[1]));
  if (e.classes == 0) {
    BOOST_TEST(read.at("residuals") == e.residuals);
    check_numbers(read.at("interval"), e.interval, e.intervals);
    return;
  }
  BOOST_TEST_REQUIRE(read.at("classes").size() == e.classes);
  for (std::size_t k = 0; k < e.classes; ++k)
    BOOST_TEST(read["classes"][k] == to_string(e.class_name(k)));
  check_numbers(read.at("prior"), e.prior, e.classes);
  BOOST_TEST(same(read.at("share_slope"), e.calibration[0]));
  BOOST_TEST(same(read.at("log_slope"), e.calibration[1]));
  check_numbers(read.at("offsets"), e.calibration + 2, e.classes);
}

template <class T>
void check_json(const rfm::data::ModelFile<T>& file) {
  std::string text;
  const Outcome outcome = export_json(file, text);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  const Json json = Json::parse(text);
  BOOST_TEST(json.at("format") == "rfm");
  BOOST_TEST(json.at("version") == 1);
  BOOST_TEST(json.at("numbers") == (sizeof(T) == sizeof(float) ? "float32" : "float64"));
  BOOST_TEST(json.contains("encoding") == file.encoded);
  if (file.encoded) check_encoding(json["encoding"], file.encoding);
  BOOST_TEST_REQUIRE(json.at("machines").size() == file.members.size());
  for (std::size_t k = 0; k < file.members.size(); ++k)
    check_machine(json["machines"][k], file.members[k]);
  BOOST_TEST(json.value("history", "") == std::string(file.history));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(all_of_a_model_exactly) {
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id) {
    const auto kernel = static_cast<rfm::KernelId>(id);
    const auto metric = static_cast<rfm::Metric>(id % 3);
    check_json(test_model<float>(kernel, metric, id % 2 == 0)->file);
    check_json(test_model<double>(kernel, metric, id % 2 == 1)->file);
  }
  check_json(test_model<float>(rfm::KernelId::lpq150, rfm::Metric::diagonal, true, 3)->file);
  check_json(test_model<double>(rfm::KernelId::laplace, rfm::Metric::full, false, 2)->file);
  check_json(test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, false)->file);
  for (const bool means : {false, true})
    check_json(test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, true, 1, true, 60,
                                 {false, true, means})
                   ->file);
}

BOOST_AUTO_TEST_CASE(numbers_that_are_none_are_not_written) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false);
  std::vector<float> origin(model->file.model().d, std::numeric_limits<float>::quiet_NaN());
  model->file.members[0].origin = origin.data();
  std::string json = "as it was";
  BOOST_TEST(!export_json(model->file, json).ok());
  BOOST_TEST(json == "as it was");
}

BOOST_AUTO_TEST_SUITE_END()
