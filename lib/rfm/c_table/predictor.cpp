// Predictors of rfm_table.h: an opened model file, in either number type, and what it answers.
#include <cmath>
#include <cstring>
#include <variant>

#include "rfm/c_table/object.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/model/predict.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/score/explain.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/text/sentence.hpp"

using namespace rfm;
using c_table::carry_out;

namespace {

// The names of an opened model as C has them.
struct Names {
  std::string target, history;
  std::vector<std::string> columns, classes;
};

// An opened model, with room for one row, which is taken once so that answering it takes none.
template <class T>
struct Opened : data::ModelFile<T> {
  std::vector<T> x, outputs, sum, shares;   // (features), (c), (c), (classes)
  std::vector<data::AlignedBytes> scratch;  // (members)
  std::string number;                       // as the text of a category

  void take_room() {
    x.resize(this->encoding.features);
    outputs.resize(this->encoding.outputs);
    sum.resize(this->encoding.outputs);
    shares.resize(this->encoding.classes);
    for (const Model<T>& member : this->members) scratch.emplace_back(predict_bytes(member, 1));
  }
};

using File = std::variant<Opened<float>, Opened<double>>;

}  // namespace

struct rfm_predictor {
  data::AlignedBytes bytes;
  File file;
  Names names;
  std::vector<data::NamedScore> scores;
  std::string exported;
  c_table::Words words;

  bool opened() const { return bytes.given(); }
};

namespace {

template <class T>
data::Outcome open(const void* memory, std::size_t size, Opened<T>& file, Names& names) {
  if (const Status status = open_model_file(memory, size, false, &file); status != Status::ok)
    return data::failure(words(status));
  if (!file.encoded)
    return data::failure(
        "the model has no encoding, so it cannot read tables: it was not written by rfm train");
  const Encoding<T>& e = file.encoding;
  names.target = data::to_string(e.target_name());
  names.history = std::string(file.history);
  for (std::size_t k = 0; k < e.columns; ++k)
    names.columns.push_back(data::to_string(e.column_name(k)));
  for (std::size_t k = 0; k < e.classes; ++k)
    names.classes.push_back(data::to_string(e.class_name(k)));
  file.take_room();
  return {};
}

data::Outcome open(rfm_predictor& predictor, const void* bytes, std::size_t size) {
  data::AlignedBytes copy(size > 0 ? size : 1);
  std::memcpy(copy.data(), bytes, size);
  File file;
  Names names;
  const bool wide = data::number_bytes(copy.data(), size) == sizeof(double);
  data::Outcome outcome = wide ? open(copy.data(), size, file.emplace<Opened<double>>(), names)
                               : open(copy.data(), size, file.emplace<Opened<float>>(), names);
  if (!outcome.ok()) return outcome;
  predictor.bytes = std::move(copy);
  predictor.file = std::move(file);
  predictor.names = std::move(names);
  predictor.scores.clear();
  predictor.exported.clear();
  return {};
}

// Rows as features, and a word on each column with strange cells.
template <class T>
data::Outcome encode(rfm_predictor& predictor, const data::ModelFile<T>& file,
                     const rfm_table& table, data::EncodedTable<T>& rows) {
  data::Outcome outcome = encode_text(file.encoding, c_table::cells_of(table), rows);
  if (!outcome.ok()) return outcome;
  std::string lines;
  for (const std::string& words : strange_cells(file.encoding, rows.counts))
    c_table::append_line(words, lines);
  predictor.words.set(std::move(lines));
  return outcome;
}

template <class T>
std::vector<T> outputs_of(const data::ModelFile<T>& file, const data::EncodedTable<T>& rows) {
  return data::outputs_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
}

// Writes what the outputs of a row stand for; `probabilities` (classes) may be null, `shares`
// (classes) is room for them.
template <class T>
void write_answer(const Encoding<T>& e, const T* outputs, T* shares, double* value,
                  double* probabilities) {
  *value = static_cast<double>(decoded_answer(e, outputs, shares));
  for (std::size_t k = 0; probabilities != nullptr && k < e.classes; ++k)
    probabilities[k] = static_cast<double>(shares[k]);
}

template <class T>
data::Outcome answer(rfm_predictor& predictor, const data::ModelFile<T>& file,
                     const rfm_table& table, double* values, double* probabilities) {
  data::EncodedTable<T> rows;
  if (data::Outcome outcome = encode(predictor, file, table, rows); !outcome.ok()) return outcome;
  const std::vector<T> outputs = outputs_of(file, rows);
  const Encoding<T>& e = file.encoding;
  std::vector<T> shares(e.classes);
  for (std::size_t i = 0; i < rows.n; ++i)
    write_answer(e, outputs.data() + i * e.outputs, shares.data(), values + i,
                 probabilities == nullptr ? nullptr : probabilities + i * e.classes);
  return {};
}

// What the encoding is told of a cell. As in a table, numbers stay numbers where training saw
// numbers, and are text elsewhere.
template <class T>
Cell<T> told(const rfm_cell& cell, uint32_t kind, std::string& number) {
  if (cell.text != nullptr) return {{cell.text, cell.text_size}, 0};
  if (kind == static_cast<uint32_t>(ColumnKind::number) ||
      kind == static_cast<uint32_t>(ColumnKind::yes_no))
    return {{}, static_cast<T>(cell.number)};
  number = cell.number == cell.number ? data::format_number(cell.number) : std::string();
  return {{number.data(), number.size()}, 0};
}

// The features of one row, in the room for it.
template <class T>
Rows<T> features_of(Opened<T>& file, const rfm_cell* cells) {
  const Encoding<T>& e = file.encoding;
  for (std::size_t k = 0; k < e.columns; ++k)
    encode_cell(e, k, told<T>(cells[k], e.column[k].kind, file.number), file.x.data());
  return {file.x.data(), 1, e.features};
}

template <class T>
data::Outcome answer_row(Opened<T>& file, const rfm_cell* cells, double* value,
                         double* probabilities) {
  const Encoding<T>& e = file.encoding;
  const Rows<T> row = features_of(file, cells);
  for (std::size_t k = 0; k < file.members.size(); ++k) {
    data::AlignedBytes& scratch = file.scratch[k];
    T* outputs = (k == 0 ? file.sum : file.outputs).data();
    const Status status =
        predict(file.members[k], row, outputs, scratch.data(), scratch.size(), nullptr);
    if (status != Status::ok) return data::failure(words(status));
    for (std::size_t j = 0; k > 0 && j < e.outputs; ++j) file.sum[j] += file.outputs[j];
  }
  if (file.members.size() > 1)
    for (T& output : file.sum) output /= static_cast<T>(file.members.size());
  write_answer(e, file.sum.data(), file.shares.data(), value, probabilities);
  return {};
}

template <class T>
data::Outcome tell_novelty(rfm_predictor& predictor, const data::ModelFile<T>& file,
                           const rfm_table& table, double* out) {
  if (!file.novelty.given()) return data::failure(data::no_novelty);
  data::EncodedTable<T> rows;
  if (data::Outcome outcome = encode(predictor, file, table, rows); !outcome.ok()) return outcome;
  const std::vector<T> novelties =
      novelties_of(file, Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  for (std::size_t i = 0; i < rows.n; ++i) out[i] = static_cast<double>(novelties[i]);
  return {};
}

template <class T>
data::Outcome tell_novelty_of_row(Opened<T>& file, const rfm_cell* cells, double* out) {
  if (!file.novelty.given()) return data::failure(data::no_novelty);
  const Rows<T> row = features_of(file, cells);
  data::AlignedBytes& scratch = file.scratch[0];
  T near[2] = {};
  const Status status = nearest_centres(file.model(), row, near, scratch.data(), scratch.size());
  if (status != Status::ok) return data::failure(words(status));
  *out = static_cast<double>(novelty_of(file.novelty, near[0], row, 0));
  return {};
}

template <class T>
data::Outcome write_form(const data::ModelFile<T>& file, const std::string& form, const char* name,
                         std::string& text) {
  if (form == "c") return export_c(file, name == nullptr ? "" : name, text);
  if (form == "json") return export_json(file, text);
  if (form == "onnx") return export_onnx(file, text);
  return data::refusal("there is no form '%': there are c, json and onnx", {form});
}

template <class T>
data::Outcome explain(rfm_predictor& predictor, const data::ModelFile<T>& file,
                      const rfm_table& table, double* out) {
  data::EncodedTable<T> rows;
  if (data::Outcome outcome = encode(predictor, file, table, rows); !outcome.ok()) return outcome;
  const Encoding<T>& e = file.encoding;
  const std::vector<T> outputs = outputs_of(file, rows);
  std::vector<T> shares(e.classes);
  for (std::size_t i = 0; i < rows.n; ++i) {
    const T answer = decoded_answer(e, outputs.data() + i * e.outputs, shares.data());
    const auto picked = e.classes == 0 ? 0 : static_cast<std::size_t>(answer);
    const std::vector<double> push = data::pushes(file, rows.x.data() + i * rows.d, picked);
    std::memcpy(out + i * e.columns, push.data(), e.columns * sizeof(double));
  }
  return {};
}

template <class T>
data::Outcome evaluate(rfm_predictor& predictor, const data::ModelFile<T>& file,
                       const rfm_table& table) {
  data::EncodedTable<T> rows;
  data::Outcome outcome = encode_labelled_text(file.encoding, c_table::cells_of(table), rows);
  if (!outcome.ok()) return outcome;
  const data::Scores scores = score_outputs(file.encoding, rows, outputs_of(file, rows));
  predictor.words.set(data::score_sentence(scores));
  predictor.scores = data::named_scores(scores);
  return outcome;
}

// Carries out work(file) on an opened model.
template <class Work, class... Pointers>
rfm_status with_model(rfm_predictor* predictor, const Work& work, const Pointers*... needed) {
  return carry_out(
      predictor,
      [&] {
        if (!predictor->opened()) return data::failure("no model is open: open one first");
        return std::visit(work, predictor->file);
      },
      needed...);
}

const char* one_of(const std::vector<std::string>& names, size_t index) {
  return index < names.size() ? names[index].c_str() : "";
}

}  // namespace

extern "C" {

rfm_predictor* rfm_predictor_new(void) { return new (std::nothrow) rfm_predictor; }

void rfm_predictor_free(rfm_predictor* predictor) { delete predictor; }

rfm_status rfm_predictor_open(rfm_predictor* predictor, const void* bytes, size_t size) {
  return carry_out(
      predictor, [&] { return open(*predictor, bytes, size); }, bytes);
}

const char* rfm_predictor_target(const rfm_predictor* predictor) {
  return predictor == nullptr ? "" : predictor->names.target.c_str();
}

size_t rfm_predictor_columns(const rfm_predictor* predictor) {
  return predictor == nullptr ? 0 : predictor->names.columns.size();
}

const char* rfm_predictor_column(const rfm_predictor* predictor, size_t index) {
  return predictor == nullptr ? "" : one_of(predictor->names.columns, index);
}

size_t rfm_predictor_classes(const rfm_predictor* predictor) {
  return predictor == nullptr ? 0 : predictor->names.classes.size();
}

const char* rfm_predictor_class(const rfm_predictor* predictor, size_t index) {
  return predictor == nullptr ? "" : one_of(predictor->names.classes, index);
}

const char* rfm_predictor_history(const rfm_predictor* predictor) {
  return predictor == nullptr ? "" : predictor->names.history.c_str();
}

rfm_status rfm_predictor_answer(rfm_predictor* predictor, const rfm_table* rows, double* values,
                                double* probabilities) {
  return with_model(
      predictor,
      [&](const auto& file) { return answer(*predictor, file, *rows, values, probabilities); },
      rows, values);
}

rfm_status rfm_predictor_answer_row(rfm_predictor* predictor, const rfm_cell* cells, double* value,
                                    double* probabilities) {
  return with_model(
      predictor, [&](auto& file) { return answer_row(file, cells, value, probabilities); }, cells,
      value);
}

rfm_status rfm_predictor_novelty(rfm_predictor* predictor, const rfm_table* rows,
                                 double* novelties) {
  return with_model(
      predictor, [&](const auto& file) { return tell_novelty(*predictor, file, *rows, novelties); },
      rows, novelties);
}

rfm_status rfm_predictor_novelty_row(rfm_predictor* predictor, const rfm_cell* cells,
                                     double* novelty) {
  return with_model(
      predictor, [&](auto& file) { return tell_novelty_of_row(file, cells, novelty); }, cells,
      novelty);
}

rfm_status rfm_predictor_export(rfm_predictor* predictor, const char* form, const char* name) {
  const auto work = [&](const auto& file) {
    std::string text;
    data::Outcome outcome = write_form(file, form, name, text);
    if (outcome.ok()) predictor->exported = std::move(text);
    return outcome;
  };
  return with_model(predictor, work, form);
}

const void* rfm_predictor_exported(const rfm_predictor* predictor, size_t* size) {
  const bool some = predictor != nullptr && !predictor->exported.empty();
  if (size != nullptr) *size = some ? predictor->exported.size() : 0;
  return some ? predictor->exported.c_str() : nullptr;
}

double rfm_predictor_interval(const rfm_predictor* predictor, double coverage) {
  if (predictor == nullptr || !predictor->opened()) return 0;
  return std::visit(
      [coverage](const auto& file) {
        using T = std::decay_t<decltype(*file.encoding.target)>;
        return static_cast<double>(interval_width(file.encoding, static_cast<T>(coverage)));
      },
      predictor->file);
}

rfm_status rfm_predictor_intervals(const rfm_predictor* predictor, double coverage,
                                   const double* values, size_t count, double* half_widths) {
  if (predictor == nullptr || values == nullptr || half_widths == nullptr) return RFM_NULL_POINTER;
  if (!predictor->opened()) return RFM_WRONG_ORDER;
  std::visit(
      [&](const auto& file) {
        using T = std::decay_t<decltype(*file.encoding.target)>;
        for (size_t i = 0; i < count; ++i)
          half_widths[i] = static_cast<double>(
              width_around(file.encoding, static_cast<T>(coverage), static_cast<T>(values[i])));
      },
      predictor->file);
  return RFM_OK;
}

rfm_status rfm_predictor_explain(rfm_predictor* predictor, const rfm_table* rows, double* pushes) {
  return with_model(
      predictor, [&](const auto& file) { return explain(*predictor, file, *rows, pushes); }, rows,
      pushes);
}

rfm_status rfm_predictor_evaluate(rfm_predictor* predictor, const rfm_table* rows) {
  return with_model(
      predictor, [&](const auto& file) { return evaluate(*predictor, file, *rows); }, rows);
}

double rfm_predictor_score(const rfm_predictor* predictor, const char* name) {
  if (predictor != nullptr && name != nullptr)
    for (const data::NamedScore& score : predictor->scores)
      if (std::strcmp(score.name, name) == 0) return score.value;
  return std::nan("");
}

const char* rfm_predictor_words(const rfm_predictor* predictor) {
  return c_table::words_of(predictor);
}

}  // extern "C"
