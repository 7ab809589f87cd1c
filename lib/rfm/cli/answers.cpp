#include "rfm/cli/answers.hpp"

#include <algorithm>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/score/explain.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

constexpr std::size_t named_columns = 3;
constexpr int push_digits = 4;

template <class T>
class Answers {
 public:
  Answers(const data::ModelFile<T>& file, const data::EncodedTable<T>& rows,
          const AnswerOptions& options, const Executor* executor)
      : file_(file),
        rows_(rows),
        options_(options),
        outputs_(outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), executor)),
        width_(interval_width(file.encoding, static_cast<T>(options.interval))),
        shares_(file.encoding.classes) {}

  std::string csv() {
    header();
    for (std::size_t i = 0; i < rows_.n; ++i) row(i);
    return std::move(csv_);
  }

 private:
  bool regression() const { return file_.encoding.task == Task::regression; }
  const T* outputs(std::size_t i) const { return outputs_.data() + i * file_.model().c; }

  std::size_t pick(std::size_t i) {
    if (regression()) return 0;
    decoded_probabilities(file_.encoding, outputs(i), shares_.data());
    return likeliest(shares_.data(), shares_.size());
  }

  void cell(const std::string& text) {
    csv_ += ',';
    append_cell(text, csv_);
  }

  void header() {
    append_cell(data::to_string(file_.encoding.target_name()), csv_);
    if (options_.interval > 0) csv_ += ",low,high";
    for (std::size_t k = 0; options_.probabilities && k < file_.encoding.classes; ++k)
      cell("probability_" + data::to_string(file_.encoding.class_name(k)));
    const std::size_t named = std::min(named_columns, file_.encoding.columns);
    for (std::size_t k = 1; options_.explain && k <= named; ++k)
      csv_ += ",column_" + std::to_string(k) + ",push_" + std::to_string(k);
    csv_ += '\n';
  }

  void row(std::size_t i) {
    const std::size_t picked = pick(i);
    if (regression()) {
      const T value = decoded_value(file_.encoding, outputs(i));
      append_cell(data::format_number(value), csv_);
      if (options_.interval > 0) {
        cell(data::format_number(value - width_));
        cell(data::format_number(value + width_));
      }
    } else {
      append_cell(data::to_string(file_.encoding.class_name(picked)), csv_);
      for (const T share : shares_)
        if (options_.probabilities) cell(data::format_number(share));
    }
    if (options_.explain) explain(i, picked);
    csv_ += '\n';
  }

  void explain(std::size_t i, std::size_t picked) {
    const std::size_t columns = file_.encoding.columns;
    const std::vector<double> push = data::pushes(file_, rows_.x.data() + i * rows_.d, picked);
    const std::vector<std::size_t> order = data::ascending(
        columns,
        [&push](std::size_t a, std::size_t b) { return push[a] * push[a] > push[b] * push[b]; });
    for (std::size_t k = 0; k < std::min(named_columns, columns); ++k) {
      cell(data::to_string(file_.encoding.column_name(order[k])));
      cell(data::format_rounded(push[order[k]], push_digits));
    }
  }

  const data::ModelFile<T>& file_;
  const data::EncodedTable<T>& rows_;
  const AnswerOptions& options_;
  std::vector<T> outputs_;
  T width_;
  std::vector<T> shares_;  // of the row picked last
  std::string csv_;
};

}  // namespace

void append_cell(const std::string& cell, std::string& csv) {
  if (cell.find_first_of(",\"\r\n;\t|") == std::string::npos) {
    csv += cell;
    return;
  }
  csv += '"';
  for (const char c : cell) {
    if (c == '"') csv += '"';
    csv += c;
  }
  csv += '"';
}

template <class T>
std::string answers_csv(const data::ModelFile<T>& file, const data::EncodedTable<T>& rows,
                        const AnswerOptions& options, const Executor* executor) {
  return Answers<T>(file, rows, options, executor).csv();
}

template std::string answers_csv(const data::ModelFile<float>&, const data::EncodedTable<float>&,
                                 const AnswerOptions&, const Executor*);
template std::string answers_csv(const data::ModelFile<double>&, const data::EncodedTable<double>&,
                                 const AnswerOptions&, const Executor*);

}  // namespace rfm::cli
