#include "models.hpp"

#include "rfm/core/decoding.hpp"
#include "rfm/data/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::EncodedTable;
using data::Outcome;

CellNote encode_raw_cell(const Encoding<float>& e, std::size_t k, const RawColumn& column, std::size_t row,
                         float* x) {
  const bool category = static_cast<ColumnKind>(e.column[k].kind) == ColumnKind::category;
  if (column.is_numbers && !category)
    return encode_cell(e, k, Cell<float>{{}, static_cast<float>(column.numbers[row])}, x);
  if (!column.is_numbers) {
    const std::string_view cell = column.text[row];
    return encode_cell(e, k, Cell<float>{{cell.data(), cell.size()}, 0}, x);
  }
  const std::string text = text_of(column, row);
  return encode_cell(e, k, Cell<float>{{text.data(), text.size()}, 0}, x);
}

}  // namespace

Outcome encode_raw(const Encoding<float>& e, const RawTable& table, EncodedTable<float>& encoded) {
  EncodedTable<float> result;
  result.n = table.rows();
  result.d = e.features;
  result.c = e.outputs;
  result.x.assign(result.n * result.d, 0);
  result.counts.resize(e.columns);
  for (std::size_t k = 0; k < e.columns; ++k) {
    const std::string name = data::to_string(e.column_name(k));
    const std::size_t found = table.find(name);
    if (found == data::TextTable::nowhere)
      return data::refusal("the column '%' that the model was trained with is not in this table", {name});
    data::CellCounts& counts = result.counts[k];
    for (std::size_t i = 0; i < result.n; ++i) {
      const CellNote note = encode_raw_cell(e, k, table.columns[found], i, result.x.data() + i * result.d);
      if (note != CellNote::unseen && note != CellNote::unreadable) continue;
      ++(note == CellNote::unseen ? counts.unseen : counts.unreadable);
      if (counts.first_strange == data::TextTable::nowhere) counts.first_strange = i;
    }
  }
  encoded = std::move(result);
  return {};
}

void decode(const Encoding<float>& e, const std::vector<float>& outputs, std::size_t n,
            std::vector<float>& values, std::vector<float>& probabilities) {
  values.resize(n);
  probabilities.resize(n * e.classes);
  for (std::size_t i = 0; i < n; ++i) {
    if (e.task == Task::regression) {
      values[i] = decoded_value(e, outputs.data() + i);
      continue;
    }
    float* p = probabilities.data() + i * e.classes;
    decoded_probabilities(e, outputs.data() + i * e.outputs, p);
    values[i] = static_cast<float>(likeliest(p, e.classes));
  }
}

std::vector<float> answers_of(const OpenModel& model, const EncodedTable<float>& rows) {
  return outputs_of(model.file, Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
}

}  // namespace rfm::wasm
