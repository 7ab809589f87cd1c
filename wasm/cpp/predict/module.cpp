// The module of prediction alone: one model file for an instance of it, in memory that JavaScript
// gives out. No heap, no C++ library, and of every kernel only its values; the bits are those of
// the whole module.
#include "rfm/core/base/sections.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/model/predict.hpp"

#define RFM_WASM_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace rfm::wasm {
namespace {

// Of the member that predicts, so that all kernels share one function over tiles.
decltype(PairFunctions<float>::values) chosen_values;

void predict_chosen(const KernelParameters<float>& parameters, const Expansion<float>& f,
                    const float* points, size_t count, float* tile, float* sums) {
  predict_tiles<float>(chosen_values, parameters, f, points, count, tile, sums);
}

template <class Functor>
constexpr PairFunctions<float> predicting = {PairLoops<float, Functor>::values,
                                             nullptr,
                                             nullptr,
                                             predict_chosen,
                                             nullptr,
                                             Functor::valid,
                                             nullptr};

Kernel<float> predicting_kernel(KernelId id, const KernelParameters<float>& parameters) {
  const PairFunctions<float>* none = nullptr;
  return {id, parameters, visit_kernel<float>(id, none, [](auto named) {
            return &predicting<typename decltype(named)::type>;
          })};
}

Model<float>* members;
size_t member_count;
Encoding<float> encoding;

// JavaScript reads this as words of 32 bits, in this order, and CellCounts likewise.
struct Facts {
  uint32_t encoded, features, outputs, columns, classes;
  const EncodingColumn* column;
  const EncodingText* class_text;
  const char* strings;
  EncodingText target;
  uint32_t scratch_bytes;
} facts;

struct CellCounts {
  uint32_t unseen, unreadable, first_strange, later, first_later;
};

Status open_member(const void* bytes, size_t size) {
  Model<float>& member = members[member_count++];
  RFM_TRY(open(bytes, size, predicting_kernel, &member));
  const uint32_t scratch = predict_bytes(member);
  if (scratch > facts.scratch_bytes) facts.scratch_bytes = scratch;
  return member.d == members->d && member.c == members->c ? Status::ok : Status::damaged;
}

Status open_section(const Section& section) {
  if (section.tag == member_section) return open_member(section.data, section.bytes);
  if (section.tag != encoding_section) return Status::ok;
  if (facts.encoded++ != 0) return Status::damaged;
  RFM_TRY(open_encoding(section.data, section.bytes, &encoding));
  const bool fits = encoding.features == members->d && encoding.outputs == members->c;
  return fits ? Status::ok : Status::damaged;
}

void encode(size_t k, const Cell<float>& cell, size_t row, float* x, CellCounts& counts) {
  const CellNote note = encode_cell(encoding, k, cell, x + row * encoding.features);
  if (note == CellNote::later && counts.later++ == 0) counts.first_later = row;
  if (note != CellNote::unseen && note != CellNote::unreadable) return;
  if (counts.unseen + counts.unreadable == 0) counts.first_strange = row;
  ++(note == CellNote::unseen ? counts.unseen : counts.unreadable);
}

}  // namespace

// The bytes stay where they are; `room` of size + 128 bytes takes what is known of the members,
// each of which is a section longer than that.
RFM_WASM_EXPORT(open_model) Status open_model(const void* bytes, size_t size, Model<float>* room) {
  members = room;
  RFM_TRY(open_member(bytes, size));
  Sections sections(members->extra, members->extra_bytes);
  while (!sections.done()) {
    Section section;
    RFM_TRY(sections.next(&section));
    RFM_TRY(open_section(section));
  }
  const Encoding<float>& e = encoding;
  facts = {facts.encoded, members->d,   members->c, e.columns,     e.classes,
           e.column,      e.class_text, e.strings,  e.target_text, facts.scratch_bytes};
  return Status::ok;
}
static_assert(sizeof(Model<float>) <= sizeof(ModelHeader));

RFM_WASM_EXPORT(model_facts) const Facts* model_facts() { return &facts; }

// Column k of x (rows, features) from every `stride`-th number; it is neither category nor date.
RFM_WASM_EXPORT(encode_numbers)
void encode_numbers(size_t k, const double* numbers, size_t stride, size_t rows, float* x,
                    CellCounts& counts) {
  for (size_t row = 0; row < rows; ++row)
    encode(k, {{}, static_cast<float>(numbers[row * stride])}, row, x, counts);
}

// The last day of training of column k, as year, month and day; it is a date.
RFM_WASM_EXPORT(last_date) uint32_t last_date(size_t k) {
  const detail::Calendar at = detail::calendar_of(static_cast<int32_t>(encoding.fill[k]));
  return static_cast<uint32_t>((at.year * 100 + at.month) * 100 + at.of_month + 1);
}

// Column k from cells that end in a zero byte each.
RFM_WASM_EXPORT(encode_text)
void encode_text(size_t k, const char* cells, size_t rows, float* x, CellCounts& counts) {
  for (size_t row = 0; row < rows; ++row) {
    size_t size = 0;
    while (cells[size] != 0) ++size;
    encode(k, {{cells, size}, 0}, row, x, counts);
    cells += size + 1;
  }
}

// x (rows, features) -> the mean of the members' outputs (rows, outputs), which are zero. `one` is
// as large.
RFM_WASM_EXPORT(answer)
void answer(const float* x, size_t rows, float* outputs, float* one, void* scratch) {
  const Rows<float> z(x, rows, facts.features);
  const size_t size = rows * facts.outputs;
  for (size_t m = 0; m < member_count; ++m) {
    const Model<float>& member = members[m];
    chosen_values = member.kernel.functions->values;
    Arena arena(scratch);
    const auto memory = layout_predict<float>(arena, member.d, member.r, member.c);
    for (size_t row = 0; row < rows; row += panel)
      detail::predict_panel(member, z, row, memory, one + row * facts.outputs);
    for (size_t i = 0; i < size; ++i) outputs[i] += one[i];
  }
  for (size_t i = 0; member_count > 1 && i < size; ++i)
    outputs[i] /= static_cast<float>(member_count);
}

// Outputs to values (rows), and to probabilities (rows, classes).
RFM_WASM_EXPORT(decode)
void decode(const float* outputs, size_t rows, float* values, float* probabilities) {
  for (size_t i = 0; i < rows; ++i)
    values[i] =
        decoded_answer(encoding, outputs + i * facts.outputs, probabilities + i * facts.classes);
}

RFM_WASM_EXPORT(interval) float interval(float coverage, float value = 0) {
  return width_around(encoding, coverage, value);
}

}  // namespace rfm::wasm
