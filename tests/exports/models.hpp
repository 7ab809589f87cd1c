// Small models with everything an export has to carry: missing cells, categories with other and
// missing levels, yes/no, class names with odd characters, every kernel and metric.
#pragma once
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/score/intervals.hpp"
#include "rfm/data/score/novelty.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/plan.hpp"
#include "tests/core/fitted.hpp"

namespace rfm_test {

// "2022-03-05 01:35:00", later with i; missing in every ninth.
inline std::string moment(std::size_t i) {
  const auto two = [](std::size_t x) { return std::to_string(100 + x).substr(1); };
  if (i % 9 == 5) return "";
  return std::to_string(2020 + i / 20) + "-" + two(1 + i * 5 % 12) + "-" + two(1 + i * 7 % 28) +
         " " + two(i * 11 % 24) + ":" + two(i * 13 % 60) + ":00";
}

// Columns: two numbers (the first with missing cells), yes/no, perhaps a moment of three years with
// missing cells, a colour with missing cells, a city of many; the target a number or one of three
// classes.
inline std::string small_table(bool classes, std::size_t rows = 60, bool dates = false) {
  const char* colours[] = {"red", "green", "?", "bl\xc3\xbc e", "\"qu\"\"ote\""};
  rfm::Random random(31);
  std::string csv = std::string("size,age,new,") + (dates ? "when," : "") + "colour,city,answer\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const double size = random.unit(), age = random.unit() * 90;
    const auto colour = static_cast<std::size_t>(random.unit() * 5),
               city = static_cast<std::size_t>(random.unit() * 9);
    const double answer = size * 3 + (colour == 1 ? age / 30 : 1) + static_cast<double>(city % 3);
    csv += (i % 7 == 3 ? "" : std::to_string(size)) + "," + std::to_string(age) + "," +
           (i % 3 == 0 ? "yes," : "no,") + (dates ? moment(i) + "," : "") + colours[colour] + ",c" +
           std::to_string(city) + ",";
    csv += (classes ? (answer < 3     ? "low"
                       : answer < 4.5 ? "mid ?\?/"
                                      : "h\xc3\xb6 h")
                    : std::to_string(answer)) +
           "\n";
  }
  return csv;
}

// Model files in memory, with the features they were fitted on.
template <class T>
struct TestModel {
  rfm::data::AlignedBytes bytes;
  rfm::data::ModelFile<T> file;
};

inline rfm::data::FittedEncoding small_encoding(bool classes, std::size_t rows, bool dates,
                                                bool means, rfm::data::TextTable& text,
                                                rfm::data::Table& table) {
  rfm::data::Plan plan;
  BOOST_REQUIRE(rfm::data::read_csv(small_table(classes, rows, dates), {}, text).ok());
  const auto planned = rfm::data::plan_table(text, {}, plan);
  BOOST_REQUIRE_MESSAGE(planned.ok(), planned.words);
  BOOST_REQUIRE(rfm::data::make_table(text, plan, table).ok());
  rfm::data::FittedEncoding encoding;
  rfm::data::EncodingOptions options;
  options.most_categories = 6;
  if (means) options.most_levels = 4;
  BOOST_REQUIRE(
      rfm::data::fit_encoding(table, rfm::data::all_rows(table.rows), options, encoding).ok());
  if (!classes) {
    std::vector<double> residuals;
    for (std::size_t i = 0; i < table.rows; ++i) residuals.push_back(0.01 * static_cast<double>(i));
    rfm::data::set_intervals(residuals, encoding);
  } else {
    encoding.share_slope = 0.75;
    encoding.log_slope = 0.5;
    encoding.offsets = {0.1, -0.2, 0.05};
  }
  return encoding;
}

template <class T>
rfm::data::AlignedBytes fitted_machine(const rfm::data::EncodedTable<T>& rows,
                                       const rfm::Kernel<T>& kernel, rfm::Metric metric,
                                       std::size_t rounds) {
  rfm::Options<T> options{kernel};
  options.metric = metric;
  options.rounds = rounds;
  options.ridge = T(0.05);
  options.engine = nullptr;
  Fitted<T> fitted({{rows.x.data(), rows.n, rows.d}, {rows.y.data(), rows.n, rows.c}}, options);
  fitted.require_fit();
  rfm::data::AlignedBytes machine(rfm::model_size(fitted.machine));
  std::memcpy(machine.data(), fitted.model_memory.data(), rfm::model_size(fitted.machine));
  return machine;
}

// What a model of the tests has besides.
struct Extras {
  bool weighed = false;    // mistakes in some classes count more
  bool dates = false;      // a column of dates
  bool means = false;      // the cities are encoded by means of the target
  bool difficult = false;  // large answers have wider intervals
};

// `members` copies of the kernel at growing bandwidths are averaged.
template <class T>
std::unique_ptr<TestModel<T>> test_model(rfm::KernelId id, rfm::Metric metric, bool classes,
                                         std::size_t members = 1, bool encoded = true,
                                         std::size_t size = 60, const Extras& extras = {}) {
  rfm::data::TextTable text;
  rfm::data::Table table;
  rfm::data::FittedEncoding fitted =
      small_encoding(classes, size, extras.dates, extras.means, text, table);
  if (extras.weighed) fitted.weighing = {0.25, 3, 0.5};
  if (extras.difficult) fitted.difficulty = {1, 2, 2.5, 4, 6, 0.5, 0.75, 1, 1.25, 2};
  const rfm::data::Encoder<T> encoder(fitted);
  BOOST_REQUIRE(encoder.ok());
  const auto rows = encode_table(encoder.encoding(), text, table, rfm::data::all_rows(table.rows));
  std::vector<rfm::data::AlignedBytes> machines;
  std::vector<rfm::Section> sections;
  const char history[] = "{\"program\":\"rfm\",\"rows\":60}";
  if (encoded)
    sections.push_back({rfm::encoding_section, encoder.bytes().data(), encoder.bytes().size()});
  for (std::size_t k = 0; k < members; ++k) {
    const rfm::KernelParameters<T> parameters{static_cast<T>(4 + 3 * k), T(0.8), T(0.5), 2};
    machines.push_back(fitted_machine(rows, rfm::any_kernel<T>(id, parameters), metric, 1 + k % 2));
  }
  rfm::Model<T> first;
  BOOST_REQUIRE((open(machines[0].data(), machines[0].size(), rfm::any_kernel<T>, &first) ==
                 rfm::Status::ok));
  const rfm::data::AlignedBytes novelty =
      rfm::data::learn_novelty(first, rfm::Rows<T>(rows.x.data(), rows.n, rows.d), 1, nullptr);
  if (encoded) sections.push_back({rfm::novelty_section, novelty.data(), novelty.size()});
  for (std::size_t k = 1; k < members; ++k)
    sections.push_back({rfm::member_section, machines[k].data(), machines[k].size()});
  sections.push_back(
      {rfm::history_section, reinterpret_cast<const unsigned char*>(history), sizeof history - 1});
  auto model = std::make_unique<TestModel<T>>();
  model->bytes = rfm::data::model_file(machines[0].data(), machines[0].size(), sections);
  const rfm::Status status =
      open_model_file(model->bytes.data(), model->bytes.size(), true, &model->file);
  BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
  return model;
}

inline bool is_date(const rfm::EncodingColumn& column) {
  return static_cast<rfm::ColumnKind>(column.kind) == rfm::ColumnKind::date;
}

// Rows of cells as an application would give them: ordinary, missing, infinite, unknown categories,
// seconds that are none.
template <class T>
std::vector<T> awkward_cells(const rfm::Encoding<T>& encoding, std::size_t rows) {
  rfm::Random random(5);
  std::vector<T> cells;
  constexpr T odd[] = {std::numeric_limits<T>::quiet_NaN(),
                       std::numeric_limits<T>::infinity(),
                       T(-1),
                       T(0.5),
                       T(1e30),
                       T(1000)};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < encoding.columns; ++k) {
      const auto kind = static_cast<rfm::ColumnKind>(encoding.column[k].kind);
      const double scale = kind == rfm::ColumnKind::number   ? 50
                           : kind == rfm::ColumnKind::yes_no ? 2
                                                             : encoding.column[k].categories;
      const double unit = random.unit() * scale;
      const T usual = static_cast<T>(kind == rfm::ColumnKind::number ? unit : std::floor(unit));
      const auto which = static_cast<std::size_t>(random.unit() * 30);
      if (!is_date(encoding.column[k])) {
        cells.push_back(which < 6 ? odd[which] : usual);
        continue;
      }
      const T day = static_cast<T>(std::floor(random.unit() * 40000) - 5000);
      cells.push_back(which < 6 ? odd[which] : day);
      cells.push_back(which == 6 ? T(0.5) : static_cast<T>(std::floor(random.unit() * 86400)));
    }
  return cells;
}

// (rows) The number of the class that the library answers for each row of probabilities.
template <class T>
std::vector<T> class_numbers(const rfm::Encoding<T>& encoding, const std::vector<T>& p) {
  std::vector<T> numbers;
  for (std::size_t i = 0; i < p.size(); i += encoding.classes)
    numbers.push_back(static_cast<T>(rfm::answered_class(encoding, &p[i])));
  return numbers;
}

// (rows, features) of cells as an application gives them; the cells without an encoding.
template <class T>
std::vector<T> features_of(const rfm::data::ModelFile<T>& file, const std::vector<T>& cells) {
  if (!file.encoded) return cells;
  const std::size_t columns = file.encoding.columns, d = file.model().d;
  std::size_t width = columns;
  for (std::size_t k = 0; k < columns; ++k) width += is_date(file.encoding.column[k]) ? 1 : 0;
  std::vector<T> x(cells.size() / width * d);
  for (std::size_t i = 0; i < cells.size() / width; ++i) {
    std::vector<rfm::Cell<T>> row(columns);
    const T* cell = cells.data() + i * width;
    for (std::size_t k = 0; k < columns; ++k) {
      row[k].number = *cell++;
      if (is_date(file.encoding.column[k])) row[k].second = *cell++;
    }
    (void)rfm::encode_row(file.encoding, row.data(), &x[i * d]);
  }
  return x;
}

// What the library answers: the value, or the probabilities (rows, classes); outputs without an
// encoding.
template <class T>
std::vector<T> portable_answers(const rfm::data::ModelFile<T>& file, const std::vector<T>& cells) {
  const std::vector<T> x = features_of(file, cells);
  const std::size_t d = file.model().d, c = file.model().c, rows = x.size() / d;
  std::vector<T> answers;
  const std::vector<T> outputs = outputs_of(file, rfm::Rows<T>(x.data(), rows, d), nullptr);
  BOOST_REQUIRE_EQUAL(outputs.size(), rows * c);
  if (!file.encoded) return outputs;
  for (std::size_t i = 0; i < rows; ++i) {
    if (file.encoding.classes == 0) {
      answers.push_back(rfm::decoded_value(file.encoding, &outputs[i]));
      continue;
    }
    std::vector<T> p(file.encoding.classes);
    rfm::decoded_probabilities(file.encoding, &outputs[i * c], p.data());
    answers.insert(answers.end(), p.begin(), p.end());
  }
  return answers;
}

}  // namespace rfm_test
