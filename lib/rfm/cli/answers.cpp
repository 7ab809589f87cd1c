#include "rfm/cli/answers.hpp"

#include <algorithm>
#include <string_view>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/doubt/resolution.hpp"
#include "rfm/data/score/explain.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

constexpr std::size_t named_columns = 3;
constexpr int push_digits = 4;
constexpr int most_digits = 6;

template <class T>
class Answers {
 public:
  Answers(const data::ModelFile<T>& file, const data::TextTable& table,
          const data::EncodedTable<T>& rows, std::size_t first, const AnswerOptions& options,
          const Executor* executor, std::string& csv)
      : file_(file),
        table_(table),
        rows_(rows),
        first_(first),
        options_(options),
        outputs_(outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), executor)),
        novelties_(options.novelty
                       ? novelties_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), executor)
                       : std::vector<T>()),
        resolution_(options.full || !regression() ? 0 : data::answer_resolution(file)),
        shares_(file.encoding.classes),
        csv_(csv) {}

  void append() {
    for (const std::string& name : options_.keep) kept_.push_back(table_.find(name));
    for (std::size_t i = 0; i < rows_.n; ++i) row(i);
  }

 private:
  bool regression() const { return file_.encoding.task == Task::regression; }
  const T* outputs(std::size_t i) const { return outputs_.data() + i * file_.model().c; }

  void number(const std::string& text) {
    csv_ += ',';
    csv_ += text;
  }

  std::string share(T value) const {
    return options_.full ? data::format_number(value)
                         : data::format_rounded(static_cast<double>(value), most_digits);
  }

  std::string digits(T value) const {
    if (options_.full) return data::format_number(value);
    const auto number = static_cast<double>(value);
    const int holding = data::digits_that_hold(number, resolution_, most_digits);
    return holding == 0 ? "0" : data::format_rounded(number, holding);
  }

  void row(std::size_t i) {
    const T answer = decoded_answer(file_.encoding, outputs(i), shares_.data());
    const std::size_t picked = regression() ? 0 : static_cast<std::size_t>(answer);
    for (const std::size_t column : kept_) {
      append_cell(std::string(table_.columns[column][first_ + i]), options_.safe, csv_);
      csv_ += ',';
    }
    if (regression()) {
      csv_ += digits(answer);
      if (options_.interval > 0) {
        const T width = width_around(file_.encoding, static_cast<T>(options_.interval), answer);
        number(digits(answer - width));
        number(digits(answer + width));
      }
    } else {
      append_cell(data::to_string(file_.encoding.class_name(picked)), options_.safe, csv_);
      for (const T probability : shares_)
        if (options_.probabilities) number(share(probability));
    }
    if (options_.novelty) number(share(novelties_[i]));
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
      csv_ += ',';
      append_cell(data::to_string(file_.encoding.column_name(order[k])), options_.safe, csv_);
      number(data::format_rounded(push[order[k]], push_digits));
    }
  }

  const data::ModelFile<T>& file_;
  const data::TextTable& table_;
  const data::EncodedTable<T>& rows_;
  std::size_t first_;  // row of the table that these begin with
  const AnswerOptions& options_;
  std::vector<T> outputs_, novelties_;
  double resolution_;
  std::vector<T> shares_;          // of the row picked last
  std::vector<std::size_t> kept_;  // columns of the table
  std::string& csv_;
};

bool reads_as_formula(const std::string& cell) {
  double number = 0;
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell[0]) != std::string_view::npos &&
         !data::parse_number(cell, number);
}

}  // namespace

void append_cell(const std::string& cell, bool safe, std::string& csv) {
  const char* mark = safe && reads_as_formula(cell) ? "'" : "";
  if (cell.find_first_of(",\"\r\n;\t|") == std::string::npos) {
    csv += mark + cell;
    return;
  }
  csv += '"';
  csv += mark;
  for (const char c : cell) {
    if (c == '"') csv += '"';
    csv += c;
  }
  csv += '"';
}

template <class T>
void append_names(const data::ModelFile<T>& file, const AnswerOptions& options, std::string& csv) {
  for (const std::string& name : options.keep) {
    append_cell(name, options.safe, csv);
    csv += ',';
  }
  append_cell(data::to_string(file.encoding.target_name()), options.safe, csv);
  if (options.interval > 0) csv += ",low,high";
  for (std::size_t k = 0; options.probabilities && k < file.encoding.classes; ++k) {
    csv += ',';
    append_cell("probability_" + data::to_string(file.encoding.class_name(k)), options.safe, csv);
  }
  if (options.novelty) csv += ",novelty";
  const std::size_t named = std::min(named_columns, file.encoding.columns);
  for (std::size_t k = 1; options.explain && k <= named; ++k)
    csv += ",column_" + std::to_string(k) + ",push_" + std::to_string(k);
  csv += '\n';
}

template <class T>
void append_answers(const data::ModelFile<T>& file, const data::TextTable& table,
                    const data::EncodedTable<T>& rows, std::size_t first,
                    const AnswerOptions& options, const Executor* executor, std::string& csv) {
  Answers<T>(file, table, rows, first, options, executor, csv).append();
}

template <class T>
std::size_t rows_at_a_time(const data::ModelFile<T>& file) {
  constexpr std::size_t bytes = 16 << 20;
  const std::size_t row =
      saturating_multiply(saturating_add(file.model().d, 3 * file.model().c), sizeof(T));
  return saturating_multiply(bytes / saturating_multiply(panel, row) + 1, panel);
}

#define RFM_ANSWERS(T)                                                                          \
  template void append_names(const data::ModelFile<T>&, const AnswerOptions&, std::string&);    \
  template void append_answers(const data::ModelFile<T>&, const data::TextTable&,               \
                               const data::EncodedTable<T>&, std::size_t, const AnswerOptions&, \
                               const Executor*, std::string&);                                  \
  template std::size_t rows_at_a_time(const data::ModelFile<T>&);
RFM_ANSWERS(float)
RFM_ANSWERS(double)
#undef RFM_ANSWERS

}  // namespace rfm::cli
